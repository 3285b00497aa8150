"""Asking from Python."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Unpack

from langchain_core.language_models import BaseChatModel
from langchain_core.retrievers import BaseRetriever
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from typing_extensions import TypedDict

from backbones.contracts import Backbone
from backbones.models import open_backbone, ready_backbone
from evidence.errors import InputError
from evidence.policy import EvidencePolicy
from evidence.state import EvidenceState
from graphs.policies import graph_of
from nodes.context import Resources, RunContext, check_records, open_corpus, open_policy
from retrievers.protocol import Retriever

Corpus = str | Path | Retriever | BaseRetriever
Model = str | BaseChatModel | Backbone


class Asking(TypedDict, total=False):
    """How a question is asked; the context's own, or the default, where something is left out.

    Attributes:
        corpus: a path, `example:peps`, a `Retriever` or any LangChain retriever.
        model: a name (`RunContext.model` has the forms), a `Backbone` or any LangChain chat model.
        base_url: an OpenAI-compatible server's URL, with a model by name.
        policy: the evidence policy, by file, built-in name or ready.
        graph: the query policy: socratic, expansion, repetition or deepening.
        context: budget, protocol and limits.
        opening: ids of the pages to begin with; the question's own top pages where empty.
        checkpointer: any LangGraph checkpointer (`graphs.checkpoints.open_checkpoints` opens a SQLite file). A
            question that was killed goes on from its last step, one that has ended isn't asked again.
        thread: what the checkpointer keeps the question under; the question itself where left out.
    """

    corpus: Corpus | None
    model: Model | None
    base_url: str | None
    policy: str | Path | EvidencePolicy | None
    graph: str
    context: RunContext | None
    opening: Sequence[str]
    checkpointer: BaseCheckpointSaver[Any] | None
    thread: str | None


class Step(NamedTuple):
    """What one node did: its name, the fields it wrote, and the state after it."""

    node: str
    delta: dict[str, Any]
    state: EvidenceState


def ask(question: str, **how: Unpack[Asking]) -> EvidenceState:
    """Ask a question and return the whole evidence state; `verdict` holds the outcome.

    Args:
        question: the question, in plain words.
        how: see `Asking`.

    Raises:
        InputError: a question, corpus, policy, model or setting that can't be used, or a thread that holds an
            unfinished question asked otherwise. A failure during the run is no exception but the outcome `error`.
    """
    *_, last = watch(question, **how)
    return last.state


def watch(question: str, **how: Unpack[Asking]) -> Iterator[Step]:
    """Ask as `ask` does, and yield each node's step as it happens."""
    if not question.strip():
        raise InputError("question: empty; ask something")
    graph, opening = how.get("graph", "socratic"), tuple(how.get("opening", ()))
    machine = graph_of(graph)
    settings = how.get("context") or RunContext()
    resources = ready(settings, how.get("corpus"), how.get("model"), how.get("policy"), how.get("base_url"))
    if opening:
        resources.retriever.get(opening)
    inputs, context = {"question": question, "opening": opening}, settings.with_ready(resources)
    saver = how.get("checkpointer")
    if saver is None:
        return _steps(machine, inputs, context)
    from graphs.checkpoints import asked, begun, default_thread

    wanted = asked(question, graph, opening, settings, resources)
    thread = begun(machine, saver, how.get("thread") or default_thread(question), wanted)
    if thread.state is not None:
        return iter((Step("checkpoint", {}, thread.state),))
    return _steps(thread.machine, None if thread.unfinished else inputs, context, thread.config)


def ready(
    context: RunContext,
    corpus: Corpus | None = None,
    model: Model | None = None,
    policy: str | Path | EvidencePolicy | None = None,
    base_url: str | None = None,
) -> Resources:
    """Open what is given by name, adapt what is given ready, and take the rest from the context."""
    if corpus is None and model is None and policy is None and base_url is None:
        return context.resources()
    where = context.corpus if corpus is None else corpus if isinstance(corpus, str | Path) else ""
    evidence_policy = (
        policy if isinstance(policy, EvidencePolicy) else open_policy(str(policy or context.policy), str(where))
    )
    return check_records(
        Resources(
            _retriever(context.corpus if corpus is None else corpus, evidence_policy),
            _backbone(context, model, base_url),
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


def _backbone(context: RunContext, model: Model | None, base_url: str | None) -> Backbone:
    if model is None or isinstance(model, str):
        calling = context if model is None else context.model_copy(update={"model": model})
        return open_backbone(calling, base_url)
    if base_url is not None:
        raise InputError("base_url goes with a model by name; a ready model knows its own server")
    return ready_backbone(model, context) if isinstance(model, BaseChatModel) else model


def _steps(
    machine: Any, inputs: dict[str, Any] | None, context: RunContext, config: RunnableConfig | None = None
) -> Iterator[Step]:
    """Stream the machine: a node's update, then the state after it; without inputs it goes on from a checkpoint.

    A subgraph's nodes come under their own names, and its hand-back to the parent is left out. A step's checkpoint
    is on disk before the next step begins.
    """
    durable = {"config": config, "durability": "sync"} if config is not None else {}
    parts = machine.stream(inputs, context=context, stream_mode=["updates", "values"], subgraphs=True, **durable)
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
