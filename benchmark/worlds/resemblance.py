"""How alike texts are: the share of three-word shingles in common (Broder 1997, resemblance)."""

from collections.abc import Sequence
from itertools import combinations

from evidence.text import tokens

Shingles = frozenset[tuple[str, ...]]


def shingles(text: str, size: int = 3) -> Shingles:
    """The text's runs of `size` words."""
    words = tokens(text)
    return frozenset(tuple(words[start : start + size]) for start in range(len(words) - size + 1))


def resemblance(one: Shingles, other: Shingles) -> float:
    """Shingles in common by shingles in either, 0 to 1."""
    either = len(one | other)
    return len(one & other) / either if either else 0.0


def highest_resemblance(texts: Sequence[str]) -> float:
    """The resemblance of the two texts that are most alike; 0 for fewer than two."""
    cut = [shingles(text) for text in texts]
    return max((resemblance(one, other) for one, other in combinations(cut, 2)), default=0.0)
