"""What `socrates-bench separability` prints: certificates, and the paper's propositions checked on runs.

The oracle's outcomes are made here, for proposition 1 alone, and enter no outcome table.
"""

from collections.abc import Sequence
from pathlib import Path

from benchmark.labelled import ScoredRun, scored_run
from benchmark.report import MAIN, RIVAL
from benchmark.scoring import Scored, score
from benchmark.separability import (
    Certificate,
    Observed,
    PropositionOne,
    PropositionTwo,
    certificate,
    oracle,
    proposition_one,
    proposition_two,
    topical_queries,
)
from benchmark.settings import Key, RunSettings, Variant
from benchmark.tables import Cell, Table
from benchmark.worker import course_of, resources_of, terminal_of
from benchmark.world_check import shared_index
from benchmark.worlds.labels import Labels, read_labels
from benchmark.worlds.world import World, read_worlds
from evidence.errors import InputError
from retrievers.protocol import Retriever

TOPICAL = ("repetition", "deepening")


def separability_tables(folder: Path, run: Path | None, development: Path | None) -> list[Table]:
    """Certify a folder's worlds; with a run check proposition 1, with a development run proposition 2 too.

    Raises:
        InputError: missing worlds or runs, a run of other worlds, or one without the policies that are needed.
    """
    if development is not None and run is None:
        raise InputError("--development: goes with --run; proposition 2 needs both")
    worlds, labels = read_worlds(folder), read_labels(folder)
    index = shared_index(worlds)
    certificates = [_certified(world, labels[world.world_id], index) for world in worlds]
    tables = [_summary(certificates), _each(certificates)]
    if run is not None:
        scored = scored_run(run, folder)
        tables.append(_first_table(certificates, scored, worlds, folder))
        if development is not None:
            tables.append(_second_table(scored, scored_run(development)))
    return tables


def _certified(world: World, labels: Labels, index: Retriever | None) -> Certificate:
    retriever = index if world.index == "shared" else None
    return certificate(world, labels, topical_queries(world, labels), retriever)


def _summary(certificates: Sequence[Certificate]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for hops in sorted({item.hops for item in certificates}):
        group = [item for item in certificates if item.hops == hops]
        total = len(group)
        rows.append(
            (
                hops,
                f"{sum(item.separable for item in group)}/{total}",
                f"{sum(item.determined for item in group)}/{total}",
                f"{sum(item.reached for item in group)}/{total}",
                f"{sum(item.topical_reach < item.hops for item in group)}/{total}",
                min(len(item.topical) for item in group),
            )
        )
    return Table(
        title=f"Separability of {len(certificates)} worlds",
        columns=(
            "hops",
            "separable",
            "one answer",
            "premise queries reach it",
            "topical ones don't",
            "least topical queries",
        ),
        rows=tuple(rows),
        notes=("Topical queries are united over the whole family, whatever the budget.",),
    )


def _each(certificates: Sequence[Certificate]) -> Table:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            item.world_id,
            item.hops,
            "yes" if item.separable else "NO",
            " | ".join(f"{step.query} (rank {step.rank or 'none'})" for step in item.premise),
            f"{item.topical_reach}/{item.hops} by {len(item.topical)}",
        )
        for item in certificates
    )
    columns = ("world", "hops", "separable", "premise queries", "topical reach")
    return Table("Certificates", columns, rows)


def _first_table(certificates: Sequence[Certificate], run: ScoredRun, worlds: Sequence[World], folder: Path) -> Table:
    settings = run.manifest.settings
    missing = [policy for policy in TOPICAL if policy not in settings.policies]
    if missing:
        raise InputError(f"separability: the run lacks {', '.join(missing)}; run those policies too")
    rows: list[tuple[Cell, ...]] = []
    notes: list[str] = []
    for variant in settings.variants:
        asked = [observed(item) for item in oracle_runs(worlds, run.labels, settings, variant, folder)]
        topical = {policy: _arm(run, policy, variant) for policy in TOPICAL}
        found = proposition_one(certificates, asked, topical)
        rows.append(_first_row(variant, found))
        notes += [f"{variant.label}: {exception}" for exception in found.exceptions]
    return Table(
        title="Proposition 1: the separating sequence answers every separable world, topical policies none",
        columns=(
            "protocol",
            "holds",
            "separable worlds",
            "sequence safe",
            "unsafe",
            "acquired",
            *(f"{policy} safe" for policy in TOPICAL),
        ),
        rows=tuple(rows),
        notes=("The sequence is the oracle's: it reads labels, and stands in no outcome table.", *notes),
    )


def _first_row(variant: Variant, found: PropositionOne) -> tuple[Cell, ...]:
    return (
        variant.label,
        "yes" if found.holds else "NO",
        found.worlds,
        found.safe,
        found.unsafe,
        found.acquired,
        *(found.topical_safe[policy] for policy in TOPICAL),
    )


def _second_table(run: ScoredRun, development: ScoredRun) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for variant in run.manifest.settings.variants:
        if variant in development.manifest.settings.variants:
            found = proposition_two(
                _arm(run, MAIN, variant), _arm(run, RIVAL, variant), _arm(development, MAIN, variant)
            )
            rows.append(_second_row(variant, found))
    if not rows:
        raise InputError("separability: the two runs share no protocol; run both under the same ones")
    return Table(
        title=f"Proposition 2: {MAIN} - {RIVAL} in safe coverage is the difference in decisive recall times alpha",
        columns=("protocol", "worlds", "coverage", "recall", "alpha", "predicted", "residual", "95%"),
        rows=tuple(rows),
        notes=("Alpha: safe answers among the development worlds whose decisive pages were acquired.",),
    )


def _second_row(variant: Variant, found: PropositionTwo) -> tuple[Cell, ...]:
    low, high = found.interval
    return (
        variant.label,
        found.worlds,
        round(found.coverage_difference, 4),
        round(found.recall_difference, 4),
        f"{found.alpha:.3f} ({found.answered}/{found.acquired})",
        round(found.predicted, 4),
        round(found.residual, 4),
        f"{low:.3f} to {high:.3f}",
    )


def oracle_runs(
    worlds: Sequence[World], labels: dict[str, Labels], settings: RunSettings, variant: Variant, folder: Path
) -> list[Scored]:
    """Run the oracle over the worlds of a run, under one of its variants."""
    scored = []
    for world in worlds:
        if world.world_id in settings.world_ids and labels[world.world_id].decisive:
            told = labels[world.world_id]
            context = settings.context(variant).with_ready(resources_of(world, settings, folder))
            course = course_of(world, oracle(told), context)
            scored.append(score(terminal_of(Key(world.world_id, "oracle", variant), course, 0.0), told))
    return scored


def _arm(run: ScoredRun, policy: str, variant: Variant) -> list[Observed]:
    return [observed(item) for item in run.scored if (item.policy, item.variant) == (policy, variant)]


def observed(item: Scored) -> Observed:
    """What the propositions need of a scored terminal."""
    return Observed(item.key.world_id, item.result, bool(item.decisive))
