"""`socrates-rag models check` against servers that support more and less, and `--structured` that follows it."""

import json
import re
import socket

import pytest
from builders import COPY, QUESTION, final, ready_context
from chat_replies import obliging
from faults import KEY
from openai_server import completion, contract_of, serving
from typer.testing import CliRunner

from backbones.models import Calling, open_backbone
from graphs.api import ask
from graphs.cli import app

SWATCH = json.dumps({"colour": "red", "count": 3})


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("COLUMNS", "160")


def tool_call(name, arguments):
    call = {"id": "t1", "type": "function", "function": {"name": name, "arguments": arguments}}
    return completion(None, finish_reason="tool_calls", tool_calls=[call])


class Endpoint:
    """Supports the ways of asking for structure that are named, and reports cached tokens or not."""

    def __init__(self, *ways, cached=0):
        self.ways, self.cached = ways, cached

    def __call__(self, body):
        reply = self._reply(body)
        reply.body["usage"]["prompt_tokens_details"] = {"cached_tokens": self.cached}
        return reply

    def _reply(self, body):
        if body.get("tools") and "function_calling" in self.ways:
            return tool_call(body["tools"][0]["function"]["name"], SWATCH)
        kind = body.get("response_format", {}).get("type")
        wanted = {"json_schema": "json_schema", "json_object": "json_mode"}.get(kind)
        return completion(SWATCH if wanted in self.ways else "Hello!")


def check(url, *more):
    return CliRunner().invoke(app, ["models", "check", "openai:some", "--base-url", url, *more])


def supported(output):
    rows = (re.split(r"\s{2,}", line.strip()) for line in output.splitlines())
    return {row[0]: row[1] for row in rows if len(row) == 3}


def test_an_endpoint_that_supports_everything_is_said_to_and_gets_a_handful_of_calls():
    with serving(Endpoint("json_schema", "function_calling", "json_mode", cached=8)) as server:
        result = check(server.url)
    assert result.exit_code == 0, result.output
    found = supported(result.output)
    del found["capability"]
    assert set(found) == {
        *("chat", "json_schema", "function_calling", "json_mode", "usage", "finish reason", "prefix caching")
    }
    assert set(found.values()) == {"yes"}
    assert len(server.requests) == 6


def test_an_endpoint_that_ignores_the_schema_is_told_by_name_and_what_works_instead():
    with serving(Endpoint("function_calling")) as server:
        result = check(server.url)
        assert check(server.url, "--structured", "function_calling").exit_code == 0
    assert result.exit_code == 1
    found = supported(result.output)
    assert (found["json_schema"], found["function_calling"], found["json_mode"]) == ("no", "yes", "no")
    assert found["prefix caching"] == "not known"
    (line,) = result.stderr.splitlines()
    assert "doesn't keep to the schema under json_schema" in line
    assert "--structured function_calling" in line


@pytest.mark.parametrize(
    ("reply", "word"),
    [
        ((404, {"error": {"message": f"no model {KEY}"}}), "check the model's name"),
        ((401, {"error": {"message": f"wrong key {KEY}"}}), "check the key"),
        ((200, "<html>It works!</html>"), "no chat completion"),
    ],
)
def test_a_refused_model_is_one_clear_line(reply, word):
    with serving(lambda body: reply) as server:
        result = check(server.url)
    assert result.exit_code == 2
    (line,) = result.output.splitlines()
    assert word in line
    assert "openai:some" in line
    assert KEY not in line


def test_a_base_url_without_a_server_is_one_clear_line():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    result = check(f"http://127.0.0.1:{port}/v1")
    assert result.exit_code == 2
    (line,) = result.output.splitlines()
    assert "no connection to the server" in line


@pytest.mark.parametrize("structured", ["json_schema", "function_calling", "json_mode"])
def test_every_way_of_asking_for_structure_answers_the_question(monkeypatch, structured):
    seen = []

    def reply(body):
        seen.append((body.get("response_format", {}).get("type"), bool(body.get("tools"))))
        contract = contract_of(body) or (
            "AnswerReply" if "citations" in body["messages"][0]["content"] else "Proposal"
        )
        asked = {**body, "response_format": {"json_schema": {"name": contract}}}
        content = obliging(asked).body["choices"][0]["message"]["content"]
        return tool_call(contract, content) if body.get("tools") else completion(content)

    with serving(reply) as server:
        backbone = open_backbone(Calling(model="openai:test", structured=structured, timeout_s=60.0), server.url)
        texts = [COPY, final(), *(f"Page {number} tells of Hale." for number in range(9))]
        state = ask(QUESTION, context=ready_context(texts, backbone, protocol="paper"), opening=["d000#0"])
    assert state.error is None
    assert [call.error for call in state.calls] == [None] * 3
    kinds = {
        "json_schema": ("json_schema", False),
        "function_calling": (None, True),
        "json_mode": ("json_object", False),
    }
    assert set(seen) == {kinds[structured]}
