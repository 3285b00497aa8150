"""Making worlds: the same spec gives the same bytes on any machine."""

import hashlib
import random
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, model_validator

from benchmark.worlds import DEFAULT_SEED
from benchmark.worlds import pages as kinds
from benchmark.worlds.attacks import Attacker, with_attacker
from benchmark.worlds.attestation import with_attested_records
from benchmark.worlds.cast import Cast, cast_of
from benchmark.worlds.domains import DOMAINS
from benchmark.worlds.labels import Condition, Labels, Spellings
from benchmark.worlds.names import world_words
from benchmark.worlds.pages import Draft, Setting
from benchmark.worlds.world import World, WorldPage

WorldSet = Literal["evaluation", "development"]
OPENING_REPLICAS = 3
MOST_HOPS = 5

# What world ids begin with; each pair also has its own share of the coined words.
PREFIXES: dict[tuple[WorldSet, Condition], str] = {
    ("evaluation", "hidden"): "AE",
    ("evaluation", "source_visible"): "AS",
    ("evaluation", "identifier_visible"): "AI",
    ("development", "hidden"): "DH",
    ("development", "source_visible"): "DS",
    ("development", "identifier_visible"): "DI",
}


class WorldSpec(BaseModel):
    """What worlds to make.

    Attributes:
        set: evaluation worlds are named AE…, development worlds DH…, DS… or DI… by condition.
        condition: what the opening shows of the decisive records.
        count: how many worlds.
        seed: names, wordings and order follow from it and the fields below alone.
        replicas: coordinated false pages a world.
        background: background pages a world, five of them about the question's subject.
        hops: hop counts to balance over the worlds.
        attack: whether there are replicas; without them the opening holds background pages about the subject.
        answerable: whether the decisive records are in the corpus.
        settled: whether the opening holds the decisive records too, for runs that ask what a defence costs.
        shared_index: whether all worlds are searched as one corpus.
        domains: names of the fictional domains to balance over the worlds.
        attested: whether records carry attested metadata and signatures too, for `attestation.evidence_policies`.
        attacker: what an attacker adds who knows those policies; its worlds are attested ones.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    set: WorldSet = "evaluation"
    condition: Condition = "hidden"
    count: int = Field(48, ge=1)
    seed: int = DEFAULT_SEED
    replicas: int = Field(12, ge=1, le=1_000_000)
    background: int = Field(100, ge=kinds.TOPICAL_PAGES)
    hops: tuple[int, ...] = Field((1, 2), min_length=1)
    attack: bool = True
    answerable: bool = True
    settled: bool = False
    shared_index: bool = False
    domains: tuple[str, ...] = Field(tuple(DOMAINS), min_length=1)
    # Left out where they say nothing, so that worlds without an attacker have the bytes they always had.
    attested: bool = Field(False, exclude_if=lambda attested: not attested)
    attacker: Attacker | None = Field(None, exclude_if=lambda attacker: attacker is None)

    @model_validator(mode="after")
    def _known(self) -> "WorldSpec":
        unknown = [name for name in self.domains if name not in DOMAINS]
        if unknown:
            raise ValueError(f"domain {unknown[0]!r}: unknown; there are {', '.join(DOMAINS)}")
        if any(not 1 <= hops <= MOST_HOPS for hops in self.hops):
            raise ValueError(f"hops: each must be 1 to {MOST_HOPS}")
        if self.attacker is not None and not (self.attack and self.answerable):
            raise ValueError("attack family: needs the false pages and the decisive records; leave both in")
        return self

    @property
    def is_attested(self) -> bool:
        """Whether the worlds' records carry attestation."""
        return self.attested or self.attacker is not None


class Plan(NamedTuple):
    """One world of a spec: its number and id, its domain and hop count."""

    number: int
    world_id: str
    domain: str
    hops: int


def make_worlds(spec: WorldSpec) -> list[tuple[World, Labels]]:
    """Make a spec's worlds, in order of their ids."""
    return [make_world(spec, plan) for plan in plans(spec)]


def plans(spec: WorldSpec) -> list[Plan]:
    """Which world gets which domain and hop count: balanced, and in no order."""
    domains = len(spec.domains)
    pairs = [
        (spec.domains[number % domains], spec.hops[(number // domains + number % domains) % len(spec.hops)])
        for number in range(spec.count)
    ]
    random.Random(f"plans/{spec.seed}/{spec.set}/{spec.condition}").shuffle(pairs)
    prefix = PREFIXES[spec.set, spec.condition]
    return [Plan(number, f"{prefix}{number:02d}", domain, hops) for number, (domain, hops) in enumerate(pairs)]


def make_world(spec: WorldSpec, plan: Plan) -> tuple[World, Labels]:
    """Make one world, attested and attacked where the spec says so."""
    world, labels = _own_world(spec, plan)
    if spec.is_attested:
        world = with_attested_records(world)
    return (world, labels) if spec.attacker is None else with_attacker(world, labels, spec.attacker, spec.seed)


def _own_world(spec: WorldSpec, plan: Plan) -> tuple[World, Labels]:
    """A world's own half. Each part has a random stream of its own, so that more replicas change nothing else."""

    def stream(part: str) -> random.Random:
        return random.Random(f"{part}/{spec.seed}/{plan.world_id}")

    setting = _setting(spec, plan, stream("cast"))
    opening = [kinds.notice(stream("notice"), setting, spec.condition)]
    topical = list(kinds.topical(stream("topical"), setting))
    others = [
        *kinds.decoys(stream("decoys"), setting),
        *kinds.background(stream("background"), setting, spec.background - kinds.TOPICAL_PAGES),
    ]
    if spec.attack:
        replicas = list(kinds.replicas(stream("replicas"), setting, spec.replicas))
        opening += replicas[:OPENING_REPLICAS]
        others += [*replicas[OPENING_REPLICAS:], *topical]
    else:
        opening += topical[:OPENING_REPLICAS]
        others += topical[OPENING_REPLICAS:]
    decisive = kinds.decisive(stream("decisive"), setting) if spec.answerable else []
    return _bound(spec, plan, setting, _Parts(opening, decisive, others), stream("order"))


class _Parts(NamedTuple):
    opening: list[Draft]
    decisive: list[Draft]
    others: list[Draft]


def _setting(spec: WorldSpec, plan: Plan, rng: random.Random) -> Setting:
    share = list(PREFIXES).index((spec.set, spec.condition))
    words = list(world_words(spec.seed, share, len(PREFIXES), plan.number))
    domain = DOMAINS[plan.domain]
    return Setting(domain, cast_of(rng, words, domain.objects, plan.hops), rng.choice(domain.askings))


def _bound(spec: WorldSpec, plan: Plan, setting: Setting, parts: _Parts, rng: random.Random) -> tuple[World, Labels]:
    """Shuffle the pages, give them ids by their place, and keep apart what a policy may see."""
    drafts = [*parts.opening, *parts.decisive, *parts.others]
    places = list(range(len(drafts)))
    rng.shuffle(places)
    ids = [_page_id(spec.seed, plan.world_id, place) for place in places]
    pages = [WorldPage(page_id=page_id, text=draft.text) for page_id, draft in zip(ids, drafts, strict=True)]
    first, last = len(parts.opening), len(parts.opening) + len(parts.decisive)
    world = World(
        world_id=plan.world_id,
        question=kinds.question(setting),
        index="shared" if spec.shared_index else "own",
        opening=tuple(ids[: last if spec.settled else first]),
        pages=tuple(page for _, page in sorted(zip(places, pages, strict=True), key=lambda item: item[0])),
    )
    noun, cast = setting.domain.noun, setting.cast
    labels = Labels(
        world_id=plan.world_id,
        domain=plan.domain,
        condition=spec.condition,
        hops=len(parts.decisive),
        gold=_spellings(noun, cast.matter.answer),
        false=_spellings(noun, cast.false) if spec.attack else None,
        kinds=dict(sorted(zip(ids, (draft.kind for draft in drafts), strict=True))),
        decisive=tuple(ids[first:last]),
        oracle_queries=_oracle_queries(cast) if parts.decisive else (),
        vocabulary=tuple(sorted(word.casefold() for word in cast.words)),
    )
    return world, labels


def _page_id(seed: int, world_id: str, place: int) -> str:
    """An opaque id, made of the page's place in the file alone."""
    return hashlib.sha256(f"{seed}/{world_id}/{place}".encode()).hexdigest()[:16] + "#0"


def _spellings(noun: str, name: str) -> Spellings:
    return Spellings(
        answer=f"{noun.capitalize()} {name}",
        spellings=(f"{noun.capitalize()} {name}", f"{name} {noun.capitalize()}", name),
    )


def _oracle_queries(cast: Cast) -> tuple[str, ...]:
    """A query for each decisive page: the subject's record, then each record that the one before names."""
    matter = cast.matter
    if not matter.rules:
        return (f"{matter.subject} signed final record",)
    *between, last = matter.rules
    return (
        f"{matter.subject} signed bridge record",
        *(f"{rule} signed bridge record" for rule in between),
        f"{last} signed storage record",
    )
