"""Chains of records: from one about the subject, by its links, to the one that settles the answer."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from evidence.editions import newest_in_force
from evidence.policy import EvidencePolicy
from evidence.records import Record, attestation_rank
from evidence.state import Chain, Evidence, Link
from evidence.subject import subject_terms
from evidence.text import normalised


@dataclass(frozen=True)
class Holding:
    """A record in evidence with the pages acquired of its document, in order of arrival.

    Two holdings are equal when they are of one document.
    """

    document: tuple[str, str]
    record: Record = field(compare=False)
    pages: tuple[Evidence, ...] = field(compare=False)

    @property
    def alias(self) -> str:
        """The alias a chain shows it under: its first page's."""
        return self.pages[0].alias

    @property
    def text(self) -> str:
        """The acquired passages, one after another."""
        return "\n".join(item.page.content for item in self.pages)


class OpenLink(NamedTuple):
    """A link of a record that leads on from the subject to a record not in evidence."""

    target: str
    source: Holding


def holdings(evidence: Sequence[Evidence]) -> tuple[Holding, ...]:
    """The records in evidence, one a document, in order of arrival; older editions hand on to the newest."""
    found: dict[tuple[str, str], tuple[Record, list[Evidence]]] = {}
    for item in evidence:
        if item.page.record is not None:
            found.setdefault(item.page.document, (item.page.record, []))[1].append(item)
    records = newest_in_force([record for record, _ in found.values()])
    return tuple(
        Holding(document, record, tuple(pages))
        for (document, (_, pages)), record in zip(found.items(), records, strict=True)
    )


def about_subject(evidence: Sequence[Evidence], question: str, policy: EvidencePolicy) -> tuple[Holding, ...]:
    """The records in evidence that are about the question's subject and may begin a chain."""
    subject = subject_terms(question)
    return tuple(
        held
        for held in holdings(evidence)
        if held.record.role != "terminal" and policy.about.covers(held.record, held.text, subject)
    )


class Trail(NamedTuple):
    """A chain as its records: `chain` is what the state keeps of it."""

    records: tuple[Holding, ...]

    @property
    def last(self) -> Holding:
        """The record that settles the answer."""
        return self.records[-1]

    @property
    def chain(self) -> Chain:
        """The chain as aliases and ids."""
        links = [
            Link(
                alias=held.alias,
                role=held.record.role,
                record_id=held.record.record_id,
                links_to=held.record.links_to,
                note=edition_note(held.record),
            )
            for held in self.records
        ]
        return Chain(links=tuple(links))


def edition_note(record: Record) -> str:
    """Why this edition of a record counts and no other; "" where there is one alone."""
    if not record.replaces:
        return ""
    return f"the newest in force, since {record.effective}; it replaces {', '.join(record.replaces)}"


def trails(evidence: Sequence[Evidence], question: str, policy: EvidencePolicy) -> tuple[Trail, ...]:
    """The shortest complete chain from each record about the subject to each record that it leads to.

    They come shortest first, then by arrival. A chain follows at most `policy.max_links` links and visits no
    record twice.
    """
    held = holdings(evidence)
    found = [
        trail
        for start in about_subject(evidence, question, policy)
        for trail in _shortest_from(start, held, policy.max_links)
    ]
    return tuple(sorted(found, key=lambda trail: len(trail.records)))


def _shortest_from(start: Holding, held: Sequence[Holding], max_links: int) -> Iterator[Trail]:
    """Search breadth first: hostile records that all link to one another have too many paths to list."""
    seen = {start}
    paths: deque[tuple[Holding, ...]] = deque([(start,)])
    while paths:
        path = paths.popleft()
        record = path[-1].record
        if not record.links_to and record.role != "bridge":
            yield Trail(path)
        if len(path) > max_links:
            continue
        for target in targets_of(record, held):
            if target not in seen:
                seen.add(target)
                paths.append((*path, target))


def targets_of(record: Record, held: Sequence[Holding]) -> list[Holding]:
    """The records in evidence that a record's links name."""
    named = {normalised(target) for target in record.links_to}
    return [other for other in held if normalised(other.record.record_id) in named]


def reached(evidence: Sequence[Evidence], question: str, policy: EvidencePolicy) -> tuple[Holding, ...]:
    """The records about the subject, then those their links lead to within `max_links`, each once."""
    held = holdings(evidence)
    found = list(about_subject(evidence, question, policy))
    frontier = list(found)
    for _ in range(policy.max_links):
        targets = dict.fromkeys(target for source in frontier for target in targets_of(source.record, held))
        frontier = [target for target in targets if target not in found]
        found.extend(frontier)
    return tuple(found)


def open_links(evidence: Sequence[Evidence], question: str, policy: EvidencePolicy) -> tuple[OpenLink, ...]:
    """Links that lead on from the subject to a record not in evidence: best attested first, then by arrival."""
    known = {normalised(other.record.record_id) for other in holdings(evidence)}
    links = [
        OpenLink(target, source)
        for source in reached(evidence, question, policy)
        for target in source.record.links_to
        if normalised(target) not in known
    ]
    return tuple(sorted(links, key=lambda link: -attestation_rank(link.source.record)))


def settled(evidence: Sequence[Evidence], question: str, policy: EvidencePolicy) -> bool:
    """Whether a complete chain stands and every valid record about the subject agrees with it.

    They agree when none of them leaves a link open and all their chains end in one record.
    """
    complete = trails(evidence, question, policy)
    ends = {trail.last for trail in complete}
    started = {trail.records[0] for trail in complete}
    about = set(about_subject(evidence, question, policy))
    return len(ends) == 1 and started == about and not open_links(evidence, question, policy)
