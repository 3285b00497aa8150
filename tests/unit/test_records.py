"""The committed record of systems under attack gives the committed tables."""

from pathlib import Path

from benchmark.systems import read_record
from benchmark.systems_tables import systems_tables
from benchmark.tables import markdown

RECORDS = Path(__file__).resolve().parents[2] / "benchmark" / "records"


def test_the_tables_are_what_the_record_gives_under_the_command_that_made_them():
    written = (RECORDS / "systems.md").read_text(encoding="utf-8")
    head, _, tables = written.partition("## ")
    assert f"## {tables}" == markdown(systems_tables(read_record(RECORDS / "systems.json")))
    assert head.startswith("Made by\n\n    socrates-bench systems ")
