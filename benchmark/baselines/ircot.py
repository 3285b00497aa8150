"""IRCoT-style interleaving (Trivedi et al. 2023): each sentence of the reasoning is the next query."""

from langgraph.runtime import Runtime

from backbones.contracts import REASON, Given
from evidence.state import EvidenceState, Inquiry
from evidence.view import views
from nodes.context import RunContext, context_of, for_call
from nodes.failure import Delta, records_failure

REACHED = "so the answer is"


@records_failure
def ircot(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """Word the next sentence and search for it; stop where it gives the answer.

    Reads the question, evidence and inquiries; writes `inquiries` and `calls`.
    """
    context = context_of(runtime)
    backbone, policy = for_call(state, context)
    number = len(state.inquiries) + 1
    shown = views(state.evidence, state.question, policy, context.applies("collapse-copies"))
    given = Given(state.question, shown, state.inquiries, policy.kinds, number=number)
    thought, calls = backbone.read(REASON, given)
    if REACHED in thought.text.casefold():
        inquiry = Inquiry(round=number, stop=True, note=f"stop: {thought.text}")
    else:
        inquiry = Inquiry(round=number, query=thought.text, note="the query is the reasoning's last sentence")
    return {"inquiries": (inquiry,), "calls": calls}


QUERY_NODE = ircot
DEPARTURES = (
    "The first retrieval is the shared opening; budget, retriever, answer call and release rule are those of every "
    "policy; no demonstrations are shown.",
    "The embedded backbone doesn't reason: its next sentence is copied from a page, the one that says most of "
    "what is asked for and unsaid. While one is left it never concludes from the copies' answer, as a model might.",
)
