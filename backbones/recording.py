"""The record of a provider call, and the wrapper that writes one when the call ends, however it ends."""

import hashlib
from collections.abc import Callable

from backbones.provider import Completion, Fault, Generation, Message, Provider, Request, Usage, Wrapper
from backbones.reply import broken
from evidence.state import CallRole, Frozen


class CallRecord(Frozen):
    """All that is known of one attempt; no key and no header is.

    Attributes:
        role: whose call it was.
        round: the round, or which call of its role it was, from 1.
        attempt: from 1.
        model: as call records in the state show it.
        generation: the settings that decide a reply beside the prompt.
        prompt_version: of the wording.
        prompt_hash: `Request.prompt_hash`.
        contract: the contract's name.
        contract_sha256: hash of its JSON schema, which the run's manifest holds.
        messages: the prompt; None where hashes alone are kept.
        reply: the raw text; None where there was none or hashes alone are kept.
        reply_sha256: the text's hash, where hashes alone are kept.
        finish_reason: as the provider worded it.
        refused: whether the provider marked the reply as a refusal.
        usage: tokens, as the provider counted them.
        latency_s: seconds; of a reused reply, the original call's.
        provider_model: the model's name as the reply gave it.
        request_id: the provider's own name for the call.
        error: the fault's kind, of the call or of a reply that broke its contract.
        error_message: the fault's sentence.
        reused_from: the call that the reply was first made for, where it was reused.
    """

    role: CallRole
    round: int
    attempt: int
    model: str
    generation: Generation
    prompt_version: str
    prompt_hash: str
    contract: str
    contract_sha256: str
    messages: tuple[Message, ...] | None
    reply: str | None = None
    reply_sha256: str | None = None
    finish_reason: str = ""
    refused: bool = False
    usage: Usage = Usage()
    latency_s: float = 0.0
    provider_model: str = ""
    request_id: str = ""
    error: str | None = None
    error_message: str | None = None
    reused_from: str | None = None

    @property
    def call_id(self) -> str:
        """The call's name within its question."""
        return f"{self.role}-{self.round}-{self.attempt}"

    def completion(self) -> Completion | None:
        """The reply as the provider gave it; None where there was none or its text isn't kept."""
        if self.reply is None:
            return None
        return Completion(
            text=self.reply,
            finish_reason=self.finish_reason,
            refused=self.refused,
            usage=self.usage,
            provider_model=self.provider_model,
            request_id=self.request_id,
            latency_s=self.latency_s,
            reused_from=self.reused_from,
        )

    def without_text(self) -> "CallRecord":
        """The same record with hashes in place of messages and reply."""
        digest = None if self.reply is None else hashlib.sha256(self.reply.encode()).hexdigest()
        return self.model_copy(update={"messages": None, "reply": None, "reply_sha256": digest})


Sink = Callable[[CallRecord], None]


class Recording(Wrapper):
    """Hands a record of every attempt to a sink before anybody learns how it ended."""

    def __init__(self, inner: Provider, sink: Sink) -> None:
        super().__init__(inner)
        self._sink = sink

    def complete(self, request: Request) -> Completion:
        """Make the attempt and record it, failed or not."""
        try:
            completion = self._inner.complete(request)
        except Fault as fault:
            self._sink(failure_record(request, self.name, fault))
            raise
        self._sink(reply_record(request, self.name, completion))
        return completion


def reply_record(request: Request, model: str, completion: Completion) -> CallRecord:
    """The record of an attempt that got a reply, kept to its contract or not."""
    fault = broken(completion, request.contract)
    return _asked(request, model).model_copy(
        update={
            "reply": completion.text,
            **{name: getattr(completion, name) for name in _SHARED},
            "error": fault and fault.kind,
            "error_message": fault and fault.what,
        }
    )


_SHARED = ("finish_reason", "refused", "usage", "latency_s", "provider_model", "request_id", "reused_from")


def failure_record(request: Request, model: str, fault: Fault) -> CallRecord:
    """The record of an attempt that got no reply."""
    return _asked(request, model).model_copy(
        update={
            "latency_s": fault.latency_s,
            "request_id": fault.request_id,
            "error": fault.kind,
            "error_message": fault.what,
        }
    )


def _asked(request: Request, model: str) -> CallRecord:
    return CallRecord(
        role=request.role,
        round=request.number,
        attempt=request.attempt,
        model=model,
        generation=request.generation,
        prompt_version=request.prompt_version,
        prompt_hash=request.prompt_hash,
        contract=request.contract.__name__,
        contract_sha256=request.contract_hash,
        messages=request.messages,
    )
