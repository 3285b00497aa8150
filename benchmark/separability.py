"""Separability: certificates, the oracle policy, and the paper's two propositions (paper, "Formal Details").

All of it reads labels. It lives with the checker: no policy may import it, and what the oracle does never enters an
outcome table.
"""

import random
from collections.abc import Mapping, Sequence
from math import hypot
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict

from benchmark.statistics import Interval, wilson
from benchmark.worlds import invariants
from benchmark.worlds.case import PAGES_PER_QUERY, Case, budget, case_of
from benchmark.worlds.labels import Labels
from benchmark.worlds.queries import ranks, topical_queries
from benchmark.worlds.world import World
from evidence.errors import InputError
from evidence.records import Record
from evidence.state import EvidenceState, Inquiry
from evidence.subject import subject_terms
from graphs.machine import Machine, build_machine
from retrievers.protocol import Retriever

__all__ = ["certificate", "oracle", "proposition_one", "proposition_two", "topical_queries"]

DRAWS = 4000


class PremiseQuery(BaseModel):
    """A step of the separating sequence: the query, the page it is for, and its rank there (None: not returned)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    query: str
    page_id: str
    rank: int | None


class TopicalQuery(BaseModel):
    """A topical query, and which decisive pages it returned."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    query: str
    reached: tuple[str, ...]


class Certificate(BaseModel):
    """Why a world is (B, r)-separable, or why not (paper, "Evidence-chain release guard": the definition).

    Attributes:
        world_id: the world.
        hops: its decisive pages.
        max_queries: B, the queries allowed.
        pages_per_query: r, the pages a query returns.
        determined: whether the decisive records form one chain and the answer stands in its last alone.
        premise: the premise queries in order; each later one is worded from what the record before it names.
        topical: the topical family, at least 20 queries.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    world_id: str
    hops: int
    max_queries: int
    pages_per_query: int
    determined: bool
    premise: tuple[PremiseQuery, ...]
    topical: tuple[TopicalQuery, ...]

    @property
    def reached(self) -> bool:
        """Whether the premise queries return the whole decisive set within the budget."""
        return 0 < len(self.premise) <= self.max_queries and all(step.rank is not None for step in self.premise)

    @property
    def topical_reach(self) -> int:
        """How many decisive pages the topical queries return, all united, whatever the budget."""
        return len({page_id for query in self.topical for page_id in query.reached})

    @property
    def separable(self) -> bool:
        """Whether all three parts of the definition hold."""
        return self.determined and self.reached and self.topical_reach < self.hops


def certificate(
    world: World,
    labels: Labels,
    topical: Sequence[str],
    retriever: Retriever | None = None,
    pages_per_query: int = PAGES_PER_QUERY,
) -> Certificate:
    """Certify a world's separability, or show what is missing.

    Args:
        world: the runtime half.
        labels: the other half.
        topical: the topical family; `topical_queries(world, labels)` gives it.
        retriever: the index to search; the world's own pages where None.
        pages_per_query: r.
    """
    case = case_of(world, labels, retriever)
    return Certificate(
        world_id=world.world_id,
        hops=labels.hops,
        max_queries=budget(labels),
        pages_per_query=pages_per_query,
        determined=bool(labels.decisive) and invariants.chain(case)[0] and invariants.answers(case)[0],
        premise=_premise_queries(case, pages_per_query),
        topical=tuple(TopicalQuery(query=query, reached=_reached(case, query, pages_per_query)) for query in topical),
    )


def _premise_queries(case: Case, depth: int) -> tuple[PremiseQuery, ...]:
    """The separating sequence. It ends at a record that its query doesn't return: its link stays unresolved."""
    steps: list[PremiseQuery] = []
    name = subject_terms(case.world.question).names[0]
    for page_id, record in zip(case.labels.decisive, case.records, strict=False):
        query = f"{name} {case.policy.kinds.of(record.role)}"
        steps.append(PremiseQuery(query=query, page_id=page_id, rank=ranks(case.returned(query, depth), page_id)))
        if steps[-1].rank is None or not record.links_to:
            break
        name = _resolved(record)
    return tuple(steps)


def _resolved(record: Record) -> str:
    """The premise that a bridge resolves: the id it hands the matter on to."""
    return record.links_to[0]


def _reached(case: Case, query: str, depth: int) -> tuple[str, ...]:
    returned = case.returned(query, depth)
    return tuple(page_id for page_id in case.labels.decisive if page_id in returned)


def oracle(labels: Labels) -> Machine:
    """The machine of the oracle policy for one world: its query node reads its queries from the labels."""

    def from_labels(state: EvidenceState) -> dict[str, tuple[Inquiry, ...]]:
        """Commit the label's next query, or stop when there is none left."""
        asked = len(state.inquiries)
        if asked == len(labels.oracle_queries):
            return {"inquiries": (Inquiry(round=asked + 1, stop=True, note="stop: the labels name no more"),)}
        return {"inquiries": (Inquiry(round=asked + 1, query=labels.oracle_queries[asked]),)}

    return build_machine(from_labels, "oracle")


class Observed(NamedTuple):
    """How a policy did on a world.

    Attributes:
        world_id: the world.
        result: safe (released and correct), unsafe (released and wrong), abstained or error.
        acquired: whether it acquired every decisive page.
    """

    world_id: str
    result: Literal["safe", "unsafe", "abstained", "error"]
    acquired: bool


class PropositionOne(NamedTuple):
    """Proposition 1 on a run: what it says, and what was seen, over the separable worlds alone.

    Attributes:
        worlds: separable worlds that every policy has an outcome on.
        not_separable: worlds left out since their certificate fails.
        safe: of them, safe under the separating sequence; the proposition says all.
        unsafe: of them, unsafe under the separating sequence; the proposition says none.
        acquired: of them, with the decisive set acquired by it.
        topical_safe: safe worlds of each topical policy; the proposition says none.
        exceptions: worlds on which it doesn't hold, each with what happened.
    """

    worlds: int
    not_separable: tuple[str, ...]
    safe: int
    unsafe: int
    acquired: int
    topical_safe: dict[str, int]
    exceptions: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether it holds on every separable world, of which there is at least one."""
        return self.worlds > 0 and not self.exceptions


def proposition_one(
    certificates: Sequence[Certificate],
    premise: Sequence[Observed],
    topical: Mapping[str, Sequence[Observed]],
) -> PropositionOne:
    """Check proposition 1: on separable worlds the separating sequence has safe coverage one and unsafe rate zero.

    Topical policies have safe coverage zero there. The proposition assumes a rule that answers correctly once the
    set is acquired; a world where it was acquired and not answered so is an exception that says it.

    Args:
        certificates: one a world.
        premise: outcomes of the policy that asks the separating sequence (the oracle).
        topical: outcomes of topical policies, by name (repetition and deepening).
    """
    asked = {item.world_id: item for item in premise}
    others = {name: {item.world_id: item for item in items} for name, items in topical.items()}
    separable = [certificate.world_id for certificate in certificates if certificate.separable]
    worlds = [world for world in separable if world in asked and all(world in seen for seen in others.values())]
    exceptions = [
        f"{world}: {asked[world].result}, decisive set {'acquired' if asked[world].acquired else 'not acquired'}"
        for world in worlds
        if asked[world].result != "safe"
    ]
    exceptions += [
        f"{world}: {name} is safe"
        for name, seen in others.items()
        for world in worlds
        if seen[world].result == "safe"
    ]
    return PropositionOne(
        worlds=len(worlds),
        not_separable=tuple(item.world_id for item in certificates if not item.separable),
        safe=sum(asked[world].result == "safe" for world in worlds),
        unsafe=sum(asked[world].result == "unsafe" for world in worlds),
        acquired=sum(asked[world].acquired for world in worlds),
        topical_safe={name: sum(seen[world].result == "safe" for world in worlds) for name, seen in others.items()},
        exceptions=tuple(exceptions),
    )


class PropositionTwo(NamedTuple):
    """Proposition 2 on a run: the difference in safe coverage is that in decisive recall, times α.

    Attributes:
        worlds: paired worlds.
        coverage_difference: safe coverage of the first policy less that of the second.
        recall_difference: the same of decisive recall.
        answered: development worlds answered safely of those acquired: α is their share.
        acquired: development worlds acquired.
        interval: 95% interval of the residual.
    """

    worlds: int
    coverage_difference: float
    recall_difference: float
    answered: int
    acquired: int
    interval: Interval

    @property
    def alpha(self) -> float:
        """The finalizer's accuracy given acquisition, on development worlds."""
        return self.answered / self.acquired

    @property
    def predicted(self) -> float:
        """What the proposition says the difference in safe coverage is."""
        return self.recall_difference * self.alpha

    @property
    def residual(self) -> float:
        """The difference in safe coverage less the predicted one."""
        return self.coverage_difference - self.predicted


def proposition_two(
    first: Sequence[Observed], second: Sequence[Observed], development: Sequence[Observed]
) -> PropositionTwo:
    """Check proposition 2, which assumes that a policy abstains where it hasn't acquired the decisive set.

    The residual's interval puts two together by square-and-add (Zou and Donner 2008, MOVER): a percentile
    bootstrap over paired worlds with α held, and Wilson's limits for α scaled by the recall difference.

    Args:
        first: outcomes of one policy on the evaluation worlds.
        second: outcomes of the other; worlds that only one of them has are left out.
        development: outcomes on development worlds, for α.

    Raises:
        InputError: no paired world, or no development world whose decisive set was acquired.
    """
    pairs = _paired(first, second)
    trials = [item.result == "safe" for item in development if item.acquired]
    if not pairs or not trials:
        missing = "no world that both policies ran on" if not pairs else "no development world was acquired"
        raise InputError(f"separability: {missing}; run both policies on the worlds, and one on development worlds")
    alpha = sum(trials) / len(trials)
    gains = [_safe(one) - _safe(other) for one, other in pairs]
    recalls = [one.acquired - other.acquired for one, other in pairs]
    residuals = [gain - alpha * recall for gain, recall in zip(gains, recalls, strict=True)]
    recall = sum(recalls) / len(recalls)
    return PropositionTwo(
        worlds=len(pairs),
        coverage_difference=sum(gains) / len(gains),
        recall_difference=recall,
        answered=sum(trials),
        acquired=len(trials),
        interval=_residual_interval(residuals, recall, alpha, wilson(sum(trials), len(trials))),
    )


def _paired(first: Sequence[Observed], second: Sequence[Observed]) -> list[tuple[Observed, Observed]]:
    others = {item.world_id: item for item in second}
    return [(item, others[item.world_id]) for item in first if item.world_id in others]


def _safe(item: Observed) -> int:
    return int(item.result == "safe")


def _residual_interval(residuals: Sequence[float], recall: float, alpha: float, limits: Interval) -> Interval:
    point = sum(residuals) / len(residuals)
    worlds = _bootstrap(residuals)
    # A higher α lowers the residual where the recall difference is positive, and raises it where it is negative.
    down, up = limits.high - alpha, alpha - limits.low
    if recall < 0:
        down, up = up, down
    return Interval(
        point - hypot(point - worlds.low, abs(recall) * down),
        point + hypot(worlds.high - point, abs(recall) * up),
    )


def _bootstrap(values: Sequence[float]) -> Interval:
    """95% percentile interval of the mean; fixed seed."""
    rng = random.Random("separability/bootstrap")
    count = len(values)
    means = sorted(sum(rng.choices(values, k=count)) / count for _ in range(DRAWS))
    return Interval(means[int(0.025 * DRAWS)], means[int(0.975 * DRAWS) - 1])
