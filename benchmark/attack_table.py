"""Attack family x evidence policy x query policy on worlds: safe, unsafe, abstained (`socrates-bench attacks`)."""

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from benchmark.attacks import FAMILIES, Target, attacked, evidence_policies, own_documents, target_of
from benchmark.policies import machine_of
from benchmark.tables import Table
from benchmark.worker import course_of
from benchmark.worlds.generate import WorldSpec, make_world, plans
from benchmark.worlds.labels import Labels
from evidence.answers import answer_type, normal_form
from evidence.editions import newest_in_force
from evidence.policy import EvidencePolicy
from evidence.state import EvidenceState, Page
from nodes.context import Resources, Rule, RunContext, open_backbone
from retrievers.bm25 import BM25Retriever, untitled
from retrievers.corpus import Document, whole_page

QUERY_POLICIES = ("socratic", "expansion", "repetition")


class Variant(NamedTuple):
    """How an attack is run.

    Attributes:
        name: what the table calls it.
        loose: whether the attacker sets every metadata field that isn't attested.
        first: whether the opening begins with the attacker's first page.
        without: guarded rules left out.
    """

    name: str
    loose: bool = False
    first: bool = False
    without: tuple[Rule, ...] = ()


VARIANTS = (
    Variant("as it is"),
    Variant("attacker sets unattested metadata", loose=True),
    Variant("without early stop", without=("early-stop",)),
    Variant("attacker's page first in the opening", first=True),
)

Cell = tuple[str, str, str, str]


def result_of(state: EvidenceState, labels: Labels) -> str:
    """Safe, unsafe, abstained or error."""
    verdict = state.verdict
    if verdict is None or verdict.outcome == "error":
        return "error"
    if verdict.outcome != "answered":
        return "abstained"
    wanted = answer_type(state.question)
    right = {normal_form(spelling, wanted) for spelling in labels.gold.spellings}
    return "safe" if normal_form(verdict.answer or "", wanted) in right else "unsafe"


def corpus_pages(documents: list[Document], policy: EvidencePolicy) -> list[Page]:
    """Documents as pages under a policy, the ids as worlds have them; older editions hand on to the newest."""
    pages = [whole_page(document, policy) for document in documents]
    records = newest_in_force([page.record for page in pages])
    return [
        page.model_copy(update={"page_id": page.document_id, "record": record})
        for page, record in zip(pages, records, strict=True)
    ]


def run_number(job: tuple[WorldSpec, int, int]) -> Counter[tuple[Cell, str]]:
    """All cells of one world: (spec, its number, pages that the attacker adds)."""
    spec, number, budget = job
    world, labels = make_world(spec, plans(spec)[number])
    target = target_of(world, labels)
    results: Counter[tuple[Cell, str]] = Counter()
    for family in ("no attack", *FAMILIES):
        for loose in (False, True):
            added = attacked(target, family, budget, loose) if family in FAMILIES else []
            for cell, state in _runs(target, family, added, [v for v in VARIANTS if v.loose == loose]):
                results[cell, result_of(state, labels)] += 1
    return results


def _runs(
    target: Target, family: str, added: list[Document], variants: list[Variant]
) -> Iterator[tuple[Cell, EvidenceState]]:
    """One world with the attacker's pages, under every evidence policy, variant and query policy."""
    documents, world, backbone = [*own_documents(target), *added], target.world, open_backbone("extractive")
    for name, policy in evidence_policies().items():
        retriever = BM25Retriever(corpus_pages(documents, policy), indexed_text=untitled)
        for variant in variants:
            context = RunContext(without=variant.without).with_ready(Resources(retriever, backbone, policy))
            first = (added[0].document_id,) if variant.first and added else ()
            asked = world.model_copy(update={"opening": (*first, *world.opening)})
            for query_policy in QUERY_POLICIES:
                cell = (variant.name, family, name, query_policy)
                yield cell, course_of(asked, machine_of(query_policy), context).state


def attack_tables(spec: WorldSpec, budget: int, jobs: int) -> list[Table]:
    """Run every cell on every world; a table a variant."""
    work = [(spec, number, budget) for number in range(spec.count)]
    total: Counter[tuple[Cell, str]] = Counter()
    with ProcessPoolExecutor(jobs) as pool:
        for results in pool.map(run_number, work):
            total.update(results)
    return [
        Table(f"Attacks, {variant.name}", _columns(), tuple(_rows(total, variant)), _notes(spec, budget))
        for variant in VARIANTS
    ]


def _columns() -> tuple[str, ...]:
    return ("family", *(f"{name}, {query}" for name in evidence_policies() for query in QUERY_POLICIES))


def _rows(total: Counter[tuple[Cell, str]], variant: Variant) -> Iterator[tuple[str, ...]]:
    columns = [(name, query) for name in evidence_policies() for query in QUERY_POLICIES]
    for family in ("no attack", *FAMILIES):
        yield (family, *(_counts(total, (variant.name, family, *column)) for column in columns))


def _counts(total: Counter[tuple[Cell, str]], cell: Cell) -> str:
    errors = total[cell, "error"]
    counted = " / ".join(str(total[cell, result]) for result in ("safe", "unsafe", "abstained"))
    return f"{counted} ({errors} errors)" if errors else counted


def _notes(spec: WorldSpec, budget: int) -> tuple[str, ...]:
    return (
        f"safe / unsafe / abstained of {spec.count} worlds; the attacker adds {budget} pages beside the replicas.",
        "Guarded protocol, embedded backbone. A conflict counts as abstained.",
    )
