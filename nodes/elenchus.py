"""Elenchus: picks the unresolved premise that would decide between the answers, and commits its query."""

from typing import Any

from langgraph.runtime import Runtime

from evidence.premises import Case, Choice, cross_examine, most_decisive, record_premises
from evidence.state import EvidenceState, Inquiry, Premise
from nodes.context import RunContext, context_of
from nodes.failure import Delta, records_failure


class ExaminedState(EvidenceState):
    """The query subgraph's state: `stop_proposed` passes from the Assertor to Elenchus and goes no further."""

    stop_proposed: bool = False


@records_failure
def elenchus(state: ExaminedState, runtime: Runtime[RunContext]) -> Delta:
    """Cross-examine the Assertor's premises, without a call, and commit the round's inquiry or stop.

    Under rule `open-links` the records' own open premises stand beside the model's, and a model's query that
    can't help gives way; without it the model's most decisive premise is taken as it is, repeated or not.
    """
    if state.error is not None:
        return {}
    context = context_of(runtime)
    case = case_of(state, context)
    if context.applies("open-links"):
        return examined(case, state.premises, state.stop_proposed)
    premise = None if state.stop_proposed else most_decisive(state.premises)
    why = "stop: the model saw no more to ask" if state.stop_proposed else "stop: no premise is unresolved"
    return {"inquiries": (_inquiry(case, Choice(premise, "" if premise else why)),)}


def case_of(state: EvidenceState, context: RunContext) -> Case:
    """What a cross-examination looks at."""
    policy = context.resources().policy
    return Case(state.question, state.evidence, state.candidates, state.inquiries, policy)


def examined(case: Case, proposed: tuple[Premise, ...], stop: bool) -> dict[str, Any]:
    """The delta of a cross-examination under rule `open-links`: the records' premises, and the inquiry."""
    choice = cross_examine(proposed, case, stop)
    return {
        "premises": (*record_premises(case), *proposed),
        "inquiries": (_inquiry(case, choice),),
    }


def _inquiry(case: Case, choice: Choice) -> Inquiry:
    number = len(case.inquiries) + 1
    premise = choice.premise
    if premise is None:
        return Inquiry(round=number, stop=True, note=choice.note)
    return Inquiry(
        round=number,
        premise=premise.statement,
        decisiveness=premise.decisiveness,
        query=premise.query,
        expected_discriminator=premise.expected_discriminator,
        note=choice.note,
    )
