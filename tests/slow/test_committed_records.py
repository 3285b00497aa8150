"""Every committed run with calls is made again from its records, and gives its terminals and its table again."""

from pathlib import Path

import pytest
from rich.console import Console

from benchmark.execute import execute
from benchmark.freeze import LATE_DOMAINS
from benchmark.labelled import scored_run
from benchmark.manifest import MANIFEST_FILE, read_manifest
from benchmark.records import CALLS_FILE, TERMINALS_FILE
from benchmark.report import report_tables, run_table
from benchmark.tables import markdown
from benchmark.wanted import Wanted
from benchmark.world_files import write_worlds
from benchmark.world_spec import runtime_sha256
from benchmark.worlds.generate import WorldSpec

pytestmark = pytest.mark.slow

RECORDS = Path(__file__).resolve().parents[2] / "benchmark" / "records"
RUNS = sorted(path.parent for path in RECORDS.rglob(CALLS_FILE) if path.stat().st_size)
TABLES = "report.md"
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


@pytest.mark.skipif(bool(RUNS), reason="there are committed runs")
def test_no_committed_run_has_calls_yet():
    pytest.skip(f"no run with {CALLS_FILE} under {RECORDS}")


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
    _, _, committed = (run / TABLES).read_text().split("\n\n", 2)  # after "Made by" and the command
    assert committed == markdown([run_table(scored.manifest), *tables])
