"""Named errors. Each message says what is wrong, where, and what to do."""


class SocratesError(Exception):
    """Base of every error this project raises on purpose."""


class InputError(SocratesError):
    """The question, corpus, policy or setting can't be used (command line: exit code 2)."""


class RunError(SocratesError):
    """A run failed while it was under way: recorded as a terminal observation, never an abstention."""

    kind = "run"


class LimitError(RunError):
    """A limit of the run's context was reached (`max_model_calls` or `max_tokens`)."""

    kind = "limit"
