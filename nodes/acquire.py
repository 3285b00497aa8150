"""Taking hits into evidence: aliases in order of arrival, each text once."""

from collections.abc import Sequence

from evidence.state import Evidence, merge_evidence
from retrievers.protocol import Hit


def admit(evidence: tuple[Evidence, ...], hits: Sequence[Hit], acquired_by: int) -> tuple[Evidence, ...]:
    """The evidence with the hits merged in; a new page gets the next alias."""
    for hit in hits:
        item = Evidence(
            alias=f"E{len(evidence) + 1}",
            page=hit.page,
            acquired_by=acquired_by,
            rank=hit.rank,
            score=hit.score,
        )
        evidence = merge_evidence(evidence, (item,))
    return evidence


def records_first(hits: Sequence[Hit], pool: int) -> list[Hit]:
    """Of the first `pool` hits those that are records, then all others, each in the order found."""
    return [*sorted(hits[:pool], key=lambda hit: hit.page.record is None), *hits[pool:]]


def alias_of(evidence: Sequence[Evidence], hit: Hit) -> str:
    """The alias that a hit's text has in evidence."""
    return next(item.alias for item in evidence if item.page.text == hit.page.text)
