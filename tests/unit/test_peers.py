"""Active peers: what they ask, when they stop, and that the machine's budget and guard bind them too."""

import pytest
from builders import COPY, QUESTION, answer, final, ready_context
from readers import Reader

from backbones.contracts import Reply, call_id
from benchmark.policies import machine_of
from evidence.state import EvidenceState, ModelCall

RAIN = "Rain fell on Hale all through that spring."
TEXTS = [COPY, final(), RAIN, *(f"The market of Hale, stall {number}." for number in range(6))]


class Peer(Reader):
    """A reader that also makes the shared answer call."""

    def __init__(self, reply, **replies):
        super().__init__(**replies)
        self._answer = reply

    def answer(self, question, pages, kinds):
        return Reply(self._answer, (ModelCall(call_id=call_id("answer"), role="answer", model=self.name),))


def ended(policy, peer, protocol="paper", **settings):
    context = ready_context(TEXTS, peer, protocol=protocol, **settings)
    found = machine_of(policy).invoke({"question": QUESTION, "opening": ("d000#0",)}, context=context)
    return EvidenceState.model_validate(dict(found))


def test_each_sentence_of_the_reasoning_is_the_next_query():
    peer = Peer(answer("vault Corvin", "E1"), reason=["The spring was rainy.", "The registrar keeps a final record."])
    state = ended("ircot", peer)
    assert [inquiry.query for inquiry in state.inquiries] == [
        "The spring was rainy.",
        "The registrar keeps a final record.",
    ]
    assert [inquiry.query for inquiry in peer.given[1][1].inquiries] == ["The spring was rainy."]
    assert {item.page.document_id for item in state.evidence} >= {"d000", "d001", "d002"}


def test_reasoning_that_reaches_its_answer_stops_the_search():
    state = ended("ircot", Peer(answer("vault Corvin", "E1"), reason=["So the answer is: vault Corvin."]))
    assert [(inquiry.stop, inquiry.query) for inquiry in state.inquiries] == [(True, "")]
    assert [call.role for call in state.calls] == ["reason", "answer"]


def test_the_release_guard_binds_a_peer_too():
    peer = Peer(answer("vault Corvin", "E1"), reason=["So the answer is: vault Corvin."])
    assert ended("ircot", peer).verdict.outcome == "cannot_determine"
    peer = Peer(answer("vault Orrin", "E2"), reason=["The registrar keeps a signed final record."])
    assert ended("ircot", peer).verdict.outcome == "answered"


def test_a_follow_up_is_answered_from_the_pages_it_brought_before_the_next_is_asked():
    peer = Peer(
        answer("vault Orrin", "E2"),
        follow_up=["What does the signed final record say?", "Was it rainy in spring?"],
        read=["vault Orrin"],
    )
    state = ended("self-ask", peer, pages_per_query=1)
    assert peer.roles() == ["follow-up", "read", "follow-up"]
    asked, shown = peer.given[1][1].question, peer.shown("read")
    assert asked == "What does the signed final record say?"
    assert shown == [("E2",)]
    assert peer.given[2][1].notes == "What does the signed final record say? intermediate answer: vault Orrin"
    assert [inquiry.query for inquiry in state.inquiries] == [
        "What does the signed final record say?",
        "Was it rainy in spring?",
    ]
    assert state.verdict.answer == "vault Orrin"


def test_a_final_answer_stops_the_follow_ups_and_the_shared_call_still_answers():
    peer = Peer(answer("vault Corvin", "E1"), follow_up=["So the final answer is: vault Corvin."])
    state = ended("self-ask", peer)
    assert [call.role for call in state.calls] == ["follow-up", "answer"]
    assert state.verdict.outcome == "cannot_determine"


@pytest.mark.parametrize("policy", ["ircot", "self-ask"])
def test_a_peer_searches_no_more_than_the_budget(policy):
    peer = Peer(answer("vault Corvin", "E1"), reason=["Rain fell."], follow_up=["Did rain fall?"], read=["yes"])
    state = ended(policy, peer, max_queries=3)
    assert len(state.inquiries) == 3


def test_a_failed_follow_up_keeps_the_intermediate_answers_call():
    peer = Peer(
        answer("vault Corvin", "E1"), follow_up=["Did rain fall?", RuntimeError("no reply")], read=["it rained"]
    )
    state = ended("self-ask", peer)
    assert state.verdict.outcome == "error"
    assert [(call.role, call.error) for call in state.calls] == [
        ("follow-up", None),
        ("read", None),
        ("follow-up", "timeout"),
    ]


@pytest.mark.parametrize("policy", ["ircot", "self-ask"])
def test_peers_are_shown_the_vocabulary_that_our_query_policies_are(policy):
    peer = Peer(answer("vault Corvin", "E1"), reason=["Rain fell."], follow_up=["Did rain fall?"], read=["yes"])
    ended(policy, peer)
    assert peer.given[0][1].kinds.final == "signed final record"
