"""The roles' contracts: what each call is given and must return (the paper's "Method and Prompt Contracts")."""

from collections.abc import Sequence
from typing import Annotated, Generic, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field

from evidence.errors import RunError
from evidence.policy import Kinds
from evidence.state import CallRole, Inquiry, ModelCall
from evidence.view import View

Role = CallRole
Short = Annotated[str, Field(max_length=400)]
Alias = Annotated[str, Field(max_length=12)]


class _Contract(BaseModel):
    """A reply must hold every field and no other: a malformed one is an error and isn't repaired."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ProposedCandidate(_Contract):
    """An answer somebody could give, the pages that state it and what must hold for it."""

    answer: Short
    supported_by: Annotated[list[Alias], Field(max_length=100)]
    necessary_premises: Annotated[list[Short], Field(max_length=4)]


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
    subject: Short
    newest_record: Short
    named_but_missing: Short
    premises: Annotated[list[ProposedPremise], Field(max_length=8)]
    stop: bool


class Expansion(_Contract):
    """The expansion control's reply: an ordinary relevance-oriented query."""

    query: Annotated[str, Field(min_length=1, max_length=400)]


class AnswerReply(_Contract):
    """The finalizer's reply: the aliases it rests on, a short answer or CannotDetermine, what stays uncertain."""

    citations: list[Alias]
    answer: Annotated[str, Field(min_length=1, max_length=400)]
    residual_uncertainty: Short


class Said(_Contract):
    """A short reply in words: an answer, keywords, a thought or a follow-up question."""

    text: Annotated[str, Field(min_length=1, max_length=400)]


class Passage(_Contract):
    """A longer text that a later call is shown: what a model remembers, or a consolidation of pages."""

    text: Annotated[str, Field(min_length=1, max_length=6000)]


class Contradiction(_Contract):
    """Two of the answers that were numbered, and how surely they contradict each other."""

    first: Annotated[int, Field(ge=1)]
    second: Annotated[int, Field(ge=1)]
    probability: Annotated[float, Field(ge=0.0, le=1.0)]


class Judgement(_Contract):
    """Every pair of answers that contradict each other; a pair that isn't listed doesn't."""

    contradictions: Annotated[list[Contradiction], Field(max_length=400)]


Result = TypeVar("Result", Proposal, Expansion, AnswerReply, Said, Passage, Judgement)
Reading = TypeVar("Reading", Said, Passage, Judgement)


class Task(NamedTuple, Generic[Reading]):
    """A call of another system (`benchmark/baselines/`): its role, and the contract its reply is held to."""

    role: CallRole
    contract: type[Reading]


READ = Task("read", Said)
RECALL = Task("recall", Said)
MEMORY = Task("memory", Passage)
KEYWORDS = Task("keywords", Said)
JUDGE = Task("judge", Judgement)
CONSOLIDATE = Task("consolidate", Passage)
CONCLUDE = Task("conclude", Said)
WEIGH = Task("weigh", Said)
REASON = Task("reason", Said)
FOLLOW_UP = Task("follow-up", Said)


class Given(NamedTuple):
    """What a task's prompt shows; what is empty isn't shown.

    Attributes:
        question: the question.
        pages: pages in the order shown.
        inquiries: earlier searches with what they found.
        kinds: the policy's vocabulary, for query policies alone.
        memory: what the model said that it remembers.
        notes: a consolidation.
        words: keywords that the answer must be made of.
        answers: answers to judge, numbered from 1.
        number: which call of its role it is, from 1.
    """

    question: str
    pages: Sequence[View] = ()
    inquiries: Sequence[Inquiry] = ()
    kinds: Kinds | None = None
    memory: str = ""
    notes: str = ""
    words: Sequence[str] = ()
    answers: Sequence[str] = ()
    number: int = 1


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


def last_failed(calls: tuple[ModelCall, ...], kind: str) -> tuple[ModelCall, ...]:
    """The calls, the last one failed by that kind, since what it brought can't be used."""
    return (*calls[:-1], *(call.model_copy(update={"error": kind}) for call in calls[-1:]))


@runtime_checkable
class Backbone(Protocol):
    """Fills every role. Every method raises `ModelError` on a failed call or a broken contract."""

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

    def read(self, task: Task[Reading], given: Given) -> Reply[Reading]:
        """Make a call of one of the other systems."""
        ...


def call_id(role: Role, inquiries: Sequence[Inquiry] = (), attempt: int = 1) -> str:
    """A call's name within its question: role, round (from 1) and attempt (from 1)."""
    return f"{role}-{len(inquiries) + 1}-{attempt}"


def task_call_id(role: Role, number: int) -> str:
    """The same for a task, of which a system may make several."""
    return f"{role}-{number}-1"
