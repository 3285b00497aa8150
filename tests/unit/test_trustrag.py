"""TrustRAG: every branch of the filter on vectors made by hand."""

import numpy as np
import pytest
from builders import COPY
from readers import Reader, desk_of

import benchmark.baselines.trustrag as trustrag
from benchmark.baselines.trustrag import answer, closeness, kept_of, rouge_l, surviving, two_clusters
from evidence.answers import UNKNOWN


def at(*degrees):
    """Unit vectors in a plane, by their angle; cos 20° = 0.94, cos 28° = 0.883, cos 29° = 0.875."""
    angles = np.radians(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def none(first, second):
    return False


def pairs(*overlapping):
    wanted = {frozenset(pair) for pair in overlapping}
    return lambda first, second: first == second or frozenset((first, second)) in wanted


@pytest.mark.parametrize(
    ("degrees", "clusters", "kept"),
    [
        # A cluster of one beside tight others that are far from it: the single page stays alone.
        ((90, 0, 5, 10), ([0], [1, 2, 3]), [0]),
        ((90, 0, 5, 10), ([1, 2, 3], [0]), [0]),
        # Tight others whose first page is close to the single one: nothing stays.
        ((20, 0, 5, 10), ([0], [1, 2, 3]), []),
        # Loose others: they stay, and the single page goes.
        ((90, 0, 60, 120), ([0], [1, 2, 3]), [1, 2, 3]),
        # Both clusters tight: nothing stays.
        ((0, 5, 90, 95), ([0, 1], [2, 3]), []),
        # One tight: it goes, and the loose one stays.
        ((0, 5, 90, 150), ([0, 1], [2, 3]), [2, 3]),
        ((0, 5, 90, 150), ([2, 3], [0, 1]), [2, 3]),
        # Both loose: both stay.
        ((0, 60, 90, 150), ([0, 1], [2, 3]), [0, 1, 2, 3]),
        # Just on either side of the threshold: a mean of 0.883 falls, one of 0.875 stays.
        ((0, 28, 90, 150), ([0, 1], [2, 3]), [2, 3]),
        ((0, 29, 90, 150), ([0, 1], [2, 3]), [0, 1, 2, 3]),
        # Two pages: the cluster labelled 0 stays.
        ((0, 5), ([1], [0]), [1]),
        # All alike: one cluster, tight, and an empty one.
        ((0, 0, 0), ([0, 1, 2], []), []),
    ],
)
def test_tight_clusters_fall(degrees, clusters, kept):
    assert kept_of(clusters, at(*degrees), none) == kept


@pytest.mark.parametrize(
    ("overlapping", "kept"),
    [
        ([], [0, 1, 2, 3]),
        ([(0, 2)], [1, 3]),  # a page goes with the first later one it overlaps
        ([(0, 1), (0, 2)], [3]),  # 2 overlaps the first that went so
        ([(0, 1), (2, 3)], []),
        ([(0, 3), (1, 3)], [2]),  # 3 is gone already, and takes 1 with it all the same
        ([(0, 1), (1, 2)], [2, 3]),  # 2 overlaps 1, which is gone, and not 0, which is remembered
    ],
)
def test_the_n_gram_filter_within_loose_clusters(overlapping, kept):
    vectors = at(0, 40, 80, 120)
    assert kept_of(([0, 1, 2, 3], [4, 5]), np.vstack([vectors, at(200, 260)]), pairs(*overlapping)) == [*kept, 4, 5]


@pytest.mark.parametrize(("overlapping", "kept"), [((0, 4), []), ((2, 4), [4])])
def test_a_page_falls_with_the_first_that_went_so_and_with_no_other(overlapping, kept):
    vectors = np.vstack([at(0, 40, 80, 120, 160), at(200, 260)])
    assert kept_of(([0, 1, 2, 3, 4], [5, 6]), vectors, pairs((0, 1), (2, 3), overlapping)) == [*kept, 5, 6]


def test_closeness_is_the_mean_cosine_of_the_pairs():
    assert closeness([0, 1, 2], at(0, 60, 90)) == pytest.approx((0.5 + 0 + np.cos(np.radians(30))) / 3)
    assert closeness([0], at(0)) == -1


def test_rouge_l_by_hand():
    # Longest common subsequence "the vault hold" (stemmed) of four and five words: P 3/5, R 3/4, F 2/3.
    assert rouge_l("the vault holds gold", "the old vault holding silver") == pytest.approx(2 / 3)


def test_k_means_parts_two_bundles():
    first, second = two_clusters(np.hstack([at(0, 2, 90, 92), at(10, 11, 200, 201)]))
    assert {frozenset(first), frozenset(second)} == {frozenset({0, 1}), frozenset({2, 3})}


def test_one_page_is_never_filtered():
    assert surviving([COPY]) == [0]
    assert surviving([]) == []


def test_pages_that_share_no_wording_all_stay_without_an_embedding(monkeypatch):
    monkeypatch.setattr(trustrag, "embedded", None)
    assert surviving(["alpha beta gamma", "delta epsilon zeta", "eta theta iota"]) == [0, 1, 2]


def test_pages_overlap_from_more_than_a_quarter_on(monkeypatch):
    monkeypatch.setattr(trustrag, "embedded", lambda texts: at(0, 90))
    monkeypatch.setattr(trustrag, "kept_of", lambda *given: [])
    # One word of four is F 1/4, two of seven 2/7; both in order.
    assert surviving(["alpha one two three", "alpha four five six"]) == [0, 1]
    first, second = "alpha beta one two three four five", "alpha beta six seven eight nine ten"
    assert surviving([first, second]) == []


def test_features_of_any_scale_weigh_alike_in_the_clusters():
    # The first feature parts pages 0 and 1 from 2 and 3, the two others 0 and 2 from 1 and 3.
    rows = np.array([[900, 1, 1], [900, -1, -1], [-900, 1, 1], [-900, -1, -1]], dtype=float)
    assert {frozenset(cluster) for cluster in two_clusters(rows)} == {frozenset({0, 2}), frozenset({1, 3})}


def test_copies_beside_one_other_page_fall():
    copies = [f"The effects of Maren Tolliver lie in vault Corvin, as all know {number}." for number in range(4)]
    other = "Rainfall on the northern coast was heavy throughout the spring of that year."
    assert surviving([*copies, other]) == [4]


def test_three_calls_always_and_the_memory_reaches_both_later_ones(monkeypatch):
    monkeypatch.setattr(trustrag, "surviving", lambda texts: [1])
    reader = Reader(memory=["I recall Corvin."], consolidate=["notes"], conclude=["vault Corvin"])
    outcome = answer(desk_of(3, reader))
    assert reader.roles() == ["memory", "consolidate", "conclude"]
    assert reader.shown("memory") == [()]
    assert reader.shown("consolidate") == [("E2",)] == [outcome.used]
    assert reader.shown("conclude") == [()]
    assert [given.memory for _, given in reader.given[1:]] == ["I recall Corvin."] * 2
    assert reader.given[2][1].notes == "notes"


def test_an_empty_filter_leaves_the_memory_alone(monkeypatch):
    monkeypatch.setattr(trustrag, "surviving", lambda texts: [])
    reader = Reader(memory=[UNKNOWN], consolidate=[UNKNOWN], conclude=[UNKNOWN])
    answer(desk_of(3, reader))
    assert reader.shown("consolidate") == [()]
