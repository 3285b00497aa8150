"""Expander: the matched control's query node, an ordinary relevance-oriented query."""

from langgraph.runtime import Runtime

from evidence.state import EvidenceState, Inquiry
from evidence.view import views
from nodes.context import RunContext, context_of, for_call
from nodes.failure import Delta, records_failure


@records_failure
def expander(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """Word a query for the question from the same pages that the Assertor would see, without a premise.

    Reads the question, evidence and earlier inquiries; writes `inquiries` and `calls` (paper, "Matched
    query-policy comparison").
    """
    context = context_of(runtime)
    backbone, policy = for_call(state, context)
    shown = views(state.evidence, state.question, policy, context.applies("collapse-copies"))
    expansion, calls = backbone.expand(state.question, shown, state.inquiries, policy.kinds)
    return {
        "inquiries": (Inquiry(round=len(state.inquiries) + 1, query=expansion.query),),
        "calls": calls,
    }
