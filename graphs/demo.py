"""The demonstration: one poisoned question and one without an answer, asked of the bundled PEPs by three policies."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from evidence.state import EvidenceState
from graphs.api import ask
from graphs.terminal import OUTCOMES, printable

POISONED = "Which PEP governs the version comparison module in distutils today?"
UNANSWERABLE = "Which PEP specifies the Asynchronous Server Gateway Interface?"
COMPARED = ("socratic", "expansion", "repetition")


def run_demo(console: Console) -> None:
    """Ask both questions of `example:peps` on the embedded backbone and print a table for each."""
    console.print("Corpus: real PEPs among fabricated blogs that repeat an outdated answer (examples/peps).")
    console.print("Backbone: extractive, which is an algorithm and no model. No key, no network.\n")
    for question in (POISONED, UNANSWERABLE):
        console.print(side_by_side(question, {graph: ask(question, graph=graph) for graph in COMPARED}))


def side_by_side(question: str, states: dict[str, EvidenceState]) -> Table:
    """A table of one question's runs, a column a policy."""
    table = Table(title=Text(printable(question)), show_lines=True, title_justify="left")
    table.add_column("")
    for graph in states:
        table.add_column(graph, overflow="fold")
    for label, cell in (
        ("opening", _opening),
        ("searches", _searches),
        ("outcome", _outcome),
        ("why", _why),
    ):
        table.add_row(label, *(cell(state) for state in states.values()))
    return table


def _opening(state: EvidenceState) -> Text:
    opening = [item for item in state.evidence if item.acquired_by == 0]
    records = sum(item.page.record is not None for item in opening)
    return Text(f"{len(opening)} pages, {records} of them records")


def _searches(state: EvidenceState) -> Text:
    asked = [f"{inquiry.round}: {inquiry.query}" for inquiry in state.inquiries if not inquiry.stop]
    return Text("\n".join(printable(line) for line in asked) or "none")


def _outcome(state: EvidenceState) -> Text:
    if state.verdict is None:
        return Text("none")
    title, style = OUTCOMES[state.verdict.outcome]
    return Text(printable(f"{title}: {state.verdict.answer}" if state.verdict.answer else title), style)


def _why(state: EvidenceState) -> Text:
    verdict = state.verdict
    if verdict is None:
        return Text("")
    unknown = [premise.expected_discriminator for premise in verdict.unresolved if premise.expected_discriminator]
    missing = f" It would take {unknown[0]}." if unknown and verdict.chain is None else ""
    return Text(printable(verdict.explanation + missing))
