"""Any LangChain chat model as a provider: one structured call, its reply as raw text, its errors by name."""

import json
import sys
import time
from typing import Any

import httpx
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage
from langchain_core.runnables import Runnable
from pydantic import BaseModel

from backbones.provider import Completion, Fault, Generation, Request, Usage


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
        messages = [message.model_dump() for message in request.messages]
        started = time.perf_counter()
        try:
            output = self._runnable(request.contract).invoke(messages)
        except _client_errors() as error:
            seconds = time.perf_counter() - started
            cut_off = _cut_off(error, seconds)
            if cut_off is not None:
                return cut_off
            raise _transport_fault(error, seconds) from None
        except (ValueError, TypeError, KeyError, IndexError):  # how LangChain words a body that is no completion
            what = "the server's reply is no chat completion; check the URL and what serves there"
            raise Fault("no_reply", what, time.perf_counter() - started) from None
        return _completion(output, time.perf_counter() - started)

    def _runnable(self, contract: type[BaseModel]) -> "Runnable[LanguageModelInput, Any]":
        schema = contract.model_json_schema()
        try:
            return self._model.with_structured_output(schema, include_raw=True, **self._structured)
        except NotImplementedError:
            return self._model  # the prompt names the fields, and the reply is checked all the same


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


def _client_errors() -> tuple[type[Exception], ...]:
    """What a model's client raises when a call fails.

    The OpenAI client's errors count where something has loaded it: importing it here would cost two seconds.
    """
    openai = sys.modules.get("openai")
    return (httpx.HTTPError, OSError, *((openai.OpenAIError,) if openai is not None else ()))


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
    return Fault(kind, what, seconds, _plain(getattr(error, "request_id", None)))


def _kind_of(error: Exception) -> tuple[str, str]:
    name = type(error).__name__
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        hint = {
            401: "check the key",
            403: "the key may not use this model",
            404: "check the model's name and the URL",
        }
        return f"status_{status}", f"the server answered {status}; {hint.get(status, 'see the server')}"
    if "ContentFilter" in name:
        return "refusal", "the provider's filter stopped the reply"
    if "Timeout" in name or isinstance(error, TimeoutError):
        return "timeout", "no reply within the time limit"
    if "Connect" in name or isinstance(error, OSError):
        return "connection", "no connection to the server; check its URL and that it runs"
    return "transport", f"the call failed ({name})"
