"""Every committed run with calls is made again from its records, and gives its terminals and its tables again."""

import hashlib
from pathlib import Path

import pytest
from rich.console import Console

from benchmark.ablation import ablation_tables
from benchmark.execute import execute
from benchmark.freeze import LATE_DOMAINS
from benchmark.frozen import read_frozen
from benchmark.labelled import scored_run
from benchmark.manifest import MANIFEST_FILE, read_manifest
from benchmark.records import CALLS_FILE, TERMINALS_FILE, CallLine, read_lines
from benchmark.report import report_tables, run_table
from benchmark.tables import markdown
from benchmark.wanted import Wanted
from benchmark.world_files import write_worlds
from benchmark.world_spec import runtime_sha256
from benchmark.worlds.generate import WorldSpec

pytestmark = pytest.mark.slow

RECORDS = Path(__file__).resolve().parents[2] / "benchmark" / "records"
RUNS = sorted(path.parent for path in RECORDS.rglob(CALLS_FILE) if path.stat().st_size)
HELD = [run for run in RUNS if any(sitting.held_to for sitting in read_manifest(run).sittings)]
ASKED = ("policies", "variants", "world_ids", "evidence_policy", "max_queries", "pages_per_query")


def worlds_of(run, tmp_path):
    """The run's worlds: committed beside it, or made again from their seed and sizes."""
    settings = read_manifest(run).settings
    folder = run / "worlds"
    if not folder.is_dir():
        folder = tmp_path / "worlds"
        write_worlds(folder, WorldSpec.model_validate(settings.world_spec))
    assert runtime_sha256(folder) == settings.worlds_sha256, f"{run}: its worlds can't be made again; commit them"
    return folder


def test_the_local_models_runs_are_committed_and_one_was_held_to_a_freeze():
    assert [run.name for run in RUNS] == ["ablation", "evaluation"]
    assert [run.name for run in HELD] == ["evaluation"]


@pytest.mark.parametrize("run", RUNS, ids=lambda run: str(run.relative_to(RECORDS)))
def test_a_committed_run_gives_its_terminals_and_its_table_again(run, tmp_path):
    worlds = worlds_of(run, tmp_path)
    settings = read_manifest(run).settings
    wanted = Wanted(model=f"replay:{run}", **{name: getattr(settings, name) for name in ASKED})
    execute(wanted, worlds, tmp_path / "again", 1, Console(quiet=True))
    assert (tmp_path / "again" / TERMINALS_FILE).read_bytes() == (run / TERMINALS_FILE).read_bytes()
    (tmp_path / "again" / MANIFEST_FILE).write_bytes((run / MANIFEST_FILE).read_bytes())
    scored = scored_run(tmp_path / "again", worlds)
    tables = report_tables(scored.scored, LATE_DOMAINS, scored.manifest.departures)
    assert committed_tables(run / "report.md") == markdown([run_table(scored.manifest), *tables])
    if (run / "ablation.md").exists():
        assert committed_tables(run / "ablation.md") == markdown(ablation_tables(scored.scored))


def committed_tables(path):
    """A Markdown file's tables, which come after "Made by" and the command."""
    return path.read_text().split("\n\n", 2)[2]


@pytest.mark.parametrize("run", HELD, ids=lambda run: str(run.relative_to(RECORDS)))
def test_a_run_held_to_a_freeze_is_of_its_worlds_settings_and_prompts(run):
    path, manifest = run.parent / "freeze.json", read_manifest(run)
    freeze = read_frozen(path)
    assert {sitting.held_to for sitting in manifest.sittings} == {hashlib.sha256(path.read_bytes()).hexdigest()}
    assert manifest.settings == freeze.settings
    for call in read_lines(run / CALLS_FILE, CallLine):
        assert hashlib.sha256(call.messages[0].content.encode()).hexdigest() == freeze.prompts[call.role]
        assert call.contract_sha256 == freeze.contracts[call.contract]
