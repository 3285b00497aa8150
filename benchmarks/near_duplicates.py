"""Which measure tells copies from pages that differ: `python -m benchmarks.near_duplicates`.

Copies are made from the example's blogs and PEP passages in seven ways; pairs that are no copies are two blogs, two
PEP passages, two neighbouring passages, and two records of one form about different subjects. Each measure stands at
a threshold; a good one is high in the first part of the table and low in the second.
"""

import itertools
import random
import sys
from collections.abc import Callable
from pathlib import Path

from rapidfuzz import fuzz
from rich.console import Console
from rich.table import Table

from evidence.groups import NEAR_DUPLICATE
from evidence.text import tokens
from retrievers.corpus import load_documents, passages

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "peps" / "corpus.jsonl"
SEED, BASES, PAIRS = 5, 100, 400
NAMES = ["Maren Tolliver", "Jon Pell", "Ada Bray", "Ivo Marsh", "Lena Cole"]
VAULTS = ["Orrin", "Corvin", "Dace", "Hale"]
FORM = "SIGNED FINAL RECORD\nRecord: HV-{}\nSubject: {}\nThe registrar finds that the goods lie in vault {}."

Pairs = list[tuple[str, str]]


def shingles(one: str, other: str) -> float:
    """Resemblance by shingles of three words (Broder 1997), 0 to 100."""
    first, second = ({tuple(w[i : i + 3]) for i in range(len(w) - 2)} for w in (tokens(one), tokens(other)))
    return 100 * len(first & second) / max(1, len(first | second))


def by_words(measure: Callable[[str, str], float]) -> Callable[[str, str], float]:
    """A measure over the texts' tokens."""
    return lambda one, other: measure(" ".join(tokens(one)), " ".join(tokens(other)))


MEASURES: dict[str, tuple[Callable[[str, str], float], float]] = {
    "shingles 60": (shingles, 60),
    "ratio 70": (by_words(fuzz.ratio), 70),
    "token_sort_ratio 88": (by_words(fuzz.token_sort_ratio), 88),
    f"token_set_ratio {NEAR_DUPLICATE}": (by_words(fuzz.token_set_ratio), NEAR_DUPLICATE),
}


def copies(bases: list[str], rng: random.Random) -> dict[str, Pairs]:
    """Texts beside copies of them."""
    words = sorted({word for text in bases for word in text.split()})

    def replaced(text: str, share: float) -> str:
        return " ".join(rng.choice(words) if rng.random() < share else word for word in text.split())

    def shuffled(text: str) -> str:
        sentences = text.replace("\n", " ").split(". ")
        return ". ".join(rng.sample(sentences, len(sentences)))

    def cut(text: str) -> str:
        return " ".join(text.split()[: int(len(text.split()) * 0.6)])

    def wrapped(text: str) -> str:
        return " ".join([*rng.choice(bases).split()[:25], text])

    made = {
        f"{share:.0%} of the words replaced": [(t, replaced(t, share)) for t in bases] for share in (0.05, 0.1, 0.2)
    }
    ways = {"sentences shuffled": shuffled, "cut to 60%": cut, "25 words in front": wrapped}
    return made | {name: [(text, way(text)) for text in bases] for name, way in ways.items()}


def different(blogs: list[str], peps: list[str], rng: random.Random) -> dict[str, Pairs]:
    """Pairs of texts that are no copies."""
    subjects = itertools.combinations(NAMES, 2)
    forms = [
        (FORM.format(n, one, first), FORM.format(n + 1, other, second))
        for n, ((one, other), (first, second)) in enumerate(
            itertools.product(subjects, itertools.combinations(VAULTS, 2))
        )
    ]
    return {
        "two blogs": list(itertools.combinations(blogs, 2))[:PAIRS],
        "two PEP passages": [(*rng.sample(peps, 2),) for _ in range(PAIRS)],
        "neighbouring PEP passages": list(itertools.pairwise(peps))[:PAIRS],
        "two records of one form": forms,
    }


def main() -> None:
    """Print the share of pairs over each measure's threshold."""
    rng = random.Random(SEED)
    documents = load_documents(EXAMPLE)
    blogs = [d.text for d in documents if not d.document_id.startswith("pep-")]
    peps = [p for d in documents if d.document_id.startswith("pep-") for p in passages(d.text) if len(p.split()) > 40]
    bases = [*blogs, *rng.sample(peps, BASES)]
    table = Table("pairs", "copies?", *MEASURES)
    for answer, kinds in (("yes", copies(bases, rng)), ("no", different(blogs, peps, rng))):
        for name, pairs in kinds.items():
            shares = [sum(f(*pair) >= least for pair in pairs) / len(pairs) for f, least in MEASURES.values()]
            table.add_row(name, answer, *(f"{share:.1%}" for share in shares))
    Console(width=130, file=sys.stdout).print(table)


if __name__ == "__main__":
    main()
