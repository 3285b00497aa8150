"""Any LangChain chat model as a provider: one structured call, its reply as raw text, its errors by name."""

import json
import math
import sys
import time
from collections.abc import Iterator, Sequence
from email.utils import parsedate_to_datetime
from functools import cache
from typing import Any

import httpx
from langchain_core.exceptions import ModelError as LangChainModelError
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable
from pydantic import BaseModel

from backbones.provider import Completion, Fault, Generation, Message, Request, Usage, schema_of


class LangChainProvider:
    """A LangChain chat model.

    Args:
        model: the model; its own retries should be off, since every attempt is recorded.
        name: what call records show as the model.
        structured: keyword arguments for the model's `with_structured_output`.
    """

    def __init__(self, model: BaseChatModel, name: str = "", structured: dict[str, Any] | None = None) -> None:
        self._model = model
        self._structured = structured or {}
        self._asked_for = cache(self._runnable)  # put together once a contract, not once a call
        self.name = name or f"chat:{type(model).__name__}"
        self.generation = Generation(
            model=_setting(model, "model_name", str) or _setting(model, "model", str) or self.name,
            temperature=_setting(model, "temperature", (int, float)),
            max_tokens=_setting(model, "max_tokens", int),
            structured=str(self._structured.get("method", "")),
        )

    def complete(self, request: Request) -> Completion:
        """Make the call.

        Raises:
            Fault: no reply, or none that text can hold.
        """
        return reply_of(self._asked_for(request.contract), request.messages)

    def _runnable(self, contract: type[BaseModel]) -> "Runnable[LanguageModelInput, Any]":
        try:
            return self._model.with_structured_output(schema_of(contract), include_raw=True, **self._structured)
        except NotImplementedError:
            return self._model  # the prompt names the fields, and the reply is checked all the same


def reply_of(model: "Runnable[LanguageModelInput, Any]", messages: Sequence[Message]) -> Completion:
    """Ask a model, with structure imposed on it or none, and time its reply.

    Raises:
        Fault: no reply, or none that text can hold.
    """
    started = time.perf_counter()
    try:
        output = model.invoke([message.model_dump() for message in messages])
    except _client_errors() as error:
        seconds = time.perf_counter() - started
        cut_off = _cut_off(error, seconds)
        if cut_off is not None:
            return cut_off
        raise _transport_fault(error, seconds) from None
    except (
        ValueError,
        TypeError,
        KeyError,
        IndexError,
        AttributeError,
    ):  # how LangChain words a body that is no completion
        what = "the server's reply is no chat completion; check the URL and what serves there"
        raise Fault("no_reply", what, time.perf_counter() - started) from None
    return _completion(output, time.perf_counter() - started)


def _setting(model: BaseChatModel, name: str, kind: Any) -> Any:
    value = getattr(model, name, None)
    return value if isinstance(value, kind) else None


def _completion(output: Any, seconds: float) -> Completion:
    message = output["raw"] if isinstance(output, dict) else output
    if not isinstance(message, AIMessage):
        raise Fault("no_reply", "the server's reply holds no message", seconds)
    metadata = message.response_metadata
    usage = message.usage_metadata
    return Completion(
        text=_writable(_raw_text(message), seconds),
        finish_reason=_plain(metadata.get("finish_reason")),
        refused=bool(message.additional_kwargs.get("refusal")),
        usage=Usage(
            input_tokens=usage["input_tokens"],
            output_tokens=usage["output_tokens"],
            cached_tokens=usage.get("input_token_details", {}).get("cache_read") or 0,
        )
        if usage
        else Usage(),
        provider_model=_plain(metadata.get("model_name")),
        request_id=_plain(metadata.get("id") or message.id),
        latency_s=seconds,
    )


def _raw_text(message: AIMessage) -> str:
    """The reply's text, or the arguments of the tool that it calls for its structure."""
    if message.tool_calls:
        return json.dumps(message.tool_calls[0]["args"], ensure_ascii=False)
    if message.invalid_tool_calls:
        return message.invalid_tool_calls[0]["args"] or ""
    return message.text


def _writable(text: str, seconds: float) -> str:
    """The text, unless no UTF-8 file could hold it."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Fault("unwritable_text", "the reply holds lone surrogates, which no text can", seconds) from None
    return text


def _plain(value: object) -> str:
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else ""


# The base of what each client raises, looked up where something has loaded it: importing one costs seconds.
_CLIENT_ERRORS = (
    ("openai", "OpenAIError"),
    ("anthropic", "AnthropicError"),
    ("groq", "GroqError"),
    ("ollama", "ResponseError"),
    ("google.genai.errors", "APIError"),
    ("httpx2", "HTTPError"),
)


def _client_errors() -> tuple[type[Exception], ...]:
    """What a model's client raises when a call fails."""
    loaded = [(sys.modules.get(module), name) for module, name in _CLIENT_ERRORS]
    own = [getattr(module, name) for module, name in loaded if hasattr(module, name)]
    return (httpx.HTTPError, OSError, LangChainModelError, *own)


def _cut_off(error: Exception, seconds: float) -> Completion | None:
    """The reply that the OpenAI client gives in an error, since it was cut off; its tokens were paid."""
    whole: Any = getattr(error, "completion", None)
    if "LengthFinishReason" not in type(error).__name__ or not getattr(whole, "choices", None):
        return None
    usage = whole.usage
    return Completion(
        text=_writable(whole.choices[0].message.content or "", seconds),
        finish_reason="length",
        usage=Usage(input_tokens=usage.prompt_tokens, output_tokens=usage.completion_tokens) if usage else Usage(),
        provider_model=_plain(whole.model),
        request_id=_plain(whole.id),
        latency_s=seconds,
    )


def _transport_fault(error: Exception, seconds: float) -> Fault:
    """A fault's name and sentence, from the error's type and status alone: bodies may hold keys or page text."""
    kind, what = _kind_of(error)
    return Fault(kind, what, seconds, _plain(getattr(error, "request_id", None)), _retry_after(error))


_HINTS = {
    401: "check the key",
    403: "the key may not use this model",
    404: "check the model's name and the URL",
    429: "too many requests, or the quota is used up",
}


# Of httpx, and of httpx2, which newer clients rest on.
_BROKEN_OFF = {"ReadError", "RemoteProtocolError"}


def _kind_of(error: Exception) -> tuple[str, str]:
    name = type(error).__name__
    status = _status(error)
    if status is not None:
        return f"status_{status}", f"the server answered {status}; {_HINTS.get(status, 'see the server')}"
    if "ContentFilter" in name or "Refusal" in name:
        return "refusal", "the provider's filter stopped the reply"
    if "Timeout" in name or isinstance(error, TimeoutError):
        return "timeout", "no reply within the time limit"
    if any(type(cause).__name__ in _BROKEN_OFF for cause in _causes(error)):
        return "connection_lost", "the connection broke off before the whole reply had come"
    if "Connect" in name or isinstance(error, OSError):
        return "connection", "no connection to the server; check its URL and that it runs"
    return "transport", f"the call failed ({name})"


def _status(error: Exception) -> int | None:
    """The HTTP status, wherever the client keeps it."""
    response = getattr(error, "response", None)
    found = (
        getattr(error, "status_code", None),
        getattr(response, "status_code", None),
        getattr(error, "code", None),
    )
    return next((status for status in found if isinstance(status, int)), None)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _retry_after(error: Exception) -> float:
    """Seconds that the server asks to wait (RFC 9110, Retry-After: seconds or a date); 0 where it doesn't."""
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    asked = headers.get("retry-after", "")
    try:
        seconds = float(asked)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(asked).timestamp() - time.time()
        except (ValueError, TypeError):
            return 0.0
    return max(seconds, 0.0) if math.isfinite(seconds) else 0.0
