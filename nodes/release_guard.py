"""Release guard: lets a draft out only when the pages it cites hold a controlling chain of records."""

from langgraph.runtime import Runtime

from evidence.release import admits, withheld
from evidence.state import Draft, EvidenceState, Verdict
from nodes.context import RunContext, context_of
from nodes.failure import Delta, records_failure


@records_failure
def release_guard(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """Decide on the draft by the rule in `evidence/release.py`.

    Reads `draft` and `evidence`; writes a `verdict` that Dialectic or Aporia completes (paper,
    "Evidence-chain release guard").
    """
    context = context_of(runtime)
    policy = context.resources().policy
    draft = state.draft or Draft(answer="")
    decision = admits(draft, state.evidence, state.question, policy, grounded=context.applies("grounded"))
    if decision.chain is not None:
        return {"verdict": Verdict(outcome="answered", answer=draft.answer, chain=decision.chain.chain)}
    return {"verdict": withheld(decision)}
