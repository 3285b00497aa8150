"""Aporia: states what is not known, why, and which record would settle it."""

from langgraph.runtime import Runtime

from evidence.answers import CANNOT_DETERMINE
from evidence.groups import claim_groups, suspects
from evidence.policy import EvidencePolicy
from evidence.premises import record_premises
from evidence.reasons import SENTENCES, Reason
from evidence.release import Decision, conflicting_ends, withheld
from evidence.state import EvidenceState, Premise, Verdict
from nodes.context import RunContext, context_of
from nodes.elenchus import case_of
from nodes.failure import Delta


def aporia(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """End without an answer, without a call.

    Reads the whole state; writes `verdict` with the reason, the unresolved premises (those whose record would
    settle the question first) and the suspects (paper, "Socratic policy").
    """
    if state.error is not None:
        return {"verdict": Verdict(outcome="error", reason=Reason.FAILED, explanation=state.error.message)}
    context = context_of(runtime)
    verdict = state.verdict or _abstention(state, context.resources().policy)
    groups = suspects(claim_groups(state.evidence, state.question))
    return {
        "verdict": verdict.model_copy(
            update={
                "unresolved": _unresolved(state, context),
                "suspects": tuple(tuple(item.alias for item in group.members) for group in groups),
            }
        )
    }


def _abstention(state: EvidenceState, policy: EvidencePolicy) -> Verdict:
    """The verdict of a run that no draft came out of; an answerer's silence over a conflict is the conflict."""
    last = state.inquiries[-1] if state.inquiries else None
    if state.draft is not None and state.draft.answer == CANNOT_DETERMINE:
        rivals = conflicting_ends(state.evidence, state.question, policy)
        if rivals:
            return withheld(Decision(reason=Reason.CONFLICT, rivals=rivals))
        reason, more = Reason.MODEL_CANNOT_DETERMINE, state.draft.residual_uncertainty
    elif last is not None and last.stop:
        reason, more = Reason.INQUIRY_STOPPED, last.note
    else:
        reason, more = Reason.BUDGET_SPENT, ""
    explanation = f"{SENTENCES[reason]} ({more})" if more else SENTENCES[reason]
    return Verdict(outcome="cannot_determine", reason=reason, explanation=explanation)


def _unresolved(state: EvidenceState, context: RunContext) -> tuple[Premise, ...]:
    """What the records leave open, then the model's unresolved premises, each statement once."""
    premises = (*record_premises(case_of(state, context)), *state.premises)
    unique = {premise.statement: premise for premise in reversed(premises) if premise.status == "unresolved"}
    return tuple(reversed(unique.values()))
