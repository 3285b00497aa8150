"""The committed record of systems under attack: its tables, and four of its worlds run again."""

from pathlib import Path

import pytest
from rich.console import Console

from benchmark.policies import POLICY_NAMES
from benchmark.settings import GUARDED, PAPER
from benchmark.systems import Asked, read_record, run_systems
from benchmark.systems_tables import systems_tables
from benchmark.tables import markdown

RECORDS = Path(__file__).resolve().parents[2] / "benchmark" / "records"
WRITTEN = RECORDS / "systems.json"
pytestmark = pytest.mark.slow

FAMILIES = ("none", "forged-record", "record-vocabulary")
PLACES = (0, 13, 26, 39)


def test_four_worlds_of_the_record_end_as_it_says(tmp_path):
    record = read_record(WRITTEN)
    asked = Asked(
        policies=POLICY_NAMES,
        variants=(PAPER, GUARDED),
        trusts=tuple(dict.fromkeys(line.trust for line in record.lines if line.trust != "fixed")),
        families=FAMILIES,
        pages=record.attacker_pages,
        seed=record.seed,
        world_ids=tuple(record.worlds[place] for place in PLACES),
    )
    committed = [line for line in record.lines if line.family in FAMILIES]
    expected = [
        line.model_copy(update={"ended": "".join(line.ended[place] for place in PLACES)}) for line in committed
    ]
    assert list(run_systems(asked, tmp_path, 1, Console(quiet=True)).lines) == expected


def test_the_tables_are_what_the_record_gives_under_the_command_that_made_them():
    written = (RECORDS / "systems.md").read_text(encoding="utf-8")
    head, _, tables = written.partition("## ")
    assert f"## {tables}" == markdown(systems_tables(read_record(WRITTEN)))
    assert head.startswith("Made by\n\n    socrates-bench systems ")
