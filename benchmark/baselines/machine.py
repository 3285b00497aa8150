"""The machine of a fixed-context system: opening, the wider context where asked for, the system, and no search."""

from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.runtime import Runtime

from benchmark.baselines.registry import is_wide, system_of
from benchmark.baselines.system import Desk, Outcome, System
from evidence.answers import says_unknown
from evidence.errors import InputError, RunError
from evidence.reasons import Reason
from evidence.state import Draft, EvidenceState, Question, Verdict
from graphs.machine import Machine
from nodes.acquire import admit
from nodes.context import RunContext, context_of
from nodes.failure import Delta, failure
from nodes.opening import opening


def fixed_machine(policy: str) -> Machine:
    """Compile a fixed-context system's machine over the same state as the graphs'."""
    machine = StateGraph(EvidenceState, RunContext, input_schema=Question, output_schema=EvidenceState)
    steps: dict[str, Any] = {
        "opening": opening,
        **({"widen": widen} if is_wide(policy) else {}),
        "system": node_of(system_of(policy)),
    }
    for name, node in steps.items():
        machine.add_node(name, node)
    for name, following in zip((START, *steps), (*steps, END), strict=True):
        machine.add_edge(name, following)
    return machine.compile(name=policy)


def widen(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """Add the question's own best pages, as many as an active policy may read: queries times pages a query.

    Reads `question` and `evidence`; writes `evidence`. It is the context that the system is given, not a search
    of its own, so the pages count as opening ones.
    """
    if state.error is not None:
        return {}
    context = context_of(runtime)
    more = context.max_queries * context.pages_per_query
    seen = {item.page.page_id for item in state.evidence}
    hits = context.resources().retriever.search(state.question, more + len(seen))
    fresh = [hit for hit in hits if hit.page.page_id not in seen][:more]
    return {"evidence": admit(state.evidence, fresh, acquired_by=0)}


def node_of(system: System) -> Any:
    """A system as the machine's one node; a failure is the outcome `error`, never an abstention."""

    def answered(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
        """Let the system answer from the evidence; writes `draft`, `candidates`, `verdict` and `calls`."""
        if state.error is not None:
            return {"verdict": _failed(state.error.message)}
        desk = Desk(state, context_of(runtime))
        try:
            outcome = system.answer(desk)
        except (InputError, RunError) as error:
            delta = failure(error, "system")
            return {**delta, "verdict": _failed(str(error)), "calls": desk.calls}
        return {
            "draft": Draft(answer=outcome.text, citations=outcome.used),
            "candidates": outcome.candidates,
            "verdict": verdict_of(outcome),
            "calls": desk.calls,
        }

    return answered


def verdict_of(outcome: Outcome) -> Verdict:
    """The system's own release rule: it releases whatever it says, unless that declines to answer."""
    if says_unknown(outcome.text):
        return Verdict(
            outcome="cannot_determine",
            reason=Reason.MODEL_CANNOT_DETERMINE,
            explanation=f"It abstains. {outcome.note}",
        )
    return Verdict(outcome="answered", answer=outcome.text, explanation=outcome.note)


def _failed(message: str) -> Verdict:
    return Verdict(outcome="error", reason=Reason.FAILED, explanation=message)
