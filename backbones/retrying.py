"""Transport faults asked again after a growing wait; every attempt keeps its record."""

import re
import time
from collections.abc import Callable

from tenacity import RetryCallState, Retrying, retry_if_exception, stop_after_attempt, wait_exponential_jitter

from backbones.provider import Completion, Fault, Provider, Request, Wrapper, failed_call
from evidence.state import ModelCall

FIRST_WAIT_SECONDS = 1.0
LONGEST_WAIT_SECONDS = 60.0
JITTER_SECONDS = 1.0

# Time-outs, lost connections, "too many requests" and the server's own errors; a reply that breaks its contract
# would only be bought again.
_TRANSPORT = re.compile(r"timeout|connection|connection_lost|transport|status_(408|425|429|5\d\d)")

_growing = wait_exponential_jitter(multiplier=FIRST_WAIT_SECONDS, max=LONGEST_WAIT_SECONDS, jitter=JITTER_SECONDS)


def is_transport(fault: BaseException) -> bool:
    """Whether the same request may succeed when it is asked again."""
    return isinstance(fault, Fault) and _TRANSPORT.fullmatch(fault.kind) is not None


class Retried(Wrapper):
    """Asks again after a transport fault, as long as attempts and the request's bounds allow.

    Args:
        inner: the provider that is asked.
        attempts: requests made for one call at most.
        sleep: waits so many seconds.
    """

    def __init__(self, inner: Provider, attempts: int, sleep: Callable[[float], None] = time.sleep) -> None:
        super().__init__(inner)
        self._attempts = attempts
        self._sleep = sleep

    def complete(self, request: Request) -> Completion:
        """Make the call, in one attempt or more; the failed ones are in the completion's `earlier`.

        Raises:
            Fault: the last attempt's, with those before it in its `earlier`.
        """
        failed: list[ModelCall] = []

        def attempt() -> Completion:
            asked = request.again(len(failed))
            try:
                return self._inner.complete(asked)
            except Fault as fault:
                fault.earlier = (*failed, *fault.earlier)
                failed.append(failed_call(asked, self.name, fault))
                raise

        retrying = Retrying(
            stop=lambda state: self._is_last(request, state),
            wait=_wait,
            retry=retry_if_exception(is_transport),
            sleep=self._sleep,
            reraise=True,
        )
        completion = retrying(attempt)
        return completion.model_copy(update={"earlier": (*failed, *completion.earlier)})

    def _is_last(self, request: Request, state: RetryCallState) -> bool:
        """Whether no attempt may follow: all are made, or the next would begin after the deadline."""
        allowed = self._attempts if request.bounds.attempts is None else min(self._attempts, request.bounds.attempts)
        return stop_after_attempt(allowed)(state) or state.upcoming_sleep >= request.bounds.seconds_left()


def _wait(state: RetryCallState) -> float:
    """Seconds to wait: growing, and no less than the server asks for; a server that asks for hours gets a minute."""
    fault = state.outcome.exception() if state.outcome is not None else None
    asked = fault.retry_after_s if isinstance(fault, Fault) else 0.0
    return min(max(_growing(state), asked), LONGEST_WAIT_SECONDS)
