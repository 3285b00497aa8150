"""The query policies by name: a new one is a graph file and a line here."""

from importlib import import_module

from evidence.errors import InputError
from graphs.machine import Machine

POLICIES = {
    "socratic": "graphs.socratic",
    "expansion": "graphs.expansion",
    "repetition": "graphs.repetition",
    "deepening": "graphs.deepening",
}


def graph_of(policy: str) -> Machine:
    """A policy's compiled graph."""
    if policy not in POLICIES:
        raise InputError(f"graph {policy!r}: unknown; there are {', '.join(POLICIES)}")
    machine: Machine = import_module(POLICIES[policy]).graph
    return machine
