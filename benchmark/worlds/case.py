"""A world put together for checking: its labels, its pages by id, and the index it is searched in."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from benchmark.worlds.corpus import world_pages
from benchmark.worlds.labels import Labels
from benchmark.worlds.world import World
from evidence.policy import EvidencePolicy, load_policy
from evidence.records import Record
from evidence.state import Page
from retrievers.bm25 import BM25Retriever, untitled
from retrievers.protocol import Retriever

PAGES_PER_QUERY = 3
OPENING_PAGES = 4
LEAST_QUERIES = 2

Outcome = tuple[bool, str]


class Check(NamedTuple):
    """One invariant of one world: whether it held, what it says, and what was measured."""

    name: str
    meaning: str
    held: bool
    detail: str


class Case(NamedTuple):
    """A world with its labels, its pages by id, and the index it is searched in."""

    world: World
    labels: Labels
    pages: dict[str, Page]
    retriever: Retriever
    policy: EvidencePolicy

    def returned(self, query: str, depth: int = PAGES_PER_QUERY) -> list[str]:
        """Ids of the pages that a query returns."""
        return [hit.page.page_id for hit in self.retriever.search(query, depth)]

    def of_kind(self, *kinds: str) -> list[Page]:
        """The world's pages of some kinds, in the file's order."""
        return [page for page in self.pages.values() if self.labels.kinds[page.page_id] in kinds]

    @property
    def records(self) -> list[Record]:
        """The decisive pages' records, in the order of the chain; a page that reads as none is left out."""
        found = [self.pages[page_id].record for page_id in self.labels.decisive]
        return [record for record in found if record is not None]

    @property
    def depth(self) -> int:
        """How many of the question's pages repeating and deepening can see: the opening and the budget."""
        return OPENING_PAGES + budget(self.labels) * PAGES_PER_QUERY


def checked(case: Case, invariants: Sequence[Callable[[Case], Outcome]]) -> list[Check]:
    """Check invariants; each is named by its function and says what it means in its docstring."""
    return [Check(check.__name__, meaning_of(check), *check(case)) for check in invariants]


def meaning_of(check: Callable[..., Outcome]) -> str:
    """The sentence that an invariant's docstring begins with."""
    return (check.__doc__ or "").strip().partition("\n")[0]


def budget(labels: Labels) -> int:
    """Queries that a world allows: the paper's two, or one a hop where there are more hops."""
    return max(LEAST_QUERIES, labels.hops)


def case_of(world: World, labels: Labels, retriever: Retriever | None = None) -> Case:
    """Put a world and its labels together; `retriever` is its own pages' index where None."""
    policy = load_policy("signed-text")
    pages = world_pages(world, policy)
    index = BM25Retriever(pages, indexed_text=untitled) if retriever is None else retriever
    return Case(world, labels, {page.page_id: page for page in pages}, index, policy)
