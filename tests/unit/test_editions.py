"""Editions of one record: the newest in force settles, older ones hand on to it, and the chain says so."""

import json
from datetime import date

import pytest
from builders import evidence_of
from hypothesis import given
from hypothesis import strategies as st
from signing import KEY, STRANGER, signature_policy, signed

from evidence.chain import open_links, settled, trails
from evidence.editions import newest_in_force
from evidence.policy import parse_policy
from evidence.records import Record
from evidence.release import admits
from evidence.rules import lies_under, read_date
from evidence.state import Draft
from retrievers.corpus import Document, pages_of

QUESTION = 'Who approves "travel expenses"?'


def policy(**changes):
    rule = {
        "by": "metadata",
        "role": "final",
        "where": {"type": ["policy"]},
        "record_id": {"field": "number"},
        "subject": {"field": "title"},
        "effective": {"field": "from"},
        "superseded": {"field": "until"},
        **changes,
    }
    data = {
        "name": "house",
        "trust": "metadata",
        "as_of": "2026-06-01",
        "attested": ["type", "number", "title", "from", "until", "of"],
        "rules": [rule],
    }
    return parse_policy(json.dumps(data).encode(), "t")


def edition(number, day, text="", **more):
    metadata = {"type": "policy", "number": number, "title": "Travel expenses", "from": day, **more}
    return Document(f"doc-{number}-{day}", text or f"Edition {number} of {day} says Ada Bray.", metadata)


def records(*documents, **changes):
    return [page.record for page in pages_of(documents, policy(**changes))]


def test_of_two_editions_in_force_the_older_hands_on_to_the_newest_and_the_newest_says_so():
    old, new = records(edition("TP-1", "2020-01-01"), edition("TP-2", "2024-01-01"))
    assert (old.role, old.links_to) == ("bridge", ("TP-2",))
    assert (new.role, new.replaces) == ("final", ("TP-1 of 2020-01-01",))


def test_an_edition_that_is_not_in_force_yet_is_no_record():
    old, new = records(edition("TP-1", "2020-01-01"), edition("TP-2", "2026-06-02"))
    assert old.role == "final"
    assert new is None


@pytest.mark.parametrize(
    ("until", "role"), [("", "final"), ("2026-06-02", "final"), ("2026-06-01", "bridge"), ("some day", "bridge")]
)
def test_a_superseded_record_settles_nothing_from_that_day_on(until, role):
    (record,) = records(edition("TP-1", "2020-01-01", until=until))
    assert record.role == role
    assert record.links_to == ()


def test_two_editions_of_one_day_disagree_openly():
    one, other = records(edition("TP-1", "2024-01-01"), edition("TP-2", "2024-01-01"))
    assert one.role == other.role == "final"


def test_editions_under_one_id_stay_apart():
    old, new = records(edition("TP", "2020-01-01"), edition("TP", "2024-01-01"))
    assert (old.record_id, old.links_to) == ("TP of 2020-01-01", ("TP",))
    assert new.record_id == "TP"


def test_records_without_a_date_are_no_editions():
    assert [r.role for r in records(edition("TP-1", ""), edition("TP-2", "2024-01-01"))] == ["final", "final"]


def test_a_series_field_tells_editions_whatever_their_titles():
    documents = [edition("1", "2020-01-01", of="travel", title="Expenses"), edition("2", "2024-01-01", of="travel")]
    assert [r.role for r in records(*documents)] == ["final", "final"]
    assert [r.role for r in records(*documents, series={"field": "of"})] == ["bridge", "final"]


def evidence(*documents, rule=None):
    from nodes.acquire import admit
    from retrievers.protocol import Hit

    return admit((), [Hit(page, 1, None) for page in pages_of(documents, rule or policy())], 0)


def test_the_verdicts_chain_names_the_older_edition_that_the_newest_replaced():
    found = evidence(
        edition("TP-1", "2020-01-01", "Travel expenses: Bela Cole approves."),
        edition("TP-2", "2024-01-01", "Travel expenses: Ada Bray approves."),
    )
    assert settled(found, QUESTION, policy())
    decision = admits(Draft(answer="Ada Bray", citations=("E1", "E2")), found, QUESTION, policy(), True)
    assert decision.chain.last.record.record_id == "TP-2"
    assert "replaces TP-1 of 2020-01-01" in decision.chain.chain.links[-1].note
    assert "2024-01-01" in decision.chain.chain.links[-1].note
    old = admits(Draft(answer="Bela Cole", citations=("E1", "E2")), found, QUESTION, policy(), True)
    assert old.chain is None


def test_an_older_edition_alone_in_evidence_leaves_its_link_open():
    pages = pages_of([edition("TP", "2020-01-01"), edition("TP", "2024-01-01")], policy())
    from nodes.acquire import admit
    from retrievers.protocol import Hit

    found = admit((), [Hit(pages[0], 1, None)], 0)
    assert [link.target for link in open_links(found, QUESTION, policy())] == ["TP"]
    assert trails(found, QUESTION, policy()) == ()


def test_a_retriever_that_cannot_see_the_corpus_still_lets_the_newest_in_evidence_win():
    rule = policy()
    documents = [edition("TP-1", "2020-01-01"), edition("TP-2", "2024-01-01")]
    texts = [document.text for document in documents]
    found = evidence_of(*texts, policy=rule, metadata=[document.metadata for document in documents])
    assert [trail.last.record.record_id for trail in trails(found, QUESTION, rule)] == ["TP-2", "TP-2"]


dated = st.builds(
    lambda number, day, series: Record(
        role="final", record_id=f"R{number}", effective=date(2020, 1, day), series=series, attested_by="metadata"
    ),
    st.integers(1, 3),
    st.integers(1, 4),
    st.sampled_from(["a", "b"]),
)


@given(st.lists(st.none() | dated, max_size=8))
def test_only_the_newest_of_a_series_settle_and_a_second_run_changes_nothing(given_records):
    result = newest_in_force(given_records)
    for before, after in zip(given_records, result, strict=True):
        if before is None:
            assert after is None
            continue
        newest = max(r.effective for r in given_records if r is not None and r.series == before.series)
        assert (after.role == "final") == (before.effective == newest)
    assert newest_in_force(result) == result


# Signed editions: a valid but superseded record replayed


TEXT = "The effects of Maren Tolliver lie in vault Corvin."
NEW = "The effects of Maren Tolliver lie in vault Orrin."


def signed_records(*metadata, rule=None):
    texts = [TEXT, NEW]
    documents = [Document(f"d{n}", texts[n], data) for n, data in enumerate(metadata)]
    return [page.record for page in pages_of(documents, rule or signature_policy(KEY, STRANGER))]


def test_a_replayed_old_record_hands_on_to_the_newer_one():
    old, new = signed_records(signed(TEXT, issued=date(2020, 1, 1)), signed(NEW, issued=date(2024, 1, 1)))
    assert (old.role, old.links_to) == ("bridge", ("HV-1",))
    assert new.role == "final"


@pytest.mark.parametrize("change", [{"subject": "Jon Pell"}, {"role": "terminal"}, {"record_id": "HV-9"}])
def test_a_signed_record_replaces_none_of_another_subject_role_or_id(change):
    newer = signed(NEW, STRANGER, issued=date(2024, 1, 1), **change)
    old, _ = signed_records(signed(TEXT, issued=date(2020, 1, 1)), newer)
    assert old.role == "final"


def test_a_signer_that_may_not_attest_the_subject_replaces_nothing():
    rule = signature_policy(
        KEY, STRANGER, signers=[{"key": "registrar"}, {"key": "stranger", "subjects": ["Jon Pell"]}]
    )
    old, new = signed_records(
        signed(TEXT, issued=date(2020, 1, 1)), signed(NEW, STRANGER, issued=date(2024, 1, 1)), rule=rule
    )
    assert old.role == "final"
    assert new is None


# Sources and dates


@pytest.mark.parametrize(
    ("source", "allowed", "lies"),
    [
        ("https://peps.python.org/pep-0440/", "https://peps.python.org", True),
        ("HTTPS://PEPS.python.org/pep-0440/", "https://peps.python.org/", True),
        ("http://peps.python.org/pep-0440/", "https://peps.python.org", False),
        ("https://peps.python.org.evil.example/pep-0440/", "https://peps.python.org", False),
        ("https://peps.python.org@evil.example/", "https://peps.python.org", False),
        ("https://evil.example/https://peps.python.org/", "https://peps.python.org", False),
        ("https://evil.example/?https://peps.python.org/", "https://peps.python.org", False),
        ("https://peps.python.org:444/", "https://peps.python.org", False),
        ("registry/2024/a.md", "registry", True),
        ("registry-copy/a.md", "registry", False),
        ("uploads/registry/a.md", "registry", False),
        ("registry/../uploads/a.md", "registry", False),
        ("registry/%2e%2e/uploads/a.md", "registry", False),
        ("registry\\..\\uploads\\a.md", "registry", False),
        ("https://[", "registry", False),
    ],
)
def test_a_source_is_allowed_only_in_its_place(source, allowed, lies):
    assert lies_under(source, allowed) is lies


def test_a_source_rule_reads_its_parts_off_the_allowed_documents_text():
    rule = parse_policy(
        b"""
name: registry
trust: metadata
attested: [id]
rules:
  - by: source
    role: final
    field: id
    allow: [registry/]
    record_id: {text: '(?m)^Entry: (.+)$'}
    subject: {text: '(?m)^About: (.+)$'}
    effective: {text: '(?m)^From: (.+)$'}
""",
        "t",
    )
    text = "Entry: R 7\nAbout: Maren Tolliver\nFrom: 3 May 2024\nVault Orrin."
    record = rule.read(text, {"id": "registry/a.md"})
    assert (record.record_id, record.subject, record.attested_by) == ("R 7", "Maren Tolliver", "metadata")
    assert record.effective == date(2024, 5, 3)
    assert rule.read(text, {"id": "uploads/a.md"}) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-05-03", date(2024, 5, 3)),
        ("2024-05-03T10:00:00Z", date(2024, 5, 3)),
        ("03-May-2024", date(2024, 5, 3)),
        ("May 3, 2024", date(2024, 5, 3)),
        ("03/05/2024", None),
        ("soon", None),
    ],
)
def test_dates_are_read_in_forms_that_mean_one_day(text, day):
    assert read_date(text) == day
