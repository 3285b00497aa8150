"""`socrates-bench worlds`: make, check and read worlds."""

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmark.worlds import DEFAULT_SEED

if TYPE_CHECKING:
    from benchmark.worlds.generate import WorldSpec

worlds_app = typer.Typer(help="Make, check and read counterfactual worlds.", no_args_is_help=True)

FolderArgument = Annotated[
    Path, typer.Argument(metavar="FOLDER", help="A worlds folder, or one that holds several of them.")
]


class Condition(StrEnum):
    """What the opening shows of the decisive records."""

    HIDDEN = "hidden"
    SOURCE_VISIBLE = "source_visible"
    IDENTIFIER_VISIBLE = "identifier_visible"


class Set(StrEnum):
    """Which worlds."""

    EVALUATION = "evaluation"
    DEVELOPMENT = "development"


COUNTS = {Set.EVALUATION: 48, Set.DEVELOPMENT: 12}
STANDARD = ((Set.EVALUATION, Condition.HIDDEN), *((Set.DEVELOPMENT, condition) for condition in Condition))


@worlds_app.command()
def make(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to write; one folder a set inside it.")],
    only: Annotated[Set | None, typer.Option("--set", help="Make this set alone.")] = None,
    condition: Annotated[Condition | None, typer.Option(help="Make this condition alone.")] = None,
    count: Annotated[int | None, typer.Option(help="Worlds a set; 48 for evaluation, 12 for development.")] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same bytes anywhere.")] = DEFAULT_SEED,
    replicas: Annotated[int, typer.Option(help="Coordinated false pages a world.")] = 12,
    background: Annotated[int, typer.Option(help="Background pages a world.")] = 100,
    hops: Annotated[list[int] | None, typer.Option(help="A hop count, may be repeated; 1 and 2 by default.")] = None,
    attack: Annotated[bool, typer.Option(help="Whether false pages are there.")] = True,
    answerable: Annotated[bool, typer.Option(help="Whether the decisive records are there.")] = True,
    settled: Annotated[bool, typer.Option("--settled", help="Put the decisive records into the opening.")] = False,
    shared_index: Annotated[bool, typer.Option("--shared-index", help="Search all worlds as one corpus.")] = False,
    domain: Annotated[list[str] | None, typer.Option(help="A domain, may be repeated; all by default.")] = None,
    attested: Annotated[
        bool, typer.Option("--attested", help="Sign the records, and write evidence policies into FOLDER/policies.")
    ] = False,
    family: Annotated[
        list[str] | None,
        typer.Option("--attack-family", help="What an attacker adds to attested worlds; may be repeated."),
    ] = None,
    attacker_pages: Annotated[int, typer.Option(help="Pages that the attacker adds to a world.")] = 3,
    attacker_metadata: Annotated[
        bool, typer.Option("--attacker-metadata", help="The attacker sets unattested metadata and titles too.")
    ] = False,
    attacker_first: Annotated[
        bool, typer.Option("--attacker-first", help="The opening begins with the attacker's first page.")
    ] = False,
) -> None:
    """Make worlds: 48 for evaluation, and 12 development ones for each visibility condition."""
    from benchmark.world_files import write_worlds

    attacker = (
        {
            "families": family,
            "pages": attacker_pages,
            "sets_metadata": attacker_metadata,
            "first": attacker_first,
        }
        if family
        else None
    )
    for kind, shown in chosen(only, condition):
        spec = _spec(
            set=kind.value,
            condition=shown.value,
            count=COUNTS[kind] if count is None else count,
            seed=seed,
            replicas=replicas,
            background=background,
            hops=tuple(hops or (1, 2)),
            attack=attack,
            answerable=answerable,
            settled=settled,
            shared_index=shared_index,
            attested=attested,
            attacker=attacker,
            **({"domains": tuple(domain)} if domain else {}),
        )
        place = folder / (kind.value if kind is Set.EVALUATION and shown is Condition.HIDDEN else f"{kind}-{shown}")
        made = write_worlds(place, spec)
        typer.echo(f"{place}: {made} worlds ({kind}, {shown}, seed {seed})")


def chosen(only: Set | None, condition: Condition | None) -> list[tuple[Set, Condition]]:
    """The sets to make: the paper's four, or those asked for."""
    if only is not None and condition is not None:
        return [(only, condition)]
    return [pair for pair in STANDARD if only in (None, pair[0]) and condition in (None, pair[1])]


def _spec(**fields: object) -> "WorldSpec":
    from pydantic import ValidationError

    from benchmark.execute import bad_setting
    from benchmark.worlds.generate import WorldSpec

    try:
        return WorldSpec.model_validate(fields)
    except ValidationError as error:
        raise bad_setting(error) from None


@worlds_app.command()
def show(
    folder: FolderArgument,
    world_id: Annotated[str | None, typer.Argument(metavar="[ID]", help="A world's id; none lists them.")] = None,
    background: Annotated[bool, typer.Option("--background", help="Show background pages too.")] = False,
) -> None:
    """Read one world with its labels, or list the ids."""
    from benchmark.consoles import console
    from benchmark.world_files import world_folders
    from benchmark.world_show import list_worlds, show_world

    folders = world_folders(folder)
    if world_id is None:
        list_worlds(console(), folders)
    else:
        show_world(console(), folders, world_id, background)


@worlds_app.command()
def check(
    folder: FolderArgument,
    each: Annotated[bool, typer.Option("--each", help="Print every check of every world with its figures.")] = False,
) -> None:
    """Check the invariants that each world declares. Exit code 1: one did not hold."""
    from benchmark.consoles import console
    from benchmark.tables import print_tables
    from benchmark.world_check import check_folder, check_tables, failures
    from benchmark.world_files import world_folders

    failed = 0
    for place in world_folders(folder):
        checked = list(check_folder(place))
        print_tables(console(), check_tables(place, checked, each))
        failed += failures(checked)
    typer.echo(f"{failed} checks did not hold" if failed else "every declared invariant held")
    if failed:
        raise typer.Exit(1)
