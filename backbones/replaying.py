"""A provider that answers from recorded calls: offline, and with the replies, faults and seconds of the record."""

from collections.abc import Iterable

from backbones.provider import Completion, Fault, Generation, Request, failed_call
from backbones.recording import CallRecord, Sink
from evidence.errors import LimitError
from evidence.state import ModelCall


class Replay:
    """The recorded calls of one question, by role, round and attempt, with the prompt hash as check.

    All attempts of a call are given at once, as whatever retried them did, so nothing waits here.

    Args:
        name: what call records show as the model.
        generation: the recorded settings, without which no prompt hash would agree.
        records: the question's calls; of one recorded twice, by a sitting that was killed, the last counts.
        place: the question's name in errors.
        sink: takes the record of each attempt again.
        limit: the limit that ended the question before its next call, which so has no record.
    """

    def __init__(
        self,
        name: str,
        generation: Generation,
        records: Iterable[CallRecord],
        place: str,
        sink: Sink,
        limit: LimitError | None = None,
    ) -> None:
        self.name = name
        self.generation = generation
        self._records: dict[str, dict[str, CallRecord]] = {}
        for record in records:
            self._records.setdefault(record.call_id, {})[record.prompt_hash] = record
        self._place = place
        self._sink = sink
        self._limit = limit

    def complete(self, request: Request) -> Completion:
        """The recorded reply, after the attempts that failed before it.

        Raises:
            Fault: the recorded one of the last attempt; `not_recorded` or `other_prompt` where the record has no
                such call.
            LimitError: the recorded one, in place of a call that it kept from being made.
        """
        failed: list[ModelCall] = []
        record, following = self._record(request), self._next(request)
        while record.completion() is None and following is not None:
            self._sink(record)
            failed.append(failed_call(request, self.name, _fault(record)))
            request = request.again(1)
            record, following = following, self._next(request)
        self._sink(record)
        completion = record.completion()
        if completion is None:
            fault = _fault(record)
            fault.earlier = tuple(failed)
            raise fault
        return completion.model_copy(update={"earlier": tuple(failed)})

    def _record(self, request: Request) -> CallRecord:
        recorded = self._records.get(request.call_id)
        call = f"{self._place}/{request.call_id}"
        if recorded is None and self._limit is not None:
            raise self._limit
        if recorded is None:
            raise Fault("not_recorded", f"the record holds no call {call}, so it is of other code or settings")
        if request.prompt_hash not in recorded:
            raise Fault(
                "other_prompt", f"call {call} was recorded with another prompt; it is of other code or settings"
            )
        return recorded[request.prompt_hash]

    def _next(self, request: Request) -> CallRecord | None:
        """The record of the next attempt, where one was made."""
        following = request.again(1)
        return self._records.get(following.call_id, {}).get(following.prompt_hash)


def _fault(record: CallRecord) -> Fault:
    kind = record.error or "no_reply"
    return Fault(kind, record.error_message or kind, record.latency_s, record.request_id)
