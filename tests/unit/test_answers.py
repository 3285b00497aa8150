"""Answer types, spans and normal forms; expected values worked out by hand."""

import pytest

from evidence.answers import AnswerType, answer_spans, answer_type, claimed_answer, normal_form, stands_in

VAULT = AnswerType("noun", "vault")
PEP = AnswerType("noun", "PEP")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which vault holds it?", VAULT),
        ("Who signed it?", AnswerType("person")),
        ("When was it signed?", AnswerType("date")),
        ("In which year was it signed?", AnswerType("date")),
        ("How many boxes are there?", AnswerType("number")),
        ("Where is it?", AnswerType("any")),
    ],
)
def test_the_question_word_tells_the_type(question, expected):
    assert answer_type(question) == expected


@pytest.mark.parametrize(
    ("text", "wanted", "spans"),
    [
        ("It lies in vault Orrin, not in the Corvin vault.", VAULT, ["vault Orrin", "vault Corvin"]),
        ("The vault is closed. Vault 12 is open.", VAULT, ["vault 12"]),
        ("See PEP 386, PEP-440 and PEP: 3333.", PEP, ["PEP 386", "PEP 440", "PEP 3333"]),
        ("Signed by Ada Lovelace on 3 May 1843.", AnswerType("date"), ["3 May 1843"]),
        ("Signed by Ada Lovelace on 3 May 1843.", AnswerType("person"), ["Ada Lovelace"]),
        ("There are 12 boxes.", AnswerType("number"), ["12"]),
    ],
)
def test_spans_fit_the_type(text, wanted, spans):
    assert answer_spans(text, wanted) == spans


@pytest.mark.parametrize("answer", ["vault Orrin", "the Orrin vault", "ORRIN", "Orrin Vault."])
def test_one_answer_has_one_normal_form(answer):
    assert normal_form(answer, VAULT) == "orrin"


def test_leading_zeros_make_no_difference():
    assert normal_form("PEP 0440", PEP) == normal_form("pep-440", PEP) == "440"


def test_an_answer_stands_in_a_text_at_word_boundaries_only():
    assert stands_in("vault Orrin", "put into the Orrin vault", VAULT)
    assert not stands_in("no", "I don't know", AnswerType("any"))
    assert not stands_in("vault", "put into the vault", VAULT)
    assert not stands_in("PEP 44", "PEP 440", PEP)


QUESTION = "Which vault holds the effects of Maren Tolliver?"


def test_a_page_claims_its_most_frequent_fitting_span():
    text = "They were never in vault Orrin.\nVault Corvin has them. It is the Corvin vault."
    assert claimed_answer(text.partition("\n")[2], QUESTION) == "vault Corvin"


def test_a_title_goes_before_the_text():
    text = "PEP 440 - Version Identification\nIt replaces PEP 386. PEP 386 was short."
    assert claimed_answer(text, "Which PEP describes versions?") == "PEP 440"


def test_what_the_question_names_is_no_answer():
    assert claimed_answer("PEP 386 says so.", "Which PEP supersedes PEP 386?") == ""
