"""Retriever: runs the committed query and takes what it finds into evidence."""

from collections.abc import Sequence

from langgraph.runtime import Runtime

from evidence.state import Evidence, EvidenceState, Inquiry
from nodes.acquire import admit, alias_of, records_first
from nodes.context import RunContext, context_of
from nodes.failure import Delta, records_failure
from retrievers.protocol import Hit


@records_failure
def retriever(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """Run the last inquiry's query at the budget's depth, drop duplicates and record what was new.

    Reads the last of `inquiries` and `evidence`; writes both (paper, "Socratic policy": the controller).
    """
    inquiry = state.inquiries[-1]
    hits = _found(inquiry, state.evidence, context_of(runtime))
    before = {item.alias for item in state.evidence}
    evidence = admit(state.evidence, hits, acquired_by=inquiry.round)
    returned = tuple(dict.fromkeys(alias_of(evidence, hit) for hit in hits))
    new = tuple(item.alias for item in evidence if item.alias not in before)
    return {
        "evidence": evidence,
        "inquiries": (inquiry.model_copy(update={"returned": returned, "new": new}),),
    }


def _found(inquiry: Inquiry, evidence: Sequence[Evidence], context: RunContext) -> list[Hit]:
    """The inquiry's hits, at most the budget's; where the evidence policy says so, records go before other pages."""
    resources = context.resources()
    pool = resources.policy.records_first if context.protocol == "guarded" else 0
    seen = {item.page.page_id for item in evidence} if inquiry.unseen_only else set()
    found = resources.retriever.search(inquiry.query, max(context.pages_per_query, pool) + len(seen))
    hits = [hit for hit in found if hit.page.page_id not in seen]
    return records_first(hits, pool)[: context.pages_per_query]
