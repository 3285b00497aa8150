"""What can go wrong with a model call: how the server brings it about, and the name that the call fails by."""

import json
from typing import NamedTuple

from chat_replies import obliging
from openai_server import Reply, completion

TIMEOUT_S = 3.0
KEY = "sk-planted-secret-1234"


class Wrong(NamedTuple):
    """A fault; `kind` is the error it is recorded under, and `transport` whether it may pass when asked again."""

    kind: str
    transport: bool
    reply: object


def _status(status, **headers):
    return lambda body: Reply(status, {"error": {"message": f"refused for {KEY}"}}, headers)


def _content(change):
    def reply(body):
        good = obliging(body)
        content = json.loads(good.body["choices"][0]["message"]["content"])
        return completion(json.dumps(change(content)))

    return reply


def _no_choices(body):
    return Reply(200, {**obliging(body).body, "choices": [], "usage": None})


FAULTS = {
    "time-out": Wrong("timeout", True, lambda body: obliging(body)._replace(after=TIMEOUT_S + 1, lost=True)),
    "connection lost mid-reply": Wrong("connection_lost", True, lambda body: obliging(body)._replace(lost=True)),
    "400": Wrong("status_400", False, _status(400)),
    "401": Wrong("status_401", False, _status(401)),
    "404 (model refused)": Wrong("status_404", False, _status(404)),
    "429 with Retry-After": Wrong("status_429", True, _status(429, **{"Retry-After": "0"})),
    "500": Wrong("status_500", True, _status(500)),
    "503": Wrong("status_503", True, _status(503)),
    "no chat completion (HTML)": Wrong("no_reply", False, lambda body: Reply(200, "<html>It works!</html>")),
    "empty choices": Wrong("no_reply", False, _no_choices),
    "invalid JSON": Wrong("malformed_json", False, lambda body: completion('{"candidates": [')),
    "prose (schema ignored)": Wrong("malformed_json", False, lambda body: completion("Gladly! It is the vault.")),
    "missing field": Wrong("missing_field", False, lambda body: completion("{}")),
    "extra field": Wrong("extra_field", False, _content(lambda content: {**content, "note": "hi"})),
    "truncated": Wrong("truncated", False, lambda body: completion('{"candidates": [', finish_reason="length")),
    "refusal": Wrong("refusal", False, lambda body: completion(None, refusal="no")),
}
