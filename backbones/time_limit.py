"""A call's time limit, kept whatever the model's client does."""

import contextvars
import threading
import time
from queue import Empty, SimpleQueue

from backbones.provider import Completion, Fault, Provider, Request, Wrapper


class TimeLimited(Wrapper):
    """Waits for a reply no longer than a number of seconds, and never past the request's deadline.

    A client's own time-out is for each read from the socket: a server that sends a byte now and then keeps it
    waiting for ever, and not every client takes a time-out for one call. So the call has a thread of its own,
    which is left behind when the time is up.

    Args:
        inner: the provider that is asked.
        seconds: for one attempt, from request to reply.
    """

    def __init__(self, inner: Provider, seconds: float) -> None:
        super().__init__(inner)
        self._seconds = seconds

    def complete(self, request: Request) -> Completion:
        """Make the attempt.

        Raises:
            Fault: the inner provider's, `timeout`, or the name of the limit whose deadline cut the call short.
        """
        ended: SimpleQueue[Completion | BaseException] = SimpleQueue()
        context = contextvars.copy_context()  # LangChain's tracing finds its parent run in it
        started = time.perf_counter()
        threading.Thread(target=lambda: ended.put(context.run(_outcome, self._inner, request)), daemon=True).start()
        left = request.bounds.seconds_left()
        try:
            outcome = ended.get(timeout=min(self._seconds, left))
        except Empty:
            seconds = time.perf_counter() - started
            if left < self._seconds:
                raise Fault(request.bounds.deadline_name, "no reply before the deadline; raise it", seconds) from None
            raise Fault("timeout", "no reply within the time limit", seconds) from None
        if isinstance(outcome, BaseException):
            raise outcome
        return outcome


def _outcome(provider: Provider, request: Request) -> Completion | BaseException:
    try:
        return provider.complete(request)
    except BaseException as error:  # noqa: BLE001  # raised again in the thread that waits
        return error
