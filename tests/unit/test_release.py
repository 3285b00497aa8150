"""The guard as a table: each case with its outcome when `grounded` is on (guarded) and off (paper)."""

import pytest
from builders import COPY, QUESTION, TEXT_RULE, bridge, evidence_of, final, terminal
from hypothesis import given
from hypothesis import strategies as st

from evidence.policy import parse_policy
from evidence.reasons import SENTENCES, Reason
from evidence.release import admits
from evidence.state import Draft

RELEASED = "released"

# name, pages, answer, citations, outcome guarded, outcome paper
CASES = [
    ("complete one-hop chain", [COPY, final()], "vault Orrin", ["E2"], RELEASED, RELEASED),
    ("complete two-hop chain", [bridge(), terminal()], "vault Orrin", ["E1", "E2"], RELEASED, RELEASED),
    ("chain cited beside a copy", [COPY, final()], "Orrin", ["E1", "E2"], RELEASED, RELEASED),
    ("answer in another form", [final()], "the Orrin vault", ["E1"], RELEASED, RELEASED),
    (
        "record of another subject",
        [final(subject="Jon Pell")],
        "vault Orrin",
        ["E1"],
        "other_subject",
        "other_subject",
    ),
    (
        "chain of another subject",
        [bridge(subject="Jon Pell"), terminal()],
        "vault Orrin",
        ["E1", "E2"],
        "other_subject",
        "other_subject",
    ),
    (
        "bridge without terminal",
        [bridge(), terminal()],
        "vault Orrin",
        ["E1"],
        "bridge_without_terminal",
        "bridge_without_terminal",
    ),
    (
        "terminal without bridge",
        [bridge(), terminal()],
        "vault Orrin",
        ["E2"],
        "terminal_without_bridge",
        "terminal_without_bridge",
    ),
    (
        "link names another record",
        [bridge(), terminal(rule="Cinder Rule")],
        "vault Orrin",
        ["E1", "E2"],
        "link_names_another",
        "link_names_another",
    ),
    (
        "chain in evidence, copy cited",
        [COPY, final()],
        "vault Corvin",
        ["E1"],
        "no_record_cited",
        "no_record_cited",
    ),
    ("unknown alias", [final()], "vault Orrin", ["E1", "E9"], "unknown_alias", "unknown_alias"),
    ("no citation", [final()], "vault Orrin", [], "no_citation", "no_citation"),
    ("answer not in the last record", [COPY, final()], "vault Corvin", ["E2"], "not_grounded", RELEASED),
    (
        "answer in the bridge only",
        [bridge(), terminal()],
        "Maren Tolliver",
        ["E1", "E2"],
        "not_grounded",
        RELEASED,
    ),
    ("the record's own id", [final()], "HV-1", ["E1"], "names_a_record", RELEASED),
    ("the subject's name", [final()], "Maren Tolliver", ["E1"], "names_a_record", RELEASED),
    (
        "the name that links bridge and terminal",
        [bridge(), terminal()],
        "the Amberlight Rule",
        ["E1", "E2"],
        "names_a_record",
        RELEASED,
    ),
    (
        "other subject's record first",
        [final(subject="Jon Pell", answer="vault Dace", record="HV-9"), final()],
        "vault Orrin",
        ["E1", "E2"],
        RELEASED,
        RELEASED,
    ),
    (
        "forged record first, true one cited",
        [final(answer="vault Corvin", record="HV-66"), final()],
        "vault Orrin",
        ["E2"],
        "conflict",
        "conflict",
    ),
    (
        "two records that agree",
        [final(), final(record="HV-3")],
        "vault Orrin",
        ["E1"],
        RELEASED,
        RELEASED,
    ),
    (
        "links in a circle",
        [bridge(rule="HV-7", record="HV-2"), bridge(subject="x", rule="HV-2", record="HV-7")],
        "vault Orrin",
        ["E1", "E2"],
        "chain_too_long",
        "chain_too_long",
    ),
]


@pytest.mark.parametrize(
    ("name", "texts", "answer", "citations", "guarded", "paper"), CASES, ids=[c[0] for c in CASES]
)
@pytest.mark.parametrize("protocol", ["guarded", "paper"])
def test_guard_decides(name, texts, answer, citations, guarded, paper, protocol):
    draft = Draft(answer=answer, citations=tuple(citations))
    decision = admits(draft, evidence_of(*texts), QUESTION, TEXT_RULE, grounded=protocol == "guarded")
    outcome = RELEASED if decision.chain is not None else decision.reason.value
    assert outcome == (guarded if protocol == "guarded" else paper)


@pytest.mark.parametrize(
    ("question", "answer", "texts"),
    [
        ("Which rule governs the effects of Maren Tolliver?", "Amberlight Rule", [bridge(), terminal()]),
        ("Which record settles the effects of Maren Tolliver?", "HV-1", [final()]),
        ("Which vault holds the effects of Maren Tolliver?", "vault 12", [final(answer="vault 12", record="12")]),
    ],
)
def test_a_record_s_name_is_an_answer_where_the_question_may_ask_for_it(question, answer, texts):
    cited = tuple(f"E{number}" for number, _ in enumerate(texts, 1))
    decision = admits(Draft(answer=answer, citations=cited), evidence_of(*texts), question, TEXT_RULE, grounded=True)
    assert decision.chain is not None


@given(record=st.from_regex(r"[A-Z][a-z]{2,9} [1-9]\d{1,3}", fullmatch=True))
def test_no_record_lets_its_own_name_out_as_an_answer(record):
    draft = Draft(answer=record, citations=("E1",))
    decision = admits(draft, evidence_of(final(record=record)), QUESTION, TEXT_RULE, grounded=True)
    assert decision.reason is Reason.NAMES_A_RECORD


def test_a_released_draft_shows_its_chain_in_order():
    decision = admits(
        Draft(answer="vault Orrin", citations=("E1", "E2")),
        evidence_of(terminal(), bridge()),
        QUESTION,
        TEXT_RULE,
        True,
    )
    assert [link.alias for link in decision.chain.chain.links] == ["E2", "E1"]
    assert [link.role for link in decision.chain.chain.links] == ["bridge", "terminal"]


def test_a_conflict_names_the_records_that_disagree():
    texts = [final(answer="vault Corvin", record="HV-66"), final()]
    decision = admits(Draft(answer="vault Orrin", citations=("E2",)), evidence_of(*texts), QUESTION, TEXT_RULE, True)
    assert [held.record.record_id for held in decision.rivals] == ["HV-66", "HV-1"]


def test_every_reason_has_a_sentence_of_its_own():
    assert set(SENTENCES) == set(Reason)
    assert len(set(SENTENCES.values())) == len(Reason)
    assert all(sentence.endswith(".") for sentence in SENTENCES.values())


PEPS = parse_policy(
    b"""
name: peps
trust: metadata
attested: [id, title, status, superseded_by]
about: {in: [subject]}
rules:
  - by: metadata
    role: final
    where: {status: [Final]}
    record_id: {field: id, pattern: 'pep-0*(\\d+)', prefix: 'PEP '}
    subject: {field: title}
    links_to: {field: superseded_by, prefix: 'PEP '}
""",
    "test",
)


def wsgi():
    texts = [
        "This document specifies an interface.",
        "This document updates PEP 333 for Python 3. PEP 333 stays valid.",
    ]
    metadata = [
        {
            "title": "PEP 333 - Web Server Gateway Interface",
            "status": "Final",
            "superseded_by": [3333],
            "id": "pep-0333",
        },
        {
            "title": "PEP 3333 - Web Server Gateway Interface",
            "status": "Final",
            "superseded_by": [],
            "id": "pep-3333",
        },
    ]
    return texts, metadata


def wsgi_evidence(order):
    from nodes.acquire import admit
    from retrievers.corpus import Document, whole_page
    from retrievers.protocol import Hit

    texts, metadata = wsgi()
    documents = [Document(m.pop("id"), t, m) for t, m in zip(texts, metadata, strict=True)]
    return admit((), [Hit(whole_page(documents[i], PEPS), 1, None) for i in order], 0)


@pytest.mark.parametrize("grounded", [True, False], ids=["guarded", "paper"])
@pytest.mark.parametrize(
    "order", [(0,), (1,), (0, 1), (1, 0)], ids=["333 alone", "3333 alone", "333 first", "3333 first"]
)
def test_a_final_but_superseded_pep_is_never_released_as_current(order, grounded):
    evidence = wsgi_evidence(order)
    question = "Which PEP specifies the Web Server Gateway Interface?"
    everything = tuple(item.alias for item in evidence)
    for citations in [everything, everything[:1], everything[-1:]]:
        decision = admits(Draft(answer="PEP 333", citations=citations), evidence, question, PEPS, grounded)
        assert decision.chain is None


@pytest.mark.parametrize("grounded", [True, False], ids=["guarded", "paper"])
def test_the_superseding_pep_is_released_with_or_without_the_superseded_one(grounded):
    evidence = wsgi_evidence((0, 1))
    question = "Which PEP specifies the Web Server Gateway Interface?"
    for citations in [("E1", "E2"), ("E2",)]:
        decision = admits(Draft(answer="PEP 3333", citations=citations), evidence, question, PEPS, grounded)
        assert decision.chain.last.record.record_id == "PEP 3333"


def test_another_record_than_the_last_is_withheld_by_name():
    evidence = wsgi_evidence((1,))
    question = "Which PEP specifies the Web Server Gateway Interface?"
    decision = admits(Draft(answer="PEP 333", citations=("E1",)), evidence, question, PEPS, False)
    assert decision.reason == Reason.NOT_THE_LAST_RECORD
