"""A world's pages as a corpus: what a retriever indexes and a policy meets."""

from collections.abc import Iterable

from benchmark.worlds.world import World
from evidence.editions import newest_in_force
from evidence.policy import EvidencePolicy
from evidence.state import Page
from retrievers.corpus import Document, whole_page


def world_pages(world: World, policy: EvidencePolicy) -> list[Page]:
    """A world's pages, one passage each, in the file's order; `policy` reads their records.

    Index them with `BM25Retriever(pages, indexed_text=untitled)`: the ids are opaque.
    """
    return shared_pages([world], policy)


def shared_pages(worlds: Iterable[World], policy: EvidencePolicy) -> list[Page]:
    """All worlds' pages as one corpus, for worlds that were made with a shared index."""
    pages = [
        whole_page(Document(page.page_id.partition("#")[0], page.text, page.metadata), policy)
        for world in worlds
        for page in world.pages
    ]
    records = newest_in_force([page.record for page in pages])
    return [page.model_copy(update={"record": record}) for page, record in zip(pages, records, strict=True)]
