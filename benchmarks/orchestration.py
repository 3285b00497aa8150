"""What our nodes cost on top of LangGraph: `python -m benchmarks.orchestration`.

One socratic run (two rounds, an answer, a release) with an instant backbone and retriever, against no-op nodes in
the same topology over the same state type, and against a flat graph of as many no-op nodes. Rounds are interleaved,
and the ratios are taken within each, since machines are noisy.
"""

import statistics
import sys
import time
from collections.abc import Callable
from itertools import count
from typing import Any

from langgraph.graph import END, START, StateGraph

from backbones.contracts import AnswerReply, Expansion, Proposal, ProposedCandidate, ProposedPremise, Reply
from evidence.policy import load_policy
from evidence.state import EvidenceState, ModelCall, Question
from graphs.machine import Machine
from graphs.socratic import graph
from nodes.context import Resources, RunContext
from retrievers.corpus import Document, whole_page
from retrievers.protocol import Hit

ROUNDS = 15
RUNS = 20
QUESTION = "Which vault holds the effects of Maren Tolliver?"
POLICY = load_policy("signed-text")
TEXTS = {
    QUESTION: "Everybody knows that the effects of Maren Tolliver lie in vault Corvin.",
    "first": "SIGNED BRIDGE RECORD\nRecord: HV-2\nSubject: Maren Tolliver\nGoverned by: Oak Rule\nSo it is placed.",
    "second": "SIGNED STORAGE RECORD\nRule: Oak Rule\nWhat falls under this rule is put into vault Orrin.",
}
PAGES = {query: whole_page(Document(query, text, {}), POLICY) for query, text in TEXTS.items()}


class InstantRetriever:
    """Gives each query its one page."""

    def search(self, query: str, k: int) -> list[Hit]:
        return [Hit(PAGES[query], 1, 1.0)]

    def get(self, page_ids: Any) -> list[Any]:
        return []

    def holds_record(self) -> bool:
        return True


class InstantBackbone:
    """Gives replies made beforehand."""

    name = "instant"
    candidates = [ProposedCandidate(answer=a, supported_by=[], necessary_premises=[]) for a in ("Corvin", "another")]
    reply = AnswerReply(answer="vault Orrin", citations=["E2", "E3"], residual_uncertainty="")

    def propose(self, question: str, pages: Any, inquiries: Any, kinds: Any) -> Reply[Proposal]:
        query = "second" if inquiries else "first"
        premise = ProposedPremise(
            statement=query, status="unresolved", decisiveness=1.0, expected_discriminator="", query=query
        )
        proposal = Proposal(
            candidates=self.candidates,
            who_decides="",
            subject="",
            newest_record="",
            named_but_missing="",
            premises=[premise],
            stop=False,
        )
        return Reply(proposal, (ModelCall(call_id=f"propose-{len(inquiries)}-1", role="propose", model="instant"),))

    def expand(self, question: str, pages: Any, inquiries: Any, kinds: Any) -> Reply[Expansion]:
        raise NotImplementedError

    def answer(self, question: str, pages: Any, kinds: Any) -> Reply[AnswerReply]:
        return Reply(self.reply, (ModelCall(call_id="answer-1-1", role="answer", model="instant"),))


CONTEXT = RunContext(without=("open-links",)).with_ready(Resources(InstantRetriever(), InstantBackbone(), POLICY))
PATH = [
    "opening",
    "query",
    "retriever",
    "query",
    "retriever",
    "finalizer",
    "release_guard",
    "dialectic",
]


def no_op(state: EvidenceState) -> dict[str, Any]:
    """A node that writes one field again and does nothing."""
    return {"question": state.question}


def same_topology() -> Any:
    """No-op nodes under our names, with a router that walks the same path, the subgraph included."""
    steps = count(1)

    def router(state: EvidenceState) -> str:
        step = next(steps) % len(PATH)
        return PATH[step] if step else END

    inner = StateGraph(EvidenceState, input_schema=EvidenceState, output_schema=EvidenceState)
    inner.add_sequence([("assertor", no_op), ("elenchus", no_op)]).add_edge(START, "assertor")
    outer = StateGraph(EvidenceState, input_schema=Question, output_schema=EvidenceState)
    for name in dict.fromkeys(PATH):
        outer.add_node(name, inner.compile() if name == "query" else no_op)
        outer.add_conditional_edges(name, router, [*dict.fromkeys(PATH), END])
    return outer.add_edge(START, "opening").compile()


def flat() -> Any:
    """As many no-op nodes in a row, without router and subgraph."""
    names = [f"n{number}" for number in range(len(PATH) + 2)]
    builder = StateGraph(EvidenceState, input_schema=Question, output_schema=EvidenceState)
    return builder.add_sequence([(name, no_op) for name in names]).add_edge(START, names[0]).compile()


def seconds(machine: Machine | Any, context: RunContext | None) -> float:
    """Seconds for `RUNS` runs."""
    started = time.perf_counter()
    for _ in range(RUNS):
        machine.invoke({"question": QUESTION}, context=context)
    return time.perf_counter() - started


def main() -> None:
    """Print the medians and the ratios."""
    result = EvidenceState.model_validate(graph.invoke({"question": QUESTION}, context=CONTEXT))
    if result.verdict is None or result.verdict.answer != "vault Orrin" or len(result.inquiries) != 2:
        sys.exit("the measured run doesn't answer in two rounds")
    topology, row = same_topology(), flat()
    measured: dict[str, Callable[[], float]] = {
        "socratic run, instant backbone and retriever": lambda: seconds(graph, CONTEXT),
        "no-op nodes, same topology and state": lambda: seconds(topology, None),
        "no-op nodes, flat": lambda: seconds(row, None),
    }
    for run in measured.values():
        run()
    times = {name: [] for name in measured}
    for _ in range(ROUNDS):
        for name, run in measured.items():
            times[name].append(run() / RUNS * 1000)
    ours = next(iter(times.values()))
    for name, values in times.items():
        ratio = statistics.median(a / b for a, b in zip(ours, values, strict=True))
        sys.stdout.write(f"{statistics.median(values):7.2f} ms a run   ours is {ratio:4.2f} times   {name}\n")


if __name__ == "__main__":
    main()
