"""The benchmark's policies by name: the graphs, controls and peers on one machine, and fixed-context systems."""

from functools import lru_cache

from benchmark.baselines.registry import (
    BASELINE_NAMES,
    PEERS,
    check_installed,
    departures_of,
    is_fixed,
    query_node_of,
)
from benchmark.controls import linker, linking_expander
from evidence.errors import InputError
from graphs.machine import Machine, build_machine
from graphs.policies import POLICIES as GRAPHS
from graphs.policies import graph_of

CONTROLS = {"links": linker, "expansion-links": linking_expander}
POLICY_NAMES = (*GRAPHS, *CONTROLS, *BASELINE_NAMES)


@lru_cache
def machine_of(policy: str) -> Machine:
    """A policy's compiled machine."""
    if is_fixed(policy):
        from benchmark.baselines.machine import fixed_machine

        return fixed_machine(policy)
    if policy in PEERS:
        return build_machine(query_node_of(policy), policy)
    return build_machine(CONTROLS[policy], policy) if policy in CONTROLS else graph_of(policy)


def check_policies(names: tuple[str, ...]) -> None:
    """Refuse a policy that isn't there, naming those that are, and one whose packages aren't installed."""
    for name in names:
        if name not in POLICY_NAMES:
            raise InputError(f"policy {name!r}: unknown; there are {', '.join(POLICY_NAMES)}")
        check_installed(name)


def departures(names: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """Where the systems named depart from their releases; systems that don't are left out."""
    return {name: found for name in names if (found := departures_of(name))}
