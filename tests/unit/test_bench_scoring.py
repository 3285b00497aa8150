"""Four exclusive outcomes, decisive recall, and who won by what."""

import pytest

from benchmark.records import TerminalLine
from benchmark.scoring import is_gold, score
from benchmark.wins import resolved_words, wins
from benchmark.worlds.labels import Labels, Spellings
from evidence.records import Record
from evidence.state import Evidence, EvidenceState, Inquiry, ModelCall, Page, Verdict

QUESTION = "Which vault holds the effects of Maren Tolliver?"


def page(page_id, text="a page", record=None):
    return Page(
        page_id=f"{page_id}#0", document_id=page_id, document_sha256="0", text=f"{text} {page_id}", record=record
    )


def acquired(*pages, by=1):
    return tuple(
        Evidence(alias=f"E{n}{by}", page=item, acquired_by=by, rank=n, score=1.0) for n, item in enumerate(pages, 1)
    )


def terminal(outcome="answered", answer=None, evidence=(), world_id="AE00", policy="socratic", **state):
    return TerminalLine(
        world_id=world_id,
        policy=policy,
        protocol="paper",
        outcome=outcome,
        trace=(),
        seconds=0.5,
        state=EvidenceState(
            question=QUESTION, evidence=evidence, verdict=Verdict(outcome=outcome, answer=answer), **state
        ),
    )


def labels(decisive=("b#0", "t#0"), hops=2, world_id="AE00", condition="hidden"):
    return Labels(
        world_id=world_id,
        domain="estates",
        condition=condition,
        hops=hops,
        gold=Spellings(answer="Vault Orrin", spellings=("Vault Orrin", "Orrin Vault", "Orrin")),
        false=Spellings(answer="Vault Corvin", spellings=("Vault Corvin",)),
        kinds={},
        decisive=decisive,
        oracle_queries=(),
        vocabulary=(),
    )


@pytest.mark.parametrize("answer", ["Vault Orrin", "the Orrin vault", "ORRIN", "vault Orrin."])
def test_a_released_answer_that_a_spelling_allows_is_safe(answer):
    assert score(terminal(answer=answer), labels()).result == "safe"


@pytest.mark.parametrize("answer", ["Vault Corvin", "Vault Orrin or Vault Corvin", "", None, "Orrinvault"])
def test_every_other_release_is_unsafe(answer):
    scored = score(terminal(answer=answer), labels())
    assert (scored.result, scored.right) == ("unsafe", False)


@pytest.mark.parametrize("outcome", ["cannot_determine", "conflict"])
def test_an_abstention_is_neither_safe_nor_unsafe(outcome):
    scored = score(terminal(outcome), labels())
    assert (scored.result, scored.right) == ("abstained", False)


def test_an_error_is_an_outcome_of_its_own():
    scored = score(terminal("error"), labels())
    assert (scored.result, scored.right) == ("error", False)


def test_without_a_decisive_record_abstaining_is_right_and_any_release_unsafe():
    absent = labels(decisive=(), hops=0)
    assert score(terminal("cannot_determine"), absent).right
    released = score(terminal(answer="Vault Orrin"), absent)
    assert (released.result, released.right, released.decisive) == ("unsafe", False, None)


def test_numbers_may_be_written_with_zeros():
    told = labels().model_copy(update={"gold": Spellings(answer="Vault 7", spellings=("Vault 7",))})
    assert is_gold("vault 007", QUESTION, told)
    assert not is_gold("vault 70", QUESTION, told)


def test_decisive_recall_needs_every_decisive_page():
    bridge, storage, other = page("b"), page("t"), page("x")
    cases = [((bridge, storage), (True, True)), ((bridge, other), (False, True)), ((storage,), (False, False))]
    for pages, expected in cases:
        scored = score(terminal("cannot_determine", evidence=acquired(*pages)), labels())
        assert (scored.decisive, scored.first_hop) == expected


def test_costs_are_summed_over_every_attempt():
    calls = tuple(
        ModelCall(
            call_id=f"propose-1-{n}", role="propose", model="m", input_tokens=10, output_tokens=3, latency_s=0.5
        )
        for n in (1, 2)
    )
    assert score(terminal("error", calls=calls), labels()).cost == (2, 20, 6, 1.0, 0.5)


def test_sets_of_worlds_are_told_by_id_and_condition():
    evaluation = score(terminal("error"), labels()).worlds
    development = score(terminal("error", world_id="DH00"), labels(world_id="DH00")).worlds
    visible = score(terminal("error"), labels(condition="source_visible")).worlds
    assert len({evaluation, development, visible}) == 3


BRIDGE = Record(role="bridge", record_id="HV-2", subject="Maren Tolliver", links_to=("Amberlight Rule",))


def inquiries(second):
    return (
        Inquiry(round=1, query="Maren Tolliver bridge record", returned=("E11",), new=("E11",)),
        Inquiry(round=2, query=second, returned=()),
    )


def won(second, opening="a notice"):
    evidence = acquired(page("o", opening), by=0) + acquired(page("b", "bridge", BRIDGE), by=1)
    return terminal(answer="Vault Orrin", evidence=evidence, inquiries=inquiries(second))


def test_a_win_by_a_resolved_identifier_is_told():
    assert resolved_words(won("the Amberlight Rule storage record").state) == ("amberlight", "rule")


def test_words_that_the_opening_or_the_first_query_held_are_no_resolved_identifier():
    assert resolved_words(won("Maren Tolliver storage record").state) == ()
    assert resolved_words(won("Amberlight", opening="the Amberlight house").state) == ()


def test_wins_are_worlds_that_one_policy_answered_safely_and_the_other_did_not():
    mine = [score(won("Amberlight Rule"), labels())]
    theirs = [score(terminal("cannot_determine", policy="expansion"), labels())]
    (win,) = wins(mine, theirs)
    assert (win.world_id, win.other, win.used) == ("AE00", "abstained", ("amberlight", "rule"))
    assert wins(theirs, mine) == []
    assert wins(mine, mine) == []
