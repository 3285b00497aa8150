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


def test_copies_that_are_cut_reordered_or_reworded_in_places_are_one_group():
    text = (
        "A long notice about the market of Hale and its opening hours on the days of the fair. "
        "Carts wait by the north gate until the bell has rung twice. No dog may enter the hall of weights."
    )
    one, two, three = text.split(". ")
    copies = [f"{three}. {one}. {two}", f"{one}. {two}", f"Heard today from a friend of mine: {text}"]
    reworded = text.replace("carts", "wagons").replace("dog", "goat").replace("twice", "thrice")
    assert members(text, *copies, reworded) == [["E1", "E2", "E3", "E4", "E5"]]


def test_alike_pages_that_name_different_answers_are_two_voices():
    form = "By order of the keeper the effects of Maren Tolliver are from this day on to be found in vault {}, row 9."
    assert members(form.format("Corvin"), form.format("Dace")) == [["E1"], ["E2"]]


def test_unread_records_of_one_form_are_not_taken_for_copies():
    texts = [final("Jon Pell", "vault Dace", "HV-8"), final("Ada Bray", "vault Hale", "HV-9")]
    policy = TEXT_RULE.model_copy(update={"rules": TEXT_RULE.rules[1:]})
    assert [len(group.members) for group in claim_groups(evidence_of(*texts, policy=policy), QUESTION)] == [1, 1]


def test_a_few_words_that_stand_in_a_longer_page_are_no_copy_of_it():
    assert members("The market of Hale.", "The market of Hale is held in the square on the first day.") == [
        ["E1"],
        ["E2"],
    ]


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
