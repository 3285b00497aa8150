"""The chat backbone: a provider asked by our prompts, its replies held to the contracts."""

from collections.abc import Callable, Sequence

from backbones.bounds import NO_BOUNDS, Bounds
from backbones.contracts import (
    AnswerReply,
    Expansion,
    Given,
    ModelError,
    Proposal,
    Reading,
    Reply,
    Result,
    Role,
    Task,
    last_failed,
)
from backbones.prompts import (
    PROMPT_VERSION,
    SYSTEM,
    answer_prompt,
    expand_prompt,
    propose_prompt,
    task_prompt,
)
from backbones.provider import Completion, Fault, Message, Provider, Request, ended_call, failed_call
from backbones.reply import parsed
from backbones.retrying import Retried
from evidence.policy import Kinds
from evidence.state import Inquiry, ModelCall
from evidence.view import View


class ChatBackbone:
    """Fills the roles with one structured call each; a reply that breaks its contract is terminal.

    Args:
        provider: who is asked.
        attempts: requests for one call at most, after transport faults.
        bounds: what limits leave for one call.
    """

    def __init__(self, provider: Provider, attempts: int = 1, bounds: Bounds = NO_BOUNDS) -> None:
        self._provider = provider
        self._attempts = attempts
        self._bounds = bounds
        self._asked = Retried(provider, attempts)

    @property
    def name(self) -> str:
        """What call records show as the model."""
        return self._provider.name

    def within(self, bounds: Bounds) -> "ChatBackbone":
        """The same backbone, its calls within the bounds."""
        return ChatBackbone(self._provider, self._attempts, bounds)

    def through(self, wrap: Callable[[Provider], Provider]) -> "ChatBackbone":
        """The same backbone with every attempt made through a wrapper."""
        return ChatBackbone(wrap(self._provider), self._attempts, self._bounds)

    def propose(
        self, question: str, pages: Sequence[View], inquiries: Sequence[Inquiry], kinds: Kinds
    ) -> Reply[Proposal]:
        """Ask for the competing answers and the premises that would decide between them."""
        user = propose_prompt(question, pages, inquiries, kinds)
        return self._call("propose", len(inquiries) + 1, Proposal, user)

    def expand(
        self, question: str, pages: Sequence[View], inquiries: Sequence[Inquiry], kinds: Kinds
    ) -> Reply[Expansion]:
        """Ask for an ordinary search query."""
        user = expand_prompt(question, pages, inquiries, kinds)
        return self._call("expand", len(inquiries) + 1, Expansion, user)

    def answer(self, question: str, pages: Sequence[View], kinds: Kinds) -> Reply[AnswerReply]:
        """Ask for the answer and its citations."""
        return self._call("answer", 1, AnswerReply, answer_prompt(question, pages, kinds))

    def read(self, task: Task[Reading], given: Given) -> Reply[Reading]:
        """Make a call of one of the other systems."""
        return self._call(task.role, given.number, task.contract, task_prompt(given))

    def _call(self, role: Role, number: int, contract: type[Result], user: str) -> Reply[Result]:
        request = Request(
            role=role,
            number=number,
            messages=(Message(role="system", content=SYSTEM[role]), Message(role="user", content=user)),
            contract=contract,
            prompt_version=PROMPT_VERSION,
            generation=self._provider.generation,
            bounds=self._bounds,
        )
        completion, calls = self._completion(request)
        try:
            return Reply(parsed(completion, contract), calls)
        except Fault as fault:
            raise self._error(role, fault, last_failed(calls, fault.kind)) from None

    def _completion(self, request: Request) -> tuple[Completion, tuple[ModelCall, ...]]:
        """The reply, and every attempt that it took."""
        try:
            completion = self._asked.complete(request)
        except Fault as fault:
            last = request.again(len(fault.earlier))
            calls = (*fault.earlier, failed_call(last, self.name, fault))
            raise self._error(request.role, fault, calls) from None
        last = request.again(len(completion.earlier))
        return completion, (*completion.earlier, ended_call(last, self.name, completion))

    def _error(self, role: Role, fault: Fault, calls: tuple[ModelCall, ...]) -> ModelError:
        tried = f" (attempt {len(calls)})" if len(calls) > 1 else ""
        return ModelError(fault.kind, f"model {self.name}, role {role}: {fault.what}{tried}", calls)
