"""Terminal errors: a node's named error becomes an observation in the state, never an answer or abstention."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from backbones.contracts import ModelError
from evidence.errors import InputError, RunError
from evidence.state import Failure

Delta = dict[str, Any]
P = ParamSpec("P")


def records_failure(node: Callable[P, Delta]) -> Callable[P, Delta]:
    """Turn the named errors a node raises into `error`, with the calls made; bugs pass through."""

    @wraps(node)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> Delta:
        try:
            return node(*args, **kwargs)
        except (InputError, RunError) as error:
            return failure(error, node.__name__)

    return guarded


def failure(error: InputError | RunError, where: str) -> Delta:
    """The delta that records a terminal error."""
    kind = error.kind if isinstance(error, RunError) else "input"
    calls = error.calls if isinstance(error, ModelError) else ()
    return {"error": Failure(kind=kind, where=where, message=str(error)), "calls": calls}
