"""Every system under every attack family, in run folders that go on where they were (`socrates-bench systems`).

What comes of it is a record of one letter a world, from which `systems_tables` makes the tables.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

from pydantic import ValidationError
from rich.console import Console

from benchmark.baselines.registry import is_fixed
from benchmark.execute import execute
from benchmark.labelled import scored_run
from benchmark.report import arms
from benchmark.scoring import Result, Scored
from benchmark.settings import OWN, Closed, Variant
from benchmark.wanted import Wanted
from benchmark.world_files import write_worlds
from benchmark.world_spec import world_spec
from benchmark.worlds import DEFAULT_SEED
from benchmark.worlds.attacks import FAMILIES, Attacker
from benchmark.worlds.generate import WorldSpec
from benchmark.worlds.labels import AttackFamily
from evidence.errors import InputError

NO_ATTACKER: Literal["none"] = "none"
FAMILY_NAMES = (NO_ATTACKER, *FAMILIES)
TRUSTS = ("signature", "metadata", "text")
DEFAULT_TRUSTS = ("signature", "text")
FIXED = "fixed"
LETTERS: dict[Result, str] = {"safe": "s", "unsafe": "u", "abstained": "a", "error": "e"}


class Asked(NamedTuple):
    """What to run.

    Attributes:
        policies: systems by name, ours too.
        variants: protocols of the active ones.
        trusts: evidence policies of the active ones; a fixed-context system reads none and runs once.
        families: attack families, and `none`.
        pages: how many pages the attacker adds to a world.
        made: worlds made a family.
        seed: the worlds'.
        world_ids: worlds to run; all where empty.
    """

    policies: tuple[str, ...]
    variants: tuple[Variant, ...]
    trusts: tuple[str, ...] = DEFAULT_TRUSTS
    families: tuple[str, ...] = FAMILY_NAMES
    pages: int = 3
    made: int = 48
    seed: int = DEFAULT_SEED
    world_ids: tuple[str, ...] = ()


class Line(Closed):
    """How one system ended on each world of a family.

    Attributes:
        family: the attack family, or `none`.
        trust: the evidence policy, or `fixed` for a fixed-context system.
        protocol: `paper`, `guarded` or `own`.
        system: the policy's name.
        ended: a letter a world, in order of their ids: safe, unsafe, abstained or error.
    """

    family: str
    trust: str
    protocol: str
    system: str
    ended: str


class Record(Closed):
    """What a `systems` command found, and of what.

    Attributes:
        seed: the worlds'.
        worlds: their ids, in the order of the letters.
        attacker_pages: how many pages an attacker adds to each.
        departures: where each system departs from its release.
        lines: a line a family, evidence policy, protocol and system.
    """

    seed: int
    worlds: tuple[str, ...]
    attacker_pages: int
    departures: dict[str, tuple[str, ...]]
    lines: tuple[Line, ...]


def run_systems(asked: Asked, out: Path, jobs: int, console: Console) -> Record:
    """Make the worlds of each family and run every system on them; what stands in the folder isn't made again.

    Raises:
        InputError: an unknown family or trust, or a folder of other settings.
        RunError: a record couldn't be written, or a worker died.
    """
    _check(asked)
    lines: list[Line] = []
    worlds: tuple[str, ...] = ()
    departures: dict[str, tuple[str, ...]] = {}
    for family in asked.families:
        folder = _worlds(asked, family, out)
        for trust, wanted in _runs(asked, folder):
            run = out / "runs" / f"{family}-{trust}"
            execute(wanted, folder, run, jobs, console)
            ended = scored_run(run, folder)
            worlds = ended.manifest.settings.world_ids
            departures |= ended.manifest.departures
            lines += lines_of(ended.scored, family, trust)
    return Record(
        seed=asked.seed, worlds=worlds, attacker_pages=asked.pages, departures=departures, lines=tuple(lines)
    )


def lines_of(scored: Iterable[Scored], family: str, trust: str) -> Iterator[Line]:
    """A line a system and protocol; terminals come in order of their worlds."""
    for (variant, policy), items in arms(scored).items():
        ended = "".join(LETTERS[item.result] for item in items)
        yield Line(family=family, trust=trust, protocol=variant.label, system=policy, ended=ended)


def _check(asked: Asked) -> None:
    for family in asked.families:
        if family not in FAMILY_NAMES:
            raise InputError(f"--attack-family {family!r}: unknown; there are {', '.join(FAMILY_NAMES)}")
    for trust in asked.trusts:
        if trust not in TRUSTS:
            raise InputError(f"--trust {trust!r}: unknown; there are {', '.join(TRUSTS)}")


def _worlds(asked: Asked, family: str, out: Path) -> Path:
    """The worlds of a family, made where they aren't there."""
    names: dict[str, AttackFamily] = {name: name for name in FAMILIES}
    attacker = Attacker(families=(names[family],), pages=asked.pages) if family in names else None
    spec = WorldSpec(count=asked.made, seed=asked.seed, attested=True, attacker=attacker)
    folder = out / "worlds" / family
    if world_spec(folder) != spec.model_dump(mode="json"):
        write_worlds(folder, spec)
    return folder


def _runs(asked: Asked, folder: Path) -> Iterator[tuple[str, Wanted]]:
    """The runs over a family's worlds: one an evidence policy, and one of the systems that read none."""
    active = tuple(policy for policy in asked.policies if not is_fixed(policy))
    fixed = tuple(policy for policy in asked.policies if is_fixed(policy))
    for trust in asked.trusts if active else ():
        yield trust, _wanted(asked, active, asked.variants, folder, trust)
    if fixed:
        yield FIXED, _wanted(asked, fixed, (OWN,), folder, asked.trusts[0])


def _wanted(asked: Asked, policies: Sequence[str], variants: tuple[Variant, ...], folder: Path, trust: str) -> Wanted:
    return Wanted(
        policies=tuple(policies),
        variants=variants,
        world_ids=asked.world_ids,
        evidence_policy=str(folder / "policies" / f"{trust}.yaml"),
    )


def write_record(path: Path, record: Record) -> None:
    """Write a record as JSON, a line a line of it.

    Raises:
        InputError: it can't be written there.
    """
    head = record.model_dump_json(exclude={"lines"}).removesuffix("}")
    body = ",\n".join(line.model_dump_json() for line in record.lines)
    try:
        path.write_text(f'{head},"lines":[\n{body}\n]}}\n', encoding="utf-8")
    except OSError as error:
        raise InputError(f"{path}: can't be written ({error.strerror}); give another place") from None


def read_record(path: Path) -> Record:
    """Read what `write_record` wrote.

    Raises:
        InputError: it is missing or damaged.
    """
    try:
        return Record.model_validate_json(path.read_bytes())
    except (OSError, ValidationError):
        raise InputError(f"{path}: no record of systems; write it with 'socrates-bench systems'") from None
