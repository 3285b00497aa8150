"""One world under one policy and variant, run to its terminal. Nothing here can open a label."""

import threading
import time
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from backbones.chat import ChatBackbone
from backbones.contracts import Backbone
from backbones.models import open_backbone
from benchmark.account import RunAccount
from benchmark.call_log import CallLog
from benchmark.policies import machine_of
from benchmark.records import RecordsError, TerminalLine
from benchmark.redaction import without_text
from benchmark.replay import recorded_run
from benchmark.settings import Key, RunSettings
from benchmark.worlds.corpus import shared_pages, world_pages
from benchmark.worlds.world import World, read_worlds
from evidence.errors import InputError, RunError
from evidence.policy import EvidencePolicy
from evidence.reasons import Reason
from evidence.state import EvidenceState, Failure, Verdict
from nodes.context import Resources, RunContext, open_policy
from retrievers.bm25 import BM25Retriever, untitled

MESSAGE_CHARACTERS = 500


class Ended(NamedTuple):
    """A terminal as the line of its record; `error` is the kind of the error that it ended with."""

    key: Key
    terminal: str
    error: str | None = None


class Course(NamedTuple):
    """How a run went: its nodes in order, and the last state seen."""

    trace: tuple[str, ...]
    state: EvidenceState


def run_world(
    world: World,
    keys: Sequence[Key],
    settings: RunSettings,
    folder: Path,
    calls: CallLog | None = None,
    account: RunAccount | None = None,
) -> list[Ended]:
    """Run one world to the terminals named; they share its index.

    Args:
        world: the world.
        keys: the terminals it lacks.
        settings: the run's.
        folder: the worlds' folder, for a world that is searched in one index with all others.
        calls: where provider calls are recorded; None for the embedded backbone, which makes none.
        account: what the run's questions spend together, where the run has limits.

    Raises:
        RecordsError: a call couldn't be recorded.
    """
    try:
        resources = resources_of(world, settings, folder)._replace(account=account)
    except Exception as error:  # noqa: BLE001  # whatever fails is a terminal of each key, never a gap
        course = Course((), _failed(EvidenceState(question=world.question), error))
        return [ended(key, course, 0.0) for key in keys]
    return [_run(world, key, settings, _at(key, resources, calls), calls) for key in keys]


def _at(key: Key, resources: Resources, calls: CallLog | None) -> Resources:
    """The resources for one terminal, whose provider calls are recorded under its key."""
    if calls is None or not isinstance(resources.backbone, ChatBackbone):
        return resources
    return resources._replace(backbone=resources.backbone.through(partial(calls.provider, key)))


def resources_of(world: World, settings: RunSettings, folder: Path) -> Resources:
    """A world's index, the backbone and the evidence policy, ready for a run; its terminals share them."""
    with _opening:
        policy = _policy(settings.evidence_policy, settings.evidence_policy_sha256)
        if world.index == "shared":
            retriever = _shared_index(folder, settings.evidence_policy)
        else:
            hashes = (settings.worlds_sha256, settings.evidence_policy_sha256)
            retriever = _own_index(_Searched(*hashes, world.world_id, world, policy))
        return Resources(retriever, backbone_of(settings), policy, settings.prices)


# Two threads that open the same thing would do it twice on one processor; whoever waits finds it opened.
_opening = threading.Lock()


@dataclass(frozen=True)
class _Searched:
    """A world that is searched alone, under an evidence policy; the hashes and its name tell it from all others."""

    worlds_sha256: str
    policy_sha256: str
    world_id: str
    world: World = field(compare=False)
    policy: EvidencePolicy = field(compare=False)


@lru_cache(maxsize=1)
def _policy(name: str, sha256: str) -> EvidencePolicy:
    return open_policy(name, "")


@lru_cache(maxsize=64)
def _own_index(searched: _Searched) -> BM25Retriever:
    return BM25Retriever(world_pages(searched.world, searched.policy), indexed_text=untitled)


@lru_cache(maxsize=1)
def _shared_index(folder: Path, evidence_policy: str) -> BM25Retriever:
    pages = shared_pages(read_worlds(folder), open_policy(evidence_policy, ""))
    return BM25Retriever(pages, indexed_text=untitled)


def backbone_of(settings: RunSettings) -> Backbone:
    """The run's backbone; of a replay, one that makes no call until it is given a terminal's records."""
    if settings.replay is not None:
        return ChatBackbone(recorded_run(settings.replay).provider(None))
    return open_backbone(settings, settings.base_url)


def _run(world: World, key: Key, settings: RunSettings, resources: Resources, calls: CallLog | None) -> Ended:
    start = time.perf_counter()
    context = settings.context(key.variant).with_ready(resources)
    account = resources.account

    def note(state: EvidenceState) -> None:
        if account is not None:
            account.note(key, state.calls)

    course = course_of(world, machine_of(key.policy), context, note)
    seconds = time.perf_counter() - start
    if settings.record_only_hashes:
        course = course._replace(state=without_text(course.state))
    return ended(key, course, seconds if calls is None else calls.seconds(key, seconds))


def course_of(
    world: World, machine: Any, context: RunContext, on_state: Callable[[EvidenceState], None] = lambda state: None
) -> Course:
    """Stream the machine to its end; an exception that nobody named becomes the run's error.

    `on_state` is told the state after each step.

    Raises:
        RecordsError: a call couldn't be recorded: no terminal may rest on it.
    """
    nodes: list[str] = []
    state = EvidenceState(question=world.question)
    inputs = {"question": world.question, "opening": world.opening}
    try:
        for namespace, mode, part in machine.stream(
            inputs, context=context, stream_mode=["updates", "values"], subgraphs=True
        ):
            if mode == "updates":
                nodes.extend(part)
            elif not namespace:
                state = EvidenceState.model_validate(part if isinstance(part, dict) else part.model_dump())
                on_state(state)
        if state.verdict is None:
            raise RunError("the machine ended without a verdict; please report this")
    except RecordsError:
        raise
    except Exception as error:  # noqa: BLE001  # a bug in a run is an observation of that run, never a gap
        state = _failed(state, error)
    return Course(tuple(nodes), state)


def _failed(state: EvidenceState, error: Exception) -> EvidenceState:
    """The state with an unforeseen error as its outcome; what was found before it is kept."""
    kind, message = _told(error)
    verdict = Verdict(outcome="error", reason=Reason.FAILED, explanation=message)
    failure = Failure(kind=kind, where="runner", message=message)
    return state.model_copy(update={"verdict": verdict, "error": failure})


def _told(error: Exception) -> tuple[str, str]:
    """An error's kind and sentence; of an unforeseen one its place, since its words may hold page text or keys."""
    if isinstance(error, RunError):
        return error.kind, str(error)[:MESSAGE_CHARACTERS]
    if isinstance(error, InputError):
        return "input", str(error)[:MESSAGE_CHARACTERS]
    place = traceback.extract_tb(error.__traceback__)[-1] if error.__traceback__ else None
    where = f" in {Path(place.filename).name}, line {place.lineno}" if place is not None else ""
    name = type(error).__name__
    return f"unexpected {name}", f"an unforeseen {name}{where}; please report this"


def ended(key: Key, course: Course, seconds: float) -> Ended:
    """Write a terminal as its line; one that JSON can't hold becomes an error that says so."""
    try:
        return _line(key, course, seconds)
    except (ValueError, ValidationError) as error:
        # A model's reply may hold lone surrogates, which no UTF-8 file can.
        blank = EvidenceState(question=_plain(course.state.question))
        state = _failed(blank, RunError(f"not recordable: JSON can't hold the state ({type(error).__name__})"))
        return _line(key, Course(course.trace, state), seconds)


def _line(key: Key, course: Course, seconds: float) -> Ended:
    failed = course.state.error
    line = terminal_of(key, course, seconds).model_dump_json()
    return Ended(key, line, failed.kind if failed is not None else None)


def terminal_of(key: Key, course: Course, seconds: float) -> TerminalLine:
    """A run's terminal; its course has come to a verdict."""
    assert course.state.verdict is not None
    return TerminalLine(
        world_id=key.world_id,
        policy=key.policy,
        protocol=key.variant.protocol,
        without=key.variant.without,
        outcome=course.state.verdict.outcome,
        trace=course.trace,
        seconds=round(seconds, 6),
        state=course.state,
    )


def _plain(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
