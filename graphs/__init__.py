"""The graphs: one machine, several query policies. `from graphs import ask` answers a question."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphs.api import ask, watch
    from nodes.context import RunContext

__all__ = ["RunContext", "ask", "watch"]


def __getattr__(name: str) -> Any:
    """Load the API on first use: LangGraph takes seconds to import, and `--help` needs none of it."""
    if name in ("ask", "watch"):
        from graphs import api

        return getattr(api, name)
    if name == "RunContext":
        from nodes.context import RunContext

        return RunContext
    raise AttributeError(f"module 'graphs' has no attribute {name!r}")
