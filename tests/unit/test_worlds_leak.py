"""Ids, order and length carry no information about kind.

A naive Bayes classifier over binned features (the page id as a number, its place in the file, its length in words)
is trained on some worlds and scores the pages of others. Its AUC is compared with the AUCs under labels permuted
within worlds. Two questions are asked, since a form tells a record from prose by design: among records, which are
decisive and which are decoys; and among all pages, which are decisive, and which are replicas.
"""

import numpy as np
import pytest

from benchmark.worlds.generate import WorldSpec, make_worlds

BINS = 8
FOLDS = 6
PERMUTATIONS = 199
DECISIVE = ("final", "bridge", "terminal")
RECORDS = (*DECISIVE, "decoy")
PROSE = ("replica", "background")


@pytest.fixture(scope="module")
def worlds():
    return make_worlds(WorldSpec())


def table(worlds, among, wanted, edit=lambda kind, features: features):
    """Features (id, order, length), whether a page is wanted, and the number of its world."""
    rows, labels, groups = [], [], []
    for number, (world, known) in enumerate(worlds):
        for place, page in enumerate(world.pages):
            kind = known.kinds[page.page_id]
            if kind not in among:
                continue
            features = (int(page.page_id[:8], 16) / 16**8, place / len(world.pages), len(page.text.split()))
            rows.append(edit(kind, features))
            labels.append(kind in wanted)
            groups.append(number)
    return np.array(rows, dtype=float), np.array(labels), np.array(groups)


def binned(rows):
    edges = [np.unique(np.quantile(column, np.linspace(0, 1, BINS + 1)[1:-1])) for column in rows.T]
    return np.stack([np.searchsorted(edge, column) for edge, column in zip(edges, rows.T, strict=True)], axis=1)


def log_odds(bins, labels, shown):
    """Naive Bayes with add-one smoothing, trained on `bins` and `labels`, over the pages `shown`."""
    scores = np.zeros(len(shown))
    for column, seen in zip(bins.T, shown.T, strict=True):
        counts = [np.bincount(column[labels == label], minlength=BINS) + 1 for label in (True, False)]
        odds = np.log(counts[0] / counts[0].sum()) - np.log(counts[1] / counts[1].sum())
        scores += odds[seen]
    return scores


def auc(scores, labels):
    """The chance that a wanted page scores above another, ties half (Mann and Whitney)."""
    _, place, counts = np.unique(scores, return_inverse=True, return_counts=True)
    ranks = (np.cumsum(counts) - (counts - 1) / 2)[place]
    wanted = labels.sum()
    return (ranks[labels].sum() - wanted * (wanted + 1) / 2) / (wanted * (len(labels) - wanted))


def cross_validated_auc(bins, labels, groups):
    scores = np.zeros(len(labels))
    for fold in range(FOLDS):
        held_out = groups % FOLDS == fold
        scores[held_out] = log_odds(bins[~held_out], labels[~held_out], bins[held_out])
    return auc(scores, labels)


def permuted(labels, groups, rng):
    """The labels shuffled within each world."""
    order = np.lexsort((rng.random(len(labels)), groups))
    shuffled = np.empty_like(labels)
    shuffled[np.argsort(groups, kind="stable")] = labels[order]
    return shuffled


def p_value(data):
    rows, labels, groups = data
    bins = binned(rows)
    rng = np.random.default_rng(20261201)
    seen = cross_validated_auc(bins, labels, groups)
    chance = [cross_validated_auc(bins, permuted(labels, groups, rng), groups) for _ in range(PERMUTATIONS)]
    return (1 + sum(value >= seen for value in chance)) / (1 + PERMUTATIONS)


QUESTIONS = [
    pytest.param(RECORDS, DECISIVE, id="decisive or decoy"),
    pytest.param((*RECORDS, *PROSE, "notice"), DECISIVE, id="decisive or any other"),
    pytest.param(PROSE, ("replica",), id="replica or background"),
]


@pytest.mark.parametrize(("among", "wanted"), QUESTIONS)
def test_id_order_and_length_do_not_tell_the_kind(worlds, among, wanted):
    assert p_value(table(worlds, among, wanted)) > 0.01


def leaks(kind):
    return kind in DECISIVE or kind == "replica"


def leak_in_order(kind, features):
    """The pages wanted stand in the file's first half."""
    number, place, length = features
    return number, place / 2 if leaks(kind) else place, length


def leak_in_length(kind, features):
    """The pages wanted are fifteen words shorter."""
    number, place, length = features
    return number, place, length - 15 if leaks(kind) else length


def leak_in_id(kind, features):
    """The pages wanted have ids in the first half of the range."""
    number, place, length = features
    return number / 2 if leaks(kind) else number, place, length


@pytest.mark.parametrize("leak", [leak_in_order, leak_in_length, leak_in_id])
@pytest.mark.parametrize(("among", "wanted"), QUESTIONS)
def test_a_planted_leak_is_caught(worlds, among, wanted, leak):
    assert p_value(table(worlds, among, wanted, leak)) <= 0.01


def test_the_auc_is_mann_and_whitneys():
    # By hand: of the four pairs (wanted, other) three are in order and one is a tie: 3.5 of 4.
    assert auc(np.array([0.9, 0.5, 0.5, 0.1]), np.array([True, True, False, False])) == pytest.approx(0.875)
