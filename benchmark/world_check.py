"""Checking worlds folders: which invariants each world declares, which held, and what was measured."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmark.tables import Cell, Table
from benchmark.worlds.attacks import without_attacker
from benchmark.worlds.case import Check
from benchmark.worlds.corpus import shared_pages
from benchmark.worlds.invariants import check_world
from benchmark.worlds.labels import read_labels
from benchmark.worlds.world import World, read_worlds
from evidence.errors import InputError
from evidence.policy import load_policy
from retrievers.bm25 import BM25Retriever, untitled


class Checked(NamedTuple):
    """A world with its checks."""

    world_id: str
    checks: Sequence[Check]


def check_folder(folder: Path) -> Iterator[Checked]:
    """Check a folder's worlds one after another.

    Raises:
        InputError: a world has no labels, or a file is damaged.
    """
    worlds, labels = read_worlds(folder), read_labels(folder)
    for world in worlds:
        if world.world_id not in labels:
            raise InputError(f"worlds {folder}: {world.world_id} has no labels; make the worlds again")
    shared = shared_index([without_attacker(world, labels[world.world_id])[0] for world in worlds])
    for world in worlds:
        index = shared if world.index == "shared" else None
        yield Checked(world.world_id, check_world(world, labels[world.world_id], index))


def shared_index(worlds: Sequence[World]) -> BM25Retriever | None:
    """The one index of worlds that are searched as one corpus; None where each has its own."""
    shared = [world for world in worlds if world.index == "shared"]
    if not shared:
        return None
    return BM25Retriever(shared_pages(shared, load_policy("signed-text")), indexed_text=untitled)


def check_tables(folder: Path, checked: Sequence[Checked], each: bool) -> list[Table]:
    """What was checked and held, then what didn't hold (or, with `each`, every check of every world)."""
    by_name: dict[str, list[Check]] = {}
    for item in checked:
        for check in item.checks:
            by_name.setdefault(check.name, []).append(check)
    summary = Table(
        title=f"Invariants of {len(checked)} worlds in {folder}",
        columns=("invariant", "held", "what is checked"),
        rows=tuple(
            (name, f"{sum(check.held for check in checks)}/{len(checks)}", checks[0].meaning)
            for name, checks in by_name.items()
        ),
    )
    rows: list[tuple[Cell, ...]] = [
        (item.world_id, check.name, "held" if check.held else "FAILED", check.detail)
        for item in checked
        for check in item.checks
        if each or not check.held
    ]
    title = "Every check" if each else "What did not hold"
    return [summary, Table(title, ("world", "invariant", "result", "measured"), tuple(rows))] if rows else [summary]


def failures(checked: Sequence[Checked]) -> int:
    """How many checks did not hold."""
    return sum(not check.held for item in checked for check in item.checks)
