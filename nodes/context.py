"""Per-run settings, and the ready objects that they open."""

from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from langgraph.runtime import Runtime
from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from backbones.contracts import Backbone
from backbones.extractive import ExtractiveBackbone
from evidence.errors import InputError, LimitError
from evidence.policy import DEFAULT_POLICY, POLICIES, EvidencePolicy, load_policy
from evidence.state import EvidenceState
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
MODEL_FORMS = "extractive, openai:NAME"


class Resources(NamedTuple):
    """What a run works with."""

    retriever: Retriever
    backbone: Backbone
    policy: EvidencePolicy


class RunContext(BaseModel):
    """A run's settings. All are JSON, so that LangGraph Studio shows a form; defaults need no key.

    Ready objects travel in a private attribute, which stays out of the schema and of every checkpoint.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str = Field("extractive", description=f"The backbone: {MODEL_FORMS}.")
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
    max_model_calls: int | None = Field(None, ge=0, description="Model calls a question may make.")
    max_tokens: int | None = Field(None, ge=0, description="Input and output tokens after which no call is made.")

    _ready: Resources | None = PrivateAttr(default=None)

    def applies(self, rule: Rule) -> bool:
        """Whether a rule of the guarded protocol is switched on."""
        return self.protocol == "guarded" and rule not in self.without

    def with_ready(self, resources: Resources) -> "RunContext":
        """The same settings with ready objects in place of what `model`, `corpus` and `policy` name."""
        context = self.model_copy()
        context._ready = resources
        return context

    def resources(self) -> Resources:
        """Open what the settings name, or return the ready objects.

        Raises:
            InputError: a corpus, policy or model that can't be used, or a corpus without any record.
        """
        return self._ready if self._ready is not None else open_resources(self.model, self.corpus, self.policy)


def context_of(runtime: Runtime[RunContext]) -> RunContext:
    """The run's settings; in-process LangGraph gives None where the caller passed no context."""
    return runtime.context if runtime.context is not None else RunContext()


def open_resources(model: str, corpus: str, policy: str) -> Resources:
    """Open a backbone, a corpus and a policy by name."""
    evidence_policy = open_policy(policy, corpus)
    return check_records(Resources(open_corpus(corpus, evidence_policy), open_backbone(model), evidence_policy))


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


def open_backbone(model: str, base_url: str | None = None) -> Backbone:
    """A backbone by name: `extractive`, or `openai:NAME` with its server's URL."""
    provider, _, name = model.partition(":")
    if model == "extractive":
        return ExtractiveBackbone()
    if provider == "openai" and name:
        from backbones.openai import openai_backbone

        return openai_backbone(name, base_url)
    raise InputError(f"model {model!r}: unknown; the forms are {MODEL_FORMS}")


def open_policy(policy: str, corpus: str) -> EvidencePolicy:
    """A policy by name; `default` is a bundled example's own, else the built-in text rule.

    A policy that merely lies beside a corpus is never picked up: whoever fills the folder could write it.
    """
    if policy != "default":
        return load_policy(policy if policy in POLICIES else str(policy))
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


def check_limits(state: EvidenceState, context: RunContext) -> None:
    """Raise `LimitError` where another model call would pass a limit of the run."""
    if context.max_model_calls is not None and len(state.calls) >= context.max_model_calls:
        raise LimitError(f"max_model_calls reached: {len(state.calls)} calls made; raise it to go on")
    used = sum(call.input_tokens + call.output_tokens for call in state.calls)
    if context.max_tokens is not None and used >= context.max_tokens:
        raise LimitError(f"max_tokens reached: {used} tokens used; raise it to go on")
