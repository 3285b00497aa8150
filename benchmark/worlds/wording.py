"""Wording: sentences with alternatives and slots, put together to a page."""

import random
import re
from collections.abc import Mapping
from typing import NamedTuple

_ALTERNATIVES = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")

Slots = Mapping[str, tuple[str, ...]]


class Bank(NamedTuple):
    """The sentences that pages of one kind are made of.

    A sentence may hold alternatives, `[one|another]`, and slots, `{subject}`.

    Attributes:
        core: groups of sentences; a page has one of each group, the first group's first.
        fill: further sentences; a page has as many as its length asks for, none twice.
    """

    core: tuple[tuple[str, ...], ...]
    fill: tuple[str, ...]


def worded(rng: random.Random, sentence: str, slots: Slots) -> str:
    """A sentence with its alternatives chosen and its slots filled, each time anew, and a capital in front."""
    text = _filled(rng, sentence, slots)
    return text[:1].upper() + text[1:]


def _filled(rng: random.Random, sentence: str, slots: Slots) -> str:
    chosen = _ALTERNATIVES.sub(lambda match: rng.choice(match[1].split("|")), sentence)
    return _SLOT.sub(lambda match: _filled(rng, rng.choice(slots[match[1]]), slots), chosen)


def composed(rng: random.Random, bank: Bank, slots: Slots, words: int) -> str:
    """A page's prose of about `words` words: the core, and fill until the length is reached."""
    first, *rest = [worded(rng, rng.choice(group), slots) for group in bank.core]
    count = len(" ".join([first, *rest]).split())
    fill = rng.sample(bank.fill, len(bank.fill))
    while fill and count < words:
        rest.append(worded(rng, fill.pop(), slots))
        count += len(rest[-1].split())
    rng.shuffle(rest)
    return _paragraphs(rng, [first, *rest])


def _paragraphs(rng: random.Random, sentences: list[str]) -> str:
    """The sentences in one paragraph or two."""
    cut = rng.randrange(2, len(sentences) + 1) if len(sentences) > 2 else len(sentences)
    parts = [" ".join(sentences[:cut]), " ".join(sentences[cut:])]
    return "\n\n".join(part for part in parts if part)
