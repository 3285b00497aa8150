"""Copies count as one voice; records are in no group."""

from builders import COPY, QUESTION, TEXT_RULE, bridge, evidence_of, final, terminal

from evidence.groups import claim_groups, suspects
from evidence.view import views

OTHER_WORDS = "It was last spring that Tolliver's chest went down to the Corvin vault, under guard."
RIVAL = "Maren Tolliver left it all in vault Dace."


def members(*texts):
    return [[item.alias for item in group.members] for group in claim_groups(evidence_of(*texts), QUESTION)]


def test_pages_that_claim_one_answer_are_one_group_whatever_their_wording():
    assert members(COPY, RIVAL, OTHER_WORDS) == [["E1", "E3"], ["E2"]]


def test_near_duplicates_without_an_answer_are_one_group():
    text = "A long notice about the market of Hale and its opening hours on the days of the fair"
    assert members(text, f"{text} again") == [["E1", "E2"]]


def test_pages_about_something_else_are_not_grouped_by_what_they_name():
    assert members("Jon Pell paid for vault Corvin.", "The roof of vault Corvin leaks in winter.") == [["E1"], ["E2"]]


def test_records_are_in_no_group_even_when_they_share_their_form():
    texts = [final(), final(record="HV-3"), bridge(), terminal()]
    assert members(*texts) == []


def test_suspects_are_groups_of_two_or_more():
    groups = claim_groups(evidence_of(COPY, RIVAL, OTHER_WORDS), QUESTION)
    assert [[item.alias for item in group.members] for group in suspects(groups)] == [["E1", "E3"]]


def test_a_prompt_shows_one_of_the_copies_and_how_many_there_are():
    shown = views(evidence_of(COPY, RIVAL, OTHER_WORDS, final()), QUESTION, TEXT_RULE, collapse=True)
    assert [(view.alias, view.copies) for view in shown] == [("E1", 1), ("E2", 0), ("E4", 0)]
    assert len(views(evidence_of(COPY, OTHER_WORDS), QUESTION, TEXT_RULE, collapse=False)) == 2
