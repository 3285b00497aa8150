"""Named errors. Each message says what is wrong, where, and what to do."""


class SocratesError(Exception):
    """Base of every error this project raises on purpose."""


class InputError(SocratesError):
    """The question, corpus, policy or setting can't be used (command line: exit code 2)."""


class RunError(SocratesError):
    """A run failed while it was under way: recorded as a terminal observation, never an abstention."""

    kind = "run"


class LimitError(RunError):
    """A limit was reached, and the next call would pass it.

    Args:
        limit: the limit's name, which is the error's kind.
        message: one sentence for a person.
    """

    def __init__(self, limit: str, message: str) -> None:
        super().__init__(message)
        self.kind = limit


class ContextError(SocratesError):
    """A run with a checkpointer was given no context: it would go on with another corpus and model."""
