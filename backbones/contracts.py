"""The roles' contracts: what each call is given and must return (the paper's "Method and Prompt Contracts")."""

from collections.abc import Sequence
from typing import Annotated, Generic, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field

from evidence.errors import RunError
from evidence.policy import Kinds
from evidence.state import Inquiry, ModelCall
from evidence.view import View

Role = Literal["propose", "expand", "answer"]
Short = Annotated[str, Field(max_length=400)]
Alias = Annotated[str, Field(max_length=12)]


class _Contract(BaseModel):
    """A reply must hold every field and no other: a malformed one is an error and isn't repaired."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ProposedCandidate(_Contract):
    """An answer somebody could give, the pages that state it and what must hold for it."""

    answer: Short
    supported_by: list[Alias]
    necessary_premises: list[Short]


class ProposedPremise(_Contract):
    """A premise that tells the answers apart; the query comes last, since it is what gets copied."""

    statement: Short
    status: Literal["unresolved", "supported", "refuted"]
    decisiveness: Annotated[float, Field(ge=0.0, le=1.0)]
    expected_discriminator: Short
    query: Short


class Proposal(_Contract):
    """The Assertor's reply; its fields are in the order of the thought (`small-models.md`)."""

    candidates: Annotated[list[ProposedCandidate], Field(min_length=2, max_length=8)]
    who_decides: Short
    newest_record: Short
    named_but_missing: Short
    premises: Annotated[list[ProposedPremise], Field(max_length=8)]
    stop: bool


class Expansion(_Contract):
    """The expansion control's reply: an ordinary relevance-oriented query."""

    query: Annotated[str, Field(min_length=1, max_length=400)]


class AnswerReply(_Contract):
    """The finalizer's reply: a short answer or CannotDetermine, the aliases it rests on, what stays uncertain."""

    answer: Annotated[str, Field(min_length=1, max_length=400)]
    citations: list[Alias]
    residual_uncertainty: Short


Result = TypeVar("Result", Proposal, Expansion, AnswerReply)


class Reply(NamedTuple, Generic[Result]):
    """A role's result and every call that was made for it."""

    result: Result
    calls: tuple[ModelCall, ...]


class ModelError(RunError):
    """A call failed or its reply broke the contract: terminal, never an answer and never an abstention.

    Args:
        kind: short name of the fault, such as `timeout`, `status_500` or `missing_field`.
        message: one sentence for a person; holds no page text, prompt or key.
        calls: the calls made, the failed one last.
    """

    def __init__(self, kind: str, message: str, calls: tuple[ModelCall, ...]) -> None:
        super().__init__(message)
        self.kind = kind
        self.calls = calls


@runtime_checkable
class Backbone(Protocol):
    """Fills the three roles. Every method raises `ModelError` on a failed call or a broken contract."""

    def propose(
        self, question: str, pages: Sequence[View], inquiries: Sequence[Inquiry], kinds: Kinds
    ) -> Reply[Proposal]:
        """State the competing answers and the premises that would decide between them."""
        ...

    def expand(
        self, question: str, pages: Sequence[View], inquiries: Sequence[Inquiry], kinds: Kinds
    ) -> Reply[Expansion]:
        """Word an ordinary search query for the question."""
        ...

    def answer(self, question: str, pages: Sequence[View], kinds: Kinds) -> Reply[AnswerReply]:
        """Answer from the pages shown, or CannotDetermine."""
        ...


def call_id(role: Role, inquiries: Sequence[Inquiry] = (), attempt: int = 1) -> str:
    """A call's name within its question: role, round (from 1) and attempt (from 1)."""
    return f"{role}-{len(inquiries) + 1}-{attempt}"
