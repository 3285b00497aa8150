"""Identical requests asked once: a reply is reused wherever the same thing is asked again, and says so."""

import threading
import time
from collections import defaultdict
from typing import NamedTuple

from backbones.provider import Completion, Fault, Provider, Request, Wrapper
from backbones.recording import Sink, reply_record


class Made(NamedTuple):
    """A reply, and the name of the call that it was made for."""

    call: str
    completion: Completion


class Replies:
    """The replies known so far, by prompt hash; threads that ask the same thing at once wait for the first."""

    def __init__(self) -> None:
        self._made: dict[str, Made] = {}
        self._failed: dict[tuple[str, str], Fault] = {}
        self._asking: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)
        self._lock = threading.Lock()

    def add(self, prompt_hash: str, made: Made) -> None:
        """Keep a reply; the first one of a hash stays."""
        self._made.setdefault(prompt_hash, made)

    def get(self, prompt_hash: str) -> Made | None:
        """The reply to an identical request, or None."""
        return self._made.get(prompt_hash)

    def add_failure(self, prompt_hash: str, call: str, fault: Fault) -> None:
        """Keep how an attempt of an earlier sitting failed."""
        self._failed[call, prompt_hash] = fault

    def failure(self, prompt_hash: str, call: str) -> Fault | None:
        """How this very attempt failed in an earlier sitting, or None."""
        return self._failed.get((call, prompt_hash))

    def asking(self, prompt_hash: str) -> threading.Lock:
        """The lock that whoever asks for this hash holds."""
        with self._lock:
            return self._asking[prompt_hash]


class Sharing(Wrapper):
    """Takes a reply from `replies` where one is known, and else asks and adds it there.

    A failed attempt is never reused. A reply that stands recorded for a later attempt of this very call, by a
    sitting that was killed, comes after the failures that it came after then.

    Args:
        inner: the provider that is asked where no reply is known; it records its own calls.
        replies: what is shared.
        place: the name of whatever the calls belong to, such as a terminal; unique among the sharers.
        sink: takes the record of a reused reply. A reply that was made for this very call, in an earlier
            sitting, stands recorded already, and is no reuse.

    Attributes:
        owed_s: seconds that the replies given without a call took when they were made, less those spent here.
    """

    def __init__(self, inner: Provider, replies: Replies, place: str, sink: Sink) -> None:
        super().__init__(inner)
        self._replies = replies
        self._place = place
        self._sink = sink
        self.owed_s = 0.0

    def complete(self, request: Request) -> Completion:
        """The reply, asked for or reused."""
        call = f"{self._place}/{request.call_id}"
        started = time.perf_counter()
        with self._replies.asking(request.prompt_hash):
            made = self._replies.get(request.prompt_hash)
            if made is None:
                completion = self._inner.complete(request)
                self._replies.add(request.prompt_hash, Made(call, completion))
                return completion
        self.owed_s -= time.perf_counter() - started
        if _call_alone(made.call) == _call_alone(call):
            failed = self._replies.failure(request.prompt_hash, call)
            if failed is not None and made.call != call:
                self.owed_s += failed.latency_s
                raise failed
            self.owed_s += made.completion.latency_s
            return made.completion
        self.owed_s += made.completion.latency_s
        completion = made.completion.model_copy(update={"reused_from": made.call})
        self._sink(reply_record(request, self.name, completion))
        return completion


def _call_alone(call: str) -> str:
    """A call's name without its attempt."""
    return call.rpartition("-")[0]
