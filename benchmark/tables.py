"""Tables, and how they are written: on a terminal, as Markdown and as CSV.

Cells may hold page text, queries and answers, which are hostile: none is read as markup or as a formula.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from evidence.errors import InputError
from graphs.terminal import printable

Cell = str | int | float | None

_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>|#~!&$])")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_FILE_NAME = re.compile(r"[^a-z0-9]+")


class Table(NamedTuple):
    """A titled table; None is an empty cell, and notes stand under it."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    notes: tuple[str, ...] = ()


def shown(cell: Cell) -> str:
    """A cell as a person reads it: whole numbers with thousands marked, others with up to three decimals."""
    if cell is None:
        return ""
    if isinstance(cell, int):
        return f"{cell:,}"
    if isinstance(cell, float):
        return f"{cell:,.3f}".rstrip("0").rstrip(".")
    return printable(cell)


def print_tables(console: Console, tables: Iterable[Table]) -> None:
    """Print tables on a terminal."""
    for table in tables:
        grid = RichTable(title=Text(printable(table.title), "bold"), title_justify="left", box=box.SIMPLE_HEAD)
        for number, column in enumerate(table.columns):
            figures = all(_is_figure(row[number]) for row in table.rows)
            grid.add_column(Text(column), justify="right" if figures else "left", overflow="fold")
        for row in table.rows:
            grid.add_row(*(Text(shown(cell)) for cell in row))
        console.print(grid)
        for note in table.notes:
            console.print(Text(printable(note), "dim"))
        console.print()


def _is_figure(cell: Cell) -> bool:
    """Whether a cell reads as a number, a share, an interval or nothing."""
    return not isinstance(cell, str) or cell[:1] in "0123456789-<."


def markdown(tables: Iterable[Table]) -> str:
    """Tables as GitHub's Markdown."""
    return "\n".join(_markdown(table) for table in tables)


def _markdown(table: Table) -> str:
    lines = [
        f"## {escaped(table.title)}",
        "",
        _row(table.columns),
        _row([_rule(table, number) for number in range(len(table.columns))], plain=True),
        *(_row([shown(cell) for cell in row]) for row in table.rows),
        "",
    ]
    for note in table.notes:
        lines += [escaped(note), ""]
    return "\n".join(lines)


def _rule(table: Table, number: int) -> str:
    return "---:" if all(_is_figure(row[number]) for row in table.rows) else "---"


def _row(cells: Sequence[str], plain: bool = False) -> str:
    return f"| {' | '.join(cell if plain else escaped(cell) for cell in cells)} |"


def escaped(text: str) -> str:
    """Text that Markdown shows as it is."""
    return _MARKDOWN.sub(r"\\\1", printable(text))


def csv_text(table: Table) -> str:
    """A table as CSV; a text cell that a spreadsheet would run as a formula gets an apostrophe in front."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([_csv_cell(column) for column in table.columns])
    writer.writerows([_csv_cell(cell) for cell in row] for row in table.rows)
    return out.getvalue()


def _csv_cell(cell: Cell) -> str | int | float:
    if cell is None:
        return ""
    if isinstance(cell, int | float):
        return cell
    text = printable(cell)
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text


def write_markdown(path: Path, tables: Sequence[Table], command: str) -> None:
    """Write tables as one Markdown file, under the command that made them."""
    _write(path, f"Made by\n\n    {printable(command)}\n\n{markdown(tables)}")


def write_csv(folder: Path, tables: Sequence[Table]) -> None:
    """Write each table as a CSV file named for its title, numbered in the order printed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"{folder}: can't be made ({error.strerror}); give another folder") from None
    for number, table in enumerate(tables, start=1):
        name = _FILE_NAME.sub("-", table.title.casefold()).strip("-")[:60]
        _write(folder / f"{number:02d}-{name}.csv", csv_text(table))


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: can't be written ({error.strerror}); give another place") from None
