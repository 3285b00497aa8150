"""Running what a command asks for into a run folder, with progress on stderr."""

import os
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from pydantic import ValidationError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from benchmark.account import NO_LIMITS
from benchmark.frozen import check_frozen, write_frozen
from benchmark.manifest import sitting
from benchmark.run_folder import RunFolder, open_run
from benchmark.runner import Batch, run_missing
from benchmark.wanted import Wanted, settings_of
from benchmark.worlds.world import read_worlds
from evidence.errors import InputError, RunError
from graphs.terminal import printable

INTERRUPTED = 130


def execute(
    wanted: Wanted, worlds: Path, out: Path, jobs: int, console: Console, *, frozen: Path | None = None
) -> None:
    """Bring a run folder to its last terminal, or as far as an interruption lets it.

    Args:
        wanted: policies, variants, backbone and budget.
        worlds: the worlds' folder.
        out: the run folder; what stands there isn't run again.
        jobs: worlds at a time.
        console: where progress and remarks go.
        frozen: the freeze that the run is held to, or None.

    Raises:
        InputError: settings that can't be used or aren't the frozen ones, or a folder of other settings or in use.
        RunError: a worker died, or a limit stopped the run.
        RecordsError: a record couldn't be written.
    """
    if jobs < 1:
        raise InputError(f"--jobs: must be 1 or more (got {jobs})")
    batch = _batch(wanted, worlds)
    held_to = None if frozen is None else check_frozen(frozen, batch.settings)
    with open_run(out, worlds, batch.settings, sitting(jobs, batch.limits, held_to)) as run:
        say(console, run.repairs)
        total = sum(1 for _ in batch.settings.wanted())
        with _progress(console) as progress:
            bar = progress.add_task("terminals", total=total, completed=len(run.done))
            try:
                stopped = run_missing(run, batch, jobs, lambda ended: progress.update(bar, advance=ended))
            except KeyboardInterrupt:
                signal.signal(signal.SIGINT, signal.SIG_IGN)  # pressed again, it mustn't cut the closing short
                progress.stop()
                _stop(console, run, total)
        if stopped is not None:
            raise RunError(
                f"stopped, since {stopped} was reached with {len(run.done)} of {total} recorded; "
                "the same command with the limit raised goes on from there"
            )


def freeze(wanted: Wanted, worlds: Path, path: Path) -> None:
    """Write down what a run would be of, and run nothing.

    Raises:
        InputError: settings that can't be used, or a freeze that stands already.
        RunError: the file can't be written.
    """
    write_frozen(path, _batch(wanted, worlds).settings)


def _batch(wanted: Wanted, folder: Path) -> Batch:
    worlds = read_worlds(folder)
    try:
        settings = settings_of(wanted, folder, worlds)
        return Batch(folder, worlds, settings, NO_LIMITS if settings.replay else wanted.run_limits, wanted.pace)
    except ValidationError as error:
        raise bad_setting(error) from None


def bad_setting(error: ValidationError) -> InputError:
    """A setting that pydantic refused, in one line that names it."""
    first = error.errors(include_url=False)[0]
    said = first["msg"].removeprefix("Value error, ")
    name = "-".join(part for part in first["loc"] if isinstance(part, str)).replace("_", "-")
    # Of settings that don't go together the message names those that matter.
    return InputError(f"{name}: {said} (got {first['input']!r})" if name else said)


def say(console: Console, remarks: Sequence[str]) -> None:
    """Print remarks, one a line, never as markup."""
    for remark in remarks:
        console.print(Text(printable(f"note: {remark}")))


def _progress(console: Console) -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
        console=console,
    )


def _stop(console: Console, run: RunFolder, total: int) -> NoReturn:
    """End at once: waiting for the worlds in flight could take as long as their model's time-outs."""
    run.close()
    say(console, [f"interrupted with {len(run.done)} of {total} recorded; the same command goes on from there"])
    os._exit(INTERRUPTED)
