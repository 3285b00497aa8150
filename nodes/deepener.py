"""Deepener: asks the question again and reads on past the pages already in evidence."""

from langgraph.runtime import Runtime

from evidence.state import EvidenceState, Inquiry
from nodes.context import RunContext
from nodes.failure import Delta


def deepener(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """Search for the question's next pages. Reads `question`, writes `inquiries`."""
    inquiry = Inquiry(round=len(state.inquiries) + 1, query=state.question, unseen_only=True)
    return {"inquiries": (inquiry,)}
