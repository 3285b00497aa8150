"""Which premise to resolve next: the cross-examination that Elenchus makes (design: rule `open-links`)."""

from collections.abc import Sequence
from typing import NamedTuple

from evidence.answers import answer_type, normal_form
from evidence.chain import about_subject, open_links
from evidence.groups import claim_groups
from evidence.policy import EvidencePolicy
from evidence.state import Candidate, Evidence, Inquiry, Premise
from evidence.subject import subject_terms
from evidence.text import holds_phrase, tokens

OPEN_LINK_DECISIVENESS = 1.0
MISSING_RECORD_DECISIVENESS = 0.5


class Case(NamedTuple):
    """What a cross-examination looks at."""

    question: str
    evidence: Sequence[Evidence]
    candidates: Sequence[Candidate]
    inquiries: Sequence[Inquiry]
    policy: EvidencePolicy


class Choice(NamedTuple):
    """The premise to resolve next, or None to stop; `note` says what was set aside and why."""

    premise: Premise | None
    note: str = ""


def most_decisive(premises: Sequence[Premise]) -> Premise | None:
    """The unresolved premise of highest decisiveness that has a query, the first of equals."""
    open_ones = [premise for premise in premises if premise.status == "unresolved" and tokens(premise.query)]
    return max(open_ones, key=lambda premise: premise.decisiveness, default=None)


def record_premises(case: Case) -> tuple[Premise, ...]:
    """Premises that the records themselves leave open, most decisive first.

    A link about the subject whose target isn't in evidence has decisiveness 1; a controlling record about the
    subject that is missing altogether has less, in one wording for each kind it could be.
    """
    links = [
        Premise(
            statement=f"{link.source.record.record_id} ({link.source.alias}) hands the matter on to {link.target}.",
            decisiveness=OPEN_LINK_DECISIVENESS,
            query=f"{link.target} {case.policy.target_kind}",
            expected_discriminator=f"{link.target}, a {case.policy.target_kind}",
            proposed_by="rule",
        )
        for link in open_links(case.evidence, case.question, case.policy)
    ]
    subject = subject_terms(case.question).query
    if not subject or about_subject(case.evidence, case.question, case.policy):
        return tuple(links)
    kinds = case.policy.opening_kinds
    return (*links, *(_missing_record(subject, wording, n) for n, wording in enumerate(_wordings(kinds), start=1)))


def _wordings(kinds: Sequence[str]) -> list[str]:
    """The kinds a missing record may be of: all at once first, since the budget is small, then each alone."""
    return list(dict.fromkeys([" or ".join(kinds), *kinds]))


def _missing_record(subject: str, wording: str, number: int) -> Premise:
    words = dict.fromkeys(word for word in tokens(f"{subject} {wording}") if word != "or")
    return Premise(
        statement=f"There is a {wording} about {subject}.",
        decisiveness=MISSING_RECORD_DECISIVENESS / number,
        query=" ".join(words),
        expected_discriminator=f"a {wording} about {subject}",
        proposed_by="rule",
    )


def cross_examine(proposed: Sequence[Premise], case: Case, stop: bool) -> Choice:
    """Choose among the model's premises and the records' own.

    A model's query gives way where `objection` finds one; a model's wish to stop gives way to a premise that
    the records leave open. Ties go to the records.
    """
    own = [premise for premise in record_premises(case) if not was_asked(premise.query, case.inquiries)]
    accepted: list[Premise] = []
    notes: list[str] = []
    for premise in () if stop else proposed:
        why = objection(premise.query, case)
        if why:
            notes.append(f"set aside {premise.query!r}: {why}")
        else:
            accepted.append(premise)
    chosen = most_decisive([*own, *accepted])
    if chosen is None:
        why = "the model saw no more to ask" if stop else "no premise is left whose query wasn't asked already"
        notes.append(f"stop: {why}")
    elif stop:
        notes.append("went on, since a record is still missing")
    return Choice(chosen, "; ".join(notes))


def objection(query: str, case: Case) -> str:
    """Why a model's query gives way to the records' own, or "" where it stands."""
    if not tokens(query):
        return "it has no word"
    if _bag(query) == _bag(case.question):
        return "it repeats the question"
    if was_asked(query, case.inquiries):
        return "it repeats an earlier query"
    wanted = answer_type(case.question)
    claims = [group.answer for group in claim_groups(case.evidence, case.question)]
    for answer in (*(candidate.answer for candidate in case.candidates), *claims):
        if holds_phrase(normal_form(query, wanted), normal_form(answer, wanted)):
            return "it holds the words of a claimed answer"
    subject = set(tokens(subject_terms(case.question).query))
    missing = not about_subject(case.evidence, case.question, case.policy)
    if subject and missing and not subject & set(tokens(query)):
        return "it names no word of the subject, and no record about it is in evidence"
    return ""


def was_asked(query: str, inquiries: Sequence[Inquiry]) -> bool:
    """Whether an earlier inquiry searched for the same words, in any order."""
    return any(_bag(query) == _bag(inquiry.query) for inquiry in inquiries)


def _bag(query: str) -> list[str]:
    return sorted(tokens(query))
