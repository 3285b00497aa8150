"""The query policies by name: a new one is a graph file and a line here."""

from importlib import import_module
from typing import TYPE_CHECKING

from evidence.errors import InputError

if TYPE_CHECKING:
    from graphs.machine import Machine

POLICIES = {
    "socratic": "graphs.socratic",
    "expansion": "graphs.expansion",
    "repetition": "graphs.repetition",
    "deepening": "graphs.deepening",
}


def graph_of(policy: str) -> "Machine":
    """A policy's compiled graph; what LangGraph costs to import is paid here."""
    if policy not in POLICIES:
        raise InputError(f"graph {policy!r}: unknown; there are {', '.join(POLICIES)}")
    machine: Machine = import_module(POLICIES[policy]).graph
    return machine
