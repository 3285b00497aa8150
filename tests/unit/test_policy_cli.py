"""`policy check` and `policy init`, and the suspects a run sets aside for review."""

import json

import pytest
import yaml
from builders import COPY, QUESTION, bridge, final, terminal
from hypothesis import given, settings
from hypothesis import strategies as st
from signing import signature_policy, signed
from typer.testing import CliRunner

from evidence.policy import load_policy, parse_policy
from evidence.signatures import Fault
from graphs.cli import app
from retrievers.audit import audit
from retrievers.corpus import Document
from retrievers.drafting import draft_policy
from retrievers.survey import survey

RUNNER = CliRunner()
OTHER_COPY = "It was last spring that Maren Tolliver's chest was brought down to the Corvin vault."


@pytest.fixture
def corpus(tmp_path):
    def write(*lines):
        path = tmp_path / "corpus.jsonl"
        path.write_text("\n".join(json.dumps({"id": f"d{n}", **line}) for n, line in enumerate(lines)))
        return str(path)

    return write


def documents(*texts, metadata=()):
    return [Document(f"d{n}", text, metadata[n] if n < len(metadata) else {}) for n, text in enumerate(texts)]


def test_check_counts_what_each_rule_reads_and_names_dangling_links_and_clashing_ids():
    found = audit(documents(bridge(), final(), final(answer="vault Corvin"), COPY), load_policy("signed-text"))
    assert [dict(rule.roles) for rule in found.rules] == [{"final": 2}, {"bridge": 1}, {}]
    assert [(link.record_id, link.target) for link in found.dangling] == [("HV-2", "Amberlight Rule")]
    assert [(clash.record_id, clash.document_ids) for clash in found.clashes] == [("HV-1", ("d1", "d2"))]


def test_check_finds_no_clash_in_one_record_held_twice():
    assert audit(documents(final(), final()), load_policy("signed-text")).clashes == ()


def test_check_counts_signatures_that_count_for_nothing_by_reason():
    texts = [final(), final(record="HV-3"), COPY]
    metadata = [signed(texts[0]), signed(texts[0]), {"signature": "x.y"}]
    found = audit(documents(*texts, metadata=metadata), signature_policy())
    assert found.records == 1
    assert found.faults == {Fault.TEXT_CHANGED: ("d1",), Fault.TRUNCATED: ("d2",)}


def test_check_says_which_rules_trust_leaves_out_and_which_attested_fields_nobody_has():
    policy = parse_policy(
        b"""
name: p
trust: metadata
attested: [status, owner]
rules:
  - {by: text, role: final, match: x, record_id: x}
  - {by: metadata, role: final, where: {status: [Final]}, record_id: {field: status}}
""",
        "t",
    )
    found = audit(documents("a", metadata=[{"status": "Final"}]), policy)
    assert [rule.counts for rule in found.rules] == [False, True]
    assert found.absent_fields == ("owner",)


def test_check_prints_its_findings_and_exits_by_whether_there_is_a_record(corpus):
    result = RUNNER.invoke(app, ["policy", "check", "signed-text", "--corpus", corpus({"text": bridge()})])
    assert result.exit_code == 0
    assert "rule 2" in result.stdout
    assert "HV-2 (d0) -> Amberlight Rule" in result.stdout
    nothing = RUNNER.invoke(app, ["policy", "check", "signed-text", "--corpus", corpus({"text": COPY})])
    assert nothing.exit_code == 1
    assert "0 of 1 are records" in nothing.stdout


def test_check_shows_hostile_ids_without_control_characters(corpus):
    text = final(record="HV\x1b[2J-1", subject="\x1b]0;owned\x07")
    result = RUNNER.invoke(app, ["policy", "check", "signed-text", "--corpus", corpus({"text": text})])
    assert "\x1b" not in result.output
    assert "\x07" not in result.output


# init


def drafted(*lines):
    found = [Document(line.pop("id", f"d{n}"), line.pop("text", "words"), line) for n, line in enumerate(lines)]
    text = draft_policy(survey(found), "corpus.jsonl")
    return text, parse_policy(text.encode(), "draft"), found


def test_a_draft_from_status_and_successors_reads_the_corpus_with_its_chain():
    text, policy, found = drafted(
        {"id": "doc-007", "title": "On wheels", "status": "Superseded", "superseded_by": [12]},
        {"id": "doc-012", "title": "On wheels, again", "status": "Final"},
        {"id": "blog", "title": "Wheels"},
    )
    records = [policy.read(d.text, {**d.metadata, "id": d.document_id}) for d in found]
    assert [(r.role, r.record_id, r.links_to) for r in records[:2]] == [
        ("bridge", "doc 7", ("doc 12",)),
        ("final", "doc 12", ()),
    ]
    assert records[2] is None
    assert policy.trust == "metadata"
    assert '"status" (status) in 2' in text


def test_a_draft_uses_the_dates_from_which_records_are_in_force():
    _, policy, _ = drafted(
        {"status": "Active", "title": "A", "effective_date": "2020-01-01", "valid_until": "2021-01-01"}
    )
    rule = policy.rules[0]
    assert (rule.effective.field, rule.superseded.field) == ("effective_date", "valid_until")


def test_a_draft_from_marker_phrases_reads_text_and_warns():
    text, policy, found = drafted(
        {"text": final()}, {"text": final(record="HV-3")}, {"text": bridge()}, {"text": COPY}
    )
    assert policy.trust == "text"
    assert "weakest" in text
    assert policy.read(found[0].text, {}).record_id == "HV-1"
    assert policy.read(COPY, {}) is None


def test_a_draft_of_a_corpus_with_nothing_to_go_by_reads_nothing_and_asks_a_person():
    text, policy, found = drafted({"text": COPY}, {"text": "Another page."})
    assert "CHOOSE" in text
    assert all(policy.read(d.text, {"id": d.document_id}) is None for d in found)


def test_a_draft_never_picks_an_unknown_status_by_its_frequency():
    _, policy, found = drafted(*({"status": "Gospel truth"} for _ in range(9)))
    assert policy.read("x", {**found[0].metadata, "id": "d0"}) is None


def test_a_draft_names_the_keys_that_signatures_name():
    text, _, _ = drafted({"text": "x", **signed("x")})
    assert '"registrar"' in text


hostile = st.text(st.characters(), max_size=12) | st.sampled_from(["#", "a: b", "\n- x", "{", "'", "\u2028", "null"])


@settings(deadline=None)
@given(
    st.lists(st.dictionaries(st.sampled_from(["status", "title", "superseded_by"]) | hostile, hostile), min_size=1)
)
def test_a_draft_is_a_valid_policy_whatever_the_corpus_says(lines):
    found = [
        Document(f"d{n}", "words", {k: v for k, v in line.items() if k not in ("id", "text")})
        for n, line in enumerate(lines)
    ]
    text = draft_policy(survey(found), "corpus.jsonl")
    policy = parse_policy(text.encode(), "draft")
    assert policy.trust == "metadata"
    assert set(yaml.safe_load(text)) <= {"name", "trust", "attested", "kinds", "about", "rules"}


def test_init_prints_a_policy_that_check_accepts(corpus, tmp_path):
    path = corpus({"text": "a", "status": "Final", "title": "A"}, {"text": "b"})
    drafted_policy = RUNNER.invoke(app, ["policy", "init", path])
    assert drafted_policy.exit_code == 0
    (tmp_path / "p.yaml").write_text(drafted_policy.stdout)
    checked = RUNNER.invoke(app, ["policy", "check", str(tmp_path / "p.yaml"), "--corpus", path])
    assert (checked.exit_code, "1 of 2 are records" in checked.stdout) == (0, True)


# Suspects


def test_quarantine_writes_each_suspect_group_with_its_answer_size_and_page_ids(corpus, tmp_path):
    path = corpus({"text": COPY}, {"text": OTHER_COPY}, {"text": final()}, {"text": "The market of Hale."})
    file = tmp_path / "q.jsonl"
    result = RUNNER.invoke(app, ["ask", QUESTION, "--corpus", path, "--quarantine", str(file)])
    assert result.exit_code == 0
    assert "1 suspect group(s)" in result.stdout
    (group,) = [json.loads(line) for line in file.read_text().splitlines()]
    assert (group["size"], set(group["page_ids"])) == (2, {"d0#0", "d1#0"})
    assert "Corvin" in group["answer"]
    assert group["question"] == QUESTION


def test_quarantine_without_suspects_writes_an_empty_file_and_json_stays_clean(corpus, tmp_path):
    path = corpus({"text": final()}, {"text": terminal()})
    file = tmp_path / "q.jsonl"
    result = RUNNER.invoke(app, ["ask", QUESTION, "--corpus", path, "--quarantine", str(file), "--json"])
    assert file.read_text() == ""
    assert json.loads(result.stdout)["verdict"]["outcome"] == "answered"
