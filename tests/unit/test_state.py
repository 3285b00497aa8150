"""Reducers are keyed and idempotent, and the best attested copy of a text is kept."""

from hypothesis import given
from hypothesis import strategies as st

from evidence.records import Record
from evidence.state import (
    Evidence,
    Inquiry,
    ModelCall,
    Page,
    evidence_key,
    merge_calls,
    merge_evidence,
    merge_inquiries,
)

RECORDS = [
    None,
    Record(role="final", record_id="R1", attested_by="text"),
    Record(role="final", record_id="R1", attested_by="metadata"),
]


@st.composite
def items(draw):
    number = draw(st.integers(1, 6))
    page = Page(
        page_id=f"p{draw(st.integers(0, 9))}#0",
        document_id="d",
        document_sha256="0",
        text=draw(st.sampled_from(["one", "two", "three"])),
        metadata={"site": draw(st.sampled_from(["a", "b"]))},
        record=draw(st.sampled_from(RECORDS)),
    )
    return Evidence(alias=f"E{number}", page=page, acquired_by=0, rank=1, score=None)


evidence_lists = st.lists(items(), max_size=8).map(tuple)


@given(evidence_lists, evidence_lists)
def test_merging_evidence_twice_changes_nothing(old, new):
    once = merge_evidence(merge_evidence((), old), new)
    assert merge_evidence(once, new) == once
    assert merge_evidence(once, once) == once


@given(evidence_lists)
def test_every_text_stays_and_no_key_stands_twice(new):
    merged = merge_evidence((), new)
    assert {item.page.text for item in merged} == {item.page.text for item in new}
    keys = [evidence_key(item.page) for item in merged]
    assert len(keys) == len(set(keys))


@given(evidence_lists)
def test_a_text_keeps_its_first_alias(new):
    merged = merge_evidence((), new)
    for text in {item.page.text for item in new}:
        first = next(item.alias for item in new if item.page.text == text)
        assert first in [item.alias for item in merged if item.page.text == text]


def item(alias, text, record=None, **metadata):
    page = Page(
        page_id=f"{alias}#0", document_id=alias, document_sha256=alias, text=text, metadata=metadata, record=record
    )
    return Evidence(alias=alias, page=page, acquired_by=0, rank=1, score=None)


def test_an_unsigned_copy_that_arrives_first_gives_way_to_the_attested_original():
    copy, original = item("E1", "same", site="mirror"), item("E2", "same", RECORDS[2], status="Final")
    (kept,) = merge_evidence((copy,), (original,))
    assert kept.page == original.page
    assert kept.alias == "E1"


def test_an_unsigned_copy_that_arrives_later_is_dropped():
    original, copy = item("E1", "same", RECORDS[2], status="Final"), item("E2", "same", site="mirror")
    assert merge_evidence((original,), (copy,)) == (original,)


def test_equal_texts_of_different_sites_both_stay():
    assert len(merge_evidence((item("E1", "same", site="a"),), (item("E2", "same", site="b"),))) == 2


def test_the_order_of_metadata_fields_makes_no_difference():
    one = item("E1", "same", a=1, b=2)
    other = Evidence(
        alias="E2", page=one.page.model_copy(update={"metadata": {"b": 2, "a": 1}}), acquired_by=0, rank=1, score=0
    )
    assert merge_evidence((one,), (other,)) == (one,)


@given(st.lists(st.integers(1, 4), max_size=6), st.lists(st.integers(1, 4), max_size=6))
def test_inquiries_are_one_a_round_in_order(old_rounds, new_rounds):
    old = tuple(Inquiry(round=n, query="old") for n in old_rounds)
    new = tuple(Inquiry(round=n, query="new") for n in new_rounds)
    merged = merge_inquiries(old, new)
    assert [inquiry.round for inquiry in merged] == sorted({*old_rounds, *new_rounds})
    assert all(inquiry.query == "new" for inquiry in merged if inquiry.round in new_rounds)
    assert merge_inquiries(merged, new) == merged


def test_calls_are_kept_once_each():
    calls = tuple(ModelCall(call_id=f"propose-{n}-1", role="propose", model="m") for n in (1, 2))
    assert merge_calls(calls, calls) == calls
