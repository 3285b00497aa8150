"""The benchmark's query policies by name: the graphs, and the controls bound to the same machine."""

from functools import lru_cache

from benchmark.controls import linker, linking_expander
from evidence.errors import InputError
from graphs.machine import Machine, build_machine
from graphs.policies import POLICIES as GRAPHS
from graphs.policies import graph_of

CONTROLS = {"links": linker, "expansion-links": linking_expander}
POLICY_NAMES = (*GRAPHS, *CONTROLS)


@lru_cache
def machine_of(policy: str) -> Machine:
    """A policy's compiled machine."""
    return build_machine(CONTROLS[policy], policy) if policy in CONTROLS else graph_of(policy)


def check_policies(names: tuple[str, ...]) -> None:
    """Refuse a policy that isn't there, naming those that are."""
    for name in names:
        if name not in POLICY_NAMES:
            raise InputError(f"policy {name!r}: unknown; there are {', '.join(POLICY_NAMES)}")
