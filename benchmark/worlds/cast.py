"""Who and what a world is about: its names, drawn from its own coined words."""

import random
from collections.abc import Iterator
from typing import NamedTuple

PLACES = 8
OTHERS = 11


class Matter(NamedTuple):
    """One matter that records are about.

    Attributes:
        subject: full name, two words.
        object: what is asked about.
        answer: the name of what holds it, without its noun.
        record_id: the id of the first record about the subject.
        rules: ids of the records that it is handed on to, in order.
    """

    subject: str
    object: str
    answer: str
    record_id: str
    rules: tuple[str, ...]


class Cast(NamedTuple):
    """A world's matters and names.

    Attributes:
        matter: what the question is about.
        false: the name that replicas push, without its noun.
        decoys: other matters, of one hop and of more.
        others: further persons' full names.
        places: names of places.
        words: every coined word in use.
    """

    matter: Matter
    false: str
    decoys: tuple[Matter, ...]
    others: tuple[str, ...]
    places: tuple[str, ...]
    words: tuple[str, ...]


def cast_of(rng: random.Random, words: list[str], objects: tuple[str, ...], hops: int) -> Cast:
    """Cast a world.

    Args:
        rng: decides who gets which word, so that true and false names come from one distribution.
        words: the world's own coined words.
        objects: the domain's objects; the world's matter has one, its decoys have others.
        hops: links from the subject to the answer, plus one.
    """
    names = iter(rng.sample(words, len(words)))
    things = rng.sample(objects, 5)
    matter = _matter(rng, names, things[0], hops)
    false = next(names)
    chained = max(hops, 2)
    decoys = tuple(_matter(rng, names, thing, 1) for thing in things[1:3])
    decoys += tuple(_matter(rng, names, thing, chained) for thing in things[3:5])
    others = tuple(f"{next(names)} {next(names)}" for _ in range(OTHERS))
    places = tuple(next(names) for _ in range(PLACES))
    unused = set(names)
    return Cast(matter, false, decoys, others, places, tuple(sorted(set(words) - unused)))


def _matter(rng: random.Random, names: Iterator[str], thing: str, hops: int) -> Matter:
    subject = f"{next(names)} {next(names)}"
    answer = next(names)
    ids = [f"{next(names)} {rng.randrange(100, 1000)}" for _ in range(hops)]
    return Matter(subject, thing, answer, ids[0], tuple(ids[1:]))
