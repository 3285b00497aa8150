"""The lines of a run folder: one terminal a world, policy and variant, and one line a provider call.

Lines are appended and synced, and a line counts once its newline is on disk.
"""

import os
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import ValidationError

from backbones.recording import CallRecord
from benchmark.settings import Closed, Key, Protocol, Variant
from evidence.errors import InputError, SocratesError
from evidence.state import EvidenceState
from nodes.context import Rule

TERMINALS_FILE = "terminals.jsonl"
CALLS_FILE = "calls.jsonl"

Outcome = Literal["answered", "cannot_determine", "conflict", "error"]


class RecordsError(SocratesError):
    """A record couldn't be written; the lines before it stand.

    It ends the sitting. It is no `RunError`, which a node would take for the outcome of its question.
    """


class _Line(Closed):
    world_id: str
    policy: str
    protocol: Protocol
    without: tuple[Rule, ...] = ()

    @property
    def key(self) -> Key:
        """The terminal that the line is, or belongs to."""
        return Key(self.world_id, self.policy, Variant(protocol=self.protocol, without=self.without))


class TerminalLine(_Line):
    """How one world ended under one policy and variant.

    Attributes:
        outcome: the verdict's; a failed run is an error, and never an abstention.
        trace: the nodes that ran, in order.
        seconds: wall clock of the run.
        state: the whole evidence state.
    """

    outcome: Outcome
    trace: tuple[str, ...]
    seconds: float
    state: EvidenceState


class CallLine(_Line, CallRecord):
    """One provider call of a terminal; the terminal's key, role, round and attempt name it (replay's key)."""

    @property
    def name(self) -> str:
        """The call's name within the run, by which a reuse refers to it."""
        return f"{place_of(self.key)}/{self.call_id}"


Line = TypeVar("Line", TerminalLine, CallLine)


def place_of(key: Key) -> str:
    """A terminal's name, as reused calls show it."""
    return f"{key.world_id}/{key.policy}/{key.variant.label}"


def call_line(key: Key, record: CallRecord) -> CallLine:
    """A record as a line of its terminal."""
    return CallLine(
        world_id=key.world_id,
        policy=key.policy,
        protocol=key.variant.protocol,
        without=key.variant.without,
        **{name: getattr(record, name) for name in CallRecord.model_fields},
    )


def read_lines(path: Path, kind: type[Line]) -> Iterator[Line]:
    """Read a file's whole lines; a torn last line is left out.

    Raises:
        InputError: a damaged line; names the file, the line and what to do.
    """
    for number, raw in enumerate(_whole_lines(path), start=1):
        try:
            yield kind.model_validate_json(raw)
        except ValidationError as error:
            what = error.errors(include_url=False, include_input=False)[0]
            field = ".".join(map(str, what["loc"]))
            raise InputError(
                f"records {path} line {number}: damaged ({f'{field}: ' if field else ''}{what['msg']}); "
                "restore the file from a copy, or delete the line: the run then makes it again"
            ) from None


def read_terminals(folder: Path) -> list[TerminalLine]:
    """A run's terminals, each key once.

    Raises:
        InputError: a damaged line, or a terminal that stands there twice.
    """
    path = folder / TERMINALS_FILE
    first: dict[Key, int] = {}
    terminals = []
    for number, terminal in enumerate(read_lines(path, TerminalLine), start=1):
        earlier = first.setdefault(terminal.key, number)
        if earlier != number:
            raise InputError(
                f"records {path} line {number}: the terminal of line {earlier} again "
                f"({terminal.world_id}, {terminal.policy}, {terminal.key.variant.label}); delete one of them"
            )
        terminals.append(terminal)
    return terminals


def _whole_lines(path: Path) -> Iterator[bytes]:
    if not path.exists():
        return
    with path.open("rb") as lines:
        for raw in lines:
            if raw.endswith(b"\n"):
                yield raw


def torn_bytes(path: Path) -> int:
    """How many bytes stand after the last newline: what a kill in the middle of a line leaves."""
    size = path.stat().st_size if path.exists() else 0
    return size - sum(len(raw) for raw in _whole_lines(path))


def cut_torn_line(path: Path) -> int:
    """Cut a torn last line off and return its length in bytes; 0 where there is none."""
    torn = torn_bytes(path)
    if torn:
        os.truncate(path, path.stat().st_size - torn)
    return torn


class Appender:
    """Appends whole lines to a file, each batch synced; a batch that can't be written leaves nothing behind.

    Threads may share one.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        try:
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        except OSError as error:
            raise _unwritten(path, error) from error

    def append(self, lines: Sequence[str]) -> None:
        """Append the lines and sync them.

        Raises:
            RecordsError: the file can't take them (a full disk); it is as it was before.
        """
        with self._lock:
            self._append("".join(f"{line}\n" for line in lines).encode())

    def _append(self, data: bytes) -> None:
        before = os.fstat(self._file).st_size
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)
        except OSError as error:
            os.ftruncate(self._file, before)
            raise _unwritten(self._path, error) from error

    def close(self) -> None:
        """Close the file, after a line that is being written."""
        with self._lock:
            os.close(self._file)


def _unwritten(path: Path, error: OSError) -> RecordsError:
    return RecordsError(
        f"records {path}: not written ({error.strerror}); earlier lines stand. "
        "Make room, then start the same command again"
    )
