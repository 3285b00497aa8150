"""Statistics of paired outcomes: exact McNemar, Wilson, the paired difference, Holm (design: "Score").

statsmodels is the extra `bench`, and loaded when first needed.
"""

from collections.abc import Sequence
from importlib import import_module
from math import sqrt
from typing import Any, NamedTuple

from evidence.errors import InputError

ALPHA = 0.05


class Interval(NamedTuple):
    """A 95% interval, as shares."""

    low: float
    high: float


class Paired(NamedTuple):
    """A 2x2 table of paired outcomes: how many pairs both, the first alone, the second alone or neither got."""

    both: int
    first: int
    second: int
    neither: int

    @property
    def pairs(self) -> int:
        """How many pairs there are."""
        return sum(self)

    @property
    def ties(self) -> int:
        """Pairs that ended alike."""
        return self.both + self.neither

    @property
    def difference(self) -> float:
        """The first's share less the second's."""
        return (self.first - self.second) / self.pairs


def pair(outcomes: Sequence[tuple[bool, bool]]) -> Paired:
    """Count paired outcomes."""
    count = [outcomes.count(cell) for cell in ((True, True), (True, False), (False, True), (False, False))]
    return Paired(*count)


def mcnemar_p(table: Paired) -> float:
    """Two-sided exact p of McNemar's test; 1 where no pair differs."""
    if table.first + table.second == 0:
        return 1.0
    cells = [[table.both, table.first], [table.second, table.neither]]
    return float(_statsmodels("stats.contingency_tables").mcnemar(cells, exact=True).pvalue)


def wilson(count: int, total: int) -> Interval:
    """Wilson's 95% score interval of a share; the whole range where there is no trial."""
    if total == 0:
        return Interval(0.0, 1.0)
    low, high = _statsmodels("stats.proportion").proportion_confint(count, total, alpha=ALPHA, method="wilson")
    return Interval(max(0.0, float(low)), min(1.0, float(high)))


def difference_interval(table: Paired) -> Interval:
    """95% interval of a paired difference: Newcombe's square-and-add from Wilson limits (1998, method 10).

    Newcombe, "Improved confidence intervals for the difference between binomial proportions based on paired
    data", Statistics in Medicine 17.
    """
    both, first, second, _ = table
    total = table.pairs
    if total == 0:
        return Interval(-1.0, 1.0)
    share_1, share_2 = (both + first) / total, (both + second) / total
    low_1, high_1 = wilson(both + first, total)
    low_2, high_2 = wilson(both + second, total)
    phi = _correlation(table)
    down_1, up_1, down_2, up_2 = share_1 - low_1, high_1 - share_1, share_2 - low_2, high_2 - share_2
    down = sqrt(max(0.0, down_1**2 - 2 * phi * down_1 * up_2 + up_2**2))
    up = sqrt(max(0.0, up_1**2 - 2 * phi * up_1 * down_2 + down_2**2))
    return Interval(max(-1.0, table.difference - down), min(1.0, table.difference + up))


def _correlation(table: Paired) -> float:
    """Newcombe's phi, with his continuity correction; 0 where a margin is empty."""
    both, first, second, neither = table
    margins = (both + first) * (second + neither) * (both + second) * (first + neither)
    if margins == 0:
        return 0.0
    product = both * neither - first * second
    corrected = max(product - table.pairs / 2, 0) if product > 0 else product
    return corrected / sqrt(margins)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's adjusted p values, in the order given."""
    if not p_values:
        return []
    return [float(p) for p in _statsmodels("stats.multitest").multipletests(p_values, ALPHA, method="holm")[1]]


def _statsmodels(module: str) -> Any:
    try:
        return import_module(f"statsmodels.{module}")
    except ModuleNotFoundError:
        raise InputError("statistics: statsmodels isn't installed; pip install 'socrates-rag[bench]'") from None
