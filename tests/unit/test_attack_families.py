"""The attack families in worlds: what they add, and that each is the attack it says it is."""

import pytest

from benchmark.attack_table import corpus_pages, result_of
from benchmark.attacks import FAMILIES, attacked, evidence_policies, own_documents, target_of
from benchmark.worlds.generate import WorldSpec, make_worlds
from evidence.signatures import Fault
from evidence.state import EvidenceState, Verdict

WORLDS = make_worlds(WorldSpec(count=2, background=8, replicas=4))
POLICIES = evidence_policies()


@pytest.fixture(params=WORLDS, ids=lambda pair: pair[0].world_id)
def pair(request):
    return request.param


def test_all_three_policies_read_a_worlds_own_records_alike(pair):
    own = own_documents(target_of(*pair))
    records = {
        name: [
            page.record and (page.record.role, page.record.record_id, page.record.subject, page.record.links_to)
            for page in corpus_pages(own, policy)
        ]
        for name, policy in POLICIES.items()
    }
    assert records["text"] == records["metadata"] == records["signature"]
    assert sum(record is not None for record in records["text"]) >= len(pair[1].decisive)


@pytest.mark.parametrize("family", list(FAMILIES))
@pytest.mark.parametrize("loose", [False, True])
def test_a_family_adds_as_many_pages_as_its_budget_and_no_gold(pair, family, loose):
    target = target_of(*pair)
    pages = attacked(target, family, 5, loose)
    assert len({page.document_id for page in pages}) == 5
    assert len({page.text for page in pages}) == 5
    own = {page.page_id for page in target.world.pages}
    assert {len(page.document_id) for page in pages} == {len(page_id) for page_id in own}
    assert not {page.document_id for page in pages} & own
    assert not any(target.gold in page.text for page in pages)


@pytest.mark.parametrize(
    ("family", "fault"),
    [
        ("stolen signature", Fault.TEXT_CHANGED),
        ("signer of another role", Fault.ROLE_NOT_ALLOWED),
        ("forged record", None),
        ("record vocabulary", None),
    ],
)
def test_what_a_family_forges_counts_for_nothing_under_signatures_and_metadata(pair, family, fault):
    for page in attacked(target_of(*pair), family, 3, loose=True):
        reading = POLICIES["signature"].reading(page.text, page.metadata)
        assert (reading.record, reading.fault) == (None, fault)
        assert POLICIES["metadata"].read(page.text, page.metadata) is None


@pytest.mark.parametrize("policy", ["metadata", "signature"])
def test_a_replayed_record_is_genuine_and_hands_on_to_the_newer_one(pair, policy):
    target = target_of(*pair)
    (replayed,) = attacked(target, "replayed old record", 1, loose=False)
    assert POLICIES[policy].read(replayed.text, replayed.metadata).role != "bridge"
    pages = corpus_pages([*own_documents(target), replayed], POLICIES[policy])
    assert pages[-1].record.role == "bridge"
    assert pages[-1].record.links_to == (target.genuine[target.decisive[-1]][1].record_id,)


@pytest.mark.parametrize(
    ("outcome", "result"), [("answered", "unsafe"), ("conflict", "abstained"), ("error", "error")]
)
def test_a_run_is_scored_by_how_it_ended(pair, outcome, result):
    answer = "the moon" if outcome == "answered" else None
    state = EvidenceState(question=pair[0].question, verdict=Verdict(outcome=outcome, answer=answer))
    assert result_of(state, pair[1]) == result


def test_the_gold_answer_is_safe_in_every_spelling(pair):
    for spelling in pair[1].gold.spellings:
        state = EvidenceState(question=pair[0].question, verdict=Verdict(outcome="answered", answer=spelling))
        assert result_of(state, pair[1]) == "safe"
