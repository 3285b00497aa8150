"""Opening: the pages a question begins with. The first node, so it clears what an earlier question left."""

from langgraph.runtime import Runtime
from langgraph.types import Overwrite

from evidence.errors import InputError
from evidence.state import Evidence, EvidenceState
from nodes.acquire import admit
from nodes.context import RunContext, context_of
from nodes.failure import Delta, failure
from retrievers.protocol import Hit


def opening(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """Acquire the opening evidence: the pages named in the input, else the question's own top pages.

    Reads `question` and `opening`; overwrites every other field, so that a second question on a thread starts
    clean (paper: both policies share the initial evidence).
    """
    context = context_of(runtime)
    context.start_clock()
    evidence: tuple[Evidence, ...] = ()
    failed: Delta = {"error": None}
    try:
        evidence = _opening_evidence(state, context)
    except InputError as error:
        failed = failure(error, "opening")
    return {
        "candidates": (),
        "premises": (),
        "draft": None,
        "verdict": None,
        **failed,
        "evidence": Overwrite(evidence),
        "inquiries": Overwrite(()),
        "calls": Overwrite(()),
    }


def _opening_evidence(state: EvidenceState, context: RunContext) -> tuple[Evidence, ...]:
    if not state.question.strip():
        raise InputError("question: empty; ask something")
    retriever = context.resources().retriever
    if state.opening:
        pages = retriever.get(state.opening)
        hits = [Hit(page, rank, None) for rank, page in enumerate(pages, start=1)]
    else:
        hits = retriever.search(state.question, context.opening_pages)
    return admit((), hits, acquired_by=0)
