"""What a fixed-context system is: from a desk with pages and calls to its own outcome."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from backbones.contracts import Given, ModelError, Reading, Task
from evidence.state import Candidate, EvidenceState, ModelCall
from evidence.view import View, views
from nodes.context import RunContext, for_call


class Outcome(NamedTuple):
    """What a system came to.

    Attributes:
        text: its last reply; the system abstains where that declines to answer (`says_unknown`).
        used: aliases of the pages that the reply rests on.
        candidates: the answers it weighed, with the pages that gave them.
        note: what it kept and dropped, in one sentence.
    """

    text: str
    used: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    note: str = ""


class Desk:
    """A question with its pages; every call made here is kept, and held to the run's limits.

    Attributes:
        question: the question.
        pages: the pages in rank order, under their aliases.
        calls: the calls made, also those of a run that failed.
    """

    def __init__(self, state: EvidenceState, context: RunContext) -> None:
        policy = context.resources().policy
        self.question = state.question
        self.pages = views(state.evidence, state.question, policy, collapse=False)
        self.calls: tuple[ModelCall, ...] = ()
        self._state = state
        self._context = context
        self._made: Counter[str] = Counter()

    def ask(self, task: Task[Reading], given: Given) -> Reading:
        """Make a call.

        Raises:
            LimitError: it would pass a limit of the run.
            ModelError: it failed, or its reply broke the contract.
        """
        backbone, _ = for_call(self._state.model_copy(update={"calls": self.calls}), self._context)
        self._made[task.role] += 1
        try:
            result, calls = backbone.read(task, given._replace(number=self._made[task.role]))
        except ModelError as error:
            self.calls += error.calls
            raise
        self.calls += calls
        return result


class System(NamedTuple):
    """A fixed-context system.

    Attributes:
        answer: from a desk to the outcome.
        departures: where it departs from the release, each in one sentence.
        needs: modules of the extra `baselines` that it can't do without.
    """

    answer: Callable[[Desk], Outcome]
    departures: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


def aliases(pages: Sequence[View]) -> tuple[str, ...]:
    """The pages' aliases, in order."""
    return tuple(view.alias for view in pages)
