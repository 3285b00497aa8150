"""What a person sees of a run on a terminal. Page text, queries and answers are hostile: see `graphs/printing.py`."""

from typing import Any

from rich.console import Console
from rich.text import Text

from evidence.state import Candidate, Evidence, EvidenceState, Inquiry, ModelCall, Premise, Verdict
from graphs.api import Step
from graphs.printing import excerpt as excerpt
from graphs.printing import printable as printable

OUTCOMES = {
    "answered": ("ANSWERED", "bold green"),
    "cannot_determine": ("CANNOT DETERMINE", "bold yellow"),
    "conflict": ("CONFLICT", "bold magenta"),
    "error": ("ERROR", "bold red"),
}


def print_step(console: Console, step: Step) -> None:
    """Print what a node did, as it happens."""
    show = {
        "opening": _opening,
        "assertor": _assertor,
        "elenchus": _inquiry_chosen,
        "query": _inquiry_chosen,
        "retriever": _returned,
        "finalizer": _draft,
    }.get(step.node)
    if show is not None and step.delta:
        show(console, step.delta, step.state)


def _line(console: Console, label: str, text: str, style: str = "") -> None:
    """One labelled line; the text is never read as markup."""
    console.print(Text.assemble((f"{label:<10}", "bold"), (printable(text), style)))


def _opening(console: Console, delta: dict[str, Any], state: EvidenceState) -> None:
    for item in state.evidence:
        _page(console, "opening", item)


def _page(console: Console, label: str, item: Evidence) -> None:
    record = item.page.record
    what = f"[{record.role} {record.record_id}] " if record is not None else ""
    _line(console, label, f"{item.alias} {what}{excerpt(item.page.content)}")


def _assertor(console: Console, delta: dict[str, Any], state: EvidenceState) -> None:
    candidates: tuple[Candidate, ...] = delta.get("candidates", ())
    for candidate in candidates:
        _line(console, "candidate", f"{candidate.answer} ({', '.join(candidate.supported_by) or 'no page'})")


def _inquiry_chosen(console: Console, delta: dict[str, Any], state: EvidenceState) -> None:
    inquiries: tuple[Inquiry, ...] = delta.get("inquiries", ())
    for inquiry in inquiries[-1:]:
        if inquiry.premise:
            _line(console, "premise", f"{inquiry.premise} (decisiveness {inquiry.decisiveness:.2g})")
        if inquiry.note:
            _line(console, "note", inquiry.note, "dim")
        if not inquiry.stop:
            _line(console, "query", f"{inquiry.round}: {inquiry.query}", "cyan")


def _returned(console: Console, delta: dict[str, Any], state: EvidenceState) -> None:
    last = state.inquiries[-1]
    if not last.new:
        _line(console, "returned", f"nothing new ({', '.join(last.returned or ()) or 'no page'})")
    for item in state.evidence:
        if item.alias in last.new:
            _page(console, "returned", item)


def _draft(console: Console, delta: dict[str, Any], state: EvidenceState) -> None:
    if state.draft is not None:
        cited = ", ".join(state.draft.citations) or "nothing"
        _line(console, "draft", f"{state.draft.answer} (cites {cited})")


def print_verdict(console: Console, state: EvidenceState) -> None:
    """Print how the question ended: the answer with its chain, or what is unknown and what would settle it."""
    verdict = state.verdict
    if verdict is None:
        return
    title, style = OUTCOMES[verdict.outcome]
    console.print()
    headline = title if verdict.answer is None else f"{title}: {verdict.answer}"
    console.print(Text(printable(headline), style))
    _chain(console, verdict)
    if verdict.reason is not None:
        _line(console, "reason", f"{verdict.reason.value}: {verdict.explanation}")
    for rival in verdict.refuted:
        _line(console, "refuted", f"{rival.answer}: {rival.why}")
    for premise in _settling(verdict.unresolved):
        _line(console, "unknown", f"{premise.statement} What would settle it: {premise.expected_discriminator}.")
    for group in verdict.suspects:
        _line(console, "suspects", f"{len(group)} pages push one answer and are no record: {', '.join(group)}")
    _line(console, "cost", cost(state.calls), "dim")


def _chain(console: Console, verdict: Verdict) -> None:
    for link in verdict.chain.links if verdict.chain else ():
        onward = f" hands on to {', '.join(link.links_to)}" if link.links_to else " settles it"
        why = f" ({link.note})" if link.note else ""
        _line(console, "chain", f"{link.alias} {link.role} {link.record_id}{onward}{why}")


def _settling(premises: tuple[Premise, ...]) -> list[Premise]:
    """The premises that name the record which would resolve them."""
    return [premise for premise in premises if premise.expected_discriminator]


def cost(calls: tuple[ModelCall, ...]) -> str:
    """Calls, tokens and seconds of a run, in one line."""
    tokens_in = sum(call.input_tokens for call in calls)
    tokens_out = sum(call.output_tokens for call in calls)
    seconds = sum(call.latency_s for call in calls)
    return f"{len(calls)} calls, {tokens_in} input and {tokens_out} output tokens, {seconds:.1f} s in the model"
