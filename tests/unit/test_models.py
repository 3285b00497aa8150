"""Models by name: what opens, and what is refused in one line."""

import pytest

from backbones.chat import ChatBackbone
from backbones.extractive import ExtractiveBackbone
from backbones.models import VENDORS, Calling, address_of, open_backbone, structured_by
from evidence.errors import InputError


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch):
    for name in ("OPENAI_BASE_URL", *(vendor.key for vendor in VENDORS.values() if vendor.key)):
        monkeypatch.delenv(name, raising=False)


def opened(model, url=None):
    return open_backbone(Calling(model=model), url)


def test_the_embedded_backbone_needs_nothing():
    assert isinstance(opened("extractive"), ExtractiveBackbone)


@pytest.mark.parametrize("model", ["oracle", "openai:", ":name", "nobody:name", "extractive:x", ""])
def test_a_name_of_no_known_form_is_refused_with_the_forms(model):
    with pytest.raises(InputError, match=r"unknown; the forms are extractive, openai:NAME, or PROVIDER:NAME"):
        opened(model)


def test_a_name_may_hold_colons_and_slashes():
    assert address_of("openai:org/model:q4").name == "org/model:q4"


@pytest.mark.parametrize("url", ["ftp://host/v1", "localhost:8000", "http://", "https:///v1"])
def test_a_base_url_that_is_none_is_refused(url):
    with pytest.raises(InputError, match="base URL must begin with http"):
        opened("openai:m", url)


def test_a_base_url_goes_with_a_chat_model():
    with pytest.raises(InputError, match="--base-url goes with"):
        opened("extractive", "http://127.0.0.1:9/v1")


@pytest.mark.parametrize("provider", [name for name, vendor in VENDORS.items() if vendor.key])
def test_a_providers_own_service_needs_its_key(provider):
    with pytest.raises(InputError, match=f"model {provider}:m: no key; set {VENDORS[provider].key}"):
        opened(f"{provider}:m")


@pytest.mark.parametrize("provider", [name for name in VENDORS if name != "openai"])
def test_a_provider_whose_package_isnt_there_says_what_to_install(provider, monkeypatch):
    vendor = VENDORS[provider]
    monkeypatch.setitem(__import__("sys").modules, vendor.module, None)
    if vendor.key:
        monkeypatch.setenv(vendor.key, "sk-planted")
    with pytest.raises(InputError, match=f"pip install {vendor.package}") as caught:
        opened(f"{provider}:not-opened-elsewhere")
    assert "sk-planted" not in str(caught.value)


def test_a_backbone_shows_the_name_that_the_user_gave_and_opens_its_client_once(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-one")
    first, second = opened("openai:m"), opened("openai:m")
    assert isinstance(first, ChatBackbone)
    assert first.name == "openai:m"
    assert first._provider is second._provider
    monkeypatch.setenv("OPENAI_API_KEY", "sk-two")
    assert opened("openai:m")._provider is not first._provider


def test_strict_goes_with_a_schema_and_with_openai_alone():
    openai, mistral = address_of("openai:m"), address_of("mistralai:m")
    assert structured_by(openai, "json_schema") == {"method": "json_schema", "strict": True}
    assert structured_by(openai, "json_mode") == {"method": "json_mode"}
    assert structured_by(mistral, "json_schema") == {"method": "json_schema"}
