"""A run folder that one runner holds: locked, repaired, and open for more lines."""

import fcntl
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmark.call_log import CallLog
from benchmark.manifest import MANIFEST_FILE, Manifest, Sitting, joined, write_manifest
from benchmark.records import (
    CALLS_FILE,
    TERMINALS_FILE,
    Appender,
    RecordsError,
    cut_torn_line,
    read_terminals,
)
from benchmark.replay import recorded_run
from benchmark.settings import RunSettings
from benchmark.worker import Ended
from evidence.errors import InputError

LOCK_FILE = ".lock"


class RunFolder:
    """What a runner needs of its folder.

    Attributes:
        done: the terminals that stand there; they are not run again.
        repairs: one sentence for each thing that an earlier kill had left half done.
        spent: the calls of those terminals.
        calls: the provider calls, which are recorded as they end.
    """

    def __init__(self, folder: Path, settings: RunSettings) -> None:
        self.repairs = _repair(folder)
        ended = read_terminals(folder)
        self.done = {terminal.key for terminal in ended}
        self.spent = tuple(call for terminal in ended for call in terminal.state.calls)
        source = None if settings.replay is None else recorded_run(settings.replay)
        self.calls = CallLog(folder, settings.record_only_hashes, source)
        self._terminals = Appender(folder / TERMINALS_FILE)

    def add(self, results: Sequence[Ended]) -> None:
        """Record terminals; their calls stand already."""
        fresh = [result for result in results if result.key not in self.done]
        self._terminals.append([result.terminal for result in fresh])
        self.done.update(result.key for result in fresh)

    def close(self) -> None:
        """Close both files."""
        self.calls.close()
        self._terminals.close()


def _repair(folder: Path) -> list[str]:
    repairs = []
    for name in (TERMINALS_FILE, CALLS_FILE):
        torn = cut_torn_line(folder / name)
        if torn:
            repairs.append(f"cut a torn last line of {torn} bytes off {name}")
    return repairs


@contextmanager
def open_run(folder: Path, worlds: Path, settings: RunSettings, this: Sitting) -> Iterator[RunFolder]:
    """Hold a run folder for one runner, with this sitting in its manifest.

    Raises:
        InputError: another runner holds the folder, it is of other settings, or a record is damaged.
        RecordsError: the disk is full.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder / LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise InputError(f"run {folder}: can't be written to ({error.strerror}); give another folder") from None
    try:
        _lock(lock, folder)
        manifest = joined(folder, worlds, settings, this)
        run = RunFolder(folder, settings)
        try:
            _write(folder, manifest)
            yield run
        finally:
            run.close()
    finally:
        os.close(lock)


def _lock(lock: int, folder: Path) -> None:
    """Take the folder; the lock goes with the process, so a killed runner leaves none behind."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise InputError(
            f"run {folder}: another runner is at work on it; wait for it, or give another folder"
        ) from None


def _write(folder: Path, manifest: Manifest) -> None:
    try:
        write_manifest(folder, manifest)
    except OSError as error:
        raise RecordsError(f"run {folder / MANIFEST_FILE}: not written ({error.strerror}); make room") from error
