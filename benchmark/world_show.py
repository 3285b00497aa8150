"""One world on a terminal, for a person to read, labels and all."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from benchmark.worlds.labels import Labels, read_labels
from benchmark.worlds.world import World, WorldPage, read_worlds
from evidence.errors import InputError
from graphs.terminal import printable

# Enough of a metadata field to tell it by: a signature is some 400 characters long.
SHOWN_CHARACTERS = 60


def list_worlds(console: Console, folders: Sequence[Path]) -> None:
    """Print every world's id, hops, domain and question."""
    for folder in folders:
        labels = read_labels(folder)
        console.print(Text(str(folder), "bold"))
        for world in read_worlds(folder):
            told = labels[world.world_id]
            console.print(Text(printable(f"{world.world_id}  {told.hops} hops  {told.domain}  {world.question}")))


def show_world(console: Console, folders: Sequence[Path], world_id: str, background: bool) -> None:
    """Print one world: its question and answers, then its pages by kind, decisive ones first.

    Raises:
        InputError: no folder holds it.
    """
    for folder in folders:
        for world in read_worlds(folder):
            if world.world_id == world_id:
                _show(console, world, read_labels(folder)[world_id], background)
                return
    raise InputError(f"world {world_id!r}: none such; 'socrates-bench worlds show FOLDER' lists the ids")


def _show(console: Console, world: World, labels: Labels, background: bool) -> None:
    counts = Counter(labels.kinds.values())
    for name, value in (
        ("world", world.world_id),
        ("question", world.question),
        ("gold", " / ".join(labels.gold.spellings)),
        ("false", labels.false.answer if labels.false is not None else "no attack"),
        ("labels", f"{labels.domain}, {labels.condition}, {labels.hops} hops"),
        ("pages", ", ".join(f"{number} {kind}" for kind, number in counts.items())),
        ("oracle", " | ".join(labels.oracle_queries) or "none: no decisive record is there"),
    ):
        console.print(Text.assemble((f"{name:<10}", "bold"), printable(value)))
    for page in sorted(world.pages, key=lambda page: _place(page.page_id, world, labels)):
        kind = labels.kinds[page.page_id]
        if background or kind != "background":
            _page(console, page, _heading(page.page_id, kind, world, labels))


def _place(page_id: str, world: World, labels: Labels) -> tuple[int, int, str]:
    """Opening pages, then decisive ones, each in their order, then the rest by kind."""
    if page_id in world.opening:
        return 0, world.opening.index(page_id), ""
    if page_id in labels.decisive:
        return 1, labels.decisive.index(page_id), ""
    return 2, 0, labels.kinds[page_id]


def _heading(page_id: str, kind: str, world: World, labels: Labels) -> str:
    marks = [kind]
    marks += ["in the opening"] if page_id in world.opening else []
    marks += [f"decisive {labels.decisive.index(page_id) + 1}"] if page_id in labels.decisive else []
    return f"{page_id}  {', '.join(marks)}"


def _page(console: Console, page: WorldPage, heading: str) -> None:
    console.print()
    console.print(Text(printable(heading), "bold cyan"))
    if page.metadata:
        fields = (f"{name} {str(value)[:SHOWN_CHARACTERS]}" for name, value in page.metadata.items())
        console.print(Text(printable(", ".join(fields)), "dim"))
    for line in page.text.split("\n"):
        console.print(Text(printable(line)))
