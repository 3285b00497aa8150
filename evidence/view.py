"""What a prompt shows of the evidence: pages under their aliases, copies as one voice."""

from collections.abc import Sequence

from pydantic import BaseModel, ConfigDict

from evidence.groups import claim_groups
from evidence.policy import EvidencePolicy
from evidence.state import Evidence


class View(BaseModel):
    """A page as a prompt shows it.

    Attributes:
        alias: the only name a model knows the page by.
        text: the page's title and text.
        record: what attested metadata says of it, which the text can't show; "" for all other pages.
        acquired_by: 0 for the opening, n for inquiry n.
        copies: how many further pages make the same claim and are not shown.
    """

    model_config = ConfigDict(frozen=True)

    alias: str
    text: str
    record: str = ""
    acquired_by: int = 0
    copies: int = 0


def views(evidence: Sequence[Evidence], question: str, policy: EvidencePolicy, collapse: bool) -> tuple[View, ...]:
    """The evidence as prompts show it, in order of arrival.

    Args:
        evidence: the pages to show.
        question: the question, for the claims that copies share.
        policy: names the record kinds.
        collapse: show one page of each group of copies (rule `collapse-copies`).
    """
    hidden: set[str] = set()
    copies: dict[str, int] = {}
    for group in claim_groups(evidence, question) if collapse else ():
        first, *others = group.members
        copies[first.alias] = len(others)
        hidden.update(item.alias for item in others)
    return tuple(
        View(
            alias=item.alias,
            text=item.page.content,
            record=_record_line(item, policy),
            acquired_by=item.acquired_by,
            copies=copies.get(item.alias, 0),
        )
        for item in evidence
        if item.alias not in hidden
    )


def _record_line(item: Evidence, policy: EvidencePolicy) -> str:
    record = item.page.record
    if record is None or record.attested_by == "text":
        return ""
    links = f"; handed on to: {', '.join(record.links_to)}" if record.links_to else ""
    return f"{policy.kinds.of(record.role)}: {record.record_id}{links}"
