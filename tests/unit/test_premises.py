"""Cross-examination: which premise is resolved next, and what a model's query gives way to."""

import pytest
from builders import COPY, QUESTION, TEXT_RULE, bridge, evidence_of, final, terminal

from evidence.premises import Case, cross_examine, most_decisive, objection, record_premises
from evidence.state import Candidate, Inquiry, Premise


def case(*texts, inquiries=(), candidates=()):
    return Case(QUESTION, evidence_of(*texts), candidates, inquiries, TEXT_RULE)


def model(query, decisiveness=0.9):
    return Premise(statement=query, query=query, decisiveness=decisiveness)


def asked(*queries):
    return tuple(Inquiry(round=n, query=query, returned=()) for n, query in enumerate(queries, 1))


def test_the_most_decisive_unresolved_premise_is_taken_and_the_first_of_equals():
    premises = [
        model("one", 0.5),
        model("two", 0.8),
        model("three", 0.8),
        Premise(statement="x", query="settled", decisiveness=1.0, status="supported"),
        model("", 1.0),
    ]
    assert most_decisive(premises).query == "two"
    assert most_decisive([]) is None


def test_an_open_link_is_fully_decisive_and_asks_for_the_target_by_id_and_kind():
    (premise,) = record_premises(case(bridge()))
    assert (premise.query, premise.decisiveness) == ("Amberlight Rule signed storage record", 1.0)
    assert premise.proposed_by == "rule"


def test_a_missing_record_is_asked_for_in_the_policys_vocabulary():
    queries = [premise.query for premise in record_premises(case(COPY))]
    assert queries == [
        "maren tolliver signed final record bridge",
        "maren tolliver signed final record",
        "maren tolliver signed bridge record",
    ]
    assert all(premise.decisiveness < 1 for premise in record_premises(case(COPY)))


def test_a_question_that_names_no_subject_leaves_no_record_to_ask_for():
    nameless = case(COPY)._replace(question="Which vault?")
    assert record_premises(nameless) == ()
    assert cross_examine([], nameless, stop=False).premise is None


def test_nothing_is_open_once_a_chain_stands():
    assert record_premises(case(bridge(), terminal())) == ()


def test_an_open_link_goes_before_the_models_premise():
    choice = cross_examine([model("Maren Tolliver estate papers", 1.0)], case(bridge()), stop=False)
    assert choice.premise.query == "Amberlight Rule signed storage record"


def test_decoy_bridges_do_not_spend_the_budget():
    decoys = [bridge(subject="Jon Pell", rule="Cinder Rule", record="HV-8")]
    decoys.append(bridge(subject="Ada Bray", rule="Flint Rule", record="HV-9"))
    choice = cross_examine([], case(*decoys, bridge()), stop=False)
    assert choice.premise.query == "Amberlight Rule signed storage record"


@pytest.mark.parametrize(
    ("query", "why"),
    [
        (QUESTION, "repeats the question"),
        ("effects of Maren Tolliver holds which the vault", "repeats the question"),
        ("tolliver MAREN registrar", "repeats an earlier query"),
        ("Maren Tolliver vault Corvin papers", "claimed answer"),
        ("registrar papers of Hale", "no word of the subject"),
        ("?!", "no word"),
    ],
)
def test_a_query_that_cannot_help_gives_way(query, why):
    assert why in objection(query, case(COPY, inquiries=asked("Maren Tolliver registrar")))


def test_a_candidate_named_by_the_model_counts_as_a_claimed_answer():
    made = case(final(), candidates=(Candidate(answer="vault Dace"),))
    assert "claimed answer" in objection("vault Dace inventory", made)


def test_once_a_record_about_the_subject_is_there_a_query_need_not_name_it():
    assert objection("Amberlight Rule", case(bridge())) == ""


def test_what_was_set_aside_is_noted():
    choice = cross_examine([model(QUESTION)], case(COPY), stop=False)
    assert choice.premise.query == "maren tolliver signed final record bridge"
    assert "repeats the question" in choice.note


def test_it_stops_when_every_premise_was_asked_and_says_so():
    done = asked(*(premise.query for premise in record_premises(case(COPY))))
    choice = cross_examine([model("signed final record Tolliver Maren")], case(COPY, inquiries=done), stop=False)
    assert choice.premise is None
    assert "asked already" in choice.note


def test_a_wish_to_stop_gives_way_while_a_record_is_missing_and_stands_otherwise():
    assert cross_examine([], case(bridge()), stop=True).premise.query == "Amberlight Rule signed storage record"
    assert cross_examine([model("more")], case(final()), stop=True).premise is None
