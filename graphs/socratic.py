"""The Socratic policy: Assertor and Elenchus choose the query."""

from langgraph.graph import END, START, StateGraph

from evidence.state import EvidenceState
from graphs.machine import build_machine
from nodes.assertor import assertor
from nodes.context import RunContext
from nodes.elenchus import ExaminedState, elenchus

inquiry = (
    StateGraph(ExaminedState, RunContext, input_schema=EvidenceState, output_schema=EvidenceState)
    .add_node("assertor", assertor)
    .add_node("elenchus", elenchus)
    .add_edge(START, "assertor")
    .add_edge("assertor", "elenchus")
    .add_edge("elenchus", END)
    .compile(name="inquiry")
)

graph = build_machine(inquiry, "socratic")
