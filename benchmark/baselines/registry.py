"""The other systems by name: each is a file here and one line below."""

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from evidence.errors import InputError

if TYPE_CHECKING:
    from benchmark.baselines.system import System

# Systems that answer from the context they are given; the module's SYSTEM.
FIXED = {
    "closed-book": "benchmark.baselines.closed_book",
    "vanilla": "benchmark.baselines.vanilla",
    "majority": "benchmark.baselines.majority",
    "robustrag": "benchmark.baselines.robustrag",
    "trustrag": "benchmark.baselines.trustrag",
    "reliabilityrag": "benchmark.baselines.reliabilityrag",
    "reliabilityrag-sampling": "benchmark.baselines.reliabilityrag_sampling",
    "astuterag": "benchmark.baselines.astuterag",
    "ragdefender": "benchmark.baselines.ragdefender",
}
# Query nodes on our machine; the module's QUERY_NODE.
PEERS = {
    "ircot": "benchmark.baselines.ircot",
    "self-ask": "benchmark.baselines.self_ask",
}

WIDE = "-wide"
WITHOUT_PAGES = ("closed-book",)
FIXED_NAMES = tuple(
    name for system in FIXED for name in ((system,) if system in WITHOUT_PAGES else (system, system + WIDE))
)
BASELINE_NAMES = (*PEERS, *FIXED_NAMES)


def is_fixed(policy: str) -> bool:
    """Whether a policy is a fixed-context system, which searches nothing."""
    return policy in FIXED_NAMES


def is_wide(policy: str) -> bool:
    """Whether it reads the wider context instead of the opening alone."""
    return is_fixed(policy) and policy not in FIXED


def system_of(policy: str) -> "System":
    """The fixed-context system that a policy's name stands for."""
    name = policy if policy in FIXED else policy.removesuffix(WIDE)
    system: System = import_module(FIXED[name]).SYSTEM
    return system


def query_node_of(policy: str) -> Any:
    """A peer's query node."""
    return import_module(PEERS[policy]).QUERY_NODE


def departures_of(policy: str) -> tuple[str, ...]:
    """Where a system here departs from its release; empty for our own policies."""
    if is_fixed(policy):
        return system_of(policy).departures
    departures: tuple[str, ...] = import_module(PEERS[policy]).DEPARTURES if policy in PEERS else ()
    return departures


def check_installed(policy: str) -> None:
    """Refuse a system whose packages aren't there, before anything is run."""
    missing = [module for module in system_of(policy).needs if find_spec(module) is None] if is_fixed(policy) else []
    if missing:
        raise InputError(
            f"policy {policy!r}: needs the package {missing[0]}; install the extra 'baselines' "
            "(pip install 'socrates-rag[baselines]')"
        )
