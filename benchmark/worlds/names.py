"""Coined words: names that no one bears, each given to one world only."""

import random
from collections.abc import Iterator
from math import gcd

from evidence.errors import InputError

# Consonants and vowels alternate in five places, so that two different choices never spell one word. The middle
# clusters stand in hardly any English word.
_FIRST = [
    "b",
    "br",
    "d",
    "dr",
    "f",
    "fr",
    "g",
    "gl",
    "gr",
    "h",
    "j",
    "k",
    "kr",
    "l",
    "m",
    "n",
    "p",
    "pr",
    "r",
    "s",
    "sh",
    "st",
    "t",
    "th",
    "tr",
    "v",
    "w",
    "y",
]
_VOWELS = ["a", "e", "i", "o", "u"]
_MIDDLE = [
    "bz",
    "dv",
    "dz",
    "gv",
    "gz",
    "kl",
    "kn",
    "kv",
    "ldr",
    "ml",
    "mz",
    "nv",
    "nz",
    "pz",
    "rz",
    "tv",
    "tz",
    "vk",
    "vr",
    "zd",
    "zl",
    "zm",
    "zn",
]
_LAST = [
    "n",
    "r",
    "l",
    "s",
    "m",
    "t",
    "k",
    "d",
    "x",
    "th",
    "sk",
    "st",
    "nd",
    "nt",
    "rn",
    "rd",
    "rl",
    "ld",
    "lt",
    "lm",
    "rm",
    "rk",
    "lk",
    "nk",
    "sh",
    "ng",
    "mp",
    "ft",
    "pt",
    "ss",
    "ll",
    "nn",
    "ck",
    "rt",
    "lf",
    "rf",
    "z",
    "sp",
    "v",
    "ff",
]
_PLACES = (_FIRST, _VOWELS, _MIDDLE, _VOWELS, _LAST)

WORDS = len(_FIRST) * len(_VOWELS) * len(_MIDDLE) * len(_VOWELS) * len(_LAST)
WORDS_A_WORLD = 64


def coined(number: int) -> str:
    """The word of a number from 0 to `WORDS` - 1; different numbers give different words."""
    parts = []
    for place in reversed(_PLACES):
        number, index = divmod(number, len(place))
        parts.append(place[index])
    return "".join(reversed(parts)).capitalize()


def world_words(seed: int, share: int, shares: int, world: int) -> Iterator[str]:
    """A world's own `WORDS_A_WORLD` words, which no other world of the same seed has.

    Args:
        seed: orders all words; the same for every set of worlds that must be disjoint.
        share: which of `shares` disjoint parts of the words the world's set has.
        shares: how many sets there are.
        world: the world's number in its set, from 0.

    Raises:
        InputError: the set has used up its share of the words.
    """
    first = world * WORDS_A_WORLD
    if (first + WORDS_A_WORLD) * shares > WORDS:
        raise InputError(f"worlds: at most {WORDS // shares // WORDS_A_WORLD} in a set; make fewer")
    factor, offset = _order(seed)
    for number in range(first, first + WORDS_A_WORLD):
        yield coined((factor * (number * shares + share) + offset) % WORDS)


def _order(seed: int) -> tuple[int, int]:
    """A factor prime to `WORDS`, and an offset: a permutation of all words."""
    rng = random.Random(f"words/{seed}")
    factor = rng.randrange(WORDS // 3, WORDS)
    while gcd(factor, WORDS) != 1:
        factor += 1
    return factor, rng.randrange(WORDS)
