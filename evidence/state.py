"""The evidence state that every node reads and returns deltas of (design: "The evidence state").

All models are frozen: LangGraph shares nested objects between nodes, so nothing may change in place.
"""

import json
from typing import Annotated, Any, Literal

from langgraph.channels import EphemeralValue
from pydantic import BaseModel, ConfigDict, Field

from evidence.reasons import Reason
from evidence.records import Record, attestation_rank

Share = Annotated[float, Field(ge=0.0, le=1.0)]

# Our graphs' three roles, then those of the other systems that the benchmark runs (`backbones/contracts.py`).
CallRole = Literal[
    "propose",
    "expand",
    "answer",
    "read",
    "recall",
    "memory",
    "keywords",
    "judge",
    "consolidate",
    "conclude",
    "weigh",
    "reason",
    "follow-up",
]


class Frozen(BaseModel):
    """Base of the state's models: immutable, and closed to unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Page(Frozen):
    """A passage as the corpus holds it; `page_id` is `document_id#n`, and `record` is its document's."""

    page_id: str
    document_id: str
    document_sha256: str
    text: str
    metadata: dict[str, Any] = {}
    record: Record | None = None

    @property
    def document(self) -> tuple[str, str]:
        """What identifies the page's document: its id and its hash."""
        return self.document_id, self.document_sha256

    @property
    def title(self) -> str:
        """The document's own title, or ""."""
        title = self.metadata.get("title", "")
        return title if isinstance(title, str) else ""

    @property
    def content(self) -> str:
        """What a reader of the page sees: its title and its text."""
        return f"{self.title}\n{self.text}" if self.title else self.text


class Evidence(Frozen):
    """A page in evidence under the alias models see; `acquired_by` is 0 for the opening, n for inquiry n."""

    alias: str
    page: Page
    acquired_by: int
    rank: int
    score: float | None


class Premise(Frozen):
    """A statement that an answer needs; resolving the most decisive one tells the answers apart."""

    statement: str
    status: Literal["unresolved", "supported", "refuted"] = "unresolved"
    decisiveness: Share = 0.0
    query: str = ""
    expected_discriminator: str = ""
    resolved_by: str | None = None
    proposed_by: Literal["model", "rule"] = "model"


class Candidate(Frozen):
    """A competing answer, the aliases that state it and the premises it needs."""

    answer: str
    supported_by: tuple[str, ...] = ()
    necessary_premises: tuple[str, ...] = ()


class Inquiry(Frozen):
    """One round of search; `returned` stays None until the retriever has run its query.

    `unseen_only` asks the retriever for the best pages that are not in evidence yet, and `note` says what
    the query node changed and why.
    """

    round: int
    premise: str = ""
    decisiveness: Share = 0.0
    query: str = ""
    expected_discriminator: str = ""
    stop: bool = False
    unseen_only: bool = False
    returned: tuple[str, ...] | None = None
    new: tuple[str, ...] = ()
    note: str = ""

    @property
    def pending(self) -> bool:
        """Whether the query still waits for the retriever."""
        return not self.stop and self.returned is None


class Draft(Frozen):
    """The finalizer's answer before the release guard has seen it."""

    answer: str
    citations: tuple[str, ...] = ()
    residual_uncertainty: str = ""


class Link(Frozen):
    """One record of a chain, under the alias of its first acquired page; `note` says what it replaced."""

    alias: str
    role: Literal["final", "bridge", "terminal"]
    record_id: str
    links_to: tuple[str, ...] = ()
    note: str = Field(default="", exclude_if=lambda note: not note)


class Chain(Frozen):
    """Records in order, from one about the subject to the one that settles the answer."""

    kind: Literal["record"] = "record"
    links: tuple[Link, ...]


class Refutation(Frozen):
    """A rival answer and why it fell."""

    answer: str
    why: str


class Verdict(Frozen):
    """How the question ended; `reason` is set unless an answer was released."""

    outcome: Literal["answered", "cannot_determine", "conflict", "error"]
    answer: str | None = None
    chain: Chain | None = None
    reason: Reason | None = None
    explanation: str = ""
    refuted: tuple[Refutation, ...] = ()
    unresolved: tuple[Premise, ...] = ()
    suspects: tuple[tuple[str, ...], ...] = ()


class ModelCall(Frozen):
    """One call of a backbone; `latency_s` in seconds, tokens as the provider counted them.

    `cached_tokens` of the input were read from the provider's prompt cache.
    Where an identical call's reply was reused, `reused_from` names that call, and tokens and seconds are its.
    """

    call_id: str
    role: CallRole
    model: str
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = Field(default=0, exclude_if=lambda tokens: not tokens)
    latency_s: float = 0.0
    attempt: int = 1
    error: str | None = None
    reused_from: str | None = Field(default=None, exclude_if=lambda call: call is None)


class Failure(Frozen):
    """A terminal error: its kind, where it happened and a sentence for a person."""

    kind: str
    where: str
    message: str


def evidence_key(page: Page) -> tuple[str, str]:
    """What makes two pages one: their text and canonical metadata together."""
    return page.text, json.dumps(page.metadata, sort_keys=True, default=str)


def merge_evidence(old: tuple[Evidence, ...], new: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    """Add pages to the evidence; idempotent, since a subgraph hands its whole list back.

    Of pages with equal text the best attested is kept, under the alias that the text already has: an
    attacker's unsigned copy that arrives first must not displace the signed original.
    """
    merged = list(old)
    for item in new:
        ranks = {
            i: attestation_rank(kept.page.record) for i, kept in enumerate(merged) if kept.page.text == item.page.text
        }
        known = [i for i in ranks if evidence_key(merged[i].page) == evidence_key(item.page)]
        rank = attestation_rank(item.page.record)
        place = next(iter(known or ranks), None)
        if place is None or (not known and rank == max(ranks.values())):
            merged.append(item)
        elif rank > (ranks[place] if known else max(ranks.values())):
            merged[place] = item.model_copy(update={"alias": merged[place].alias})
    return tuple(merged)


def merge_inquiries(old: tuple[Inquiry, ...], new: tuple[Inquiry, ...]) -> tuple[Inquiry, ...]:
    """Keep one inquiry a round, the newest version, in order of rounds."""
    by_round = {inquiry.round: inquiry for inquiry in (*old, *new)}
    return tuple(by_round[number] for number in sorted(by_round))


def merge_calls(old: tuple[ModelCall, ...], new: tuple[ModelCall, ...]) -> tuple[ModelCall, ...]:
    """Keep each call once, by its id, in order of arrival."""
    return tuple({call.call_id: call for call in (*old, *new)}.values())


class Question(BaseModel):
    """The graphs' input.

    Attributes:
        question: the question, in plain words.
        opening: ids of the pages to begin with; empty for the question's own top pages. Ephemeral: a second
            question on a thread must not inherit it.
    """

    question: str = ""
    opening: Annotated[tuple[str, ...], EphemeralValue] = ()


class EvidenceState(Question):
    """Everything known about one question: the state of every graph, and what `ask` returns."""

    model_config = ConfigDict(frozen=True)

    evidence: Annotated[tuple[Evidence, ...], merge_evidence] = ()
    candidates: tuple[Candidate, ...] = ()
    premises: tuple[Premise, ...] = ()
    inquiries: Annotated[tuple[Inquiry, ...], merge_inquiries] = ()
    draft: Draft | None = None
    verdict: Verdict | None = None
    calls: Annotated[tuple[ModelCall, ...], merge_calls] = ()
    error: Failure | None = None
