"""What an endpoint supports, found out with one small call for each question."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict

from backbones.langchain import reply_of
from backbones.models import Address, Structured, structured_by
from backbones.provider import Completion, Fault, Message
from backbones.reply import broken

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

GREETING = (Message(role="user", content="Say hello in one word."),)

# The prompt says nothing of the fields, so a reply that has them comes from a server that keeps to the schema.
SCHEMA_UNTOLD = (Message(role="user", content="Say hello."),)
# JSON mode imposes no schema, and OpenAI's asks that the prompt speak of JSON.
JSON_TOLD = (
    Message(
        role="user",
        content='Reply with one JSON object that has the fields "colour" ("red" or "blue") and "count" (a whole '
        "number), and nothing else.",
    ),
)
# Longer than the 1,024 tokens from which OpenAI caches a prefix.
LONG_PREFIX = (
    Message(role="system", content="The keeper of the archive wrote down each delivery of the day. " * 110),
    *GREETING,
)


class Swatch(BaseModel):
    """What a structured reply must be."""

    model_config = ConfigDict(extra="forbid")

    colour: Literal["red", "blue"]
    count: int


class Finding(NamedTuple):
    """What one call showed; `supported` is None where the reply doesn't tell."""

    capability: str
    supported: bool | None
    detail: str


def probe(chat: "BaseChatModel", address: Address) -> Iterator[Finding]:
    """Call a model a few times and say what it supports, one finding after another.

    Raises:
        Fault: the first call, a plain one, failed: no server, no such model, or no right to it.
    """
    plain = reply_of(chat, GREETING)
    called = f" as {plain.provider_model}" if plain.provider_model else ""
    yield Finding("chat", True, f"replied in {plain.latency_s:.1f} s{called}")
    for method in get_args(Structured):
        yield Finding(method, *_structured(chat, address, method))
    used = plain.usage
    yield Finding("usage", used.input_tokens > 0, f"{used.input_tokens} input, {used.output_tokens} output tokens")
    finish = plain.finish_reason
    yield Finding("finish reason", bool(finish), finish or "none, so a reply that was cut off looks whole")
    yield Finding("prefix caching", *_caching(chat))


def _structured(chat: "BaseChatModel", address: Address, method: Structured) -> tuple[bool, str]:
    messages = JSON_TOLD if method == "json_mode" else SCHEMA_UNTOLD
    try:
        asked = chat.with_structured_output(
            Swatch.model_json_schema(), include_raw=True, **structured_by(address, method)
        )
        reply = reply_of(asked, messages)
    except (NotImplementedError, ValueError):
        return False, "not offered by the provider's package"
    except Fault as fault:
        return False, fault.what
    breach = broken(reply, Swatch)
    if breach is not None:
        return False, f"ignored: {breach.kind.replace('_', ' ')}"
    return True, "JSON, as the prompt words it" if method == "json_mode" else "the reply keeps to the schema"


def _caching(chat: "BaseChatModel") -> tuple[bool | None, str]:
    try:
        replies: list[Completion] = [reply_of(chat, LONG_PREFIX) for _ in range(2)]
    except Fault as fault:
        return None, f"not known: {fault.what}"
    again = replies[1].usage
    if again.cached_tokens:
        return True, f"{again.cached_tokens} of {again.input_tokens} input tokens came from the cache the second time"
    return None, "no cached tokens reported"


def problem(findings: list[Finding], method: Structured) -> str | None:
    """Why the model can't be used with this method, in one sentence; None where it can."""
    kept = {finding.capability: finding.supported for finding in findings}
    if kept[method]:
        return None
    other = next((name for name in get_args(Structured) if kept[name]), None)
    detail = next(finding.detail for finding in findings if finding.capability == method)
    hint = f"use --structured {other}" if other else "no other way of asking for structure works either"
    return f"the endpoint doesn't keep to the schema under {method} ({detail}); {hint}"
