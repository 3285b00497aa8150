"""Checkpoints: a question that was killed midway goes on from its last step, and no paid call is made twice."""

import hashlib
import inspect
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

import evidence.state
from backbones.prompts import PROMPT_VERSION
from evidence.errors import InputError, RunError
from evidence.reasons import Reason
from evidence.records import Record
from evidence.state import EvidenceState, Frozen
from graphs.machine import RECURSION_LIMIT, Machine
from nodes.context import Resources, RunContext
from retrievers.bm25 import BM25Retriever

ASKED = "asked"

# All that a checkpoint may bring back to life; anything else in the file stays data.
STORED_TYPES: list[type] = [
    *(kind for _, kind in inspect.getmembers(evidence.state, inspect.isclass) if issubclass(kind, Frozen)),
    Record,
    Reason,
]


class Begun(NamedTuple):
    """What a thread holds of a question.

    Attributes:
        machine: the machine with the checkpointer attached.
        config: its thread, and what is asked.
        unfinished: whether it goes on from a checkpoint.
        state: the state at its end, where it has ended and nothing is left to do.
    """

    machine: Machine
    config: RunnableConfig
    unfinished: bool
    state: EvidenceState | None


@contextmanager
def open_checkpoints(path: Path) -> Iterator[BaseCheckpointSaver[str]]:
    """A checkpointer over a SQLite file, which is made where there is none.

    Raises:
        InputError: a file that can't be opened or is no checkpoint file.
        RunError: it could be opened, and a checkpoint couldn't be written.
    """
    from langgraph.checkpoint.sqlite import SqliteSaver

    try:
        connection = sqlite3.connect(path, check_same_thread=False)
        saver = SqliteSaver(connection, serde=serializer())
        saver.setup()
    except sqlite3.Error as error:
        raise InputError(f"--checkpoint {path}: no checkpoint file can be opened there ({error})") from None
    with closing(connection):
        try:
            yield saver
        except sqlite3.Error as error:
            raise RunError(f"checkpoint {path}: not written ({error}); make room and ask again") from None


def serializer() -> JsonPlusSerializer:
    """What turns checkpoints into our types and no others, also without LANGGRAPH_STRICT_MSGPACK."""
    return JsonPlusSerializer(allowed_msgpack_modules=STORED_TYPES)


def asked(
    question: str, graph: str, opening: Sequence[str], context: RunContext, resources: Resources
) -> dict[str, str]:
    """What a question's outcome depends on; a thread goes on only where all of it is the same."""
    retriever, backbone, policy = resources.retriever, resources.backbone, resources.policy
    corpus = retriever.sha256() if isinstance(retriever, BM25Retriever) else type(retriever).__qualname__
    return {
        "question": question,
        "graph": graph,
        "opening": _sha256(list(opening)),
        "corpus": corpus,
        "policy": _sha256(policy.model_dump(mode="json")),
        "model": getattr(backbone, "name", type(backbone).__qualname__),
        "protocol": context.protocol,
        "without": ", ".join(context.without),
        "budget": _sha256([context.max_queries, context.pages_per_query, context.opening_pages]),
        "structured": context.structured,
        "prompts": PROMPT_VERSION,
    }


def _sha256(content: object) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def default_thread(question: str) -> str:
    """A question's own thread, for a caller who names none."""
    return hashlib.sha256(question.encode()).hexdigest()[:16]


def begun(machine: Machine, saver: BaseCheckpointSaver[str], thread: str, wanted: dict[str, str]) -> Begun:
    """Look up a thread: where it holds this question, unfinished or ended, that is what goes on.

    A question that ended as an error is asked again, and so is another one on a thread whose last has ended.

    Raises:
        InputError: the thread holds an unfinished question that was asked otherwise; names what differs.
    """
    config: RunnableConfig = {"configurable": {"thread_id": thread}, "metadata": {ASKED: json.dumps(wanted)}}
    resumable = machine.copy({"checkpointer": saver, "config": {"recursion_limit": RECURSION_LIMIT}})
    snapshot = resumable.get_state(config)
    metadata: Mapping[str, Any] = snapshot.metadata or {}
    held = json.loads(metadata.get(ASKED, "{}"))
    if snapshot.next:
        _check_same(thread, held, wanted)
        return Begun(resumable, config, True, None)
    state = EvidenceState.model_validate(snapshot.values) if snapshot.values and held == wanted else None
    ended = state is not None and state.verdict is not None and state.error is None
    return Begun(resumable, config, False, state if ended else None)


def _check_same(thread: str, held: dict[str, Any], wanted: dict[str, str]) -> None:
    differing = [name for name, value in wanted.items() if held.get(name) != value]
    if differing:
        raise InputError(
            f"thread {thread!r}: its unfinished question was asked with another {', '.join(differing)}; "
            "ask it the same way to go on, or use another thread"
        )
