"""Two runs side by side, paired by world: what changed between a backbone, a prompt or a rule and another."""

from collections.abc import Sequence

from benchmark.manifest import Manifest
from benchmark.report import arms, count, pair_safe, paired_cells, total_cost
from benchmark.scoring import Scored, WorldSet
from benchmark.settings import Difference, RunSettings, Variant, differences
from benchmark.statistics import holm, mcnemar_p
from benchmark.tables import Cell, Table
from evidence.errors import InputError

ArmOf = tuple[Variant, str]


def check_same_worlds(first: Manifest, second: Manifest) -> None:
    """Refuse to pair runs over different worlds."""
    if first.settings.worlds_sha256 != second.settings.worlds_sha256:
        raise InputError("compare: the runs are of different worlds files, so no world pairs with another")


def compare_tables(first: Sequence[Scored], second: Sequence[Scored]) -> list[Table]:
    """A table of paired outcomes and one of costs for each set of worlds, over the arms that both runs hold."""
    tables = []
    for worlds in dict.fromkeys(item.worlds for item in first):
        mine = arms(item for item in first if item.worlds == worlds)
        theirs = arms(item for item in second if item.worlds == worlds)
        common = [arm for arm in mine if arm in theirs]
        if common:
            tables += [_paired(mine, theirs, common, worlds), _costs(mine, theirs, common, worlds)]
            changed = _changes(mine, theirs, common, worlds)
            tables += [changed] if changed.rows else []
    if not tables:
        raise InputError("compare: the runs share no policy and protocol; run both with the same ones")
    return tables


def settings_table(first: RunSettings, second: RunSettings) -> Table:
    """What differs between the two runs."""
    found = differences(first, second) or [Difference("none", "", "")]
    return Table(title="Settings that differ", columns=("setting", "A", "B"), rows=tuple(tuple(row) for row in found))


def _paired(
    mine: dict[ArmOf, list[Scored]], theirs: dict[ArmOf, list[Scored]], common: Sequence[ArmOf], worlds: WorldSet
) -> Table:
    tables = [pair_safe(mine[arm], theirs[arm]) for arm in common]
    p_values = [mcnemar_p(table) for table in tables]
    rows: list[tuple[Cell, ...]] = [
        (
            f"{variant.label}: {policy}",
            f"{count(mine[variant, policy], 'safe')}/{len(mine[variant, policy])}",
            f"{count(theirs[variant, policy], 'safe')}/{len(theirs[variant, policy])}",
            count(mine[variant, policy], "unsafe"),
            count(theirs[variant, policy], "unsafe"),
            table.first,
            table.second,
            *paired_cells(table, p, adjusted),
        )
        for (variant, policy), table, p, adjusted in zip(common, tables, p_values, holm(p_values), strict=True)
    ]
    return Table(
        title=f"Run A against run B: {worlds.label}",
        columns=(
            "arm",
            "A safe",
            "B safe",
            "A unsafe",
            "B unsafe",
            "A alone safe",
            "B alone safe",
            "ties",
            "A - B, points",
            "95%",
            "exact p",
            "Holm p",
        ),
        rows=tuple(rows),
    )


def _costs(
    mine: dict[ArmOf, list[Scored]], theirs: dict[ArmOf, list[Scored]], common: Sequence[ArmOf], worlds: WorldSet
) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for variant, policy in common:
        a, b = total_cost(mine[variant, policy]), total_cost(theirs[variant, policy])
        rows.append(
            (
                f"{variant.label}: {policy}",
                a.calls,
                b.calls,
                a.input_tokens,
                b.input_tokens,
                a.output_tokens,
                b.output_tokens,
                round(a.latency_s, 2),
                round(b.latency_s, 2),
            )
        )
    return Table(
        title=f"Cost of run A and run B: {worlds.label}",
        columns=("arm", "A calls", "B calls", "A in", "B in", "A out", "B out", "A latency s", "B latency s"),
        rows=tuple(rows),
    )


def _changes(
    mine: dict[ArmOf, list[Scored]], theirs: dict[ArmOf, list[Scored]], common: Sequence[ArmOf], worlds: WorldSet
) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for variant, policy in common:
        other = {item.key.world_id: item.result for item in theirs[variant, policy]}
        for item in mine[variant, policy]:
            result = other.get(item.key.world_id)
            if result is not None and result != item.result:
                rows.append((f"{variant.label}: {policy}", item.key.world_id, item.result, result))
    return Table(
        title=f"Worlds that ended differently: {worlds.label}", columns=("arm", "world", "A", "B"), rows=tuple(rows)
    )
