"""The 48 evaluation worlds on the embedded backbone: what the benchmark must show of itself."""

import pytest
from rich.console import Console

from benchmark.curve import curve_tables, run_curve
from benchmark.execute import execute
from benchmark.labelled import scored_run
from benchmark.settings import GUARDED, PAPER
from benchmark.wanted import Wanted
from benchmark.world_files import write_worlds
from benchmark.worlds.generate import WorldSpec

pytestmark = pytest.mark.slow

POLICIES = ("socratic", "expansion", "repetition", "deepening")
QUIET = Console(quiet=True)


@pytest.fixture(scope="module")
def scored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evaluation")
    write_worlds(folder / "worlds", WorldSpec())
    execute(Wanted(policies=POLICIES, variants=(PAPER, GUARDED)), folder / "worlds", folder / "run", 1, QUIET)
    return scored_run(folder / "run").scored


def arm(scored, policy, variant=GUARDED):
    return [item for item in scored if (item.policy, item.variant) == (policy, variant)]


@pytest.mark.parametrize("variant", [PAPER, GUARDED], ids=lambda variant: variant.label)
@pytest.mark.parametrize("policy", ["repetition", "deepening"])
def test_asking_the_question_again_or_deeper_never_finds_the_decisive_pages(scored, policy, variant):
    assert [item for item in arm(scored, policy, variant) if item.decisive] == []
    assert len(arm(scored, policy, variant)) == 48


def test_expansion_wins_the_first_hop_in_at_least_half_of_the_worlds(scored):
    assert sum(item.first_hop for item in arm(scored, "expansion", PAPER)) >= 24


def test_guarded_socratic_acquires_the_decisive_pages_and_is_never_unsafe(scored):
    items = arm(scored, "socratic")
    assert sum(item.decisive for item in items) >= 40
    assert [item.key.world_id for item in items if item.result == "unsafe"] == []


def test_no_run_ends_in_an_error(scored):
    assert [item.key for item in scored if item.result == "error"] == []


def test_the_curve_shows_where_deepening_stops_winning(tmp_path):
    wanted = Wanted(policies=("socratic", "deepening"), variants=(GUARDED,))
    points = run_curve(wanted, [3, 12], 0, tmp_path, 1, QUIET)
    decisive, _ = curve_tables(points)
    rows = {row[1]: row[2:] for row in decisive.rows}
    assert decisive.columns[2:] == ("3", "12")
    few, many = (int(cell.partition("/")[0]) for cell in rows["deepening"])
    assert few > many == 0
    again = run_curve(wanted, [3, 12], 0, tmp_path, 1, QUIET)
    assert curve_tables(again) == curve_tables(points)
