"""A world's two halves, and the files they are kept in.

`runtime.jsonl` is all that a policy may see; `labels.jsonl` is for scoring and the separability checker alone.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from evidence.errors import InputError

RUNTIME_FILE = "runtime.jsonl"
LABELS_FILE = "labels.jsonl"

PageKind = Literal["notice", "replica", "final", "bridge", "terminal", "decoy", "background"]
Condition = Literal["hidden", "source_visible", "identifier_visible"]


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    world_id: str


class WorldPage(BaseModel):
    """A page as the corpus holds it; the id is opaque and the order shuffled."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    page_id: str
    text: str


class World(_Line):
    """What a policy may see of a world: the question, the ids of its opening pages, and the corpus.

    `index` tells whether the world is searched alone or in one index with all worlds of its file.
    """

    question: str
    index: Literal["own", "shared"] = "own"
    opening: tuple[str, ...]
    pages: tuple[WorldPage, ...]


class Spellings(BaseModel):
    """An answer and every way of writing it that counts as the same."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    answer: str
    spellings: tuple[str, ...] = Field(min_length=1)


class Labels(_Line):
    """What only scoring and the separability checker may see.

    Attributes:
        domain: the fictional domain the world is of.
        condition: which identifiers the opening shows.
        hops: links from the subject to the answer, plus one; 0 where the decisive record is absent.
        gold: the true answer; for an unanswerable world, what it would have been.
        false: the answer the replicas push; None where there is no attack.
        kinds: each page's kind, by page id.
        decisive: the pages that settle the question, in the order of the chain; empty where unanswerable.
        oracle_queries: one query for each decisive page that reaches it.
        vocabulary: the world's coined words, sorted; no other world has any of them.
    """

    domain: str
    condition: Condition
    hops: int
    gold: Spellings
    false: Spellings | None
    kinds: dict[str, PageKind]
    decisive: tuple[str, ...]
    oracle_queries: tuple[str, ...]
    vocabulary: tuple[str, ...]


Line = TypeVar("Line", World, Labels)


def write_lines(path: Path, lines: Iterable[Line]) -> None:
    """Write one JSON object a line; the same lines give the same bytes anywhere."""
    with path.open("w", encoding="utf-8", newline="\n") as out:
        for line in lines:
            out.write(line.model_dump_json() + "\n")


def read_worlds(folder: Path) -> list[World]:
    """Read a folder's worlds, without their labels."""
    return _read(folder / RUNTIME_FILE, World)


def read_labels(folder: Path) -> dict[str, Labels]:
    """Read a folder's labels, by world id. For scoring and the separability checker only."""
    return {line.world_id: line for line in _read(folder / LABELS_FILE, Labels)}


def _read(path: Path, kind: type[Line]) -> list[Line]:
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
