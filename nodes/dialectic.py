"""Dialectic: states the released answer, its chain, and why each rival fell."""

from langgraph.runtime import Runtime

from evidence.answers import AnswerType, answer_type, normal_form
from evidence.groups import ClaimGroup, claim_groups, suspects
from evidence.state import Chain, EvidenceState, Refutation, Verdict
from nodes.context import RunContext
from nodes.failure import Delta


def dialectic(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """Complete the verdict of a released answer, without a call.

    Reads `verdict`, `candidates` and `evidence`; writes `verdict` (paper, "Socratic policy").
    """
    verdict = state.verdict
    if verdict is None or verdict.answer is None or verdict.chain is None:
        return {}
    wanted = answer_type(state.question)
    groups = claim_groups(state.evidence, state.question)
    return {
        "verdict": verdict.model_copy(
            update={
                "explanation": _explanation(verdict.answer, verdict.chain),
                "refuted": _refutations(state, groups, wanted, verdict),
                "suspects": tuple(
                    tuple(item.alias for item in group.members)
                    for group in suspects(groups)
                    if normal_form(group.answer, wanted) != normal_form(verdict.answer, wanted)
                ),
            }
        )
    }


def _explanation(answer: str, chain: Chain) -> str:
    steps = " -> ".join(f"{link.record_id} ({link.alias}, {link.role})" for link in chain.links)
    return f"{answer}: settled by {steps}."


def _refutations(
    state: EvidenceState, groups: tuple[ClaimGroup, ...], wanted: AnswerType, verdict: Verdict
) -> tuple[Refutation, ...]:
    """Each rival once, whether a page claims it or the Assertor named it."""
    released = normal_form(verdict.answer or "", wanted)
    last = verdict.chain.links[-1] if verdict.chain else None
    why_not = f"{last.record_id} settles the question otherwise" if last else ""
    rivals: dict[str, Refutation] = {}
    for group in groups:
        pages = ", ".join(item.alias for item in group.members)
        why = f"claimed by {len(group.members)} page(s) ({pages}), none of them a record; {why_not}"
        rivals.setdefault(normal_form(group.answer, wanted), Refutation(answer=group.answer, why=why))
    for candidate in state.candidates:
        why = f"no record that controls the question supports it; {why_not}"
        rivals.setdefault(normal_form(candidate.answer, wanted), Refutation(answer=candidate.answer, why=why))
    return tuple(rival for form, rival in rivals.items() if form and form != released)
