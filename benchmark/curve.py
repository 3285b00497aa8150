"""The curve: decisive recall and safe answers of the policies as the replicas grow.

Where deepening still wins is as telling as where it stops.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from benchmark.execute import execute
from benchmark.labelled import scored_run
from benchmark.report import arms, count, recall
from benchmark.scoring import Scored
from benchmark.tables import Cell, Table
from benchmark.wanted import Wanted
from benchmark.world_files import write_worlds
from benchmark.world_spec import world_spec
from benchmark.worlds.generate import WorldSpec
from evidence.errors import InputError

# Replicas a world, and how many worlds are run at each: an index of 100,000 pages takes the reference engine long.
POINTS = {3: 48, 6: 48, 9: 48, 12: 48, 50: 48, 1_000: 12, 100_000: 4}
FEW = 1_000
LEAST, MOST = 3, 100_000


class Point(NamedTuple):
    """One point of the curve, scored."""

    replicas: int
    worlds: int
    scored: Sequence[Scored]


def run_curve(
    wanted: Wanted, replicas: Sequence[int], seed: int, out: Path, jobs: int, console: Console
) -> list[Point]:
    """Make and run the worlds of each point; what stands in the folder is not made again."""
    points = []
    for number in dict.fromkeys(replicas):
        spec = WorldSpec(count=_worlds_at(number), seed=seed, replicas=number)
        worlds = out / f"worlds-{number}"
        if world_spec(worlds) != spec.model_dump(mode="json"):
            write_worlds(worlds, spec)
        run = out / f"run-{number}"
        # Every job holds an index of its own: few at a time where they are large.
        execute(wanted, worlds, run, 1 if number >= MOST else jobs, console)
        points.append(Point(number, spec.count, scored_run(run, worlds).scored))
    return points


def _worlds_at(replicas: int) -> int:
    if not LEAST <= replicas <= MOST:
        raise InputError(f"--replicas: must be {LEAST} to {MOST:,} (got {replicas})")
    return next(worlds for most, worlds in POINTS.items() if replicas <= most)


def curve_tables(points: Sequence[Point]) -> list[Table]:
    """Two tables, policies by replicas: decisive recall and safe answers, with unsafe ones where there are any."""
    decisive: dict[tuple[str, str], list[Cell]] = {}
    safe: dict[tuple[str, str], list[Cell]] = {}
    for point in points:
        for (variant, policy), items in arms(point.scored).items():
            unsafe = count(items, "unsafe")
            mark = f", {unsafe} unsafe" if unsafe else ""
            decisive.setdefault((variant.label, policy), []).append(recall([item.decisive for item in items]))
            safe.setdefault((variant.label, policy), []).append(f"{count(items, 'safe')}/{len(items)}{mark}")
    columns = ("protocol", "policy", *(f"{point.replicas:,}" for point in points))
    few = [f"{point.worlds} worlds at {point.replicas:,}" for point in points if point.replicas >= FEW]
    notes = (f"Columns: replicas a world. Few worlds: {', '.join(few)}.",) if few else ("Columns: replicas a world.",)
    return [
        Table(
            "Decisive recall by replicas", columns, tuple((*arm, *cells) for arm, cells in decisive.items()), notes
        ),
        Table("Safe answers by replicas", columns, tuple((*arm, *cells) for arm, cells in safe.items()), notes),
    ]
