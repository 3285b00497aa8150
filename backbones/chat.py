"""The chat backbone: a provider asked by our prompts, its replies held to the contracts."""

from collections.abc import Sequence

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
)
from backbones.prompts import (
    ANSWER,
    EXPAND,
    PROMPT_VERSION,
    PROPOSE,
    TASKS,
    answer_prompt,
    expand_prompt,
    propose_prompt,
    task_prompt,
)
from backbones.provider import Completion, Fault, Message, Provider, Request, ended_call, failed_call
from backbones.reply import parsed
from evidence.policy import Kinds
from evidence.state import Inquiry, ModelCall
from evidence.view import View


class ChatBackbone:
    """Fills the roles with one structured call each; a reply that breaks its contract is terminal.

    Attributes:
        provider: who is asked.
    """

    def __init__(self, provider: Provider) -> None:
        self.provider = provider

    def propose(
        self, question: str, pages: Sequence[View], inquiries: Sequence[Inquiry], kinds: Kinds
    ) -> Reply[Proposal]:
        """Ask for the competing answers and the premises that would decide between them."""
        user = propose_prompt(question, pages, inquiries, kinds)
        return self._call("propose", len(inquiries) + 1, Proposal, PROPOSE, user)

    def expand(
        self, question: str, pages: Sequence[View], inquiries: Sequence[Inquiry], kinds: Kinds
    ) -> Reply[Expansion]:
        """Ask for an ordinary search query."""
        user = expand_prompt(question, pages, inquiries, kinds)
        return self._call("expand", len(inquiries) + 1, Expansion, EXPAND, user)

    def answer(self, question: str, pages: Sequence[View], kinds: Kinds) -> Reply[AnswerReply]:
        """Ask for the answer and its citations."""
        return self._call("answer", 1, AnswerReply, ANSWER, answer_prompt(question, pages, kinds))

    def read(self, task: Task[Reading], given: Given) -> Reply[Reading]:
        """Make a call of one of the other systems."""
        return self._call(task.role, given.number, task.contract, TASKS[task.role], task_prompt(given))

    def _call(self, role: Role, number: int, contract: type[Result], system: str, user: str) -> Reply[Result]:
        request = Request(
            role=role,
            number=number,
            messages=(Message(role="system", content=system), Message(role="user", content=user)),
            contract=contract,
            prompt_version=PROMPT_VERSION,
            generation=self.provider.generation,
        )
        completion, calls = self._completion(request)
        try:
            return Reply(parsed(completion, contract), calls)
        except Fault as fault:
            raise self._error(role, fault, _last_failed(calls, fault)) from None

    def _completion(self, request: Request) -> tuple[Completion, tuple[ModelCall, ...]]:
        """The reply, and every attempt that it took."""
        try:
            completion = self.provider.complete(request)
        except Fault as fault:
            last = request.again(len(fault.earlier))
            calls = (*fault.earlier, failed_call(last, self.provider.name, fault))
            raise self._error(request.role, fault, calls) from None
        last = request.again(len(completion.earlier))
        return completion, (*completion.earlier, ended_call(last, self.provider.name, completion))

    def _error(self, role: Role, fault: Fault, calls: tuple[ModelCall, ...]) -> ModelError:
        return ModelError(fault.kind, f"model {self.provider.name}, role {role}: {fault.what}", calls)


def _last_failed(calls: tuple[ModelCall, ...], fault: Fault) -> tuple[ModelCall, ...]:
    return (*calls[:-1], calls[-1].model_copy(update={"error": fault.kind}))
