"""TrustRAG (Zhou et al. 2025): a K-means filter with n-gram overlap, then conflict resolution in three calls."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from backbones.contracts import CONCLUDE, CONSOLIDATE, MEMORY, Given
from benchmark.baselines.embeddings import CHARGED, DEPARTURE, NEEDS, embedded
from benchmark.baselines.system import Desk, Outcome, System, aliases

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Overlaps = Callable[[int, int], bool]

ROUGE_OVERLAP = 0.25
CLOSE = 0.88


def answer(desk: Desk) -> Outcome:
    """Filter the pages, then consolidate what is left with what the model remembers, and answer from that."""
    texts = [view.text for view in desk.pages]
    kept = [desk.pages[index] for index in surviving(texts)]
    memory = desk.ask(MEMORY, Given(desk.question)).text
    notes = desk.ask(CONSOLIDATE, Given(desk.question, pages=kept, memory=memory)).text
    text = desk.ask(CONCLUDE, Given(desk.question, notes=notes, memory=memory)).text
    return Outcome(text, aliases(kept), note=f"The filter kept {len(kept)} of {len(texts)} pages.")


def surviving(texts: Sequence[str]) -> list[int]:
    """Indices of the pages that the filter keeps, in order."""
    if len(texts) < 2:
        return list(range(len(texts)))

    def overlaps(first: int, second: int) -> bool:
        return rouge_l(texts[first], texts[second]) > ROUGE_OVERLAP

    count = len(texts)
    if not any(overlaps(first, second) for first in range(count) for second in range(first + 1, count)):
        return list(range(count))
    vectors = embedded(texts)
    return kept_of(two_clusters(vectors), vectors, overlaps)


def two_clusters(vectors: "NDArray[np.float32]") -> tuple[list[int], list[int]]:
    """K-means into two clusters of indices, over standardised features and rows of length one."""
    from sklearn.cluster import KMeans
    from sklearn.preprocessing import StandardScaler, normalize

    rows = normalize(StandardScaler().fit_transform(vectors))
    labels = KMeans(n_clusters=2, n_init=10, max_iter=500, random_state=0).fit(rows).labels_
    return [i for i, label in enumerate(labels) if label == 0], [i for i, label in enumerate(labels) if label == 1]


def kept_of(clusters: tuple[list[int], list[int]], vectors: "NDArray[np.float32]", overlaps: Overlaps) -> list[int]:
    """What stays of two clusters: tight ones go, and of loose ones what overlaps.

    Args:
        clusters: indices of the pages, by cluster label.
        vectors: raw embeddings, one a page.
        overlaps: whether two pages share enough of their wording.
    """
    zero, one = clusters
    if len(one) == 1:
        return _beside_one(one, zero, vectors)
    if len(zero) == 1:
        return _beside_one(zero, one, vectors)
    low, high = sorted(clusters, key=lambda cluster: closeness(cluster, vectors))
    if closeness(low, vectors) > CLOSE:
        return []
    left = [*_distinct(low, overlaps), *(_distinct(high, overlaps) if closeness(high, vectors) < CLOSE else [])]
    return sorted(left)


def _beside_one(single: list[int], others: list[int], vectors: "NDArray[np.float32]") -> list[int]:
    """A cluster of one page beside the others: tight others fall, and it with them where it is close to them."""
    if not closeness(others, vectors) > CLOSE:
        return others
    return [] if cosine(vectors[others[0]], vectors[single[0]]) > CLOSE else single


def closeness(cluster: Sequence[int], vectors: "NDArray[np.float32]") -> float:
    """Mean cosine over a cluster's pairs; minus one where it has none."""
    pairs = [
        cosine(vectors[first], vectors[second])
        for place, first in enumerate(cluster)
        for second in cluster[place + 1 :]
    ]
    return sum(pairs) / len(pairs) if pairs else -1.0


def cosine(first: "NDArray[np.float32]", second: "NDArray[np.float32]") -> float:
    """Cosine of the angle between two vectors."""
    import numpy as np

    return float(first @ second / (np.linalg.norm(first) * np.linalg.norm(second)))


def _distinct(cluster: Sequence[int], overlaps: Overlaps) -> list[int]:
    """The n-gram filter: a page goes with the first later one that it overlaps, and with the first that went so."""
    gone: set[int] = set()
    remembered: list[int] = []
    for place, page in enumerate(cluster):
        if page in gone:
            continue
        later = next((other for other in cluster[place + 1 :] if overlaps(page, other)), None)
        if later is not None:
            gone |= {page, later}
            remembered.append(page)
        if remembered and overlaps(page, remembered[0]):
            gone.add(page)
    return [page for page in cluster if page not in gone]


# Both inputs, and worlds under several attacks, compare the same pages again.
@lru_cache(maxsize=100_000)
def rouge_l(first: str, second: str) -> float:
    """ROUGE-L's F measure over stemmed words."""
    return float(_scorer().score(first, second)["rougeL"].fmeasure)


@lru_cache(maxsize=1)
def _scorer() -> Any:
    from rouge_score.rouge_scorer import RougeScorer

    return RougeScorer(["rougeL"], use_stemmer=True)


SYSTEM = System(
    answer,
    departures=(
        f"{DEPARTURE} instead of SimCSE's; the threshold 0.88 is the release's and was not tuned to them.",
        "The release's consolidation prompt quotes one attack's template; that is left out.",
        "Pages that are all alike make one cluster and an empty one, where the release divides by zero.",
        CHARGED,
    ),
    needs=(*NEEDS, "rouge_score"),
)
