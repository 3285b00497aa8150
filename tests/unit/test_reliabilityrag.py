"""ReliabilityRAG: the independent set, its ties, and the sampling weights, by hand."""

import random

import pytest
from readers import Reader, contradictions, desk_of, differing

from benchmark.baselines.reliabilityrag import answer, edges, independent
from benchmark.baselines.reliabilityrag_sampling import answer as sampled
from benchmark.baselines.reliabilityrag_sampling import draws, shown, weights
from evidence.answers import UNKNOWN
from evidence.view import View


@pytest.mark.parametrize(
    ("count", "contradicting", "chosen"),
    [
        (0, set(), ()),
        (3, set(), (0, 1, 2)),
        (2, {(0, 1)}, (0,)),  # a tie goes to the better rank
        (4, {(0, 1), (0, 2), (0, 3)}, (1, 2, 3)),  # size goes before rank
        (4, {(0, 1), (2, 3)}, (0, 2)),
        (5, {(0, 1), (1, 2), (2, 3), (3, 4)}, (0, 2, 4)),  # a path of five
        (5, {(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)}, (0, 2)),  # a ring of five
        (4, {(0, 2), (0, 3), (1, 2), (1, 3)}, (0, 1)),  # two against two
    ],
)
def test_the_largest_set_without_contradiction_and_of_equals_the_better_ranks(count, contradicting, chosen):
    assert independent(count, contradicting) == chosen


def test_a_pair_contradicts_from_one_half_on_in_whatever_order_it_is_named():
    judged = contradictions((1, 2, 0.5), (4, 3, 0.9), (1, 3, 0.49), (2, 2), (1, 9))
    assert edges(judged, 4) == {(0, 1), (2, 3)}


def test_the_last_call_reads_the_pages_of_the_largest_set_in_rank_order():
    reader = Reader(read=["Dace", "Corvin", UNKNOWN, "Corvin", "Corvin"], judge=differing)
    outcome = answer(desk_of(4, reader))
    assert reader.roles() == ["read"] * 4 + ["judge", "read"]
    assert reader.shown("read")[-1] == outcome.used == ("E2", "E4")


def test_abstaining_pages_are_no_vertices_and_are_not_judged():
    reader = Reader(read=[UNKNOWN, "Corvin", "Dace", "last"], judge=differing)
    answer(desk_of(3, reader))
    assert [list(given.answers) for role, given in reader.given if role == "judge"] == [["Corvin", "Dace"]]
    assert reader.shown("read")[-1] == ("E2",)


def test_where_all_abstain_the_last_call_reads_every_page():
    reader = Reader(read=[UNKNOWN, UNKNOWN, UNKNOWN, "vault Corvin"])
    outcome = answer(desk_of(3, reader))
    assert reader.roles() == ["read"] * 4
    assert outcome.text == "vault Corvin"
    assert reader.shown("read")[-1] == ("E1", "E2", "E3")


def test_weights_fall_by_gamma_from_rank_to_rank():
    assert weights(4, 0.5) == [1, 0.5, 0.25, 0.125]
    assert weights(3) == [1, 1, 1]


def test_samples_follow_the_weights():
    rng = random.Random(5)
    drawn = [index for sample in draws(3, rng, samples=7000, gamma=0.5) for index in sample]
    # Weights 1, 1/2, 1/4 share 7000 draws as 4000, 2000, 1000; four standard deviations are at most 170.
    for index, expected in enumerate((4000, 2000, 1000)):
        assert abs(drawn.count(index) - expected) < 170


def test_a_sample_of_several_is_drawn_with_replacement_and_read_worst_rank_first():
    assert any(len(set(sample)) < 2 for sample in draws(3, random.Random(1), samples=50, size=2))
    pages = [View(alias=f"E{number}", text="") for number in (1, 2, 3)]
    assert [view.alias for view in shown(pages, [0, 2, 0])] == ["E3", "E1"]


def test_sampling_makes_ten_calls_then_the_judges_then_one_on_the_union():
    reader = Reader(read=["Corvin"], judge=differing)
    outcome = sampled(desk_of(4, reader))
    assert reader.roles() == ["read"] * 10 + ["judge", "read"]
    seen = {alias for shown_pages in reader.shown("read")[:10] for alias in shown_pages}
    assert outcome.used == tuple(sorted(seen))


def test_the_same_question_draws_the_same_samples():
    first, second = Reader(read=["Corvin"], judge=differing), Reader(read=["Corvin"], judge=differing)
    sampled(desk_of(4, first))
    sampled(desk_of(4, second))
    assert first.shown("read") == second.shown("read")


def test_no_page_no_sample():
    assert draws(0, random.Random(0)) == []
