"""Coordinated pages: agreement among copies counts as one voice (design: rule `collapse-copies`)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rapidfuzz import fuzz

from evidence.answers import answer_type, claimed_answer, normal_form
from evidence.state import Evidence
from evidence.subject import subject_terms
from evidence.text import tokens

# rapidfuzz's token_set_ratio (0 to 100) from which two texts are one text copied: it finds copies that are cut,
# reordered, wrapped or reworded in places, and takes no two records of one form for copies, as
# `python -m benchmarks.near_duplicates` prints beside other measures.
NEAR_DUPLICATE = 92
# Of a few words, all may stand in a longer text that says something else.
FEWEST_WORDS = 12


class ClaimGroup(NamedTuple):
    """Pages that are no record and push one answer; `answer` is "" for a page that names none."""

    answer: str
    members: tuple[Evidence, ...]


def claim_groups(evidence: Sequence[Evidence], question: str) -> tuple[ClaimGroup, ...]:
    """Group the pages that are no record by the answer they claim about the subject, whatever their wording.

    Near-duplicate text is the second sign, where one of the pages names no answer: two that name different ones
    are two voices, however alike. Groups come in order of their first page; records are in none.
    """
    groups: list[tuple[str, str, list[Evidence]]] = []
    wanted = answer_type(question)
    for item in evidence:
        if item.page.record is not None:
            continue
        answer = claimed_answer(item.page.content, question) if _touches(item, question) else ""
        form = normal_form(answer, wanted)
        for _, known, members in groups:
            if form == known if form and known else any(_near_duplicate(item, member) for member in members):
                members.append(item)
                break
        else:
            groups.append((answer, form, [item]))
    return tuple(ClaimGroup(answer, tuple(members)) for answer, _, members in groups)


def _touches(item: Evidence, question: str) -> bool:
    """Whether a page holds any word of the subject."""
    return bool(set(tokens(subject_terms(question).query)) & set(tokens(item.page.content)))


def _near_duplicate(one: Evidence, other: Evidence) -> bool:
    first, second = _words(one.page.text), _words(other.page.text)
    if min(first.count(" "), second.count(" ")) + 1 < FEWEST_WORDS:
        return first == second
    return fuzz.token_set_ratio(first, second, score_cutoff=NEAR_DUPLICATE) > 0


@lru_cache(maxsize=4096)
def _words(text: str) -> str:
    return " ".join(tokens(text))


def suspects(groups: Sequence[ClaimGroup]) -> tuple[ClaimGroup, ...]:
    """The groups of two pages or more: coordinated, or at least no independent voices."""
    return tuple(group for group in groups if len(group.members) > 1)
