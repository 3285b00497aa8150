"""OpenAI's API, or any server that speaks it."""

import os

from backbones.chat import ChatBackbone
from backbones.provider import Provider
from evidence.errors import InputError

TIMEOUT_SECONDS = 120.0
MAX_OUTPUT_TOKENS = 2000


def openai_backbone(model: str, base_url: str | None = None, timeout_s: float = TIMEOUT_SECONDS) -> ChatBackbone:
    """A backbone on `openai_provider`."""
    return ChatBackbone(openai_provider(model, base_url, timeout_s))


def openai_provider(model: str, base_url: str | None = None, timeout_s: float = TIMEOUT_SECONDS) -> Provider:
    """A provider on OpenAI's API or any server that speaks it.

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

    from backbones.langchain import LangChainProvider

    chat = ChatOpenAI(
        model=model,
        base_url=url,
        api_key=SecretStr(key or "none"),
        temperature=0,
        max_retries=0,
        timeout=timeout_s,
        max_tokens=MAX_OUTPUT_TOKENS,
    )
    return LangChainProvider(chat, f"openai:{model}", {"method": "json_schema", "strict": True})
