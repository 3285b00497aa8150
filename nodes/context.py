"""Per-run settings, and the ready objects that they open."""

import time
from collections.abc import Hashable
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple, Protocol

from langgraph.runtime import Runtime
from pydantic import Field, PrivateAttr

from backbones.bounds import Bounded, Bounds
from backbones.contracts import Backbone
from backbones.models import Calling, open_backbone
from backbones.prices import PriceTable, load_prices
from evidence.errors import ContextError, InputError
from evidence.policy import DEFAULT_POLICY, EvidencePolicy, load_policy
from evidence.state import EvidenceState, ModelCall
from nodes.limits import Limits, check_priced, spent_by
from retrievers.bm25 import BM25Retriever
from retrievers.corpus import load_documents, pages_of
from retrievers.protocol import Retriever

Rule = Literal["open-links", "collapse-copies", "early-stop", "no-chain-no-call", "chain-only", "grounded"]
RULES: tuple[Rule, ...] = (
    "open-links",
    "collapse-copies",
    "early-stop",
    "no-chain-no-call",
    "chain-only",
    "grounded",
)

EXAMPLE_PREFIX = "example:"
EXAMPLES = ("peps",)


class Account(Protocol):
    """What all questions of a run have spent together, and the run's own limits."""

    def check(self) -> None:
        """Raise `LimitError` where a limit of the run forbids another call."""
        ...

    def bounds(self) -> Bounds:
        """What the run's limits leave for one call."""
        ...

    def note(self, question: Hashable, calls: tuple[ModelCall, ...]) -> None:
        """Count the calls that a question has made so far."""
        ...


class Resources(NamedTuple):
    """What a run works with; `account` is shared with the run's other questions."""

    retriever: Retriever
    backbone: Backbone
    policy: EvidencePolicy
    prices: PriceTable | None = None
    account: Account | None = None


class ForCall(NamedTuple):
    """What a node's model call is made with."""

    backbone: Backbone
    policy: EvidencePolicy


class RunContext(Calling, Limits):
    """A run's settings. All are JSON, so that LangGraph Studio shows a form; defaults need no key.

    Ready objects travel in a private attribute, which stays out of the schema and of every checkpoint.
    """

    corpus: str = Field("example:peps", description="A .jsonl file, a folder of .txt and .md files, or example:peps.")
    policy: str = Field(
        "default",
        description="An evidence policy's YAML file or built-in name; default is the example's, else signed-text.",
    )
    max_queries: int = Field(2, ge=0, le=20, description="The search budget, in queries.")
    pages_per_query: int = Field(3, ge=1, le=50, description="Pages a query returns at most.")
    opening_pages: int = Field(4, ge=1, le=50, description="Pages to begin with, where the input names none.")
    protocol: Literal["guarded", "paper"] = Field("guarded", description="paper leaves all six rules out.")
    without: tuple[Rule, ...] = Field((), description="Rules of the guarded protocol to leave out.")
    prices: str | None = Field(None, description="A price table, as a YAML or JSON file; max_cost needs one.")

    _ready: Resources | None = PrivateAttr(default=None)
    _started: float = PrivateAttr(default_factory=time.monotonic)

    def applies(self, rule: Rule) -> bool:
        """Whether a rule of the guarded protocol is switched on."""
        return self.protocol == "guarded" and rule not in self.without

    def with_ready(self, resources: Resources) -> "RunContext":
        """The same settings with ready objects in place of what `model`, `corpus` and `policy` name."""
        prices = resources.prices or open_prices(self.prices)
        check_priced(self, prices, getattr(resources.backbone, "name", None))
        context = self.model_copy()
        context._ready = resources._replace(prices=prices)
        context.start_clock()
        return context

    def start_clock(self) -> None:
        """Count `deadline_s` from now: the opening does it, and so one context serves one question after another."""
        self._started = time.monotonic()

    def seconds(self) -> float:
        """Seconds since the question, or its resumption, began."""
        return time.monotonic() - self._started

    def resources(self) -> Resources:
        """Open what the settings name, or return the ready objects.

        Raises:
            InputError: a corpus, policy or model that can't be used, or a corpus without any record.
        """
        return self._ready if self._ready is not None else open_resources(self)


def context_of(runtime: Runtime[RunContext]) -> RunContext:
    """The run's settings; in-process LangGraph gives None where the caller passed no context.

    Raises:
        ContextError: no context and a checkpointer. A context isn't in the checkpoint, so a resumed run passes it
            again; defaults in its place would be another corpus and model.
    """
    if runtime.context is not None:
        return runtime.context
    if runtime.execution_info is not None and runtime.execution_info.thread_id is not None:
        raise ContextError(
            "context: a run with a checkpointer needs one, also when it resumes; pass context=RunContext(…)"
        )
    return RunContext()


def open_resources(context: RunContext) -> Resources:
    """Open the backbone, corpus, policy and price table that a context names."""
    policy, prices = open_policy(context.policy, context.corpus), open_prices(context.prices)
    check_priced(context, prices, context.model)
    return check_records(Resources(open_corpus(context.corpus, policy), open_backbone(context), policy, prices))


def open_prices(path: str | None) -> PriceTable | None:
    """The price table at a path."""
    return None if path is None else load_prices(path)


def check_records(resources: Resources) -> Resources:
    """Refuse a corpus in which the policy reads no record: no answer could ever be released from it."""
    if resources.retriever.holds_record() is False:
        policy = resources.policy
        raise InputError(
            f"policy {policy.name}: it reads no record in this corpus, so no answer could be released. "
            f"It looks for {policy.looks_for()}. `socrates-rag policy init CORPUS` drafts a policy for your corpus, "
            f"and `socrates-rag policy check FILE --corpus PATH` says what it reads"
        )
    return resources


def open_policy(policy: str, corpus: str) -> EvidencePolicy:
    """A policy by name; `default` is a bundled example's own, else the built-in text rule.

    A policy that merely lies beside a corpus is never picked up: whoever fills the folder could write it.
    """
    if policy != "default":
        return load_policy(policy)
    if corpus.startswith(EXAMPLE_PREFIX):
        return load_policy(str(example_folder(corpus) / "policy.yaml"))
    return load_policy(DEFAULT_POLICY)


def example_folder(corpus: str) -> Path:
    """Where a bundled example lies: in a checkout, or inside the installed package."""
    name = corpus.removeprefix(EXAMPLE_PREFIX)
    if name not in EXAMPLES:
        raise InputError(f"corpus {corpus!r}: no such example; there are {', '.join(EXAMPLES)}")
    root = Path(__file__).resolve().parent.parent
    folders = [root / "examples" / name, root / "graphs" / "examples" / name]
    return next((folder for folder in folders if folder.is_dir()), folders[0])


def open_corpus(corpus: str, policy: EvidencePolicy) -> Retriever:
    """A retriever over a corpus by path; opened once for each state of its files and each policy."""
    path = example_folder(corpus) / "corpus.jsonl" if corpus.startswith(EXAMPLE_PREFIX) else Path(corpus)
    return _indexed(path, _stamp(path), policy.model_dump_json())


@lru_cache(maxsize=8)
def _indexed(path: Path, stamp: tuple[tuple[str, int, int], ...], policy_json: str) -> Retriever:
    return BM25Retriever(pages_of(load_documents(path), EvidencePolicy.model_validate_json(policy_json)))


def _stamp(path: Path) -> tuple[tuple[str, int, int], ...]:
    """What changes when a corpus does: its files' names, times (ns) and sizes (bytes)."""
    files = sorted(path.rglob("*")) if path.is_dir() else [path] if path.is_file() else []
    stats = [(str(file), file.stat()) for file in files]
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)


def for_call(state: EvidenceState, context: RunContext) -> ForCall:
    """What a node's next model call needs; the backbone is held to what the question's limits and the run's leave.

    Raises:
        LimitError: a limit is reached; named for it.
    """
    _, backbone, policy, prices, account = context.resources()
    spent = spent_by(state.calls, context.seconds(), prices)
    context.check(spent)
    bounds = context.bounds(spent)
    if account is not None:
        account.check()
        bounds = bounds.and_also(account.bounds())
    return ForCall(backbone.within(bounds) if isinstance(backbone, Bounded) else backbone, policy)
