"""Query nodes of the controls that tell rule `open-links` and the model's words apart.

They ask by the rule under either protocol: the rule is what these policies are.
"""

from langgraph.runtime import Runtime

from evidence.premises import MISSING_RECORD_DECISIVENESS, OPEN_LINK_DECISIVENESS
from evidence.state import EvidenceState, Premise
from nodes.context import RunContext, context_of
from nodes.elenchus import case_of, examined
from nodes.expander import expander
from nodes.failure import Delta, records_failure

# An expander's query goes before a record that is merely missing, and gives way to an open link.
EXPANSION_DECISIVENESS = (MISSING_RECORD_DECISIVENESS + OPEN_LINK_DECISIVENESS) / 2


@records_failure
def linker(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """Ask what the records leave open, without a call. Reads the evidence; writes `premises`, `inquiries`."""
    return examined(case_of(state, context_of(runtime)), (), stop=False)


@records_failure
def linking_expander(state: EvidenceState, runtime: Runtime[RunContext]) -> Delta:
    """Let the expander word a query, then repair it as the rule repairs Elenchus's.

    Reads the question, evidence and inquiries; writes `premises`, `inquiries` and `calls`.
    """
    expanded = expander(state, runtime)
    if "error" in expanded:
        return expanded
    (inquiry,) = expanded["inquiries"]
    proposed = Premise(
        statement="The expansion query finds what is missing.",
        decisiveness=EXPANSION_DECISIVENESS,
        query=inquiry.query,
    )
    return {**examined(case_of(state, context_of(runtime)), (proposed,), stop=False), "calls": expanded["calls"]}
