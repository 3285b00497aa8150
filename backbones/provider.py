"""What a chat provider is: from a request to a completion, or a named fault. Wrappers have the same shape."""

import hashlib
import json
from functools import cache, cached_property
from typing import Any, Literal, Protocol

from pydantic import BaseModel

from backbones.bounds import NO_BOUNDS, Bounds
from evidence.state import CallRole, Frozen, ModelCall


class Message(Frozen):
    """One message of a prompt."""

    role: Literal["system", "user"]
    content: str


class Generation(Frozen):
    """What decides a reply beside the prompt. A server's address, key and time limits aren't part of it.

    Attributes:
        model: the model's name at the provider.
        temperature: None where it is left to the provider.
        max_tokens: output tokens at most; None where it is left to the provider.
        structured: how the schema is imposed (LangChain's `method`), or "" for its own choice.
    """

    model: str
    temperature: float | None = None
    max_tokens: int | None = None
    structured: str = ""


class Request(Frozen):
    """One attempt of one call.

    Attributes:
        role: whose call it is.
        number: the round, or which call of its role it is, from 1.
        attempt: from 1; a retry is the same request with the next number.
        messages: the prompt.
        contract: what the reply must be.
        prompt_version: of the wording.
        generation: of the provider that is asked.
        bounds: what the question's and the run's limits leave for it.
    """

    role: CallRole
    number: int
    attempt: int = 1
    messages: tuple[Message, ...]
    contract: type[BaseModel]
    prompt_version: str
    generation: Generation
    bounds: Bounds = NO_BOUNDS

    @property
    def call_id(self) -> str:
        """The call's name within its question."""
        return f"{self.role}-{self.number}-{self.attempt}"

    def again(self, times: int) -> "Request":
        """The same request, so many attempts later."""
        return self.model_copy(update={"attempt": self.attempt + times})

    @cached_property
    def prompt_hash(self) -> str:
        """SHA-256 (hex) of all that decides the reply: messages, schema and generation.

        Two requests of one hash ask the same thing, whoever asks it, in whatever round and attempt.
        """
        asked = {
            "messages": [message.model_dump() for message in self.messages],
            "schema": schema_of(self.contract),
            "generation": self.generation.model_dump(),
        }
        return canonical_sha256(asked)

    @cached_property
    def contract_hash(self) -> str:
        """SHA-256 (hex) of the contract's JSON schema."""
        return canonical_sha256(schema_of(self.contract))


class Usage(Frozen):
    """Tokens as the provider counted them; `cached_tokens` of the input were read from its prompt cache."""

    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0


class Completion(Frozen):
    """A reply as it came, before anything was read into it.

    Attributes:
        text: the raw text, or a tool call's arguments as JSON.
        finish_reason: as the provider worded it; "" where it said none.
        refused: whether the provider marked the reply as a refusal.
        provider_model: the model's name as the reply gave it.
        request_id: the provider's own name for the call.
        latency_s: seconds from request to reply; of a reused completion, the original call's.
        reused_from: the call that this completion was first made for, where it was reused.
        earlier: attempts that failed before it, where a wrapper retries.
    """

    text: str
    finish_reason: str = ""
    refused: bool = False
    usage: Usage = Usage()
    provider_model: str = ""
    request_id: str = ""
    latency_s: float = 0.0
    reused_from: str | None = None
    earlier: tuple[ModelCall, ...] = ()


class Fault(Exception):
    """A call that failed, or whose reply broke its contract.

    Args:
        kind: short name, such as `timeout`, `status_500` or `missing_field`.
        what: one sentence for a person; holds no page text, prompt or key.
        latency_s: seconds until it failed.
        request_id: the provider's own name for the call, where it gave one.
        retry_after_s: seconds that the server asks to wait before another attempt.

    Attributes:
        earlier: attempts that failed before it, where a wrapper retries.
    """

    def __init__(
        self, kind: str, what: str, latency_s: float = 0.0, request_id: str = "", retry_after_s: float = 0.0
    ) -> None:
        super().__init__(f"{kind}: {what}")
        self.kind = kind
        self.what = what
        self.latency_s = latency_s
        self.request_id = request_id
        self.retry_after_s = retry_after_s
        self.earlier: tuple[ModelCall, ...] = ()


class Provider(Protocol):
    """A chat model, or a wrapper around another provider: recording, sharing, retrying, replaying."""

    @property
    def name(self) -> str:
        """What call records show as the model."""
        ...

    @property
    def generation(self) -> Generation:
        """What decides its replies beside the prompt."""
        ...

    def complete(self, request: Request) -> Completion:
        """Make one attempt.

        Raises:
            Fault: it failed.
        """
        ...


class Wrapper:
    """Base of wrappers: shows the name and settings of the provider inside."""

    def __init__(self, inner: Provider) -> None:
        self._inner = inner

    @property
    def name(self) -> str:
        """What call records show as the model."""
        return self._inner.name

    @property
    def generation(self) -> Generation:
        """What decides its replies beside the prompt."""
        return self._inner.generation


@cache
def schema_of(contract: type[BaseModel]) -> dict[str, Any]:
    """A contract's JSON schema, made once; to be read alone."""
    return contract.model_json_schema()


def failed_call(request: Request, model: str, fault: Fault) -> ModelCall:
    """A failed attempt as the state keeps it."""
    return ModelCall(
        call_id=request.call_id,
        role=request.role,
        model=model,
        latency_s=fault.latency_s,
        attempt=request.attempt,
        error=fault.kind,
    )


def ended_call(request: Request, model: str, completion: Completion) -> ModelCall:
    """An attempt that got its reply, as the state keeps it."""
    return ModelCall(
        call_id=request.call_id,
        role=request.role,
        model=model,
        input_tokens=completion.usage.input_tokens,
        output_tokens=completion.usage.output_tokens,
        cached_tokens=completion.usage.cached_tokens,
        latency_s=completion.latency_s,
        attempt=request.attempt,
        reused_from=completion.reused_from,
    )


def canonical_sha256(content: object) -> str:
    """SHA-256 (hex) of JSON with sorted keys and no spaces."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()
