"""With hashes alone, a state keeps what scoring needs and no word of pages or of what models said."""

import hashlib

from builders import evidence_of

from benchmark.redaction import hashed, is_hashed, without_text
from evidence.state import (
    Candidate,
    Draft,
    EvidenceState,
    Inquiry,
    Premise,
    Refutation,
    Verdict,
)

MARK = "planted-marker"
PREMISE = Premise(statement=MARK, query=MARK, expected_discriminator=MARK)


def full():
    """A state with the marker wherever a page's or a model's words go."""
    return EvidenceState(
        question="Which vault?",
        evidence=evidence_of(f"A page. {MARK}", metadata=[{"title": MARK, "note": MARK}]),
        candidates=(Candidate(answer=MARK, supported_by=("E1",), necessary_premises=(MARK,)),),
        premises=(PREMISE,),
        inquiries=(
            Inquiry(
                round=1,
                premise=MARK,
                query=MARK,
                expected_discriminator=MARK,
                note=MARK,
                returned=("E1",),
                new=("E1",),
            ),
        ),
        draft=Draft(answer=MARK, citations=("E1",), residual_uncertainty=MARK),
        verdict=Verdict(
            outcome="answered",
            answer="vault Orrin",
            explanation=MARK,
            refuted=(Refutation(answer=MARK, why=MARK),),
            unresolved=(PREMISE,),
        ),
    )


def test_no_word_of_pages_or_replies_is_left_but_the_released_answer():
    state = without_text(full())
    assert MARK not in state.model_dump_json()
    assert state.verdict.answer == "vault Orrin"


def test_what_scoring_needs_is_left_as_it_was():
    before, after = full(), without_text(full())
    assert after.question == before.question
    assert [item.page.page_id for item in after.evidence] == [item.page.page_id for item in before.evidence]
    assert (after.inquiries[0].returned, after.inquiries[0].new) == (("E1",), ("E1",))
    assert after.draft.citations == ("E1",)


def test_a_hash_is_sha256_of_the_text_and_nothing_stays_nothing():
    assert hashed("x") == f"sha256:{hashlib.sha256(b'x').hexdigest()}"
    assert hashed("") == ""
    assert is_hashed(hashed("x"))
    assert not is_hashed("x")
