"""Assertor: states the competing answers and the premises that each needs."""

from langgraph.runtime import Runtime

from backbones.contracts import Proposal
from evidence.state import Candidate, EvidenceState, Premise
from evidence.view import views
from nodes.context import RunContext, context_of, for_call
from nodes.failure import Delta, records_failure


@records_failure
def assertor(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """Make the round's one structured call.

    Reads the question, evidence and earlier inquiries; writes `candidates`, `premises`, `stop_proposed` and
    `calls` (paper, "Socratic policy" and "Method and Prompt Contracts").
    """
    context = context_of(runtime)
    backbone, policy = for_call(state, context)
    shown = views(state.evidence, state.question, policy, context.applies("collapse-copies"))
    proposal, calls = backbone.propose(state.question, shown, state.inquiries, policy.kinds)
    return {
        "candidates": _candidates(proposal, {item.alias for item in state.evidence}),
        "premises": _premises(proposal),
        "stop_proposed": proposal.stop,
        "calls": calls,
    }


def _candidates(proposal: Proposal, known: set[str]) -> tuple[Candidate, ...]:
    """The model's candidates; aliases that name no page are dropped, since nothing rests on them."""
    return tuple(
        Candidate(
            answer=candidate.answer,
            supported_by=tuple(alias for alias in candidate.supported_by if alias in known),
            necessary_premises=tuple(candidate.necessary_premises),
        )
        for candidate in proposal.candidates
    )


def _premises(proposal: Proposal) -> tuple[Premise, ...]:
    return tuple(Premise(**premise.model_dump(), proposed_by="model") for premise in proposal.premises)
