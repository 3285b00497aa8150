"""The chat backbone: any LangChain chat model, held to the contracts by a strict JSON schema."""

import os
import sys
import time
from collections.abc import Sequence
from typing import Any

import httpx
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage
from langchain_core.runnables import Runnable
from pydantic import ValidationError

from backbones.contracts import (
    AnswerReply,
    Expansion,
    Given,
    ModelError,
    Proposal,
    Reading,
    Reply,
    Result,
    Role,
    Task,
    call_id,
    task_call_id,
)
from backbones.prompts import ANSWER, EXPAND, PROPOSE, TASKS, answer_prompt, propose_prompt, task_prompt
from evidence.errors import InputError
from evidence.policy import Kinds
from evidence.state import Inquiry, ModelCall
from evidence.view import View

TIMEOUT_SECONDS = 120.0
MAX_OUTPUT_TOKENS = 2000

Messages = list[SystemMessage | HumanMessage]


class ChatBackbone:
    """Fills the roles with one structured call each.

    Args:
        model: the chat model; its own retries should be off, since every attempt is recorded.
        name: what call records show as the model.
        structured: keyword arguments for the model's `with_structured_output`.
    """

    def __init__(self, model: BaseChatModel, name: str = "", structured: dict[str, Any] | None = None) -> None:
        self._model = model
        self.name = name or f"chat:{type(model).__name__}"
        self._structured = structured or {}

    def propose(
        self, question: str, pages: Sequence[View], inquiries: Sequence[Inquiry], kinds: Kinds
    ) -> Reply[Proposal]:
        """Ask for the competing answers and the premises that would decide between them."""
        messages = _messages(PROPOSE, propose_prompt(question, pages, inquiries, kinds))
        return self._call("propose", call_id("propose", inquiries), Proposal, messages)

    def expand(
        self, question: str, pages: Sequence[View], inquiries: Sequence[Inquiry], kinds: Kinds
    ) -> Reply[Expansion]:
        """Ask for an ordinary search query."""
        messages = _messages(EXPAND, propose_prompt(question, pages, inquiries, kinds))
        return self._call("expand", call_id("expand", inquiries), Expansion, messages)

    def answer(self, question: str, pages: Sequence[View], kinds: Kinds) -> Reply[AnswerReply]:
        """Ask for the answer and its citations."""
        return self._call(
            "answer", call_id("answer"), AnswerReply, _messages(ANSWER, answer_prompt(question, pages, kinds))
        )

    def read(self, task: Task[Reading], given: Given) -> Reply[Reading]:
        """Make a call of one of the other systems."""
        messages = _messages(TASKS[task.role], task_prompt(given))
        return self._call(task.role, task_call_id(task.role, given.number), task.contract, messages)

    def _call(self, role: Role, name: str, contract: type[Result], messages: Messages) -> Reply[Result]:
        started = time.perf_counter()
        reply: AIMessage | None = None
        try:
            reply = _raw(self._runnable(contract).invoke(messages))
            result = _checked(reply, contract)
        except _Fault as fault:
            kind, what = fault.kind, fault.what
        except _client_errors() as error:
            kind, what = _transport_fault(error)
        else:
            return Reply(result, (self._record(role, name, reply, started),))
        call = self._record(role, name, reply, started, kind)
        raise ModelError(kind, f"model {self.name}, role {role}: {what}", (call,))

    def _runnable(self, contract: type[Result]) -> "Runnable[LanguageModelInput, Any]":
        schema = contract.model_json_schema()
        try:
            return self._model.with_structured_output(schema, include_raw=True, **self._structured)
        except NotImplementedError:
            return self._model  # the prompt names the fields, and the reply is checked all the same

    def _record(
        self, role: Role, name: str, reply: AIMessage | None, started: float, error: str | None = None
    ) -> ModelCall:
        usage = reply.usage_metadata if reply is not None else None
        return ModelCall(
            call_id=name,
            role=role,
            model=self.name,
            input_tokens=usage["input_tokens"] if usage else 0,
            output_tokens=usage["output_tokens"] if usage else 0,
            latency_s=time.perf_counter() - started,
            error=error,
        )


class _Fault(Exception):
    def __init__(self, kind: str, what: str) -> None:
        super().__init__(what)
        self.kind = kind
        self.what = what


def _messages(system: str, user: str) -> Messages:
    return [SystemMessage(system), HumanMessage(user)]


def _raw(output: Any) -> AIMessage:
    message = output["raw"] if isinstance(output, dict) else output
    if not isinstance(message, AIMessage):
        raise _Fault("no_reply", "the server's reply holds no message")
    return message


def _checked(reply: AIMessage, contract: type[Result]) -> Result:
    """The reply as the contract's type; the raw text is checked, since LangChain's parser repairs broken JSON."""
    if reply.response_metadata.get("finish_reason") == "length":
        raise _Fault("truncated", "the reply was cut off at the token limit; raise it")
    if reply.additional_kwargs.get("refusal"):
        raise _Fault("refusal", "the model refused")
    try:
        if reply.tool_calls:
            return contract.model_validate(reply.tool_calls[0]["args"])
        return contract.model_validate_json(reply.text)
    except ValidationError as error:
        raise _contract_fault(error) from None


def _contract_fault(error: ValidationError) -> _Fault:
    first = error.errors(include_url=False, include_input=False, include_context=False)[0]
    field = ".".join(str(part) for part in first["loc"])
    if first["type"] == "json_invalid":
        return _Fault("malformed_json", "the reply is not valid JSON")
    if first["type"] == "missing":
        return _Fault("missing_field", f"the reply lacks the field {field}")
    if first["type"] == "extra_forbidden":
        return _Fault("extra_field", "the reply has a field that the contract doesn't know")
    return _Fault("invalid_field", f"the reply's {field or 'whole'} is invalid: {first['type']}")


def _client_errors() -> tuple[type[Exception], ...]:
    """What a model's client raises when a call fails.

    The OpenAI client's errors count where something has loaded it: importing it here would cost two seconds.
    """
    openai = sys.modules.get("openai")
    return (httpx.HTTPError, OSError, *((openai.OpenAIError,) if openai is not None else ()))


def _transport_fault(error: Exception) -> tuple[str, str]:
    """A fault's name and sentence, from the error's type and status alone: bodies may hold keys or page text."""
    name = type(error).__name__
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        hint = {
            401: "check the key",
            403: "the key may not use this model",
            404: "check the model's name and the URL",
        }
        return f"status_{status}", f"the server answered {status}; {hint.get(status, 'see the server')}"
    if "LengthFinishReason" in name:
        return "truncated", "the reply was cut off at the token limit; raise it"
    if "ContentFilter" in name:
        return "refusal", "the provider's filter stopped the reply"
    if "Timeout" in name or isinstance(error, TimeoutError):
        return "timeout", "no reply within the time limit"
    if "Connect" in name or isinstance(error, OSError):
        return "connection", "no connection to the server; check its URL and that it runs"
    return "transport", f"the call failed ({name})"


def openai_backbone(model: str, base_url: str | None = None, timeout_s: float = TIMEOUT_SECONDS) -> ChatBackbone:
    """A backbone on OpenAI's API or any server that speaks it.

    Args:
        model: the model's name at the server.
        base_url: the server's URL; `OPENAI_BASE_URL` where None. The key is read from `OPENAI_API_KEY`; a
            server of one's own may do without.
        timeout_s: seconds to wait for a reply.

    Raises:
        InputError: no key for OpenAI's own service, or a URL that is none.
    """
    url = base_url or os.environ.get("OPENAI_BASE_URL") or None
    key = os.environ.get("OPENAI_API_KEY") or None
    if url is None and key is None:
        raise InputError(
            f"model openai:{model}: no key; set OPENAI_API_KEY, or OPENAI_BASE_URL for a server of your own"
        )
    if url is not None and not url.startswith(("http://", "https://")):
        raise InputError(f"model openai:{model}: base URL must begin with http:// or https://")
    from langchain_openai import ChatOpenAI  # costs two seconds, so only when a chat model is used
    from pydantic import SecretStr

    chat = ChatOpenAI(
        model=model,
        base_url=url,
        api_key=SecretStr(key or "none"),
        temperature=0,
        max_retries=0,
        timeout=timeout_s,
        max_tokens=MAX_OUTPUT_TOKENS,
    )
    return ChatBackbone(chat, f"openai:{model}", {"method": "json_schema", "strict": True})
