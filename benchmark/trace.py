"""Two policies' inquiries into one world, side by side: what was asked, what came back, how it ended."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from benchmark.scoring import Scored
from benchmark.settings import OWN
from benchmark.wins import identifiers, resolved_words
from evidence.errors import InputError
from evidence.state import Evidence, EvidenceState, Inquiry, Premise
from graphs.terminal import excerpt, printable

EXCERPT = 110


class Entry(NamedTuple):
    """One labelled line of a trace."""

    label: str
    text: str


Stage = tuple[Entry, ...]


def stages(scored: Scored) -> list[Stage]:
    """A run as stages: the opening, each round, the outcome."""
    state = scored.terminal.state
    rounds = [_round(state, inquiry) for inquiry in state.inquiries]
    return [_opening(state), *rounds, _outcome(scored)]


def _opening(state: EvidenceState) -> Stage:
    return tuple(Entry("opening", _page(item)) for item in state.evidence if item.acquired_by == 0)


def _round(state: EvidenceState, inquiry: Inquiry) -> Stage:
    entries = [Entry("round", str(inquiry.round))]
    if inquiry.premise:
        entries.append(Entry("premise", f"{inquiry.premise} (decisiveness {inquiry.decisiveness:.2g})"))
    if inquiry.note:
        entries.append(Entry("note", inquiry.note))
    if inquiry.stop:
        return (*entries, Entry("query", "none: the inquiry stopped"))
    entries.append(Entry("query", inquiry.query))
    new = [item for item in state.evidence if item.alias in inquiry.new]
    old = [alias for alias in inquiry.returned or () if alias not in inquiry.new]
    entries += [Entry("new", _page(item)) for item in new]
    if old:
        entries.append(Entry("again", ", ".join(old)))
    if inquiry.returned == ():
        entries.append(Entry("returned", "no page"))
    return (*entries, Entry("resolved", ", ".join(identifiers(state, inquiry)) or "nothing"))


def _outcome(scored: Scored) -> Stage:
    state, verdict = scored.terminal.state, scored.terminal.state.verdict
    entries = [Entry("outcome", f"{scored.terminal.outcome}: {scored.result}")]
    if verdict is not None and verdict.answer is not None:
        entries.append(Entry("answer", verdict.answer))
    if verdict is not None and verdict.chain is not None:
        links = " > ".join(f"{link.alias} {link.role} {link.record_id}" for link in verdict.chain.links)
        entries.append(Entry("chain", links))
    if scored.variant == OWN:
        entries += _own_steps(state)
    if verdict is not None and verdict.reason is not None:
        entries.append(Entry("reason", f"{verdict.reason.value}: {verdict.explanation}"))
    if state.error is not None:
        entries.append(Entry("error", f"{state.error.kind} in {state.error.where}"))
    entries += [Entry("premise", _settled(premise)) for premise in state.premises if premise.status != "unresolved"]
    entries.append(Entry("decisive", {True: "acquired", False: "not acquired", None: "absent"}[scored.decisive]))
    cost = scored.cost
    return (*entries, Entry("cost", f"{cost.calls} calls, {cost.input_tokens} + {cost.output_tokens} tokens"))


def _own_steps(state: EvidenceState) -> list[Entry]:
    """What a fixed-context system weighed, and what it kept."""
    weighed = [Entry("weighed", f"{one.answer} (from {', '.join(one.supported_by)})") for one in state.candidates]
    verdict = state.verdict
    told = verdict is not None and verdict.outcome == "answered" and verdict.explanation
    return [*weighed, *([Entry("kept", told)] if told else [])]


def _settled(premise: Premise) -> str:
    by = f" by {premise.resolved_by}" if premise.resolved_by else ""
    return f"{premise.statement} ({premise.status}{by})"


def _page(item: Evidence) -> str:
    record = item.page.record
    what = f"[{record.role} {record.record_id}] " if record is not None else ""
    return f"{item.alias} {what}{excerpt(item.page.content, EXCERPT)}"


def print_trace(console: Console, world_id: str, runs: Sequence[Scored]) -> None:
    """Print runs over one world as columns; text of pages and models is never read as markup."""
    console.print(Text(printable(f"{world_id}: {runs[0].terminal.state.question}"), "bold"))
    console.print(Text(f"hops {runs[0].hops}, domain {printable(runs[0].domain)}, {runs[0].variant.label}", "dim"))
    grid = RichTable(box=box.SIMPLE_HEAD, show_lines=True)
    for run in runs:
        grid.add_column(Text(run.policy, "bold"), ratio=1, overflow="fold")
    *rounds, outcomes = _aligned([stages(run) for run in runs])
    for stage in (*rounds, outcomes):
        grid.add_row(*(_cell(column) for column in stage))
    console.print(grid)
    console.print(Text(printable(difference(runs))))


def _aligned(columns: Sequence[Sequence[Stage]]) -> list[tuple[Stage, ...]]:
    """Stages in rows: rounds by their number, and the outcomes on one line."""
    rounds = list(zip_longest(*(column[:-1] for column in columns), fillvalue=()))
    return [*rounds, tuple(column[-1] for column in columns)]


def _cell(stage: Stage) -> Text:
    lines = [Text.assemble((f"{entry.label:<9}", "bold"), printable(entry.text)) for entry in stage]
    return Text("\n").join(lines)


def difference(runs: Sequence[Scored]) -> str:
    """Who won, and whether the winner's second query used what its first round resolved."""
    safe = [run for run in runs if run.result == "safe"]
    if not safe or len(safe) == len(runs):
        return f"tie: {', '.join(f'{run.policy} {run.result}' for run in runs)}"
    winner = safe[0]
    used = resolved_words(winner.terminal.state)
    how = f"an identifier that the first round resolved: {' '.join(used)}" if used else "none that the first resolved"
    return f"win for {', '.join(run.policy for run in safe)}; its second query used {how}"


def traced(scored: Sequence[Scored], world_id: str, policies: Sequence[str], protocol: str | None) -> list[Scored]:
    """The runs to show: one a policy, under the protocol asked for or the run's first.

    Raises:
        InputError: the run holds no such world, policy or protocol.
    """
    here = [item for item in scored if item.key.world_id == world_id]
    if not here:
        raise InputError(
            f"world {world_id!r}: the run holds no terminal of it; 'socrates-bench worlds show' lists ids"
        )
    bound = [item for item in here if item.variant != OWN] or here
    fitting = [item for item in bound if protocol is None or item.variant.protocol == protocol]
    if not fitting:
        raise InputError(f"protocol {protocol!r}: the run holds none of it")
    variant = fitting[0].variant
    shown = []
    for policy in policies:
        found = [item for item in here if item.policy == policy and item.variant in (variant, OWN)]
        if not found:
            held = ", ".join(dict.fromkeys(item.policy for item in here if item.variant in (variant, OWN)))
            raise InputError(f"policy {policy!r}: the run holds no terminal of it in {world_id}; it holds {held}")
        shown += found
    return shown
