"""Models by name: the one place where a name such as `openai:NAME` becomes a chat model, a provider or a backbone."""

import os
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, SecretStr

from backbones.contracts import Backbone
from evidence.errors import InputError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from backbones.provider import Provider

EMBEDDED = "extractive"
MAX_OUTPUT_TOKENS = 2000

Structured = Literal["json_schema", "function_calling", "json_mode"]


class Vendor(NamedTuple):
    """A provider of chat models: the package that speaks to it, and how that departs from the others.

    Attributes:
        package: what to install.
        chat: the package's chat model class.
        key: the environment variable that holds the key; None where there is none.
        strict: whether it takes OpenAI's `strict` beside a schema.
        names: its own names for our settings, where they differ; None for one that it doesn't have.
    """

    package: str
    chat: str
    key: str | None = None
    strict: bool = False
    names: Mapping[str, str | None] = MappingProxyType({})

    @property
    def module(self) -> str:
        """The package's module."""
        return self.package.replace("-", "_")


VENDORS = {
    "openai": Vendor("langchain-openai", "ChatOpenAI", "OPENAI_API_KEY", strict=True),
    "anthropic": Vendor("langchain-anthropic", "ChatAnthropic", "ANTHROPIC_API_KEY"),
    "deepseek": Vendor("langchain-deepseek", "ChatDeepSeek", "DEEPSEEK_API_KEY"),
    "google_genai": Vendor("langchain-google-genai", "ChatGoogleGenerativeAI", "GOOGLE_API_KEY"),
    "groq": Vendor("langchain-groq", "ChatGroq", "GROQ_API_KEY"),
    "mistralai": Vendor("langchain-mistralai", "ChatMistralAI", "MISTRAL_API_KEY"),
    "ollama": Vendor(
        "langchain-ollama", "ChatOllama", names={"max_tokens": "num_predict", "max_retries": None, "timeout": None}
    ),
}
MODEL_FORMS = f"{EMBEDDED}, openai:NAME, or PROVIDER:NAME for {', '.join(VENDORS)}"


class Calling(BaseModel):
    """Which model is called, and how."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = Field(EMBEDDED, description=f"The backbone: {MODEL_FORMS}.")
    structured: Structured = Field("json_schema", description="How a chat model is held to its reply's schema.")
    attempts: int = Field(3, ge=1, le=10, description="Requests for one model call at most, after transport faults.")
    timeout_s: float = Field(120.0, gt=0, allow_inf_nan=False, description="Seconds to wait for one reply.")


class Address(NamedTuple):
    """A model's provider, its name there, and the server's URL where it isn't the provider's own."""

    provider: str
    name: str
    url: str | None

    @property
    def model(self) -> str:
        """The model as the user names it."""
        return f"{self.provider}:{self.name}"

    @property
    def vendor(self) -> Vendor:
        """The provider's row."""
        return VENDORS[self.provider]


def address_of(model: str, base_url: str | None = None) -> Address:
    """Take a model's name apart and check what can be checked without a call.

    Args:
        model: `PROVIDER:NAME`.
        base_url: the server's URL; `OPENAI_BASE_URL` for an openai model where None.

    Raises:
        InputError: a name of no known form, or a URL that is none.
    """
    provider, _, name = model.partition(":")
    if provider not in VENDORS or not name:
        if base_url is not None:
            raise InputError(f"--base-url goes with --model openai:NAME or another provider's, not with {model!r}")
        raise InputError(f"model {model!r}: unknown; the forms are {MODEL_FORMS}")
    url = base_url or (os.environ.get("OPENAI_BASE_URL") if provider == "openai" else None) or None
    if url is not None and not (url.startswith(("http://", "https://")) and urlsplit(url).hostname):
        raise InputError(f"model {model}: base URL must begin with http:// or https:// and name a host")
    return Address(provider, name, url)


def open_backbone(calling: Calling, base_url: str | None = None) -> Backbone:
    """A backbone by name; a chat model is opened once for its settings, since its client holds connections.

    The server's URL is no setting of `Calling`: those are a form in Studio, and whoever could set the URL there
    would be sent the key.

    Raises:
        InputError: no such model, or no package or key for it.
    """
    if calling.model == EMBEDDED and base_url is None:
        from backbones.extractive import ExtractiveBackbone

        return ExtractiveBackbone()
    from backbones.chat import ChatBackbone

    return ChatBackbone(open_provider(calling, base_url), calling.attempts)


def open_provider(calling: Calling, base_url: str | None = None) -> "Provider":
    """A chat model's provider by name; makes one attempt a request.

    Raises:
        InputError: no such model, or no package or key for it.
    """
    address = address_of(calling.model, base_url)
    return _opened(address, _key(address), calling.structured, calling.timeout_s)


def open_chat(model: str, base_url: str | None, timeout_s: float) -> "tuple[BaseChatModel, Address]":
    """A chat model by name as LangChain has it, and its address.

    Raises:
        InputError: no such model, or no package or key for it.
    """
    address = address_of(model, base_url)
    return chat_model(address, _key(address), timeout_s), address


@lru_cache(maxsize=8)
def _opened(address: Address, key: SecretStr | None, method: Structured, timeout_s: float) -> "Provider":
    from backbones.langchain import LangChainProvider
    from backbones.time_limit import TimeLimited

    chat = chat_model(address, key, timeout_s)
    return TimeLimited(LangChainProvider(chat, address.model, structured_by(address, method)), timeout_s)


def structured_by(address: Address, method: Structured) -> dict[str, Any]:
    """How the model is asked for structure: arguments of LangChain's `with_structured_output`."""
    return {"method": method, **({"strict": True} if address.vendor.strict and method != "json_mode" else {})}


def ready_backbone(chat: "BaseChatModel", calling: Calling) -> Backbone:
    """A backbone on a chat model that the caller has made, asked for structure in the model's own way."""
    from backbones.chat import ChatBackbone
    from backbones.langchain import LangChainProvider
    from backbones.time_limit import TimeLimited

    return ChatBackbone(TimeLimited(LangChainProvider(chat), calling.timeout_s), calling.attempts)


def _key(address: Address) -> SecretStr | None:
    """The key from the environment; a server of one's own may do without.

    Raises:
        InputError: the provider's own service, and no key for it.
    """
    variable = address.vendor.key
    key = os.environ.get(variable) if variable else None
    if variable and not key and address.url is None:
        own = ", or OPENAI_BASE_URL for a server of your own" if address.provider == "openai" else ""
        raise InputError(f"model {address.model}: no key; set {variable}{own}")
    return SecretStr(key) if key else None


def chat_model(address: Address, key: SecretStr | None, timeout_s: float) -> "BaseChatModel":
    """The provider's LangChain chat model, without retries of its own: every attempt is recorded.

    Raises:
        InputError: its package isn't installed.
    """
    vendor = address.vendor
    try:
        chat = getattr(import_module(vendor.module), vendor.chat)  # costs seconds, so only where a model is used
    except ImportError:
        raise InputError(
            f"model {address.model}: {vendor.package} isn't installed; pip install {vendor.package}"
        ) from None
    settings = {"temperature": 0, "max_retries": 0, "timeout": timeout_s, "max_tokens": MAX_OUTPUT_TOKENS}
    named = {its: value for name, value in settings.items() if (its := vendor.names.get(name, name))}
    own = {"base_url": address.url} if address.url else {}
    secret = {"api_key": key or SecretStr("none")} if vendor.key else {}
    opened: BaseChatModel = chat(model=address.name, **named, **own, **secret)
    return opened
