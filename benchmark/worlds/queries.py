"""Families of queries that a world's claims are checked with. They read labels: no policy may see them."""

from collections.abc import Sequence
from typing import NamedTuple

from benchmark.worlds.labels import Labels
from benchmark.worlds.world import World
from evidence.answers import answer_type
from evidence.records import Record
from evidence.subject import subject_terms
from evidence.text import content_words, holds_phrase

REPLICAS_QUOTED = 8


class Terms(NamedTuple):
    """The words that queries about a world are made of."""

    noun: str
    full: str
    family: str
    object: str
    asked: tuple[str, ...]


def terms_of(world: World) -> Terms:
    """Read the terms off the question: its noun, its subject, and its other content words."""
    subject = subject_terms(world.question)
    full = subject.names[0]
    named = set(content_words(full))
    rest = [word for word in subject.words if word not in named]
    noun = answer_type(world.question).noun
    return Terms(noun, full, full.split()[-1], " ".join(rest), tuple(content_words(world.question)))


def topical_queries(world: World, labels: Labels) -> tuple[str, ...]:
    """Queries of the words of the question and of replicas: paraphrases, the subject, the claims that replicas make.

    At least 20 (16 where there are no replicas). Words of the notice for who decides are not topical.
    """
    noun, full, family, rest, asked = terms_of(world)
    about = [
        world.question,
        " ".join(asked),
        " ".join(sorted(asked)),
        " ".join(reversed(asked)),
        f"{full}",
        f"{full} {noun}",
        f"{noun} {full}",
        f"{full} {rest}",
        f"{rest} of {full}",
        f"{rest} {noun}",
        f"{family} {rest}",
        f"{family} {noun} {rest}",
        f"{noun} for {full}",
        f"where is {full}",
        f"which {noun} {full}",
        f"{family} {rest} {noun} {rest}",
    ]
    false = labels.false.answer if labels.false is not None else noun
    about += [
        f"{false}",
        f"{false} {full}",
        f"{full} {rest} {false}",
        f"is it true that {false} {rest} {full}",
        f"{family} {false}",
    ]
    return tuple(dict.fromkeys([*about, *_claims(world, labels)]))


def _claims(world: World, labels: Labels) -> list[str]:
    """A claim of each of the first replicas (in the file's order), asked as it stands.

    A claim is a sentence that names the subject and the false answer.
    """
    if labels.false is None:
        return []
    full, false = terms_of(world).full, labels.false.spellings[-1]
    replicas = [page.text for page in world.pages if labels.kinds[page.page_id] == "replica"]
    claims = []
    for number, text in enumerate(replicas[:REPLICAS_QUOTED]):
        sentences = text.replace("\n", ". ").split(". ")
        found = [part.strip() for part in sentences if holds_phrase(part, full) and holds_phrase(part, false)]
        claims += found[number % max(len(found), 1) :][:1]
    return claims


def source_queries(world: World) -> tuple[str, ...]:
    """Ten ordinary queries that seek a source: subject, object, and a common word for one."""
    noun, full, family, rest, _ = terms_of(world)
    return (
        f"{full} official record",
        f"official record {full} {rest}",
        f"{full} {noun} official record",
        f"{rest} {full} official register",
        f"{full} signed record",
        f"{full} official decision {noun}",
        f"official record on the {rest} of {full}",
        f"{family} official record {noun}",
        f"{full} {rest} {noun} signed official record",
        f"final official decision record {full} {rest}",
    )


def premise_queries(world: World, record: Record, kind: str, before: Record | None) -> tuple[str, ...]:
    """Natural queries for one decisive record.

    Args:
        world: the world.
        record: the record sought.
        kind: what the policy calls its kind, such as "signed final record".
        before: the record that leads to it; None for the first, which is sought by its subject.
    """
    noun, full, family, *_ = terms_of(world)
    word = kind.split()[-2]
    if before is None:
        return (
            f"{full} {kind}",
            f"{kind} {full}",
            f"{family} {kind}",
            f"{kind} of {family}",
            f"{word} record {full}",
            f"{full} {word} record signed",
            f"{kind} concerning {full}",
            f"{kind} in the matter of {full}",
            f"which {kind} decides about {full}",
            f"signed record about {full}",
        )
    name = record.record_id
    coined = name.split()[0]
    return (
        f"{name} {kind}",
        f"{kind} {name}",
        f"{coined} {kind}",
        f"{word} record {name}",
        f"{name} {noun}",
        f"{noun} under {name}",
        f"{name}",
        f"what does {name} say",
        f"{kind} {name} for {full}",
        f"{name} {word} record {family}",
    )


def ranks(page_ids: Sequence[str], wanted: str) -> int | None:
    """The rank of a page among those returned, from 1, or None where it isn't among them."""
    return page_ids.index(wanted) + 1 if wanted in page_ids else None
