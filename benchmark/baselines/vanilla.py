"""Vanilla RAG: one call that reads every page."""

from backbones.contracts import READ, Given
from benchmark.baselines.system import Desk, Outcome, System, aliases


def answer(desk: Desk) -> Outcome:
    """Answer from all pages at once."""
    return Outcome(desk.ask(READ, Given(desk.question, pages=desk.pages)).text, aliases(desk.pages))


SYSTEM = System(answer)
