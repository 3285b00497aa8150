"""The ablation: what each rule of the guarded protocol earns, left out of guarded and alone on paper."""

from collections.abc import Sequence
from typing import NamedTuple

from benchmark.report import arms, count, recall, total_cost
from benchmark.scoring import Scored
from benchmark.settings import GUARDED, PAPER, Variant
from benchmark.tables import Cell, Table
from nodes.context import RULES


class Worth(NamedTuple):
    """What one arm of the ablation came to."""

    safe: int
    unsafe: int
    calls: int
    tokens: int

    def less(self, other: "Worth") -> "Worth":
        """The difference from another arm."""
        return Worth(*(mine - theirs for mine, theirs in zip(self, other, strict=True)))


WITHOUT_ONE = {rule: Variant(without=(rule,)) for rule in RULES}
ALONE = {rule: Variant(without=tuple(other for other in RULES if other != rule)) for rule in RULES}
ABLATION = (GUARDED, *WITHOUT_ONE.values(), PAPER, *ALONE.values())


def ablation_tables(scored: Sequence[Scored]) -> list[Table]:
    """For each set of worlds and policy: every arm, and what each rule earns."""
    tables = []
    for worlds in dict.fromkeys(item.worlds for item in scored):
        inside = [item for item in scored if item.worlds == worlds]
        for policy in dict.fromkeys(item.policy for item in inside):
            by_variant = {variant: items for (variant, name), items in arms(inside).items() if name == policy}
            where = f"{policy}, {worlds.label}"
            tables.append(_arms_table(by_variant, f"Ablation: {where}"))
            tables.append(_earned_table(by_variant, f"What each rule earns: {where}"))
    return tables


def worth(items: Sequence[Scored]) -> Worth:
    """An arm's safe and unsafe answers, calls and tokens."""
    cost = total_cost(items)
    return Worth(count(items, "safe"), count(items, "unsafe"), cost.calls, cost.input_tokens + cost.output_tokens)


def _arms_table(by_variant: dict[Variant, list[Scored]], title: str) -> Table:
    rows: list[tuple[Cell, ...]] = [
        (
            variant.label,
            f"{count(items, 'safe')}/{len(items)}",
            count(items, "unsafe"),
            count(items, "abstained"),
            count(items, "error"),
            recall([item.decisive for item in items]),
            worth(items).calls,
            total_cost(items).input_tokens,
            total_cost(items).output_tokens,
        )
        for variant, items in by_variant.items()
    ]
    return Table(
        title=title,
        columns=(
            "variant",
            "safe",
            "unsafe",
            "abstained",
            "error",
            "decisive recall",
            "calls",
            "input tokens",
            "output tokens",
        ),
        rows=tuple(rows),
    )


def _earned_table(by_variant: dict[Variant, list[Scored]], title: str) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for rule in RULES:
        last = _gain(by_variant, GUARDED, WITHOUT_ONE[rule])
        alone = _gain(by_variant, ALONE[rule], PAPER)
        rows.append((rule, *_cells(last), *_cells(alone)))
    names = ("safe", "unsafe", "calls", "tokens")
    return Table(
        title=title,
        columns=("rule", *(f"last: {name}" for name in names), *(f"alone: {name}" for name in names)),
        rows=tuple(rows),
        notes=("Last: guarded less guarded without the rule. Alone: paper with the rule less paper.",),
    )


def _gain(by_variant: dict[Variant, list[Scored]], with_rule: Variant, without: Variant) -> Worth | None:
    """What the rule adds, over the worlds that both arms ended."""
    if with_rule not in by_variant or without not in by_variant:
        return None
    ended = [{item.key.world_id for item in by_variant[arm]} for arm in (with_rule, without)]
    common = ended[0] & ended[1]
    more, less = ([item for item in by_variant[arm] if item.key.world_id in common] for arm in (with_rule, without))
    return worth(more).less(worth(less))


def _cells(gain: Worth | None) -> tuple[Cell, ...]:
    return (None,) * 4 if gain is None else tuple(gain)
