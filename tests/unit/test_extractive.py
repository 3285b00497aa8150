"""The embedded backbone reads spans and the policy's vocabulary, and nothing else."""

from builders import COPY, QUESTION, TEXT_RULE, bridge, evidence_of, final, terminal

from backbones.contracts import (
    CONCLUDE,
    CONSOLIDATE,
    FOLLOW_UP,
    JUDGE,
    KEYWORDS,
    MEMORY,
    READ,
    REASON,
    RECALL,
    WEIGH,
    Given,
)
from backbones.extractive import ExtractiveBackbone
from evidence.answers import CANNOT_DETERMINE, UNKNOWN
from evidence.state import Inquiry
from evidence.view import View, views

BACKBONE = ExtractiveBackbone()
KINDS = TEXT_RULE.kinds


def shown(*texts):
    return views(evidence_of(*texts), QUESTION, TEXT_RULE, collapse=False)


def test_candidates_are_the_pages_claims_with_one_more_for_what_no_page_names():
    result = BACKBONE.propose(QUESTION, shown(COPY, "Maren Tolliver: vault Dace."), [], KINDS).result
    assert [(c.answer, c.supported_by) for c in result.candidates] == [
        ("vault Corvin", ["E1"]),
        ("vault Dace", ["E2"]),
    ]
    result = BACKBONE.propose(QUESTION, shown(COPY), [], KINDS).result
    assert [c.answer for c in result.candidates] == ["vault Corvin", "another answer"]


def test_without_a_record_it_seeks_one_in_the_policys_words():
    result = BACKBONE.propose(QUESTION, shown(COPY), [], KINDS).result
    assert result.premises[0].query == "Maren Tolliver signed final record bridge"


def test_a_name_that_a_page_about_the_subject_brought_is_the_next_premise():
    page = View(alias="E2", text=f"{bridge()} The Amberlight Rule holds.", acquired_by=1)
    inquiry = Inquiry(round=1, query="x", returned=("E2",), new=("E2",))
    result = BACKBONE.propose(QUESTION, [*shown(COPY), page], [inquiry], KINDS).result
    assert result.premises[0].query.startswith("Amberlight Rule")


def test_a_name_in_a_page_about_something_else_is_not():
    page = View(alias="E2", text=bridge(subject="Jon Pell"), acquired_by=1)
    inquiry = Inquiry(round=1, query="x", returned=("E2",), new=("E2",))
    result = BACKBONE.propose(QUESTION, [*shown(COPY), page], [inquiry], KINDS).result
    assert "Amberlight" not in result.premises[0].query


def test_it_answers_from_a_final_record_about_the_subject():
    reply = BACKBONE.answer(QUESTION, shown(COPY, final()), KINDS).result
    assert (reply.answer, reply.citations) == ("vault Orrin", ["E2"])


def test_it_answers_from_a_storage_record_that_a_bridge_shares_a_name_with():
    reply = BACKBONE.answer(QUESTION, shown(COPY, terminal(), bridge()), KINDS).result
    assert (reply.answer, reply.citations) == ("vault Orrin", ["E3", "E2"])


def test_it_follows_bridge_after_bridge():
    middle = bridge(subject="a rule", record="Rule One", rule="Rule Two")
    texts = (
        COPY,
        terminal(rule="Rule Two"),
        middle,
        bridge(rule="Rule One"),
        terminal(rule="Cinder Rule", answer="x"),
    )
    reply = BACKBONE.answer(QUESTION, shown(*texts), KINDS).result
    assert (reply.answer, reply.citations) == ("vault Orrin", ["E4", "E3", "E2"])


def test_it_does_not_answer_from_copies_nor_from_another_subjects_record():
    for texts in [(COPY, COPY + "!"), (final(subject="Jon Pell"),), (bridge(), terminal(rule="Cinder Rule"))]:
        reply = BACKBONE.answer(QUESTION, shown(*texts), KINDS).result
        assert reply.answer == CANNOT_DETERMINE


def test_expansion_keeps_the_question_and_adds_feedback_terms():
    reply = BACKBONE.expand(QUESTION, shown(COPY, final()), [], KINDS).result
    words = reply.query.split()
    assert words[:5] == ["vault", "holds", "effects", "maren", "tolliver"]
    assert len(words) > 8


def test_every_call_is_recorded_with_zero_tokens_and_the_same_input_gives_the_same_reply():
    first, second = (BACKBONE.propose(QUESTION, shown(COPY, final()), [], KINDS) for _ in range(2))
    assert first == second
    (call,) = first.calls
    assert (call.role, call.model, call.input_tokens, call.output_tokens) == ("propose", "extractive", 0, 0)


def said(task, *texts, question=QUESTION, **given):
    return BACKBONE.read(task, Given(question, shown(*texts), **given)).result


def test_a_plain_reader_takes_what_most_pages_claim_and_records_mean_nothing_to_it():
    assert said(READ, COPY, final()).text == "vault Corvin"
    assert said(READ, final(), COPY).text == "vault Orrin"
    assert said(READ, final(), COPY, COPY + "!").text == "vault Corvin"
    assert said(WEIGH, final(), COPY, COPY + "!").text == "vault Corvin"


def test_a_plain_reader_says_that_it_does_not_know_where_no_page_claims_an_answer():
    assert said(READ, "It rained on Maren Tolliver.").text == UNKNOWN
    assert said(READ).text == UNKNOWN


def test_a_plain_reader_joins_two_pages_that_say_nothing_alone():
    assert said(READ, bridge(), terminal()).text == "vault Orrin"
    assert said(READ, bridge()).text == said(READ, terminal()).text == UNKNOWN


def test_it_remembers_nothing():
    assert said(RECALL).text == said(MEMORY).text == UNKNOWN


def test_it_answers_from_keywords_by_the_first_that_fits_the_question():
    assert said(KEYWORDS, words=["Hale Tolliver", "vault Corvin", "vault Dace"]).text == "vault Corvin"
    assert said(KEYWORDS, words=["rain", "market"]).text == UNKNOWN
    assert said(KEYWORDS).text == UNKNOWN


def test_it_consolidates_claims_by_their_voices_and_concludes_from_the_first():
    notes = said(CONSOLIDATE, final(), COPY, COPY + "!").text
    assert notes.splitlines() == ["vault Corvin: says E2, E3", "vault Orrin: says E1"]
    assert said(CONCLUDE, notes=notes).text == "vault Corvin"
    assert said(CONCLUDE, notes=UNKNOWN).text == UNKNOWN


def test_answers_contradict_when_they_are_not_one_spelt_twice():
    judged = said(JUDGE, answers=["vault Corvin", "the Corvin vault", "vault Orrin"])
    assert [(pair.first, pair.second) for pair in judged.contradictions] == [(1, 3), (2, 3)]


def test_its_next_thought_is_a_sentence_shown_that_it_has_not_thought_yet():
    page = "Rain fell. The effects of Maren Tolliver were moved. Maren Tolliver was old."
    first = said(REASON, page).text
    assert first == "The effects of Maren Tolliver were moved."
    inquiry = Inquiry(round=1, query=first, returned=())
    assert said(REASON, page, inquiries=[inquiry]).text == "Maren Tolliver was old."


def test_its_thoughts_go_on_to_what_the_question_and_the_vocabulary_still_ask_for():
    page = "Maren Tolliver had many effects. A record of Tolliver will be signed. Tolliver had effects in Hale."
    first = Inquiry(round=1, query="Maren Tolliver had many effects.", returned=())
    assert said(REASON, page, kinds=KINDS).text == "Maren Tolliver had many effects."
    assert said(REASON, page, kinds=KINDS, inquiries=[first]).text == "A record of Tolliver will be signed."
    assert said(REASON, page, inquiries=[first]).text == "Tolliver had effects in Hale."


def test_a_sentence_that_answers_the_question_is_its_conclusion_and_no_step_before_it():
    assert said(REASON, f"{COPY} Rain fell.").text == "Rain fell."
    assert said(REASON, COPY).text == "So the answer is: vault Corvin"


def test_its_follow_ups_ask_for_the_record_then_for_the_name_that_came():
    assert said(FOLLOW_UP, COPY, kinds=KINDS).text == "What does the signed final record about Maren Tolliver say?"
    page = View(alias="E2", text=f"{bridge()} The Amberlight Rule holds.", acquired_by=1)
    inquiry = Inquiry(round=1, query="x", returned=("E2",), new=("E2",))
    given = Given(QUESTION, [*shown(COPY), page], [inquiry], KINDS)
    assert BACKBONE.read(FOLLOW_UP, given).result.text.startswith("What does Amberlight Rule")
