"""The form of a world's files: one JSON object a line, the same bytes anywhere."""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from evidence.errors import InputError


class Line(BaseModel):
    """A line of a worlds file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    world_id: str


AnyLine = TypeVar("AnyLine", bound=Line)


def write_lines(path: Path, lines: Iterable[Line]) -> None:
    """Write one JSON object a line; the same lines give the same bytes anywhere."""
    with path.open("w", encoding="utf-8", newline="\n") as out:
        for line in lines:
            out.write(line.model_dump_json() + "\n")


def read_lines(path: Path, kind: type[AnyLine]) -> list[AnyLine]:
    """Read a worlds file.

    Raises:
        InputError: it is missing or damaged; names the line and what to do.
    """
    try:
        raw = path.read_text(encoding="utf-8").removesuffix("\n").split("\n")
    except OSError:
        raise InputError(f"worlds {path}: no such file; write it with 'socrates-bench worlds make'") from None
    lines = []
    for number, text in enumerate(raw, start=1):
        try:
            lines.append(kind.model_validate_json(text))
        except ValidationError as error:
            what = error.errors(include_url=False, include_input=False)[0]
            raise InputError(
                f"worlds {path} line {number}: {'.'.join(map(str, what['loc']))}: {what['msg']}; "
                "make the worlds again"
            ) from None
    return lines
