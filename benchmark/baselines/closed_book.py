"""Closed book: one call without pages, which tells what the model knows by itself."""

from backbones.contracts import RECALL, Given
from benchmark.baselines.system import Desk, Outcome, System


def answer(desk: Desk) -> Outcome:
    """Answer from memory."""
    return Outcome(desk.ask(RECALL, Given(desk.question)).text)


SYSTEM = System(answer, ("The embedded backbone has no memory, so that it abstains here by construction.",))
