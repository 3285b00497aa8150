"""AstuteRAG (Wang et al. 2024), after the port in TrustRAG's release: what is remembered, then one weighing pass."""

from backbones.contracts import MEMORY, WEIGH, Given
from benchmark.baselines.system import Desk, Outcome, System, aliases


def answer(desk: Desk) -> Outcome:
    """Ask what the model remembers, then let it consolidate that with the pages by source and answer at once."""
    memory = desk.ask(MEMORY, Given(desk.question)).text
    text = desk.ask(WEIGH, Given(desk.question, pages=desk.pages, memory=memory)).text
    return Outcome(text, aliases(desk.pages))


SYSTEM = System(answer, ("Two calls, as in the port; the paper allows more rounds of consolidation.",))
