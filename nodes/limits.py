"""What a question may cost, what it has cost so far, and what is left for its next call."""

import time
from collections.abc import Iterable
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from backbones.bounds import Bounds
from backbones.prices import PriceTable
from evidence.errors import InputError, LimitError
from evidence.state import ModelCall


class Spent(NamedTuple):
    """What calls have cost: their number (failed attempts among them), tokens, seconds and money."""

    model_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    cost: float = 0.0

    def plus(self, more: "Spent") -> "Spent":
        """Both together."""
        return Spent(
            self.model_calls + more.model_calls,
            self.input_tokens + more.input_tokens,
            self.output_tokens + more.output_tokens,
            self.seconds + more.seconds,
            self.cost + more.cost,
        )


class Limits(BaseModel):
    """Limits after which no further call is made; the call that passes one is kept, since it is paid."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_model_calls: int | None = Field(None, ge=0, description="Model calls, retries among them.")
    max_input_tokens: int | None = Field(None, ge=0, description="Input tokens after which no call is made.")
    max_output_tokens: int | None = Field(None, ge=0, description="Output tokens after which no call is made.")
    deadline_s: float | None = Field(None, ge=0, allow_inf_nan=False, description="Seconds, from the start.")
    max_cost: float | None = Field(
        None, ge=0, allow_inf_nan=False, description="Money after which no call is made; needs a price table."
    )

    def reached(self, spent: Spent) -> tuple[str, str] | None:
        """The first limit that is reached, by name, and what was spent of it; None while another call may be made."""
        for name, limit, used in (
            ("max_model_calls", self.max_model_calls, spent.model_calls),
            ("max_input_tokens", self.max_input_tokens, spent.input_tokens),
            ("max_output_tokens", self.max_output_tokens, spent.output_tokens),
            ("deadline_s", self.deadline_s, spent.seconds),
            ("max_cost", self.max_cost, spent.cost),
        ):
            if limit is not None and used >= limit:
                return name, f"{used:.6g} of {limit:.6g}"
        return None

    def check(self, spent: Spent, prefix: str = "") -> None:
        """Refuse another call once a limit is reached.

        Raises:
            LimitError: named for the limit, with `prefix` before its name.
        """
        found = self.reached(spent)
        if found is not None:
            name, used = found
            raise LimitError(prefix + name, f"{prefix}{name} reached: {used} used; raise it to go on")

    def bounds(self, spent: Spent, prefix: str = "") -> Bounds:
        """What is left for one call with its retries."""
        return Bounds(
            attempts=None if self.max_model_calls is None else self.max_model_calls - spent.model_calls,
            deadline=None if self.deadline_s is None else time.monotonic() + self.deadline_s - spent.seconds,
            deadline_name=f"{prefix}deadline_s",
        )


def spent_by(calls: Iterable[ModelCall], seconds: float, prices: PriceTable | None) -> Spent:
    """What calls have cost.

    Args:
        calls: the calls, failed attempts among them.
        seconds: on the clock since the start. Where the calls took longer, as they do when they were made before
            a kill or come from records, their own time counts.
        prices: the price table; without one, cost is 0.
    """
    made = tuple(calls)
    return Spent(
        model_calls=len(made),
        input_tokens=sum(call.input_tokens for call in made),
        output_tokens=sum(call.output_tokens for call in made),
        seconds=max(seconds, sum(call.latency_s for call in made)),
        cost=prices.cost(made) if prices is not None else 0.0,
    )


def check_priced(limits: Limits, prices: PriceTable | None, model: str | None, prefix: str = "") -> None:
    """Refuse a limit on money without a price table, or with one that doesn't price the model (None: not known)."""
    if limits.max_cost is not None and prices is None:
        raise InputError(f"{prefix}max_cost: needs a price table; give one with prices (--prices FILE)")
    if prices is not None and model is not None:
        prices.check(model)
