"""What limits leave for one call: how often it may be asked, and until when."""

import time
from typing import NamedTuple, Protocol, Self, runtime_checkable


class Bounds(NamedTuple):
    """What a question's and a run's limits leave for one call with its retries.

    Attributes:
        attempts: requests that may be made at most; None without such a limit.
        deadline: `time.monotonic()` seconds after which no reply is waited for; None without a deadline.
        deadline_name: the limit that sets the deadline; a call that it cuts short fails by this name.
    """

    attempts: int | None = None
    deadline: float | None = None
    deadline_name: str = "deadline_s"

    def and_also(self, other: "Bounds") -> "Bounds":
        """The narrower of both, each way."""
        attempts = [bound for bound in (self.attempts, other.attempts) if bound is not None]
        first = min(self, other, key=lambda bounds: float("inf") if bounds.deadline is None else bounds.deadline)
        return first._replace(attempts=min(attempts, default=None))

    def seconds_left(self) -> float:
        """Seconds until the deadline, 0 once it has passed."""
        return float("inf") if self.deadline is None else max(0.0, self.deadline - time.monotonic())


NO_BOUNDS = Bounds()


@runtime_checkable
class Bounded(Protocol):
    """A backbone whose calls take time and are asked again, and so can be bounded."""

    def within(self, bounds: Bounds) -> Self:
        """The same backbone for one call within the bounds."""
        ...
