"""What all questions of a run have spent together, held against the run's own limits."""

import threading
import time
from collections.abc import Hashable, Iterable
from typing import Literal

from pydantic import Field

from backbones.bounds import Bounds
from backbones.prices import PriceTable
from evidence.state import ModelCall
from nodes.limits import Limits, Spent, spent_by

RUN_PREFIX = "run_"


class RunLimits(Limits):
    """Limits of a run's questions together, and what a limit that ends a question does to the run."""

    on_limit: Literal["continue", "stop"] | None = Field(
        None, description="By default a question's own limit lets the run go on, and the run's stops it."
    )

    @property
    def any(self) -> bool:
        """Whether a question's end may concern the others."""
        return self.on_limit == "stop" or any(getattr(self, name) is not None for name in Limits.model_fields)

    def stops(self, error: str | None) -> bool:
        """Whether a question that ended with this kind of error stops the run."""
        if error is None or not is_limit(error):
            return False
        return self.on_limit == "stop" or (self.on_limit is None and error.startswith(RUN_PREFIX))


NO_LIMITS = RunLimits()


def is_limit(error: str) -> bool:
    """Whether an error is named for a limit, of a question or of a run."""
    return error.removeprefix(RUN_PREFIX) in Limits.model_fields


class RunAccount:
    """A run's spending; shared by its questions' threads.

    Calls that are under way when a limit is reached are finished, so that a run may pass it by what its other jobs
    have in flight. A reply that was reused costs nothing here.

    Args:
        limits: of the run.
        prices: the price table, where there is one.
        made: calls of earlier sittings; their seconds don't count, since the deadline is this sitting's.

    Attributes:
        stopped_by: the limit that stopped the run; nothing is begun after it.
    """

    stopped_by: str | None = None

    def __init__(self, limits: RunLimits, prices: PriceTable | None, made: Iterable[ModelCall] = ()) -> None:
        self._limits = limits
        self._prices = prices
        self._started = time.monotonic()
        self._counted: dict[Hashable, int] = {}
        self._lock = threading.Lock()
        self._spent = self._cost(made)

    def note(self, question: Hashable, calls: tuple[ModelCall, ...]) -> None:
        """Count the calls that a question has made so far, each once."""
        with self._lock:
            fresh = self._cost(calls[self._counted.get(question, 0) :])
            self._counted[question] = len(calls)
            self._spent = self._spent.plus(fresh)

    def ended(self, error: str | None) -> None:
        """Take note of how a question ended: a limit may stop the run."""
        if self.stopped_by is None and self._limits.stops(error):
            self.stopped_by = error

    def check(self) -> None:
        """Raise `LimitError` where a limit of the run forbids another call."""
        self._limits.check(self.spent(), RUN_PREFIX)

    def bounds(self) -> Bounds:
        """What the run's limits leave for one call."""
        return self._limits.bounds(self.spent(), RUN_PREFIX)

    def spent(self) -> Spent:
        """What was spent so far."""
        return self._spent._replace(seconds=time.monotonic() - self._started)

    def _cost(self, calls: Iterable[ModelCall]) -> Spent:
        return spent_by((call for call in calls if call.reused_from is None), 0.0, self._prices)
