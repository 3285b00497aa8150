"""Worlds beyond the default seed: 500 more, and 100,000 replicas."""

import pytest

from benchmark.separability import certificate, topical_queries
from benchmark.worlds.generate import WorldSpec, make_worlds
from benchmark.worlds.invariants import check_set, check_world, failed

pytestmark = pytest.mark.slow
CONDITIONS = ("hidden", "source_visible", "identifier_visible")


@pytest.fixture(scope="module")
def more_worlds():
    return make_worlds(WorldSpec(count=500, seed=7021))


def test_every_invariant_holds_on_500_more_worlds(more_worlds):
    unmet = [(world.world_id, check) for world, labels in more_worlds for check in failed(check_world(world, labels))]
    assert unmet == []


def test_500_worlds_have_vocabularies_ids_and_texts_of_their_own(more_worlds):
    assert failed(check_set(more_worlds)) == []


@pytest.mark.parametrize("condition", CONDITIONS)
def test_every_invariant_holds_on_more_development_worlds(condition):
    worlds = make_worlds(WorldSpec(set="development", count=96, condition=condition, seed=7021))
    unmet = [(world.world_id, check) for world, labels in worlds for check in failed(check_world(world, labels))]
    assert unmet == []


def test_a_hundred_thousand_replicas_are_all_worded_differently_and_displace_nothing():
    for world, labels in make_worlds(WorldSpec(count=2, replicas=100_000)):
        assert len({page.text for page in world.pages}) == len(world.pages) > 100_000
        assert failed(check_world(world, labels)) == []
        assert certificate(world, labels, topical_queries(world, labels)).separable
