"""RAGDefender (Kim et al. 2025), after its package 0.2.0 (MIT), without PyTorch: drop what is most alike, then read.

Single-hop strategy: agglomerative clustering and a vote of TF-IDF terms tell how many pages are poison, and the
pairs that are most alike tell which. `make agreement` holds it against the package.
"""

from collections import defaultdict
from collections.abc import Sequence
from math import comb, copysign
from typing import TYPE_CHECKING

from backbones.contracts import READ, Given
from benchmark.baselines.embeddings import CHARGED, DEPARTURE, NEEDS, embedded
from benchmark.baselines.system import Desk, Outcome, System, aliases
from evidence.answers import UNKNOWN

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TERMS = 5
EXPONENT = 2


def answer(desk: Desk) -> Outcome:
    """Drop the pages held for poison and answer from the rest; where none is left, there is nothing to read."""
    texts = [view.text for view in desk.pages]
    gone = removed(texts, embedded(texts)) if len(texts) > 1 else set()
    kept = [view for index, view in enumerate(desk.pages) if index not in gone]
    note = f"The filter kept {len(kept)} of {len(texts)} pages."
    if not kept:
        return Outcome(UNKNOWN, note=note)
    return Outcome(desk.ask(READ, Given(desk.question, pages=kept)).text, aliases(kept), note=note)


def removed(texts: Sequence[str], vectors: "NDArray[np.float32]") -> set[int]:
    """Indices of the pages held for poison."""
    count = poisoned(len(texts), smaller_cluster(vectors), flagged(texts))
    return most_alike(count, vectors)


def poisoned(count: int, smaller: int, flagged_pages: int) -> int:
    """How many of `count` pages are poison: the smaller cluster; the larger where most share the top terms."""
    return smaller if flagged_pages <= count // 2 else count - smaller


def smaller_cluster(vectors: "NDArray[np.float32]") -> int:
    """Size of the smaller of two clusters (Ward's agglomerative clustering)."""
    from sklearn.cluster import AgglomerativeClustering

    ones = int(sum(AgglomerativeClustering(n_clusters=2).fit(vectors).labels_))
    return min(ones, len(vectors) - ones)


def flagged(texts: Sequence[str]) -> int:
    """How many pages hold more than half of the five terms that weigh most over all pages (TF-IDF).

    As in the package, a term is sought in a page as written, in lower case and inside words.
    """
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS, TfidfVectorizer

    weigher = TfidfVectorizer(stop_words=list(ENGLISH_STOP_WORDS))
    weights = weigher.fit_transform(texts).sum(axis=0).A1
    names = weigher.get_feature_names_out()
    best = [names[index] for index in sorted(range(len(names)), key=lambda index: -weights[index])[:TERMS]]
    return sum(sum(term in text for term in best) > len(best) // 2 for text in texts)


def most_alike(count: int, vectors: "NDArray[np.float32]") -> set[int]:
    """The `count` pages that weigh most in the most similar pairs, the better rank first of equals."""
    if count <= 0 or count >= len(vectors):
        return set(range(max(min(count, len(vectors)), 0)))
    similar = vectors @ vectors.T
    pairs = [(float(similar[i, j]), i, j) for i in range(len(vectors)) for j in range(i + 1, len(vectors))]
    scores: defaultdict[int, float] = defaultdict(float)
    for cosine, i, j in sorted(pairs, key=lambda pair: -pair[0])[: max(1, comb(count, 2))]:
        weight = copysign(abs(cosine) ** EXPONENT, cosine)
        scores[i] += weight
        scores[j] += weight
    return set(sorted(range(len(vectors)), key=lambda index: (-scores[index], index))[:count])


SYSTEM = System(
    answer,
    departures=(
        f"{DEPARTURE}; the package's default is the same model in 32 bits, which needs PyTorch.",
        "The single-hop strategy for every question: the hop count is a label that no system may see.",
        "Where every page is held for poison the system abstains; the package says nothing of that.",
        CHARGED,
    ),
    needs=NEEDS,
)
