"""A world as a policy may see it, and its file `runtime.jsonl`. The other half is `labels.py`."""

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from benchmark.worlds.lines import Line, read_lines

RUNTIME_FILE = "runtime.jsonl"


class WorldPage(BaseModel):
    """A page as the corpus holds it; the id is opaque and the order shuffled. Only attested worlds have metadata."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    page_id: str
    text: str
    metadata: dict[str, Any] = Field({}, exclude_if=lambda metadata: not metadata)


class World(Line):
    """What a policy may see of a world: the question, the ids of its opening pages, and the corpus.

    `index` tells whether the world is searched alone or in one index with all worlds of its file.
    """

    question: str
    index: Literal["own", "shared"] = "own"
    opening: tuple[str, ...]
    pages: tuple[WorldPage, ...]


def read_worlds(folder: Path) -> list[World]:
    """Read a folder's worlds, without their labels."""
    return read_lines(folder / RUNTIME_FILE, World)
