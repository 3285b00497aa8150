"""Requests and tokens a minute: what concurrent questions ask of one provider together."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from backbones.bounds import NO_BOUNDS, Bounds
from backbones.provider import Completion, Fault, Provider, Request, Wrapper

WINDOW_SECONDS = 60.0
SHORTEST_WAIT_SECONDS = 1e-6  # less may not move a clock at all
# A token is about four characters of English; the provider's own count replaces the guess with the reply.
CHARACTERS_A_TOKEN = 4


@dataclass
class _Share:
    """What one request takes of a window, from when on."""

    since: float
    amount: float


class Window:
    """At most so much within any minute. A single amount above the limit waits until nothing else is in it."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._shares: deque[_Share] = deque()

    def wait(self, amount: float, now: float) -> float:
        """Seconds until the amount fits; 0 where it does."""
        while self._shares and self._shares[0].since + WINDOW_SECONDS - now < SHORTEST_WAIT_SECONDS:
            self._shares.popleft()
        over = sum(share.amount for share in self._shares) + amount - self._limit
        freed = 0.0
        for share in self._shares:
            if freed >= over:
                break
            freed += share.amount
            until = share.since + WINDOW_SECONDS - now
        return until if freed else 0.0

    def take(self, amount: float, now: float) -> _Share:
        """Take the amount; the share may be corrected later."""
        share = _Share(now, amount)
        self._shares.append(share)
        return share


class Pace:
    """A provider's limits, shared by whoever asks it; requests are let through in turn.

    Args:
        requests: a minute; None without such a limit.
        tokens: input and output a minute; None without such a limit.
        clock: seconds.
        sleep: waits so many seconds.
    """

    def __init__(
        self,
        requests: int | None = None,
        tokens: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._requests = None if requests is None else Window(requests)
        self._tokens = None if tokens is None else Window(tokens)
        self._clock = clock
        self._sleep = sleep
        self._turn = threading.Lock()

    def admit(self, tokens: float, bounds: Bounds = NO_BOUNDS) -> Callable[[float], None]:
        """Wait until a request of about so many tokens fits, and take its place.

        Returns:
            What to tell how many tokens it took in fact.

        Raises:
            Fault: named for the deadline, which would pass before its turn; it takes no place.
        """
        wanted = [(window, amount) for window, amount in ((self._requests, 1), (self._tokens, tokens)) if window]
        late = Fault(bounds.deadline_name, "the pace leaves it no turn before the deadline; raise one of them")
        if not self._turn.acquire(timeout=min(bounds.seconds_left(), threading.TIMEOUT_MAX)):
            raise late
        try:
            while wait := max((window.wait(amount, self._clock()) for window, amount in wanted), default=0.0):
                if wait >= bounds.seconds_left():
                    raise late
                self._sleep(wait)
            shares = [window.take(amount, self._clock()) for window, amount in wanted]
        finally:
            self._turn.release()

        def settle(took: float) -> None:
            if self._tokens is not None:
                shares[-1].amount = took

        return settle


class Paced(Wrapper):
    """Makes each attempt when the pace allows it; the waiting is no part of the call's seconds."""

    def __init__(self, inner: Provider, pace: Pace) -> None:
        super().__init__(inner)
        self._pace = pace

    def complete(self, request: Request) -> Completion:
        """Wait and make the attempt.

        Raises:
            Fault: the inner provider's, or the deadline's name where it would pass before the request was made.
        """
        tokens = sum(len(message.content) for message in request.messages) / CHARACTERS_A_TOKEN
        settle = self._pace.admit(tokens, request.bounds)
        completion = self._inner.complete(request)
        if completion.usage.input_tokens:
            settle(completion.usage.input_tokens + completion.usage.output_tokens)
        return completion
