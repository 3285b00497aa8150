"""Asking from Python."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from langchain_core.language_models import BaseChatModel
from langchain_core.retrievers import BaseRetriever

from backbones.contracts import Backbone
from evidence.errors import InputError
from evidence.policy import EvidencePolicy
from evidence.state import EvidenceState
from graphs.policies import graph_of
from nodes.context import Resources, RunContext, check_records, open_backbone, open_corpus, open_policy
from retrievers.protocol import Retriever

Corpus = str | Path | Retriever | BaseRetriever
Model = str | BaseChatModel | Backbone


class Step(NamedTuple):
    """What one node did: its name, the fields it wrote, and the state after it."""

    node: str
    delta: dict[str, Any]
    state: EvidenceState


def ask(
    question: str,
    *,
    corpus: Corpus | None = None,
    model: Model | None = None,
    policy: str | Path | EvidencePolicy | None = None,
    graph: str = "socratic",
    context: RunContext | None = None,
    opening: Sequence[str] = (),
) -> EvidenceState:
    """Ask a question and return the whole evidence state; `verdict` holds the outcome.

    Args:
        question: the question, in plain words.
        corpus: a path, `example:peps`, a `Retriever` or any LangChain retriever; the context's where None.
        model: `extractive`, `openai:NAME`, a `Backbone` or any LangChain chat model; the context's where None.
        policy: the evidence policy, by file, built-in name or ready; the context's where None.
        graph: the query policy: socratic, expansion, repetition or deepening.
        context: budget, protocol and limits.
        opening: ids of the pages to begin with; the question's own top pages where empty.

    Raises:
        InputError: a question, corpus, policy, model or setting that can't be used. A failure during the run
            is no exception but the outcome `error`.
    """
    *_, last = watch(
        question, corpus=corpus, model=model, policy=policy, graph=graph, context=context, opening=opening
    )
    return last.state


def watch(
    question: str,
    *,
    corpus: Corpus | None = None,
    model: Model | None = None,
    policy: str | Path | EvidencePolicy | None = None,
    graph: str = "socratic",
    context: RunContext | None = None,
    opening: Sequence[str] = (),
) -> Iterator[Step]:
    """Ask as `ask` does, and yield each node's step as it happens."""
    if not question.strip():
        raise InputError("question: empty; ask something")
    machine = graph_of(graph)
    settings = context or RunContext()
    resources = ready(settings, corpus, model, policy)
    if opening:
        resources.retriever.get(opening)
    return _steps(machine, {"question": question, "opening": tuple(opening)}, settings.with_ready(resources))


def ready(
    context: RunContext,
    corpus: Corpus | None = None,
    model: Model | None = None,
    policy: str | Path | EvidencePolicy | None = None,
) -> Resources:
    """Open what is given by name, adapt what is given ready, and take the rest from the context."""
    if corpus is None and model is None and policy is None:
        return context.resources()
    where = context.corpus if corpus is None else corpus if isinstance(corpus, str | Path) else ""
    evidence_policy = (
        policy if isinstance(policy, EvidencePolicy) else open_policy(str(policy or context.policy), str(where))
    )
    return check_records(
        Resources(
            _retriever(context.corpus if corpus is None else corpus, evidence_policy),
            _backbone(context.model if model is None else model),
            evidence_policy,
        )
    )


def _retriever(corpus: Corpus, policy: EvidencePolicy) -> Retriever:
    if isinstance(corpus, str | Path):
        return open_corpus(str(corpus), policy)
    if isinstance(corpus, BaseRetriever):
        from retrievers.langchain import LangChainRetriever

        return LangChainRetriever(corpus, policy)
    return corpus


def _backbone(model: Model) -> Backbone:
    if isinstance(model, str):
        return open_backbone(model)
    if isinstance(model, BaseChatModel):
        from backbones.chat import ChatBackbone
        from backbones.langchain import LangChainProvider

        return ChatBackbone(LangChainProvider(model))
    return model


def _steps(machine: Any, question: dict[str, Any], context: RunContext) -> Iterator[Step]:
    """Stream the machine: a node's update, then the state after it.

    A subgraph's nodes come under their own names, and its hand-back to the parent is left out.
    """
    parts = machine.stream(question, context=context, stream_mode=["updates", "values"], subgraphs=True)
    update: tuple[str, dict[str, Any]] | None = None
    inside = False
    for namespace, mode, part in parts:
        if mode == "updates":
            node, delta = next(iter(part.items()))
            update = None if inside and not namespace else (node, delta or {})
            inside = bool(namespace)
        elif update is not None:
            yield Step(*update, EvidenceState.model_validate(part if isinstance(part, dict) else part.model_dump()))
            update = None
