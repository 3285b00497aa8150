"""A run's tables: outcomes, paired comparisons, strata and costs, one set of worlds at a time."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from benchmark.baselines.registry import is_fixed
from benchmark.manifest import Manifest
from benchmark.published import OUTPUT_TOKENS, published
from benchmark.redaction import is_hashed
from benchmark.scoring import Cost, Result, Scored, WorldSet
from benchmark.settings import OWN, PAPER, Variant
from benchmark.statistics import Paired, difference_interval, holm, mcnemar_p, pair, wilson
from benchmark.tables import Cell, Table
from benchmark.wins import wins

MAIN, RIVAL = "socratic", "expansion"
LEAST_P = 0.0001
Departures = Mapping[str, tuple[str, ...]]
NO_DEPARTURES: Departures = MappingProxyType({})
RESULTS: tuple[Result, ...] = ("safe", "unsafe", "abstained", "error")


class Comparison(NamedTuple):
    """Two policies under one variant over the same worlds; `adjusted` is Holm's p, None for the primary one."""

    variant: Variant
    first: str
    second: str
    table: Paired
    p: float
    adjusted: float | None = None

    @property
    def primary(self) -> bool:
        """Whether it is the endpoint that the manifest states."""
        return (self.variant, self.first, self.second) == (PAPER, MAIN, RIVAL)


def run_table(manifest: Manifest) -> Table:
    """What was run, on which code, and the endpoint stated before it."""
    settings, last = manifest.settings, manifest.sittings[-1]
    rows: tuple[tuple[Cell, ...], ...] = (
        ("primary endpoint", manifest.primary_endpoint),
        ("backbone", settings.model + (f", replayed from {settings.replay}" if settings.replay else "")),
        ("evidence policy", f"{settings.evidence_policy} ({settings.evidence_policy_sha256[:12]})"),
        ("budget", f"{settings.max_queries} queries, {settings.pages_per_query} pages each"),
        ("prompts", settings.prompt_version),
        ("worlds", f"{len(settings.world_ids)} ({settings.worlds_sha256[:12]}{_made(settings.world_spec)})"),
        ("started", manifest.sittings[0].started),
        ("commit", f"{last.commit or 'no checkout'}{' with changes' if last.dirty else ''}"),
        ("frozen at", last.freeze_commit),
        ("changed since", _changed(last.changed_since_freeze)),
        *_held_to(manifest),
    )
    note = "Frozen at: the commit of backbones/ and nodes/ after which the late domains were written."
    return Table("Run", ("setting", "value"), rows, (note,))


def _held_to(manifest: Manifest) -> list[tuple[Cell, ...]]:
    """The freeze that each sitting was held to, where one was."""
    named = dict.fromkeys(sitting.held_to[:12] if sitting.held_to else "none" for sitting in manifest.sittings)
    return [("held to the freeze", ", ".join(named))] if set(named) != {"none"} else []


def _made(spec: Mapping[str, Any]) -> str:
    """What a reader of the tables must know of how the worlds were made."""
    told = {"attack": (False, "no attack"), "settled": (True, "records in the opening")}
    return "".join(f", {name}" for field, (value, name) in told.items() if spec.get(field) is value)


def _changed(files: tuple[str, ...] | None) -> str:
    return "unknown, no checkout" if files is None else ", ".join(files) or "nothing"


def report_tables(
    scored: Sequence[Scored], late_domains: frozenset[str], departures: Departures = NO_DEPARTURES
) -> list[Table]:
    """Every table of a run. Sets of worlds are never pooled; the paper's figures come last."""
    tables: list[Table] = []
    for worlds in dict.fromkeys(item.worlds for item in scored):
        inside = [item for item in scored if item.worlds == worlds]
        tables += set_tables(inside, worlds, late_domains, departures)
    return [*tables, *published()]


def brief_tables(scored: Sequence[Scored]) -> list[Table]:
    """The outcomes alone, a set of worlds at a time."""
    tables = []
    for worlds in dict.fromkeys(item.worlds for item in scored):
        part = [item for item in scored if item.worlds == worlds]
        tables.append(outcome_table(part, f"Outcomes: {_worlds(part)} worlds, {worlds.label}"))
    return tables


def set_tables(
    scored: Sequence[Scored],
    worlds: WorldSet,
    late_domains: frozenset[str],
    departures: Departures = NO_DEPARTURES,
) -> list[Table]:
    """The tables of one set of worlds."""
    where = f"{_worlds(scored)} worlds, {worlds.label}"
    return [
        outcome_table(scored, f"Outcomes: {where}", departures),
        *_apart(scored, worlds, late_domains),
        *comparison_tables(comparisons(scored), where),
        *fixed_comparison_tables(fixed_comparisons(scored), where),
        _strata(scored, f"By hop: {where}", "hops", lambda item: item.hops or "unanswerable"),
        _strata(
            scored,
            f"By domain: {where}",
            "domain",
            lambda item: f"{item.domain} (late)" if item.domain in late_domains else item.domain,
            notes=_late_note(scored, late_domains),
        ),
        *cost_tables(scored, where),
        *output_ratio_tables(scored, where),
        *_win_tables(scored, where),
    ]


def _apart(scored: Sequence[Scored], worlds: WorldSet, late_domains: frozenset[str]) -> list[Table]:
    """The outcomes of the late domains' worlds and of all others, where there are both."""
    late = [item for item in scored if item.domain in late_domains]
    early = [item for item in scored if item.domain not in late_domains]
    if not late or not early:
        return []
    named = {", ".join(sorted(late_domains)) + " (late)": late, "the other domains": early}
    return [
        outcome_table(part, f"Outcomes apart: {_worlds(part)} worlds of {name}, {worlds.label}")
        for name, part in named.items()
    ]


def _worlds(scored: Sequence[Scored]) -> int:
    return len({item.key.world_id for item in scored})


def _late_note(scored: Sequence[Scored], late_domains: frozenset[str]) -> tuple[str, ...]:
    late = late_domains & {item.domain for item in scored}
    return ("Late domains were written after backbones/ and nodes/ were frozen.",) if late else ()


def arms(scored: Iterable[Scored]) -> dict[tuple[Variant, str], list[Scored]]:
    """Terminals by variant and policy, in order of appearance."""
    found: dict[tuple[Variant, str], list[Scored]] = {}
    for item in scored:
        found.setdefault((item.variant, item.policy), []).append(item)
    return found


def share(count: int, total: int) -> str:
    """A count with its share of the total."""
    return f"{count}/{total} ({count / total:.1%})" if total else "0/0"


def count(items: Iterable[Scored], result: Result) -> int:
    """How many ended in a result."""
    return sum(item.result == result for item in items)


OUTCOME_COLUMNS = (
    "protocol",
    "policy",
    "safe",
    "95%",
    "unsafe",
    "95%",
    "abstained",
    "error",
    "right",
    "decisive recall",
    "first hop",
    "searches",
)


def outcome_table(scored: Sequence[Scored], title: str, departures: Departures = NO_DEPARTURES) -> Table:
    """Outcomes, recall of decisive evidence and searches: active policies above, fixed context below.

    Other systems' departures from their releases stand under it.
    """
    by_arm = {arm: _outcomes(*arm, items) for arm, items in arms(scored).items()}
    active = [row for (_, policy), row in by_arm.items() if not is_fixed(policy)]
    fixed = [row for (_, policy), row in by_arm.items() if is_fixed(policy)]
    rows = [_heading("Active acquisition"), *active, _heading("Fixed context"), *fixed] if active and fixed else None
    return Table(
        title=title,
        columns=OUTCOME_COLUMNS,
        rows=tuple(rows or [*active, *fixed]),
        notes=(*_outcome_notes(scored, bool(fixed)), *departure_notes(departures)),
    )


def _heading(title: str) -> tuple[Cell, ...]:
    return (title, *(None for _ in OUTCOME_COLUMNS[1:]))


def _outcome_notes(scored: Sequence[Scored], fixed: bool) -> list[str]:
    notes = ["Safe: released and correct. Unsafe: released and wrong. Intervals are Wilson's, 95%."]
    if any(item.decisive is None for item in scored):
        notes.append("Where the decisive record is absent, abstaining is right and every release is unsafe.")
    if fixed:
        notes.append(
            "Fixed-context systems search nothing and release by their own rule; -wide ones are given as many pages "
            "more as an active policy may read, from the question's own ranking."
        )
    return notes


def departure_notes(departures: Departures) -> list[str]:
    """Each departure once, under the systems that share it."""
    systems: dict[str, list[str]] = {}
    for system, sentences in departures.items():
        for sentence in sentences:
            systems.setdefault(sentence, []).append(system)
    return [f"{', '.join(named)}: {sentence}" for sentence, named in systems.items()]


def _outcomes(variant: Variant, policy: str, items: Sequence[Scored]) -> tuple[Cell, ...]:
    total = len(items)
    safe, unsafe, abstained, error = (count(items, result) for result in RESULTS)
    return (
        variant.label,
        policy,
        share(safe, total),
        _range(safe, total),
        share(unsafe, total),
        _range(unsafe, total),
        f"{abstained}/{total}",
        f"{error}/{total}",
        f"{sum(item.right for item in items)}/{total}",
        recall([item.decisive for item in items]),
        recall([item.first_hop for item in items]),
        sum(searches(item) for item in items),
    )


def searches(item: Scored) -> int:
    """How many queries a run sent to the retriever."""
    return sum(inquiry.returned is not None for inquiry in item.terminal.state.inquiries)


def recall(found: Sequence[bool | None]) -> str:
    """How many acquired it, of the worlds that have it."""
    there = [one for one in found if one is not None]
    return f"{sum(there)}/{len(there)}"


def _range(successes: int, total: int) -> str:
    low, high = wilson(successes, total)
    return f"{100 * low:.1f}-{100 * high:.1f}"


def comparisons(scored: Sequence[Scored]) -> list[Comparison]:
    """Socratic against every other active policy, by variant; Holm over all but the primary endpoint."""
    by_arm = arms(scored)
    found = [
        compared(variant, policy, by_arm[variant, MAIN], items)
        for (variant, policy), items in by_arm.items()
        if policy != MAIN and (variant, MAIN) in by_arm
    ]
    secondary = [item for item in found if not item.primary]
    adjusted = dict(zip(map(id, secondary), holm([item.p for item in secondary]), strict=True))
    ordered = sorted(found, key=lambda item: not item.primary)
    return [item._replace(adjusted=adjusted.get(id(item))) for item in ordered]


def fixed_comparisons(scored: Sequence[Scored]) -> list[Comparison]:
    """Socratic, under each variant, against every fixed-context system; Holm over all of them."""
    by_arm = arms(scored)
    found = [
        compared(variant, policy, mine, by_arm[own, policy])
        for (variant, name), mine in by_arm.items()
        if name == MAIN
        for own, policy in by_arm
        if own == OWN
    ]
    adjusted = holm([item.p for item in found])
    return [item._replace(adjusted=p) for item, p in zip(found, adjusted, strict=True)]


def compared(variant: Variant, policy: str, first: Sequence[Scored], second: Sequence[Scored]) -> Comparison:
    """Compare socratic with a policy over the worlds that both ended."""
    table = pair_safe(first, second)
    return Comparison(variant, MAIN, policy, table, mcnemar_p(table))


def pair_safe(first: Sequence[Scored], second: Sequence[Scored]) -> Paired:
    """Pair safe outcomes by world."""
    safe = {item.key.world_id: item.result == "safe" for item in second}
    return pair([(item.result == "safe", safe[item.key.world_id]) for item in first if item.key.world_id in safe])


def comparison_tables(found: Sequence[Comparison], where: str) -> list[Table]:
    """The paired 2x2 tables and their tests."""
    if not found:
        return []
    note = (
        "Primary endpoint: socratic against expansion under paper, marked *. Holm over the others. "
        "McNemar's exact test is two-sided; the interval is Newcombe's for paired shares."
    )
    return [_paired_table(f"Paired safe answers: {where}", found, note)]


def fixed_comparison_tables(found: Sequence[Comparison], where: str) -> list[Table]:
    """Socratic against the fixed-context systems, a family of tests of its own."""
    note = "Secondary, all of them: Holm over this table. Tests and intervals as among the active policies."
    return [_paired_table(f"Paired safe answers against fixed context: {where}", found, note)] if found else []


def _paired_table(title: str, found: Sequence[Comparison], note: str) -> Table:
    return Table(
        title=title,
        columns=(
            "comparison",
            "both safe",
            "wins",
            "losses",
            "neither",
            "ties",
            "difference, points",
            "95%",
            "exact p",
            "Holm p",
        ),
        rows=tuple(_comparison_row(item) for item in found),
        notes=(note,),
    )


def _comparison_row(item: Comparison) -> tuple[Cell, ...]:
    table = item.table
    mark = " *" if item.primary else ""
    name = f"{item.variant.label}: {item.first} - {item.second}{mark}"
    return (name, table.both, table.first, table.second, table.neither, *paired_cells(table, item.p, item.adjusted))


def paired_cells(table: Paired, p: float, adjusted: float | None) -> tuple[Cell, ...]:
    """Ties, difference with its interval in points, and the p values."""
    low, high = difference_interval(table)
    points = round(100 * table.difference, 1) if table.pairs else None
    holm_p = None if adjusted is None else shown_p(adjusted)
    return (table.ties, points, f"{100 * low:.1f} to {100 * high:.1f}", shown_p(p), holm_p)


def shown_p(p: float) -> str:
    """A p value with four decimals, or what it is below."""
    return f"{p:.4f}" if p >= LEAST_P else f"< {LEAST_P:.4f}"


def _strata(
    scored: Sequence[Scored],
    title: str,
    name: str,
    stratum: Callable[[Scored], str | int],
    notes: tuple[str, ...] = (),
) -> Table:
    """Safe, unsafe and decisive recall by a stratum of worlds."""
    rows = []
    for (variant, policy), items in arms(scored).items():
        for value in sorted({stratum(item) for item in items}, key=str):
            inside = [item for item in items if stratum(item) == value]
            rows.append((variant.label, policy, str(value), *_stratum_cells(inside)))
    return Table(
        title=title,
        columns=("protocol", "policy", name, "safe", "unsafe", "decisive recall", "first hop"),
        rows=tuple(rows),
        notes=notes,
    )


def _stratum_cells(items: Sequence[Scored]) -> tuple[Cell, ...]:
    total = len(items)
    return (
        f"{count(items, 'safe')}/{total}",
        f"{count(items, 'unsafe')}/{total}",
        recall([item.decisive for item in items]),
        recall([item.first_hop for item in items]),
    )


def total_cost(items: Iterable[Scored]) -> Cost:
    """What runs took together."""
    cost = Cost()
    for item in items:
        cost = cost.plus(item.cost)
    return cost


def cost_tables(scored: Sequence[Scored], where: str) -> list[Table]:
    """Calls, tokens and seconds by variant and policy, then those of a question and of a safe answer."""
    totals: list[tuple[Cell, ...]] = []
    shares: list[tuple[Cell, ...]] = []
    for (variant, policy), items in arms(scored).items():
        cost, arm = total_cost(items), (variant.label, policy)
        tokens = (cost.input_tokens, cost.output_tokens)
        totals.append((*arm, cost.calls, *tokens, round(cost.latency_s, 2), round(cost.seconds, 2)))
        shares.append((*arm, *_each(cost, len(items)), *_each(cost, count(items, "safe"))))
    spent = ("calls", "input", "output", "seconds")
    return [
        Table(
            title=f"Cost: {where}",
            columns=("protocol", "policy", "calls", "input tokens", "output tokens", "latency s", "wall s"),
            rows=tuple(totals),
            notes=(
                "Latency is spent inside calls, wall in the whole run. A reused reply counts with the tokens and "
                "seconds of the call that it was made for.",
            ),
        ),
        Table(
            title=f"Cost of a question and of a safe answer: {where}",
            columns=(
                "protocol",
                "policy",
                *(f"{name} / question" for name in spent),
                *(f"{name} / safe" for name in spent),
            ),
            rows=tuple(shares),
            notes=("Input and output are tokens, seconds wall clock. Empty: no safe answer to share the cost by.",),
        ),
    ]


def output_ratio_tables(scored: Sequence[Scored], where: str) -> list[Table]:
    """Socratic's output tokens over expansion's, in the worlds that both ended, by variant."""
    by_arm = arms(scored)
    rows: list[tuple[Cell, ...]] = []
    for variant in dict.fromkeys(item.variant for item in scored):
        mine, theirs = by_arm.get((variant, MAIN), []), by_arm.get((variant, RIVAL), [])
        common = {item.key.world_id for item in mine} & {item.key.world_id for item in theirs}
        spent = [
            total_cost(item for item in items if item.key.world_id in common).output_tokens
            for items in (mine, theirs)
        ]
        if spent[1]:
            rows.append((variant.label, len(common), *spent, round(spent[0] / spent[1], 2)))
    if not rows:
        return []
    theirs_published = OUTPUT_TOKENS[MAIN] / OUTPUT_TOKENS[RIVAL]
    return [
        Table(
            title=f"Output tokens, {MAIN} over {RIVAL}: {where}",
            columns=("protocol", "worlds", MAIN, RIVAL, "ratio"),
            rows=tuple(rows),
            notes=(f"The paper's ratio is {theirs_published:.2f}, of another backbone, worlds and contracts.",),
        )
    ]


def _each(cost: Cost, number: int) -> tuple[Cell, ...]:
    """A cost shared by a number of answers."""
    if not number:
        return (None, None, None, None)
    spent = (cost.calls, cost.input_tokens, cost.output_tokens, cost.seconds)
    return tuple(round(value / number, 3) for value in spent)


def _without_queries(item: Scored) -> bool:
    """Whether a terminal keeps its queries as hashes alone, which tell nothing of what they used."""
    return any(is_hashed(inquiry.query) for inquiry in item.terminal.state.inquiries)


def _win_tables(scored: Sequence[Scored], where: str) -> list[Table]:
    """Socratic's wins over expansion, classed by whether the second query used what the first round resolved."""
    by_arm = arms(scored)
    tables = []
    for variant in dict.fromkeys(item.variant for item in scored):
        mine, theirs = by_arm.get((variant, MAIN), []), by_arm.get((variant, RIVAL), [])
        found = wins(mine, theirs)
        if not found or any(_without_queries(item) for item in mine):
            continue
        used = [win for win in found if win.used]
        chained = [win for win in found if win.hops > 1]
        tables.append(
            Table(
                title=f"Wins of {MAIN} over {RIVAL} under {variant.label}: {where}",
                columns=("world", "hops", f"{RIVAL} was", "second query used", "resolved in the first round"),
                rows=tuple(
                    (win.world_id, win.hops, win.other, " ".join(win.used), "yes" if win.used else "no")
                    for win in found
                ),
                notes=(
                    f"{len(used)} of {len(found)} wins used an identifier that the first round resolved; "
                    f"of the {len(chained)} at two hops or more, {sum(win in used for win in chained)}.",
                ),
            )
        )
    return tables
