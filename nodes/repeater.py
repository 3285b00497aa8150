"""Repeater: asks the question again, the weakest query policy."""

from langgraph.runtime import Runtime

from evidence.state import EvidenceState, Inquiry
from nodes.context import RunContext
from nodes.failure import Delta


def repeater(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """Search for the question itself. Reads `question`, writes `inquiries` (paper, "Evaluation")."""
    return {"inquiries": (Inquiry(round=len(state.inquiries) + 1, query=state.question),)}
