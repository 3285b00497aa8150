"""Certificates, the oracle policy and the two propositions."""

import pytest

from backbones.extractive import ExtractiveBackbone
from benchmark.separability import (
    Observed,
    certificate,
    oracle,
    proposition_one,
    proposition_two,
    topical_queries,
)
from benchmark.worlds.corpus import world_pages
from benchmark.worlds.generate import WorldSpec, make_worlds
from evidence.errors import InputError
from evidence.policy import load_policy
from nodes.context import Resources, RunContext
from retrievers.bm25 import BM25Retriever, untitled


@pytest.fixture(scope="module")
def worlds():
    return make_worlds(WorldSpec(count=16))


@pytest.fixture(scope="module")
def certificates(worlds):
    return [certificate(world, labels, topical_queries(world, labels)) for world, labels in worlds]


def run_oracle(world, labels):
    policy = load_policy("signed-text")
    retriever = BM25Retriever(world_pages(world, policy), indexed_text=untitled)
    context = RunContext().with_ready(Resources(retriever, ExtractiveBackbone(), policy))
    return oracle(labels).invoke({"question": world.question, "opening": world.opening}, context=context)


def test_every_world_is_separable_and_its_certificate_shows_why(worlds, certificates):
    for (_, labels), found in zip(worlds, certificates, strict=True):
        assert found.separable
        assert len(found.premise) == labels.hops <= found.max_queries == 2
        assert all(step.rank is not None and step.rank <= 3 for step in found.premise)
        assert tuple(step.query for step in found.premise) == labels.oracle_queries
        assert len({query.query for query in found.topical}) >= 20


def test_the_second_premise_query_is_worded_from_what_the_first_record_names(worlds, certificates):
    policy = load_policy("signed-text")
    two_hops = [(world, found) for (world, _), found in zip(worlds, certificates, strict=True) if found.hops == 2]
    for world, found in two_hops:
        pages = {page.page_id: page for page in world_pages(world, policy)}
        (link,) = pages[found.premise[0].page_id].record.links_to
        assert link in found.premise[1].query
        assert link not in world.question


def test_a_world_of_few_replicas_can_be_unseparable_by_the_topical_family():
    spec = WorldSpec(count=8, hops=(1,), replicas=1)
    found = [certificate(world, labels, topical_queries(world, labels)) for world, labels in make_worlds(spec)]
    assert any(item.reached and not item.separable for item in found)


def test_a_world_whose_terminal_record_is_gone_gets_no_certificate(worlds):
    world, labels = next(pair for pair in worlds if pair[1].hops == 2)
    first = labels.decisive[0]
    cut = world.model_copy(update={"pages": tuple(p for p in world.pages if p.page_id != labels.decisive[1])})
    cut_labels = labels.model_copy(update={"decisive": (first,)})
    found = certificate(cut, cut_labels, topical_queries(cut, cut_labels))
    assert not found.determined
    assert not found.separable


def test_an_unanswerable_world_is_not_separable():
    ((world, labels),) = make_worlds(WorldSpec(count=1, answerable=False))
    found = certificate(world, labels, topical_queries(world, labels))
    assert found.premise == ()
    assert not found.separable


def test_a_long_chain_is_certified_within_one_query_a_hop():
    for world, labels in make_worlds(WorldSpec(count=4, hops=(4,))):
        found = certificate(world, labels, topical_queries(world, labels))
        assert len(found.premise) == found.max_queries == 4
        assert found.separable


def test_the_oracle_acquires_the_decisive_set_and_releases_the_gold_answer(worlds):
    for world, labels in worlds:
        state = run_oracle(world, labels)
        acquired = {item.page.page_id for item in state["evidence"]}
        assert set(labels.decisive) <= acquired
        assert state["verdict"].outcome == "answered"
        assert state["verdict"].answer.casefold() in {spelling.casefold() for spelling in labels.gold.spellings}


def test_the_oracle_stops_where_the_labels_name_no_query():
    ((world, labels),) = make_worlds(WorldSpec(count=1, answerable=False))
    state = run_oracle(world, labels)
    assert state["inquiries"][0].stop
    assert state["verdict"].outcome == "cannot_determine"


def all_of(certificates, result, acquired):
    return [Observed(item.world_id, result, acquired) for item in certificates]


def test_proposition_one_holds_where_the_sequence_is_safe_and_the_topical_policies_abstain(certificates):
    found = proposition_one(
        certificates,
        all_of(certificates, "safe", True),
        {"repetition": all_of(certificates, "abstained", False), "deepening": all_of(certificates, "error", False)},
    )
    assert found.holds
    assert (found.worlds, found.safe, found.unsafe, found.acquired) == (16, 16, 0, 16)
    assert found.topical_safe == {"repetition": 0, "deepening": 0}


def test_proposition_one_names_each_world_that_contradicts_it(certificates):
    asked = all_of(certificates, "safe", True)
    asked[3] = Observed(asked[3].world_id, "unsafe", True)
    repeated = all_of(certificates, "abstained", False)
    repeated[5] = Observed(repeated[5].world_id, "safe", True)
    found = proposition_one(certificates, asked, {"repetition": repeated})
    assert not found.holds
    assert (found.safe, found.unsafe) == (15, 1)
    assert found.exceptions == (
        f"{asked[3].world_id}: unsafe, decisive set acquired",
        f"{repeated[5].world_id}: repetition is safe",
    )


def test_proposition_one_claims_nothing_of_worlds_that_are_not_separable(certificates):
    failing = certificates[0].model_copy(update={"determined": False})
    asked = all_of(certificates, "safe", True)
    asked[0] = Observed(asked[0].world_id, "unsafe", False)
    found = proposition_one([failing, *certificates[1:]], asked, {})
    assert found.holds
    assert found.not_separable == (failing.world_id,)
    assert not proposition_one([failing], asked, {}).holds


def observed(safe, acquired_only, abstained, prefix="W"):
    results = [("safe", True)] * safe + [("abstained", True)] * acquired_only + [("abstained", False)] * abstained
    return [Observed(f"{prefix}{number}", result, acquired) for number, (result, acquired) in enumerate(results)]


def test_proposition_two_on_the_papers_figures():
    # 45 and 38 of 48 safe and acquired (paper, "Results"): both differences are 7/48, so α = 1 leaves no residual.
    found = proposition_two(observed(45, 0, 3), observed(38, 0, 10), observed(12, 0, 0, "D"))
    assert found.coverage_difference == pytest.approx(7 / 48)
    assert found.recall_difference == pytest.approx(7 / 48)
    assert found.alpha == 1
    assert found.residual == pytest.approx(0)
    # Wilson's lower limit for 12 of 12 is 12 / (12 + 1.96²) = .7575; the recall difference scales what is above it.
    assert found.interval.low == pytest.approx(0)
    assert found.interval.high == pytest.approx(7 / 48 * (1 - 0.7575), abs=1e-4)


def test_proposition_two_scales_recall_by_the_answerers_accuracy():
    # 40 of 48 acquired, 30 answered, against nothing; α = 9 of 12 predicts 40/48 x 3/4 = 30/48 exactly.
    found = proposition_two(observed(30, 10, 8), observed(0, 0, 48), observed(9, 3, 0, "D"))
    assert found.alpha == pytest.approx(0.75)
    assert found.predicted == pytest.approx(30 / 48)
    assert found.residual == pytest.approx(0)
    assert found.interval.low < 0 < found.interval.high


def test_proposition_two_shows_a_residual_where_answers_come_without_the_decisive_set():
    first = [Observed(f"W{number}", "safe", False) for number in range(48)]
    found = proposition_two(first, observed(0, 0, 48), observed(12, 0, 0, "D"))
    assert found.residual == pytest.approx(1)
    assert found.interval.low > 0.9


def test_proposition_two_turns_its_interval_where_the_second_policy_recalls_more():
    found = proposition_two(observed(38, 0, 10), observed(45, 0, 3), observed(12, 0, 0, "D"))
    assert found.interval.low == pytest.approx(-7 / 48 * (1 - 0.7575), abs=1e-4)
    assert found.interval.high == pytest.approx(0)


def test_proposition_two_needs_paired_worlds_and_an_acquired_development_world():
    with pytest.raises(InputError, match="no world that both"):
        proposition_two(observed(1, 0, 0), observed(1, 0, 0, "X"), observed(1, 0, 0))
    with pytest.raises(InputError, match="no development world"):
        proposition_two(observed(1, 0, 0), observed(1, 0, 0), observed(0, 0, 1))
