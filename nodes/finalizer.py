"""Finalizer: answers from the pages, with citations; the same call for every policy."""

from langgraph.runtime import Runtime

from backbones.contracts import ModelError, last_failed
from evidence.chain import trails
from evidence.policy import EvidencePolicy
from evidence.reasons import Reason
from evidence.release import cites_unknown
from evidence.state import Draft, Evidence, EvidenceState
from evidence.view import views
from nodes.context import RunContext, context_of, for_call
from nodes.failure import Delta, records_failure


@records_failure
def finalizer(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """Make the answer call and keep its reply as the draft.

    Reads the question and evidence; writes `draft` and `calls`. Under rule `chain-only` the call reads the
    chains' pages alone (paper, "Method and Prompt Contracts": the shared answer call).

    Raises:
        ModelError: the call failed, or its reply cites a page that is not in evidence.
    """
    context = context_of(runtime)
    backbone, policy = for_call(state, context)
    pages = _chain_pages(state, policy) if context.applies("chain-only") else state.evidence
    shown = views(pages, state.question, policy, context.applies("collapse-copies"))
    reply, calls = backbone.answer(state.question, shown, policy.kinds)
    draft = Draft(
        answer=reply.answer, citations=tuple(reply.citations), residual_uncertainty=reply.residual_uncertainty
    )
    if cites_unknown(draft, state.evidence):
        what = "role answer: the reply cites a page that is not in evidence; ask a model that keeps to the aliases"
        raise ModelError(Reason.UNKNOWN_ALIAS, what, last_failed(calls, Reason.UNKNOWN_ALIAS))
    return {"draft": draft, "calls": calls}


def _chain_pages(state: EvidenceState, policy: EvidencePolicy) -> tuple[Evidence, ...]:
    """Every acquired page of the records in complete chains; all evidence where no chain stands."""
    chained = {held.document for trail in trails(state.evidence, state.question, policy) for held in trail.records}
    return tuple(item for item in state.evidence if item.page.document in chained) or state.evidence
