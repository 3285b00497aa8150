"""A run made again from its records, offline: `--model replay:RUN`."""

from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from backbones.prompts import PROMPT_VERSION
from backbones.provider import Generation
from backbones.recording import Sink
from backbones.replaying import Replay
from benchmark.account import is_limit
from benchmark.manifest import read_manifest
from benchmark.records import CALLS_FILE, CallLine, TerminalLine, place_of, read_lines, read_terminals
from benchmark.settings import Chosen, Key, RunSettings, differences
from evidence.errors import InputError, LimitError

PREFIX = "replay:"

# What the command says of a replay; how calls were made, and their limits, come from the run.
_ASKED = {"policies", "variants", "world_ids", "evidence_policy", "max_queries", "pages_per_query"}
# What may be less than the run's, or differ from it; of the evidence policy the hash must agree, whatever its path.
_MAY_DIFFER = {"policies", "variants", "world_ids", "evidence_policy", "record_only_hashes", "replay"}


Choice = TypeVar("Choice", bound=Chosen)


class RecordedRun:
    """A run folder as the source of a replay.

    Attributes:
        settings: the run's.
        seconds: each terminal's wall clock, in the order in which they were recorded.
        calls: each terminal's calls.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings = read_manifest(folder).settings
        self._check_replayable()
        ended = read_terminals(folder)
        self.seconds = {terminal.key: terminal.seconds for terminal in ended}
        self._limits = {terminal.key: _limit(terminal) for terminal in ended}
        self.calls: dict[Key, list[CallLine]] = {}
        for line in read_lines(folder / CALLS_FILE, CallLine):
            self._check_version(line.prompt_version)
            self.calls.setdefault(line.key, []).append(line)
        self._generation = self._first_generation()

    def _check_replayable(self) -> None:
        if self.settings.model == "extractive":
            raise InputError(
                f"replay {self.folder}: its model is extractive, which makes no calls; run it again instead"
            )
        if self.settings.record_only_hashes:
            raise InputError(
                f"replay {self.folder}: it was made with --record-only-hashes, so no reply is kept; "
                "only a run without that option can be replayed"
            )
        self._check_version(self.settings.prompt_version)

    def _check_version(self, version: str) -> None:
        if version != PROMPT_VERSION:
            raise InputError(
                f"replay {self.folder}: its records are of prompt version {version}, and this code's is "
                f"{PROMPT_VERSION}; use the commit that its manifest names"
            )

    def _first_generation(self) -> Generation:
        first = next((lines[0] for lines in self.calls.values()), None)
        if first is None:
            raise InputError(f"replay {self.folder}: {CALLS_FILE} holds no call")
        return first.generation

    def provider(self, key: Key | None, sink: Sink = lambda record: None) -> Replay:
        """A provider that answers one terminal's calls and hands their records on; of no terminal, it has none."""
        if key is None:
            return Replay(self.settings.model, self._generation, (), "", sink)
        calls, limit = self.calls.get(key, ()), self._limits.get(key)
        return Replay(self.settings.model, self._generation, calls, place_of(key), sink, limit)

    def chosen(self, wanted: Choice) -> Choice:
        """What a command wants of a replay, with what a replay takes from the run in place of its own."""
        kept = Chosen.model_fields.keys() - _ASKED - _MAY_DIFFER
        inherited = {name: getattr(self.settings, name) for name in kept}
        return wanted.model_copy(update={**inherited, "replay": str(self.folder)})

    def check(self, settings: RunSettings) -> None:
        """Refuse settings that the records aren't of, before anything is run.

        Raises:
            InputError: names each setting that differs, or a terminal that the run doesn't hold.
        """
        differing = [found for found in differences(self.settings, settings) if found.name not in _MAY_DIFFER]
        if differing:
            named = "; ".join(f"{name} is {there} there and {here} here" for name, there, here in differing)
            raise InputError(f"replay {self.folder}: it is of other settings: {named}. Use those of the run")
        for key in settings.wanted():
            if key not in self.seconds:
                raise InputError(
                    f"replay {self.folder}: it holds no terminal of {key.world_id}, {key.policy}, "
                    f"{key.variant.label}; ask for what the run holds, or finish it"
                )


def _limit(terminal: TerminalLine) -> LimitError | None:
    """The limit that a question ended at, as the error that it was."""
    error = terminal.state.error
    return LimitError(error.kind, error.message) if error is not None and is_limit(error.kind) else None


def source_of(model: str) -> RecordedRun | None:
    """The recorded run that `replay:RUN` names; None for another model.

    Raises:
        InputError: see `recorded_run`.
    """
    return recorded_run(model.removeprefix(PREFIX)) if model.startswith(PREFIX) else None


@lru_cache(maxsize=4)
def recorded_run(folder: str) -> RecordedRun:
    """Open a run's records.

    Raises:
        InputError: no such run, a damaged record, one of another prompt version, or one that can't be replayed.
    """
    return RecordedRun(Path(folder))
