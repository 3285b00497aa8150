"""A backbone for other systems' calls that replies as a test tells it, and remembers what it was shown."""

from builders import QUESTION, evidence_of, ready_context

from backbones.contracts import Contradiction, Judgement, ModelError, Reply, task_call_id
from benchmark.baselines.system import Desk
from evidence.state import EvidenceState, ModelCall


class Reader:
    """Replies by role: a list in order (the last again and again), or a function of what is given."""

    name = "reader"

    def __init__(self, **replies):
        self._replies = {role.replace("_", "-"): reply for role, reply in replies.items()}
        self.given = []

    def read(self, task, given):
        self.given.append((task.role, given))
        reply = self._replies[task.role]
        if callable(reply):
            reply = reply(given)
        elif isinstance(reply, list):
            reply = reply.pop(0) if len(reply) > 1 else reply[0]
        call = ModelCall(call_id=task_call_id(task.role, given.number), role=task.role, model=self.name)
        if isinstance(reply, Exception):
            raise ModelError("timeout", str(reply), (call.model_copy(update={"error": "timeout"}),))
        result = reply if isinstance(reply, Judgement) else task.contract(text=reply)
        return Reply(result, (call,))

    def roles(self):
        return [role for role, _ in self.given]

    def shown(self, role):
        """The aliases that each call of a role was shown, in order."""
        return [tuple(view.alias for view in given.pages) for name, given in self.given if name == role]


def contradictions(*pairs):
    """A judgement of pairs (first, second) or (first, second, probability)."""
    return Judgement(
        contradictions=[
            Contradiction(first=pair[0], second=pair[1], probability=pair[2] if len(pair) > 2 else 1.0)
            for pair in pairs
        ]
    )


def differing(given):
    """A judge that holds any two answers of other wording for contradictory."""
    count = len(given.answers)
    return contradictions(
        *((i + 1, j + 1) for i in range(count) for j in range(i + 1, count) if given.answers[i] != given.answers[j])
    )


def desk_of(count, reader):
    """A desk with so many pages about the subject."""
    texts = [f"Maren Tolliver page {number}." for number in range(count)]
    state = EvidenceState(question=QUESTION, evidence=evidence_of(*texts))
    return Desk(state, ready_context(texts, reader))
