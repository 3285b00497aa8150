"""Why socratic won: whether its second query used an identifier that its first round resolved.

The paper finds this in seven of its eight wins ("Detailed Results").
"""

from collections.abc import Sequence
from typing import NamedTuple

from benchmark.scoring import Scored
from evidence.state import EvidenceState, Inquiry
from evidence.text import STOPWORDS, tokens


class Win(NamedTuple):
    """A world that the first policy answered safely and the second did not.

    Attributes:
        used: words of the second query that name what the first round resolved; empty where there are none.
    """

    world_id: str
    hops: int
    other: str
    used: tuple[str, ...]


def wins(first: Sequence[Scored], second: Sequence[Scored]) -> list[Win]:
    """The first policy's wins over the second, by world."""
    others = {scored.terminal.world_id: scored for scored in second}
    return [
        Win(mine.terminal.world_id, mine.hops, other.result, resolved_words(mine.terminal.state))
        for mine in first
        if (other := others.get(mine.terminal.world_id)) is not None
        and mine.result == "safe"
        and other.result != "safe"
    ]


def resolved_words(state: EvidenceState) -> tuple[str, ...]:
    """Words of the second query that the first round brought as a record's id or link.

    A word counts when it stood neither in the question, nor in the opening, nor in the first query.
    """
    asked = [inquiry for inquiry in state.inquiries if not inquiry.stop]
    if len(asked) < 2:
        return ()
    first, second = asked[:2]
    known = set(tokens(state.question)) | set(tokens(first.query)) | STOPWORDS
    for item in state.evidence:
        if item.acquired_by == 0:
            known |= set(tokens(item.page.content))
    resolved = {word for identifier in identifiers(state, first) for word in tokens(identifier)}
    return tuple(dict.fromkeys(word for word in tokens(second.query) if word in resolved - known))


def identifiers(state: EvidenceState, inquiry: Inquiry) -> list[str]:
    """Ids and links of the records that an inquiry brought, in order of arrival."""
    records = [item.page.record for item in state.evidence if item.alias in inquiry.new]
    found = [name for record in records if record is not None for name in (record.record_id, *record.links_to)]
    return list(dict.fromkeys(found))
