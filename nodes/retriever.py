"""Retriever: runs the committed query and takes what it finds into evidence."""

from langgraph.runtime import Runtime

from evidence.state import EvidenceState
from nodes.acquire import admit, alias_of
from nodes.context import RunContext, context_of
from nodes.failure import Delta, records_failure


@records_failure
def retriever(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """Run the last inquiry's query at the budget's depth, drop duplicates and record what was new.

    Reads the last of `inquiries` and `evidence`; writes both (paper, "Socratic policy": the controller).
    """
    context = context_of(runtime)
    inquiry = state.inquiries[-1]
    search = context.resources().retriever.search
    depth = context.pages_per_query
    if inquiry.unseen_only:
        seen = {item.page.page_id for item in state.evidence}
        hits = [hit for hit in search(inquiry.query, depth + len(seen)) if hit.page.page_id not in seen][:depth]
    else:
        hits = search(inquiry.query, depth)
    before = {item.alias for item in state.evidence}
    evidence = admit(state.evidence, hits, acquired_by=inquiry.round)
    returned = tuple(dict.fromkeys(alias_of(evidence, hit) for hit in hits))
    new = tuple(item.alias for item in evidence if item.alias not in before)
    return {
        "evidence": evidence,
        "inquiries": (inquiry.model_copy(update={"returned": returned, "new": new}),),
    }
