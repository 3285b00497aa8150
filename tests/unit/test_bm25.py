"""The reference engine against the formula worked by hand and against another library."""

import math

import pytest
from builders import pages
from hypothesis import given, settings
from hypothesis import strategies as st

from evidence.errors import InputError
from retrievers.bm25 import BM25Retriever, untitled


def retriever(*texts):
    return BM25Retriever(pages(*texts), indexed_text=untitled)


def test_scores_follow_the_formula():
    hits = retriever("apple pear", "apple apple plum fig", "fig").search("apple", 3)
    idf = math.log(1 + (3 - 2 + 0.5) / (2 + 0.5))
    average = 7 / 3

    def score(count, length):
        return idf * count * 2.5 / (count + 1.5 * (0.25 + 0.75 * length / average))

    assert [hit.page.page_id for hit in hits] == ["d001#0", "d000#0"]
    assert [hit.score for hit in hits] == pytest.approx([score(2, 4), score(1, 2)])
    assert [hit.rank for hit in hits] == [1, 2]


def test_a_term_in_every_page_still_counts():
    assert len(retriever("apple", "apple pear", "apple fig").search("apple", 3)) == 3


def test_ties_are_broken_by_page_id_whatever_the_order_of_the_corpus():
    made = pages("apple", "apple", "apple")
    orders = [made, made[::-1], [made[1], made[2], made[0]]]
    found = [[hit.page.page_id for hit in BM25Retriever(order, untitled).search("apple", 3)] for order in orders]
    assert found == [["d000#0", "d001#0", "d002#0"]] * 3


def test_pages_without_a_word_of_the_query_are_left_out():
    assert retriever("apple", "pear").search("fig", 3) == []
    assert [hit.page.text for hit in retriever("apple", "pear").search("pear", 3)] == ["pear"]


def test_ids_and_titles_are_indexed_with_the_words():
    made = pages("one text", "another text", metadata=[{"title": "On wheels"}])
    assert [hit.page.page_id for hit in BM25Retriever(made).search("wheels", 3)] == ["d000#0"]
    assert [hit.page.page_id for hit in BM25Retriever(made).search("d001", 3)] == ["d001#0"]


def test_pages_are_got_by_id_in_the_order_asked():
    engine = retriever("apple", "pear")
    assert [page.text for page in engine.get(["d001#0", "d000#0"])] == ["pear", "apple"]
    with pytest.raises(InputError, match="d009#0"):
        engine.get(["d000#0", "d009#0"])


def test_a_corpus_without_a_word_is_refused():
    with pytest.raises(InputError, match="word"):
        retriever("!!", "??")


words = st.sampled_from(["apple", "pear", "fig", "plum", "quince", "medlar", "sloe"])
texts = st.lists(st.lists(words, min_size=1, max_size=12).map(" ".join), min_size=2, max_size=12)


@settings(max_examples=50, deadline=None)
@given(texts, st.lists(words, min_size=1, max_size=3, unique=True))
def test_scores_agree_with_bm25s(corpus, query):
    bm25s = pytest.importorskip("bm25s")
    engine = bm25s.BM25(method="lucene", k1=1.5, b=0.75)
    engine.index([text.split() for text in corpus], show_progress=False)
    known = [word for word in query if word in engine.vocab_dict]
    other = engine.get_scores(known) if known else [0.0] * len(corpus)
    ours = {hit.page.page_id: hit.score for hit in retriever(*corpus).search(" ".join(query), len(corpus))}
    for number, score in enumerate(other):
        # Lucene leaves out the constant factor k1 + 1.
        assert ours.get(f"d{number:03}#0", 0.0) == pytest.approx(float(score) * 2.5, rel=1e-5, abs=1e-6)
