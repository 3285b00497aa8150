"""The machine that every policy shares: all that differs between two policies is their query node."""

from typing import Any, Literal

from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime

from evidence.answers import CANNOT_DETERMINE
from evidence.chain import settled, trails
from evidence.state import EvidenceState, Question
from nodes.aporia import aporia
from nodes.context import RunContext, context_of
from nodes.dialectic import dialectic
from nodes.finalizer import finalizer
from nodes.opening import opening
from nodes.release_guard import release_guard
from nodes.retriever import retriever

Machine = CompiledStateGraph[EvidenceState, RunContext, Question, EvidenceState]

# Six nodes a run, three a round, at the largest budget that RunContext allows: a safety net, never a budget.
RECURSION_LIMIT = 80


def build_machine(query_node: Any, name: str) -> Machine:
    """Compile the machine around one query node.

    Args:
        query_node: a node, or a compiled graph over the evidence state, that commits the round's `Inquiry`.
        name: the graph's name, as Studio shows it.
    """
    machine = (
        StateGraph(EvidenceState, RunContext, input_schema=Question, output_schema=EvidenceState)
        .add_node("opening", opening)
        .add_node("query", query_node)
        .add_node("retriever", retriever)
        .add_node("finalizer", finalizer)
        .add_node("release_guard", release_guard)
        .add_node("dialectic", dialectic)
        .add_node("aporia", aporia)
        .add_edge(START, "opening")
        .add_conditional_edges("opening", next_step, ["query", "finalizer", "aporia"])
        .add_conditional_edges("query", next_step, ["retriever", "finalizer", "aporia"])
        .add_conditional_edges("retriever", next_step, ["query", "finalizer", "aporia"])
        .add_conditional_edges("finalizer", after_finalizer)
        .add_conditional_edges("release_guard", after_guard)
        .add_edge("dialectic", END)
        .add_edge("aporia", END)
        .compile(name=name)
    )
    # with_config would give a copy that forgets to turn the output of version "v2" into our type.
    machine.config = {"recursion_limit": RECURSION_LIMIT}
    return machine


def next_step(
    state: EvidenceState, runtime: Runtime[RunContext]
) -> Literal["query", "retriever", "finalizer", "aporia"]:
    """The controller: after opening, query and retriever, decide whether to search, ask, answer or give up."""
    if state.error is not None:
        return "aporia"
    last = state.inquiries[-1] if state.inquiries else None
    if last is not None and last.pending:
        return "retriever"
    context = context_of(runtime)
    policy = context.resources().policy
    if context.applies("early-stop") and settled(state.evidence, state.question, policy):
        return "finalizer"
    stopped = last is not None and last.stop
    if not stopped and len(state.inquiries) < context.max_queries:
        return "query"
    if context.applies("no-chain-no-call") and not trails(state.evidence, state.question, policy):
        return "aporia"
    return "finalizer"


def after_finalizer(state: EvidenceState) -> Literal["release_guard", "aporia"]:
    """A draft goes to the guard; an error or CannotDetermine doesn't."""
    if state.error is not None or state.draft is None or state.draft.answer == CANNOT_DETERMINE:
        return "aporia"
    return "release_guard"


def after_guard(state: EvidenceState) -> Literal["dialectic", "aporia"]:
    """A released answer is stated by Dialectic, a withheld one by Aporia."""
    return "dialectic" if state.verdict is not None and state.verdict.outcome == "answered" else "aporia"
