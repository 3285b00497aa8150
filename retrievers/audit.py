"""How an evidence policy reads a corpus: what `socrates-rag policy check` reports."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from evidence.editions import newest_in_force
from evidence.policy import EvidencePolicy, Reading
from evidence.records import Record
from evidence.signatures import Fault
from evidence.text import normalised
from retrievers.corpus import Document

EXAMPLES = 3


class Found(NamedTuple):
    """A document that is a record."""

    document_id: str
    text: str
    record: Record


class RuleCount(NamedTuple):
    """What one rule reads; `counts` is False where the policy's trust leaves the rule out."""

    number: int
    looks_for: str
    counts: bool
    roles: Counter[str]
    examples: tuple[Found, ...]


class Dangling(NamedTuple):
    """A link that names no record of the corpus."""

    record_id: str
    document_id: str
    target: str


class Clash(NamedTuple):
    """Records that claim one id with different content; both count, so a question may end in a conflict."""

    record_id: str
    document_ids: tuple[str, ...]


class Audit(NamedTuple):
    """How a policy reads a corpus."""

    documents: int
    rules: tuple[RuleCount, ...]
    editions: tuple[Found, ...]
    dangling: tuple[Dangling, ...]
    clashes: tuple[Clash, ...]
    faults: dict[Fault, tuple[str, ...]]
    absent_fields: tuple[str, ...]

    @property
    def records(self) -> int:
        """How many documents are records."""
        return sum(rule.roles.total() for rule in self.rules)


def audit(documents: Sequence[Document], policy: EvidencePolicy) -> Audit:
    """Read every document under the policy, and look at the records together."""
    metadata = [{**document.metadata, "id": document.document_id} for document in documents]
    readings = [policy.reading(d.text, fields) for d, fields in zip(documents, metadata, strict=True)]
    records = newest_in_force([reading.record for reading in readings])
    found = [Found(d.document_id, d.text, r) for d, r in zip(documents, records, strict=True) if r is not None]
    faults: dict[Fault, list[str]] = defaultdict(list)
    for document, reading in zip(documents, readings, strict=True):
        if reading.fault is not None:
            faults[reading.fault].append(document.document_id)
    return Audit(
        documents=len(documents),
        rules=_rules(documents, readings, records, policy),
        editions=tuple(item for item in found if item.record.replaces),
        dangling=tuple(_dangling(found)),
        clashes=tuple(_clashes(found)),
        faults={fault: tuple(ids) for fault, ids in faults.items()},
        absent_fields=tuple(name for name in policy.attested if not any(name in fields for fields in metadata)),
    )


def _rules(
    documents: Sequence[Document],
    readings: Sequence[Reading],
    records: Sequence[Record | None],
    policy: EvidencePolicy,
) -> tuple[RuleCount, ...]:
    counting = {number for number, _ in policy.counting_rules()}
    read: dict[int | None, list[Found]] = defaultdict(list)
    for document, reading, record in zip(documents, readings, records, strict=True):
        if record is not None:
            read[reading.rule].append(Found(document.document_id, document.text, record))
    return tuple(
        RuleCount(
            number,
            rule.looks_for(),
            number in counting,
            Counter(item.record.role for item in read[number]),
            tuple(read[number][:EXAMPLES]),
        )
        for number, rule in enumerate(policy.rules, start=1)
    )


def _dangling(found: Sequence[Found]) -> Iterable[Dangling]:
    known = {normalised(item.record.record_id) for item in found}
    for item in found:
        for target in item.record.links_to:
            if normalised(target) not in known:
                yield Dangling(item.record.record_id, item.document_id, target)


def _clashes(found: Sequence[Found]) -> Iterable[Clash]:
    by_id: dict[str, list[Found]] = defaultdict(list)
    for item in found:
        by_id[normalised(item.record.record_id)].append(item)
    for items in by_id.values():
        if len({(item.text, item.record.role, item.record.links_to) for item in items}) > 1:
            yield Clash(items[0].record.record_id, tuple(item.document_id for item in items))
