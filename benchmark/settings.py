"""What a run is of: its worlds, policies, protocols, backbone, evidence policy and budget.

Two sittings of one run folder must agree on all of it; anything else would pool runs that differ.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, field_validator

from backbones.models import Calling
from backbones.prices import PriceTable
from benchmark.baselines.registry import is_fixed
from nodes.context import RULES, Rule, RunContext
from nodes.limits import Limits

# `own` is a fixed-context system's own release rule: neither of our protocols binds it.
Protocol = Literal["paper", "guarded", "own"]

SHOWN_CHARACTERS = 120


class Closed(BaseModel):
    """Base of what a run folder holds: immutable, and closed to unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Variant(Closed):
    """A protocol, with the rules of the guarded one that are left out, in the order of the design."""

    protocol: Protocol = "guarded"
    without: tuple[Rule, ...] = ()

    @field_validator("without")
    @classmethod
    def _in_order(cls, without: tuple[Rule, ...]) -> tuple[Rule, ...]:
        return tuple(rule for rule in RULES if rule in without)

    @property
    def label(self) -> str:
        """What tables call it."""
        if self.protocol != "guarded" or not self.without:
            return self.protocol
        kept = [rule for rule in RULES if rule not in self.without]
        if len(kept) == 1:
            return f"paper + {kept[0]}"
        return f"guarded - {', '.join(self.without)}"


PAPER = Variant(protocol="paper")
GUARDED = Variant()
OWN = Variant(protocol="own")


class Key(NamedTuple):
    """What one terminal is of."""

    world_id: str
    policy: str
    variant: Variant


class Chosen(Closed, Calling, Limits):
    """What a command chooses for a run, as its settings keep it.

    Attributes:
        policies: query policies by name.
        variants: protocols, each with the rules left out.
        base_url: an OpenAI-compatible server's URL, or None.
        evidence_policy: the evidence policy's name or file.
        record_only_hashes: whether `calls.jsonl` keeps hashes in place of messages and replies.
        replay: the run folder whose records answer in the model's place, or None.
    """

    policies: tuple[str, ...] = Field(min_length=1)
    variants: tuple[Variant, ...] = Field(min_length=1)
    base_url: str | None = None
    evidence_policy: str = "default"
    max_queries: int = 2
    pages_per_query: int = 3
    record_only_hashes: bool = False
    replay: str | None = None


class RunSettings(Chosen):
    """The settings that every sitting of a run folder must share.

    Attributes:
        worlds_sha256: hash of the worlds' runtime file.
        world_ids: the worlds run, in the file's order.
        world_spec: what the worlds were made from (seed, sizes), where the folder tells.
        evidence_policy_sha256: hash of the evidence policy's content.
        prompt_version: `backbones.prompts.PROMPT_VERSION`.
        prices: the price table, where one was given.
    """

    worlds_sha256: str
    world_ids: tuple[str, ...] = Field(min_length=1)
    world_spec: dict[str, Any] = {}
    evidence_policy_sha256: str
    prompt_version: str
    prices: PriceTable | None = None

    def context(self, variant: Variant) -> RunContext:
        """The graph's own settings for one variant; corpus, backbone and prices travel ready.

        A replay is held to no limit: where one ended a question, its record says so.
        """
        limits = Limits.model_fields if self.replay is None else ()
        return RunContext(
            policy=self.evidence_policy,
            max_queries=self.max_queries,
            pages_per_query=self.pages_per_query,
            protocol="guarded" if variant.protocol == "guarded" else "paper",
            without=variant.without,
            **self.model_dump(include={*Calling.model_fields, *limits}),
        )

    def wanted(self) -> Iterator[Key]:
        """Every terminal that the run must hold, world by world; a fixed-context system ends once a world."""
        fixed = [policy for policy in self.policies if is_fixed(policy)]
        active = [policy for policy in self.policies if policy not in fixed]
        for world_id in self.world_ids:
            for variant in self.variants:
                for policy in active:
                    yield Key(world_id, policy, variant)
            for policy in fixed:
                yield Key(world_id, policy, OWN)


class Difference(NamedTuple):
    """A setting in which two runs differ, and both values as a person reads them."""

    name: str
    first: str
    second: str


def differences(first: RunSettings, second: RunSettings) -> list[Difference]:
    """The settings in which two runs differ."""
    pairs = [(name, getattr(first, name), getattr(second, name)) for name in RunSettings.model_fields]
    return [Difference(name, _shown(one), _shown(other)) for name, one, other in pairs if one != other]


def _shown(value: object) -> str:
    if isinstance(value, tuple) and all(isinstance(part, Variant) for part in value):
        return _shown([part.label for part in value])
    if isinstance(value, Sequence) and not isinstance(value, str) and len(value) > 8:
        return f"{len(value)} of them ({value[0]} to {value[-1]})"
    text = repr(value)
    return text if len(text) <= SHOWN_CHARACTERS else text[: SHOWN_CHARACTERS - 1] + "…"
