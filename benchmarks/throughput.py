"""Offline throughput of the benchmark's runner, as ratios: run it with `python benchmarks/throughput.py`.

Times are wall clock of whole commands (start-up included) unless a line says otherwise.
"""

import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console

from benchmark.execute import execute
from benchmark.records import read_terminals
from benchmark.settings import PAPER
from benchmark.tables import Cell, Table, print_tables
from benchmark.wanted import Wanted
from benchmark.world_files import write_worlds
from benchmark.worlds.generate import WorldSpec

POLICIES = ("socratic", "expansion", "repetition", "deepening")
QUIET = Console(quiet=True)
WORLDS = (12, 24, 48, 96)
REPLICAS = (12, 100, 1_000, 10_000)
JOBS = (1, 2, 4)
MANY_WORLDS = 192


def seconds(folder: Path, spec: WorldSpec, jobs: int = 1) -> float:
    """Wall clock of one run over a spec's worlds, four policies under `paper`."""
    name = f"{spec.count}-{spec.replicas}-{jobs}"
    worlds, out = folder / f"worlds-{name}", folder / f"run-{name}"
    write_worlds(worlds, spec)
    start = time.perf_counter()
    execute(Wanted(policies=POLICIES, variants=(PAPER,)), worlds, out, jobs, QUIET)
    taken = time.perf_counter() - start
    assert len(read_terminals(out)) == spec.count * len(POLICIES)
    return taken


def rows(measured: dict[int, float], runs: dict[int, int]) -> tuple[tuple[Cell, ...], ...]:
    """Seconds, runs a second and the ratio to the first row."""
    first = next(iter(measured.values()))
    return tuple(
        (size, round(taken, 2), round(runs[size] / taken, 1), round(taken / first, 2))
        for size, taken in measured.items()
    )


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        seconds(folder, WorldSpec(count=1, seed=1))  # imports and compiled graphs, once
        worlds = {count: seconds(folder, WorldSpec(count=count)) for count in WORLDS}
        replicas = {
            number: seconds(folder, WorldSpec(count=4, replicas=number, background=100, seed=2))
            for number in REPLICAS
        }
        jobs = {number: seconds(folder, WorldSpec(count=MANY_WORLDS, seed=3), number) for number in JOBS}
    columns = ("seconds", "runs / s", "ratio")
    each = len(POLICIES)
    print_tables(
        Console(width=120),
        [
            Table(
                "48 worlds x 4 policies, and other numbers of worlds, one job",
                ("worlds", *columns),
                rows(worlds, {count: count * each for count in WORLDS}),
            ),
            Table(
                "4 worlds x 4 policies, one job",
                ("replicas a world", *columns),
                rows(replicas, dict.fromkeys(REPLICAS, 4 * each)),
                ("The index of a world is built once for its four policies.",),
            ),
            Table(
                f"{MANY_WORLDS} worlds x 4 policies",
                ("jobs", *columns),
                rows(jobs, dict.fromkeys(JOBS, MANY_WORLDS * each)),
                ("One job runs in this process; more run in processes that first import the project (seconds).",),
            ),
        ],
    )


if __name__ == "__main__":
    sys.exit(main())
