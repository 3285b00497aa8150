"""A finished or half-finished run with its labels: the one place that brings the two together."""

from pathlib import Path
from typing import NamedTuple

from benchmark.manifest import Manifest, read_manifest
from benchmark.records import TERMINALS_FILE, read_terminals, torn_bytes
from benchmark.scoring import Scored, score_all
from benchmark.world_spec import runtime_sha256
from benchmark.worlds.labels import Labels, read_labels
from benchmark.worlds.world import RUNTIME_FILE
from evidence.errors import InputError


class ScoredRun(NamedTuple):
    """A run, scored; `missing` counts the terminals that it still lacks, `remarks` say what a reader must know."""

    manifest: Manifest
    labels: dict[str, Labels]
    scored: list[Scored]
    missing: int
    remarks: tuple[str, ...]


def scored_run(folder: Path, worlds: Path | None = None) -> ScoredRun:
    """Read a run and score it.

    Args:
        folder: the run folder.
        worlds: the folder its worlds were made in; the manifest's where None.

    Raises:
        InputError: no such run, a damaged record, or worlds that aren't the run's.
    """
    manifest = read_manifest(folder)
    labels = _labels(manifest, worlds or Path(manifest.worlds))
    scored = score_all(read_terminals(folder), labels)
    order = {key: number for number, key in enumerate(manifest.settings.wanted())}
    scored.sort(key=lambda item: order[item.key])
    return ScoredRun(manifest, labels, scored, len(order) - len(scored), _remarks(folder, manifest))


def _labels(manifest: Manifest, worlds: Path) -> dict[str, Labels]:
    if not (worlds / RUNTIME_FILE).is_file():
        raise InputError(f"worlds {worlds}: not there any more; say where they are with --worlds")
    if runtime_sha256(worlds) != manifest.settings.worlds_sha256:
        raise InputError(f"worlds {worlds}: not the ones that the run is of (another hash); name those with --worlds")
    return read_labels(worlds)


def _remarks(folder: Path, manifest: Manifest) -> tuple[str, ...]:
    remarks = []
    torn = torn_bytes(folder / TERMINALS_FILE)
    if torn:
        remarks.append(f"a torn last line of {torn} bytes was left out; starting the run again repairs it")
    commits = {sitting.commit for sitting in manifest.sittings}
    if len(commits) > 1:
        remarks.append(f"the run was made on {len(commits)} commits; see its manifest")
    if any(sitting.dirty for sitting in manifest.sittings):
        remarks.append("the run was made on a checkout with uncommitted changes")
    return tuple(remarks)
