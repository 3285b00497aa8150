"""RobustRAG: the threshold by hand, phrases by hand, and what never reaches the second call."""

import pytest
from builders import QUESTION
from hypothesis import given, settings
from hypothesis import strategies as st
from readers import Reader, desk_of

from benchmark.baselines.robustrag import answer, phrases, shared, threshold
from evidence.answers import UNKNOWN


@pytest.mark.parametrize(
    ("answered", "votes"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 3), (8, 3), (9, 3), (10, 3), (50, 3)]
)
def test_the_votes_a_phrase_needs(answered, votes):
    assert min(count for count in range(1, 100) if count >= threshold(answered)) == votes


def test_a_reply_gives_itself_its_runs_of_content_words_and_their_lemmas():
    # Everybody PRON, says VERB, it PRON, lies VERB, in ADP end runs; Vault Corvin is the one run left.
    reply = "Everybody says it lies in Vault Corvin."
    assert phrases(reply) == {reply, "Vault Corvin", "Vault", "Corvin"}


def test_an_article_ends_a_run():
    assert phrases("the Orrin vault") == {"the Orrin vault", "Orrin vault", "Orrin", "vault"}


def test_phrases_come_longest_first_and_stopwords_and_punctuation_go():
    replies = [frozenset({"vault Corvin", "Corvin", "vault", "the", "."})]
    assert shared(replies) == ["vault Corvin", "Corvin", "vault"]
    assert shared([frozenset({"ab", "cd", "abc"})]) == ["abc", "cd", "ab"]


def test_a_phrase_counts_once_a_reply_and_needs_its_votes():
    replies = [frozenset({"Corvin"}), frozenset({"Corvin"}), frozenset({"Orrin"}), frozenset({"Dace"})]
    assert shared(replies) == ["Corvin"]


def test_all_abstaining_there_is_no_second_call():
    reader = Reader(read=[UNKNOWN])
    assert answer(desk_of(5, reader)).text == UNKNOWN
    assert reader.roles() == ["read"] * 5


def test_the_second_call_sees_the_question_and_the_words_and_no_page():
    reader = Reader(read=["vault Corvin"], keywords=["vault Corvin"])
    answer(desk_of(4, reader))
    role, given_last = reader.given[-1]
    assert reader.roles() == ["read"] * 4 + ["keywords"]
    assert role == "keywords"
    assert given_last.pages == ()
    assert given_last.question == QUESTION
    assert list(given_last.words) == ["vault Corvin", "Corvin", "vault"]


@settings(max_examples=40, deadline=None)
@given(
    st.integers(1, 10).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))),
    st.sampled_from(["Zelkova", "vault Zelkova", "It lies in vault Zelkova.", "Zelkova, Zelkova and Zelkova"]),
    st.integers(0, 3),
)
def test_a_phrase_of_fewer_pages_than_the_threshold_never_reaches_the_second_call(sizes, poison, abstaining):
    answered, carrying = sizes
    replies = [poison] * carrying + ["vault Corvin"] * (answered - carrying) + [UNKNOWN] * abstaining
    reader = Reader(read=list(replies), keywords=["vault Corvin"])
    answer(desk_of(len(replies), reader))
    words = reader.given[-1][1].words
    # By hand: up to three answers one vote is enough, up to six two, then three.
    needed = 1 if answered <= 3 else 2 if answered <= 6 else 3
    assert any("Zelkova" in word for word in words) is (carrying >= needed)
