"""Self-Ask-style decomposition (Press et al. 2023): a follow-up question, its intermediate answer, the next one."""

from langgraph.runtime import Runtime

from backbones.contracts import FOLLOW_UP, READ, Given
from evidence.errors import RunError
from evidence.state import EvidenceState, Inquiry, ModelCall
from evidence.view import views
from nodes.context import RunContext, context_of, for_call
from nodes.failure import Delta, failure, records_failure

REACHED = "so the final answer is"
ANSWERED = "intermediate answer: "


@records_failure
def self_ask(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """Answer the last follow-up from the pages it brought, then ask the next; stop where none is needed.

    Reads the question, evidence and inquiries; writes `inquiries` (the last one with its intermediate answer) and
    `calls`.
    """
    context = context_of(runtime)
    answered, made = _intermediate(state, context)
    known = state.model_copy(update={"inquiries": answered, "calls": (*state.calls, *made)})
    try:
        inquiry, calls = _follow_up(known, context)
    except RunError as error:
        failed = failure(error, "self_ask")
        return {**failed, "inquiries": answered, "calls": (*made, *failed["calls"])}
    return {"inquiries": (*answered, inquiry), "calls": (*made, *calls)}


def _intermediate(state: EvidenceState, context: RunContext) -> tuple[tuple[Inquiry, ...], tuple[ModelCall, ...]]:
    """The inquiries with the last one's intermediate answer, which is read from its pages alone."""
    if not state.inquiries:
        return (), ()
    backbone, policy = for_call(state, context)
    *earlier, last = state.inquiries
    brought = [item for item in state.evidence if item.alias in (last.returned or ())]
    pages = views(brought, state.question, policy, context.applies("collapse-copies"))
    reply, calls = backbone.read(READ, Given(last.query, pages, number=last.round))
    return (*earlier, last.model_copy(update={"note": f"{ANSWERED}{reply.text}"})), calls


def _follow_up(state: EvidenceState, context: RunContext) -> tuple[Inquiry, tuple[ModelCall, ...]]:
    backbone, policy = for_call(state, context)
    number = len(state.inquiries) + 1
    shown = views(state.evidence, state.question, policy, context.applies("collapse-copies"))
    notes = "\n".join(f"{inquiry.query} {inquiry.note}" for inquiry in state.inquiries)
    reply, calls = backbone.read(
        FOLLOW_UP, Given(state.question, shown, state.inquiries, policy.kinds, notes=notes, number=number)
    )
    if REACHED in reply.text.casefold():
        return Inquiry(round=number, stop=True, note=f"stop: {reply.text}"), calls
    return Inquiry(round=number, query=reply.text), calls


QUERY_NODE = self_ask
DEPARTURES = (
    "Follow-up questions go to the shared retriever instead of a web search, and their answers are read from the "
    "pages returned; budget, answer call and release rule are those of every policy; no demonstrations are shown.",
    "The embedded backbone's follow-ups ask for the names that its premises ask for, whatever the intermediate "
    "answers were, so that a tie with socratic says nothing of the two ideas.",
)
