"""Tables of a record of systems: how each ended under every attack family, and socratic paired with each."""

from collections.abc import Sequence

from benchmark.report import MAIN, departure_notes, shown_p
from benchmark.statistics import Paired, holm, mcnemar_p, pair
from benchmark.systems import FIXED, LETTERS, Line, Record
from benchmark.tables import Table

Arm = tuple[str, str, str]


def systems_tables(record: Record) -> list[Table]:
    """Outcomes by evidence policy, then socratic against every system under each evidence policy and protocol."""
    arms = _arms(record.lines)
    trusts = list(dict.fromkeys(trust for trust, _, _ in arms))
    mine = [arm for arm in arms if arm[2] == MAIN]
    outcomes = [_outcomes(record, arms, trust) for trust in trusts]
    return [*outcomes, *(_paired(record, arms, arm) for arm in mine)]


def _arms(lines: Sequence[Line]) -> dict[Arm, dict[str, str]]:
    """Letters by evidence policy, protocol and system, then by family; in order of appearance."""
    arms: dict[Arm, dict[str, str]] = {}
    for line in lines:
        arms.setdefault((line.trust, line.protocol, line.system), {})[line.family] = line.ended
    return arms


def _families(record: Record) -> list[str]:
    return list(dict.fromkeys(line.family for line in record.lines))


def _outcomes(record: Record, arms: dict[Arm, dict[str, str]], trust: str) -> Table:
    """Rows systems, columns families: safe, unsafe, abstained."""
    families = _families(record)
    rows = [
        (protocol, system, *(_counts(ended.get(family, "")) for family in families))
        for (of, protocol, system), ended in arms.items()
        if of == trust
    ]
    departures = {name: found for name, found in record.departures.items() if name in {row[1] for row in rows}}
    what = "fixed context" if trust == FIXED else f"active acquisition, evidence policy {trust}"
    notes = (
        f"safe / unsafe / abstained of {len(record.worlds)} worlds; the attacker adds {record.attacker_pages} pages "
        "beside the world's replicas. A conflict counts as abstained.",
        *departure_notes(departures),
    )
    return Table(f"Systems under attack: {what}", ("protocol", "system", *families), tuple(rows), notes)


def _counts(ended: str) -> str:
    safe, unsafe, abstained, errors = (ended.count(letter) for letter in LETTERS.values())
    return f"{safe} / {unsafe} / {abstained}" + (f" ({errors} errors)" if errors else "")


def _paired(record: Record, arms: dict[Arm, dict[str, str]], main: Arm) -> Table:
    """Socratic's safe answers against each other system's, world by world; Holm within a family of attacks."""
    trust, protocol, _ = main
    others = [arm for arm in arms if arm != main and arm[:2] in {(trust, protocol), (FIXED, "own")}]
    columns = [_comparisons(arms, main, others, family) for family in _families(record)]
    return Table(
        f"Safe answers, {MAIN} against each: {protocol}, evidence policy {trust}",
        ("system", *_families(record)),
        tuple((system, *cells) for (_, _, system), *cells in zip(others, *columns, strict=True)),
        (
            "Worlds that socratic alone and that the other alone answered safely, and p of McNemar's exact two-sided "
            "test, Holm-adjusted over the column.",
        ),
    )


def _comparisons(arms: dict[Arm, dict[str, str]], main: Arm, others: Sequence[Arm], family: str) -> list[str]:
    """A family's cells, one a system."""
    tables = [_pair(arms[main].get(family, ""), arms[other].get(family, "")) for other in others]
    adjusted = holm([mcnemar_p(table) for table in tables])
    return [f"{table.first} : {table.second}, p {shown_p(p)}" for table, p in zip(tables, adjusted, strict=True)]


def _pair(first: str, second: str) -> Paired:
    safe = LETTERS["safe"]
    return pair([(one == safe, other == safe) for one, other in zip(first, second, strict=True)])
