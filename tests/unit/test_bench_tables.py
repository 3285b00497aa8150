"""Tables hold hostile text: it is never markup, never a formula, and never a line of its own."""

import csv
import io

import pytest
from rich.console import Console

from benchmark.tables import Table, csv_text, markdown, print_tables, shown, write_csv, write_markdown
from evidence.errors import InputError

HOSTILE = "a|b [red]c[/red] <script>\n\x1b[31m\u202e`x` https://[y](z)"


def rows(text):
    return list(csv.reader(io.StringIO(text)))


def test_markdown_shows_hostile_text_as_it_is_and_on_one_line():
    text = markdown([Table("T", ("name", "n"), ((HOSTILE, 1),))])
    row = text.splitlines()[4]
    assert row.startswith("| a\\|b \\[red\\]c\\[/red\\] \\<script\\> \N{REPLACEMENT CHARACTER}\\[31m")
    assert row.endswith("| 1 |")
    assert "\x1b" not in text
    assert "\u202e" not in text


@pytest.mark.parametrize("cell", ["=1+1", "+A1", "-A1", "@SUM(A1)", "  =1", "\t=1"])
def test_csv_cells_are_no_formulas(cell):
    (_, (found,)) = rows(csv_text(Table("T", ("a",), ((cell,),))))
    assert found.startswith("'")


def test_csv_keeps_numbers_as_numbers():
    assert rows(csv_text(Table("T", ("a", "b", "c"), ((-3, 0.25, None),)))) == [["a", "b", "c"], ["-3", "0.25", ""]]


def test_a_terminal_gets_no_escape_sequence_and_no_markup():
    out = io.StringIO()
    print_tables(Console(file=out, width=300), [Table("[bold]T", ("name",), ((HOSTILE,),), ("[link=x]",))])
    assert "[red]c[/red]" in out.getvalue()
    assert "[bold]T" in out.getvalue()
    assert "[link=x]" in out.getvalue()
    assert "\x1b" not in out.getvalue()


def test_numbers_are_shown_for_people():
    assert [shown(cell) for cell in (121771, 0.5, 1215.6, -0.25, None)] == ["121,771", "0.5", "1,215.6", "-0.25", ""]


def test_files_are_named_for_their_tables_in_order(tmp_path):
    tables = [Table("Outcomes: 48 worlds", ("a",), (("x",),)), Table("Cost", ("a",), ())]
    write_csv(tmp_path / "csv", tables)
    write_markdown(tmp_path / "report.md", tables, "socrates-bench report R")
    assert sorted(path.name for path in (tmp_path / "csv").iterdir()) == ["01-outcomes-48-worlds.csv", "02-cost.csv"]
    written = (tmp_path / "report.md").read_text()
    assert written.startswith("Made by\n\n    socrates-bench report R\n\n## Outcomes: 48 worlds\n")
    assert "## Cost" in written


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(InputError, match="can't be written"):
        write_markdown(tmp_path / "absent" / "report.md", [], "socrates-bench")
