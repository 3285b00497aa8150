"""Evidence policies: what they read, and how an invalid one is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.errors import InputError
from evidence.policy import load_policy, parse_policy

METADATA = b"""
name: docs
trust: metadata
attested: [status, number, next, title]
rules:
  - by: metadata
    role: final
    where: {status: [Final, Active]}
    record_id: {field: number, pattern: 'no-0*(\\d+)', prefix: 'Doc '}
    subject: {field: title}
    links_to: {field: next, prefix: 'Doc '}
  - by: text
    role: final
    match: 'hear ye'
    record_id: 'id (\\w+)'
"""


def test_a_metadata_rule_reads_id_subject_and_links():
    record = parse_policy(METADATA, "t").read(
        "", {"status": "final", "number": "no-0012", "next": [7, "8"], "title": "On wheels"}
    )
    assert record.record_id == "Doc 12"
    assert record.subject == "On wheels"
    assert record.links_to == ("Doc 7", "Doc 8")
    assert record.attested_by == "metadata"


def test_a_record_with_a_link_is_a_bridge_whatever_its_status_says():
    policy = parse_policy(METADATA, "t")
    assert policy.read("", {"status": "Final", "number": "no-1", "next": 2}).role == "bridge"
    assert policy.read("", {"status": "Final", "number": "no-1", "next": []}).role == "final"


@pytest.mark.parametrize(
    "metadata", [{}, {"status": "Draft", "number": "no-1"}, {"status": "Final"}, {"status": "Final", "number": "x"}]
)
def test_metadata_that_does_not_fit_is_no_record(metadata):
    assert parse_policy(METADATA, "t").read("", metadata) is None


def test_trust_names_the_weakest_reading_that_counts():
    text = "Hear ye: id 7"
    assert parse_policy(METADATA, "t").read(text, {}) is None
    assert parse_policy(METADATA.replace(b"trust: metadata", b"trust: text"), "t").read(text, {}).record_id == "7"


@pytest.mark.parametrize(
    ("text", "role", "record_id", "links"),
    [
        ("SIGNED FINAL RECORD\nRecord: A-1\nSubject: X", "final", "A-1", ()),
        ("Signed bridge record\nEntry: A-2\nGoverned by: Oak Rule", "bridge", "A-2", ("Oak Rule",)),
        ("signed storage record\nRule: Oak Rule\nIn vault 3.", "terminal", "Oak Rule", ()),
    ],
)
def test_the_text_rule_reads_the_papers_three_kinds(text, role, record_id, links):
    record = load_policy("signed-text").read(text, {})
    assert (record.role, record.record_id, record.links_to) == (role, record_id, links)


@pytest.mark.parametrize(
    "text", ["A signed final record will settle it.\nRecord: A-1", "SIGNED FINAL RECORD without an id", ""]
)
def test_the_text_rule_reads_nothing_else(text):
    assert load_policy("signed-text").read(text, {}) is None


@pytest.mark.parametrize(
    ("source", "words"),
    [
        (b"name: x\n  trust: [", ["line 2", "YAML"]),
        (b"- a list", ["mapping"]),
        (b"name: x\ntrust: text", ["rules", "required"]),
        (METADATA.replace(b"trust: metadata", b"trust: rumour"), ["trust", "metadata"]),
        (METADATA.replace(b"role: final", b"role: judge", 1), ["rules.0", "role"]),
        (METADATA.replace(b"'hear ye'", b"'hear (ye'"), ["rules.1", "match", "regular expression"]),
        (METADATA.replace(b"status, number", b"number"), ["rule 1", "status", "attested"]),
        (METADATA + b"    colour: red\n", ["colour"]),
        (b"\xff\xfe\x00", ["YAML"]),
    ],
    ids=["yaml", "list", "no rules", "trust", "role", "pattern", "unattested", "unknown key", "bytes"],
)
def test_an_invalid_policy_is_refused_with_field_and_reason(source, words):
    with pytest.raises(InputError) as error:
        parse_policy(source, "p.yaml")
    message = str(error.value)
    assert "p.yaml" in message
    assert "\n" not in message
    for word in words:
        assert word in message


def test_a_missing_policy_names_the_built_in_ones():
    with pytest.raises(InputError, match="signed-text"):
        load_policy("nowhere.yaml")


def test_a_runaway_pattern_is_stopped():
    policy = parse_policy(
        b"name: x\ntrust: text\nrules:\n  - {by: text, role: final, match: '(.*a){25}z', record_id: x}", "t"
    )
    with pytest.raises(InputError, match="simplify"):
        policy.read("a" * 200 + "bz", {})


field_values = st.text(st.characters(categories=["L", "N", "P"]), min_size=1, max_size=20)
headings = st.sampled_from([("SIGNED FINAL RECORD", "final"), ("Signed bridge record", "bridge")])


@given(headings, field_values, field_values, st.none() | field_values, st.text(max_size=60))
def test_a_record_is_read_back_field_by_field(heading, record_id, subject, link, body):
    onward = [f"Governed by: {link}"] if link else []
    text = "\n".join([heading[0], f"Record: {record_id}", f"Subject: {subject}", *onward, "", f"- {body!r}"])
    record = load_policy("signed-text").read(text, {})
    assert (record.record_id, record.subject) == (record_id, subject)
    assert record.links_to == ((link,) if link else ())
    assert record.role == ("bridge" if link else heading[1])


@given(st.text(max_size=200))
def test_no_text_breaks_the_text_rule(text):
    record = load_policy("signed-text").read(text, {})
    assert record is None or text.strip().casefold().startswith("signed")


@given(st.dictionaries(st.sampled_from(["status", "number", "next", "title"]), st.none() | st.text() | st.integers()))
def test_no_metadata_breaks_a_metadata_rule(metadata):
    record = parse_policy(METADATA, "t").read("", metadata)
    assert record is None or record.record_id.startswith("Doc ")
