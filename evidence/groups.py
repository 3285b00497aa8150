"""Coordinated pages: agreement among copies counts as one voice (design: rule `collapse-copies`)."""

from collections.abc import Sequence
from typing import NamedTuple

from evidence.answers import answer_type, claimed_answer, normal_form
from evidence.state import Evidence
from evidence.subject import subject_terms
from evidence.text import tokens

# Share of three-word shingles in common from which two texts are one text copied (Broder 1997, resemblance).
NEAR_DUPLICATE = 0.6


class ClaimGroup(NamedTuple):
    """Pages that are no record and push one answer; `answer` is "" for a page that names none."""

    answer: str
    members: tuple[Evidence, ...]


def claim_groups(evidence: Sequence[Evidence], question: str) -> tuple[ClaimGroup, ...]:
    """Group the pages that are no record by the answer they claim about the subject, whatever their wording.

    Near-duplicate text is the second sign. Groups come in order of their first page; records are in none.
    """
    groups: list[tuple[str, str, list[Evidence]]] = []
    wanted = answer_type(question)
    for item in evidence:
        if item.page.record is not None:
            continue
        answer = claimed_answer(item.page.content, question) if _touches(item, question) else ""
        form = normal_form(answer, wanted)
        for _, known, members in groups:
            if (form and form == known) or any(_near_duplicate(item, member) for member in members):
                members.append(item)
                break
        else:
            groups.append((answer, form, [item]))
    return tuple(ClaimGroup(answer, tuple(members)) for answer, _, members in groups)


def _touches(item: Evidence, question: str) -> bool:
    """Whether a page holds any word of the subject."""
    return bool(set(tokens(subject_terms(question).query)) & set(tokens(item.page.content)))


def _near_duplicate(one: Evidence, other: Evidence) -> bool:
    first, second = _shingles(one.page.text), _shingles(other.page.text)
    shared = len(first & second)
    return bool(shared) and shared >= NEAR_DUPLICATE * len(first | second)


def _shingles(text: str) -> set[tuple[str, ...]]:
    words = tokens(text)
    return {tuple(words[i : i + 3]) for i in range(len(words) - 2)}


def suspects(groups: Sequence[ClaimGroup]) -> tuple[ClaimGroup, ...]:
    """The groups of two pages or more: coordinated, or at least no independent voices."""
    return tuple(group for group in groups if len(group.members) > 1)
