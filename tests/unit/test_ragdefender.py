"""RAGDefender: each step by hand, and our port against what the package itself removed."""

import json
from pathlib import Path

import numpy as np
import pytest
from readers import Reader, desk_of

import benchmark.baselines.ragdefender as ours
from benchmark.baselines.embeddings import embedded
from benchmark.baselines.ragdefender import answer, flagged, most_alike, poisoned, removed, smaller_cluster
from evidence.answers import UNKNOWN

# Written by the package itself, its README's sample first; `benchmarks/ragdefender_agreement.py` made it.
FIXTURE = Path(__file__).parent.parent / "fixtures" / "ragdefender.json"
WRITTEN = json.loads(FIXTURE.read_text(encoding="utf-8"))


def at(*degrees):
    angles = np.radians(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def test_the_packages_own_sample_loses_its_adversarial_pages():
    sample = WRITTEN["contexts"][0]["texts"]
    # The README says so of the second and the fourth.
    assert removed(sample, embedded(sample)) == {1, 3}


@pytest.mark.parametrize("context", WRITTEN["contexts"])
def test_ours_removes_what_the_package_does(context):
    assert WRITTEN["versions"]["ragdefender"] == "0.2.0"
    assert removed(context["texts"], embedded(context["texts"])) == set(context["removed"])


@pytest.mark.parametrize(
    ("count", "smaller", "flags", "expected"),
    [(4, 1, 2, 1), (4, 1, 3, 3), (5, 2, 2, 2), (5, 2, 3, 3), (10, 3, 5, 3), (10, 3, 6, 7)],
)
def test_the_larger_cluster_is_poison_where_most_pages_share_the_top_terms(count, smaller, flags, expected):
    assert poisoned(count, smaller, flags) == expected


def test_the_smaller_of_two_bundles_is_counted():
    assert smaller_cluster(at(0, 1, 2, 90, 91)) == 2


def test_a_page_is_flagged_that_holds_more_than_two_of_the_five_top_terms():
    texts = ["apple banana cherry damson elder"] * 3 + ["apple banana", "fig"]
    assert flagged(texts) == 3


def test_five_top_terms_vote():
    # Elder weighs least of the five; the last page holds it and two more, so three of five.
    alone = ["apple", "banana", "cherry", "damson"] * 2
    assert flagged([*alone, *["apple banana cherry damson elder"] * 3, "apple banana elder"]) == 4


@pytest.mark.parametrize(
    ("count", "degrees", "gone"),
    [
        (0, (0, 1, 90), set()),
        (1, (0, 1, 90), {0}),  # one pair, both of equal score: the better rank goes
        (2, (0, 50, 52, 120), {1, 2}),
        (3, (0, 50, 52, 55), {1, 2, 3}),
        (4, (0, 50, 52, 55), {0, 1, 2, 3}),
    ],
)
def test_the_pages_of_the_most_similar_pairs_go(count, degrees, gone):
    assert most_alike(count, at(*degrees)) == gone


def test_a_pair_weighs_the_square_of_its_cosine():
    cosines = np.eye(6)
    for i, j, cosine in [(0, 1, 0.9), (0, 2, 0.9), (1, 2, 0.9), (3, 4, 0.8), (0, 5, 0.5), (1, 5, 0.45), (2, 5, 0.4)]:
        cosines[i, j] = cosines[j, i] = cosine
    # The six best pairs leave out 0.4. After 0, 1 and 2 comes 3 with 0.64, before 5 with 0.25 + 0.2025.
    assert most_alike(4, np.linalg.cholesky(cosines)) == {0, 1, 2, 3}


def test_the_call_reads_what_is_left(monkeypatch):
    monkeypatch.setattr(ours, "removed", lambda texts, vectors: {0, 2})
    reader = Reader(read=["vault Corvin"])
    assert answer(desk_of(4, reader)).used == ("E2", "E4")
    assert reader.shown("read") == [("E2", "E4")]


def test_where_nothing_is_left_it_abstains_without_a_call(monkeypatch):
    monkeypatch.setattr(ours, "removed", lambda texts, vectors: {0, 1})
    reader = Reader(read=["vault Corvin"])
    assert answer(desk_of(2, reader)).text == UNKNOWN
    assert reader.given == []


def test_a_single_page_is_read_as_it_is():
    assert answer(desk_of(1, Reader(read=["vault Corvin"]))).used == ("E1",)
