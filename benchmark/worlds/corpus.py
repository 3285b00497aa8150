"""A world's pages as a corpus: what a retriever indexes and a policy meets."""

import hashlib
from collections.abc import Iterable

from benchmark.worlds.world import World
from evidence.policy import EvidencePolicy
from evidence.state import Page


def world_pages(world: World, policy: EvidencePolicy) -> list[Page]:
    """A world's pages, one passage each, in the file's order; `policy` reads their records.

    Index them with `BM25Retriever(pages, indexed_text=untitled)`: the ids are opaque.
    """
    return [
        Page(
            page_id=page.page_id,
            document_id=page.page_id.partition("#")[0],
            document_sha256=hashlib.sha256(page.text.encode()).hexdigest(),
            text=page.text,
            record=policy.read(page.text, {}),
        )
        for page in world.pages
    ]


def shared_pages(worlds: Iterable[World], policy: EvidencePolicy) -> list[Page]:
    """All worlds' pages as one corpus, for worlds that were made with a shared index."""
    return [page for world in worlds for page in world_pages(world, policy)]
