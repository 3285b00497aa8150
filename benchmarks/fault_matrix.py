"""Fault x policy x outcome x recorded attempts, against a real server: `python -m benchmarks.fault_matrix`.

Each fault meets every call of a question, and each that may pass meets the first call alone.
"""

import json
import operator
import os
import socket
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from rich.console import Console
from tenacity import wait_none

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests" / "support"))

from builders import COPY, QUESTION, final, ready_context
from chat_replies import obliging
from faults import FAULTS, KEY, TIMEOUT_S
from openai_server import completion, schema_name, serving

from backbones.models import Calling, open_backbone
from benchmark.tables import Table, print_tables
from evidence.state import EvidenceState
from graphs.api import ask

ATTEMPTS = 3
THREADS = 5
POLICIES = ("socratic", "expansion")
TEXTS = [COPY, final(), *(f"Page {number} tells of the market of Hale." for number in range(9))]
COLUMNS = ("fault", "policy", "requests served", "outcome", "error", "recorded attempts")


class Row(NamedTuple):
    """How one question ended."""

    fault: str
    policy: str
    served: int
    outcome: str
    error: str | None
    attempts: str
    state: EvidenceState


def good(body: dict[str, Any]) -> Any:
    """A reply that leads to the answer: the record arrives by the first query, as E2."""
    reply = obliging(body)
    message = reply.body["choices"][0]["message"]
    if schema_name(body) == "AnswerReply":
        message["content"] = json.dumps({"answer": "vault Orrin", "citations": ["E2"], "residual_uncertainty": ""})
    return reply


def asked(fault: str, policy: str, url: str, served: Any) -> Row:
    """Ask the question of a server."""
    timeout_s = TIMEOUT_S if fault.startswith("time-out") else 60.0
    calling = Calling(model="openai:test", attempts=ATTEMPTS, timeout_s=timeout_s)
    context = ready_context(TEXTS, open_backbone(calling, url), protocol="paper")
    state = ask(QUESTION, graph=policy, context=context, opening=["d000#0"])
    attempts = ", ".join(f"{call.call_id} {call.error or 'ok'}" for call in state.calls)
    error = state.error and state.error.kind
    return Row(fault, policy, len(served), state.verdict.outcome, error, attempts, state)


def row(fault: str, policy: str, always: bool) -> Row:
    """The question under one fault, of every request or of the first alone."""
    with serving(lambda body: (FAULTS[fault].reply if always or len(server.requests) == 1 else good)(body)) as server:
        return asked(fault if always else f"{fault}, once", policy, server.url, server.requests)


def unknown_alias(policy: str) -> Row:
    """The question under an answer that cites a page which was never shown."""

    def reply(body: dict[str, Any]) -> Any:
        content = good(body).body["choices"][0]["message"]["content"]
        return completion(content.replace('"citations": ["E2"]', '"citations": ["E77"]'))

    with serving(reply) as server:
        return asked("unknown alias cited", policy, server.url, server.requests)


def no_server(policy: str) -> Row:
    """The question where nothing listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return asked("no server", policy, f"http://127.0.0.1:{port}/v1", ())


def matrix() -> list[Row]:
    """Every row; waits between attempts are left out, since only their number counts, and time-outs run together."""
    makers: list[Callable[[], Row]] = []
    for policy in POLICIES:
        makers += [partial(row, fault, policy, always=True) for fault in FAULTS]
        makers += [partial(row, fault, policy, always=False) for fault, wrong in FAULTS.items() if wrong.transport]
        makers += [partial(unknown_alias, policy), partial(no_server, policy)]
    with (
        patch.dict(os.environ, {"OPENAI_API_KEY": KEY}),
        patch("backbones.retrying._growing", wait_none()),
        ThreadPoolExecutor(THREADS) as pool,
    ):
        return list(pool.map(operator.call, makers))


def main() -> None:
    """Print the matrix."""
    rows = tuple(tuple(found)[: len(COLUMNS)] for found in matrix())
    print_tables(Console(width=160), [Table(f"Faults, {ATTEMPTS} attempts at most", COLUMNS, rows)])


if __name__ == "__main__":
    main()
