"""The statistics against values that others worked out."""

import pytest
from scipy.stats import binomtest

from benchmark.statistics import Paired, difference_interval, holm, mcnemar_p, pair, wilson


def test_the_papers_eight_wins_and_one_loss_have_its_p():
    assert mcnemar_p(Paired(37, 8, 1, 2)) == pytest.approx(0.0390625, abs=1e-12)


@pytest.mark.parametrize(("first", "second"), [(1, 0), (3, 3), (12, 2), (0, 9), (40, 8)])
def test_mcnemar_is_the_exact_binomial_test_of_the_discordant_pairs(first, second):
    expected = binomtest(first, first + second, 0.5).pvalue
    assert mcnemar_p(Paired(5, first, second, 5)) == pytest.approx(expected, abs=1e-12)


def test_no_discordant_pair_is_no_evidence():
    assert mcnemar_p(Paired(48, 0, 0, 0)) == 1.0


@pytest.mark.parametrize(
    ("count", "total", "low", "high"),
    [
        (45, 48, 83.2, 97.9),  # the paper
        (0, 48, 0.0, 7.4),  # the paper
        (23, 60, 27.1, 51.0),  # vassarstats.net/prop1.html, without continuity correction
        (81, 263, 25.5, 36.6),  # Newcombe 1998, Table I, method 3
    ],
)
def test_wilson_intervals(count, total, low, high):
    found = wilson(count, total)
    assert (round(100 * found.low, 1), round(100 * found.high, 1)) == (low, high)


def test_no_trial_leaves_the_whole_range():
    assert wilson(0, 0) == (0.0, 1.0)
    assert difference_interval(Paired(0, 0, 0, 0)) == (-1.0, 1.0)


def test_the_paired_interval_is_newcombes_published_example():
    # Newcombe 1998 (paired data), Table II, method 10: cells 36, 12, 2, 0 of 50.
    low, high = difference_interval(Paired(36, 12, 2, 0))
    assert (round(low, 4), round(high, 4)) == (0.0569, 0.3404)


def test_the_paired_interval_turns_round_with_its_policies():
    low, high = difference_interval(Paired(37, 8, 1, 2))
    turned = difference_interval(Paired(37, 1, 8, 2))
    assert turned == pytest.approx((-high, -low))
    assert low < 7 / 48 < high


def test_holm_by_hand():
    # Sorted .01, .03, .04: times 3, 2, 1, and never below the one before.
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []


def test_pairs_are_counted_into_four_cells():
    outcomes = [(True, True), (True, False), (True, False), (False, True), (False, False)]
    table = pair(outcomes)
    assert table == (1, 2, 1, 1)
    assert (table.pairs, table.ties, table.difference) == (5, 2, 0.2)
