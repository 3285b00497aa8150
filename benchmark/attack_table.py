"""Attack family x evidence policy x query policy on worlds: safe, unsafe, abstained (`socrates-bench attacks`)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from benchmark.attacks import FAMILIES, Target, attacked, evidence_policies, own_documents, target_of
from benchmark.baselines.registry import is_fixed
from benchmark.policies import check_policies, machine_of
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


class Job(NamedTuple):
    """One world to run: its spec and number, the pages that the attacker adds, and the policies to run."""

    spec: WorldSpec
    number: int
    budget: int
    policies: tuple[str, ...] = QUERY_POLICIES


def run_number(job: Job) -> Counter[tuple[Cell, str]]:
    """All cells of one world."""
    spec, number, budget, policies = job
    world, labels = make_world(spec, plans(spec)[number])
    target = target_of(world, labels)
    results: Counter[tuple[Cell, str]] = Counter()
    for family in ("no attack", *FAMILIES):
        for loose in (False, True):
            added = attacked(target, family, budget, loose) if family in FAMILIES else []
            variants = [variant for variant in VARIANTS if variant.loose == loose]
            for cell, state in _runs(target, family, added, variants, policies):
                results[cell, result_of(state, labels)] += 1
    return results


def _runs(
    target: Target, family: str, added: list[Document], variants: list[Variant], policies: Sequence[str]
) -> Iterator[tuple[Cell, EvidenceState]]:
    """One world with the attacker's pages, under every evidence policy, variant and query policy."""
    documents, world, backbone = [*own_documents(target), *added], target.world, open_backbone("extractive")
    for name, policy in evidence_policies().items():
        retriever = BM25Retriever(corpus_pages(documents, policy), indexed_text=untitled)
        for variant in variants:
            context = RunContext(without=variant.without).with_ready(Resources(retriever, backbone, policy))
            first = (added[0].document_id,) if variant.first and added else ()
            asked = world.model_copy(update={"opening": (*first, *world.opening)})
            for query_policy in (query for column, query in _columns(policies) if column == name):
                cell = (variant.name, family, name, query_policy)
                yield cell, course_of(asked, machine_of(query_policy), context).state


def attack_tables(spec: WorldSpec, budget: int, jobs: int, policies: tuple[str, ...] = QUERY_POLICIES) -> list[Table]:
    """Run every cell on every world; a table a variant."""
    check_policies(policies)
    work = [Job(spec, number, budget, policies) for number in range(spec.count)]
    total: Counter[tuple[Cell, str]] = Counter()
    with ProcessPoolExecutor(jobs) as pool:
        for results in pool.map(run_number, work):
            total.update(results)
    return [
        Table(
            f"Attacks, {variant.name}",
            ("family", *(f"{name}, {query}" for name, query in _columns(policies))),
            tuple(_rows(total, variant, _columns(policies))),
            _notes(spec, budget),
        )
        for variant in VARIANTS
    ]


def _columns(policies: Sequence[str]) -> list[tuple[str, str]]:
    """Evidence policy and policy of each column; a fixed-context system knows no evidence policy."""
    names = list(evidence_policies())
    return [(name, policy) for name in names for policy in policies if name == names[0] or not is_fixed(policy)]


def _rows(
    total: Counter[tuple[Cell, str]], variant: Variant, columns: Sequence[tuple[str, str]]
) -> Iterator[tuple[str, ...]]:
    for family in ("no attack", *FAMILIES):
        yield (family, *(_counts(total, (variant.name, family, *column)) for column in columns))


def _counts(total: Counter[tuple[Cell, str]], cell: Cell) -> str:
    errors = total[cell, "error"]
    counted = " / ".join(str(total[cell, result]) for result in ("safe", "unsafe", "abstained"))
    return f"{counted} ({errors} errors)" if errors else counted


def _notes(spec: WorldSpec, budget: int) -> tuple[str, ...]:
    return (
        f"safe / unsafe / abstained of {spec.count} worlds; the attacker adds {budget} pages beside the replicas.",
        "Guarded protocol, embedded backbone; fixed-context systems release by their own rule. A conflict counts as "
        "abstained.",
    )
