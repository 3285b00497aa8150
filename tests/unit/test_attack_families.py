"""The attack families in worlds: what they add, and that each is the attack it says it is."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from benchmark.attack_table import result_of
from benchmark.worlds import attack_invariants
from benchmark.worlds.attack_invariants import CLAIMS, check_attack
from benchmark.worlds.attacks import FAMILIES, MAKERS, Attacker, without_attacker
from benchmark.worlds.attestation import CLERK, POLICIES, REGISTRAR, evidence_policies
from benchmark.worlds.case import case_of
from benchmark.worlds.corpus import world_pages
from benchmark.worlds.generate import WorldSpec, make_worlds
from benchmark.worlds.invariants import check_world, failed
from evidence.keys import PublicKeys
from evidence.policy import load_policy
from evidence.signatures import SIGNATURE_FIELD, Fault
from evidence.state import EvidenceState, Verdict


def worlds(attacker=None, count=2, **spec):
    return make_worlds(WorldSpec(count=count, background=8, replicas=4, attested=True, attacker=attacker, **spec))


def of_kind(pair, kind):
    world, labels = pair
    return [page for page in world.pages if labels.kinds[page.page_id] == kind]


def test_every_family_has_a_maker_and_declares_what_its_pages_are():
    assert set(MAKERS) == set(CLAIMS) == set(FAMILIES)
    assert len(FAMILIES) == 9


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize(("pages", "loud"), [(1, False), (5, True)])
def test_every_declared_invariant_holds_for_a_family(family, pages, loud):
    attacker = Attacker(families=(family,), pages=pages, sets_metadata=loud, first=loud)
    for world, labels in make_worlds(WorldSpec(count=2, attacker=attacker)):
        checks = check_world(world, labels)
        assert failed(checks) == []
        assert {"attested", "apart", family} <= {check.name for check in checks}
        assert list(labels.kinds.values()).count(family) == pages


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    seed=st.integers(0, 10**6),
    families=st.lists(st.sampled_from(FAMILIES), min_size=1, max_size=9, unique=True),
    pages=st.integers(1, 30),
    loud=st.booleans(),
    first=st.booleans(),
    hops=st.integers(1, 3),
)
def test_an_attack_is_what_it_says_on_any_seed(seed, families, pages, loud, first, hops):
    attacker = Attacker(families=tuple(families), pages=pages, sets_metadata=loud, first=first)
    ((world, labels),) = make_worlds(WorldSpec(seed=seed, count=1, background=8, hops=(hops,), attacker=attacker))
    assert failed(check_attack(world, labels)) == []
    assert sum(kind in FAMILIES for kind in labels.kinds.values()) == pages


def test_an_attacker_changes_nothing_of_the_worlds_own_half():
    attacker = Attacker(families=FAMILIES, pages=9, sets_metadata=True, first=True)
    for attacked, own in zip(worlds(attacker), worlds(), strict=True):
        assert without_attacker(*attacked) == own


def test_a_smaller_attack_is_the_beginning_of_a_larger_one():
    few, many = (worlds(Attacker(families=("forged-record",), pages=pages))[0] for pages in (3, 12))
    small, large = ({(p.page_id, p.text) for p in of_kind(pair, "forged-record")} for pair in (few, many))
    assert (len(small), len(large)) == (3, 12)
    assert small < large


def test_attestation_changes_no_text_and_worlds_without_it_have_no_metadata():
    plain = make_worlds(WorldSpec(count=2, background=8, replicas=4))
    for (bare, labels), (signed, same_labels) in zip(plain, worlds(), strict=True):
        assert [page.text for page in bare.pages] == [page.text for page in signed.pages]
        assert labels == same_labels
        assert "metadata" not in bare.model_dump_json()


def test_all_three_policies_read_a_worlds_own_records_alike():
    for world, labels in worlds():
        read = {
            name: [page.record and (page.record.role, page.record.record_id) for page in world_pages(world, policy)]
            for name, policy in evidence_policies().items()
        }
        assert read["text"] == read["metadata"] == read["signature"]
        assert sum(record is not None for record in read["text"]) >= len(labels.decisive)


@pytest.mark.parametrize(
    ("family", "fault"),
    [
        ("stolen-signature", Fault.TEXT_CHANGED),
        ("wrong-role", Fault.ROLE_NOT_ALLOWED),
        ("forged-record", None),
        ("record-vocabulary", None),
    ],
)
def test_what_a_family_forges_counts_for_nothing_under_signatures_and_metadata(family, fault):
    for pair in worlds(Attacker(families=(family,), sets_metadata=True)):
        for page in of_kind(pair, family):
            reading = evidence_policies()["signature"].reading(page.text, page.metadata)
            assert (reading.record, reading.fault) == (None, fault)
            assert evidence_policies()["metadata"].read(page.text, page.metadata) is None


@pytest.mark.parametrize("policy", ["metadata", "signature"])
def test_a_replayed_record_is_genuine_and_hands_on_to_the_newer_one(policy):
    for pair in worlds(Attacker(families=("replayed-record",), pages=2)):
        pages = {page.page_id: page for page in world_pages(pair[0], evidence_policies()[policy])}
        newest = pages[pair[1].decisive[-1]].record
        for page in of_kind(pair, "replayed-record"):
            assert evidence_policies()[policy].read(page.text, page.metadata).role == newest.role
            assert pages[page.page_id].record.links_to == (newest.record_id,)


def a_check_fails(pair, name, **change):
    """Whether a check fails once each of the attacker's pages is changed."""
    world, labels = pair
    pages = tuple(
        page.model_copy(update=change) if labels.kinds[page.page_id] in FAMILIES else page for page in world.pages
    )
    return name in {check.name for check in failed(check_world(world.model_copy(update={"pages": pages}), labels))}


@pytest.mark.parametrize("family", [family for family in FAMILIES if family != "record-vocabulary"])
def test_a_check_fails_where_a_familys_page_is_something_else(family):
    (pair,) = worlds(Attacker(families=(family,), pages=1), count=1)
    assert not a_check_fails(pair, family)
    assert a_check_fails(pair, family, text="Nothing of note.", metadata={})


# A kind of page that each claim must be false of, beside the family that makes it.
FALSE_OF = {
    "says_signed": "imitated-notice",
    "leads_astray": "forged-record",
    "pushes_false": "notice",
    "names_subject": "other-subject",
    "instructs": "imitated-notice",
    "counts_for_nothing": "other-subject",
    "is_no_record": "forged-record",
    "is_stolen": "wrong-role",
    "is_superseded": "other-subject",
    "is_about_another": "decisive",
    "exceeds_its_signer": "stolen-signature",
}


@pytest.mark.parametrize(("claim", "other"), FALSE_OF.items())
def test_each_claim_is_false_of_some_other_page(claim, other):
    ((world, labels),) = worlds(Attacker(families=FAMILIES, pages=9), count=1)
    case = case_of(world, labels)
    pages = [case.pages[labels.decisive[0]]] if other == "decisive" else case.of_kind(other)
    assert pages
    assert not any(getattr(attack_invariants, claim)(case, page) for page in pages)


def test_every_claim_is_held_against_some_other_page():
    assert set(FALSE_OF) == {claim.__name__ for claims in CLAIMS.values() for claim in claims}


def test_a_check_fails_where_the_vocabulary_wins_no_query():
    (pair,) = worlds(Attacker(families=("record-vocabulary",), pages=1), count=1)
    assert a_check_fails(pair, "premise_queries_won", text="Nothing of note.")


def test_a_check_fails_where_a_record_is_not_attested():
    (pair,) = worlds(count=1)
    world, labels = pair
    pages = tuple(
        page.model_copy(update={"metadata": {**page.metadata, SIGNATURE_FIELD: "x"}})
        if page.page_id in labels.decisive
        else page
        for page in world.pages
    )
    broken = world.model_copy(update={"pages": pages})
    assert [check.name for check in failed(check_world(broken, labels))] == ["attested"]


def test_an_attacker_needs_an_answer_to_push_and_records_to_aim_at():
    for left_out in ("attack", "answerable"):
        with pytest.raises(ValidationError, match="leave both in"):
            WorldSpec(attacker=Attacker(families=("instruction",)), **{left_out: False})


def test_the_policies_hold_the_public_keys_that_sign_and_no_private_one():
    keys = json.loads((POLICIES / "keys.jwks").read_text(encoding="utf-8"))
    assert keys == json.loads(PublicKeys(keys=(REGISTRAR.public, CLERK.public)).model_dump_json())
    assert all("d" not in key for key in keys["keys"])


def test_the_text_policy_beside_attested_worlds_is_the_built_in_one():
    same = {"name": "", "description": ""}
    built_in = load_policy("signed-text")
    assert evidence_policies()["text"].model_copy(update=same) == built_in.model_copy(update=same)
    for policy in evidence_policies().values():
        assert (policy.kinds, policy.about, policy.max_links) == (built_in.kinds, built_in.about, built_in.max_links)


@pytest.mark.parametrize(
    ("outcome", "result"), [("answered", "unsafe"), ("conflict", "abstained"), ("error", "error")]
)
def test_a_run_is_scored_by_how_it_ended(outcome, result):
    world, labels = worlds()[0]
    answer = "the moon" if outcome == "answered" else None
    state = EvidenceState(question=world.question, verdict=Verdict(outcome=outcome, answer=answer))
    assert result_of(state, labels) == result


def test_the_gold_answer_is_safe_in_every_spelling():
    world, labels = worlds()[0]
    for spelling in labels.gold.spellings:
        state = EvidenceState(question=world.question, verdict=Verdict(outcome="answered", answer=spelling))
        assert result_of(state, labels) == "safe"
