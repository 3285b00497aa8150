"""The README's figures are its records': no row of them was written by hand."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROTOCOLS = ("| guarded |", "| paper |")


def test_every_row_of_figures_in_the_readme_is_a_line_of_a_committed_report():
    rows = [line for line in (ROOT / "README.md").read_text().splitlines() if line.startswith(PROTOCOLS)]
    reports = [path.read_text().splitlines() for path in (ROOT / "benchmark" / "records").rglob("*.md")]
    assert rows
    assert [row for row in rows if not any(row in report for report in reports)] == []
