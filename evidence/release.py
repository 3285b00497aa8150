"""The release rule: a draft gets out only when the pages it cites hold a controlling chain of records.

Source: the paper's evidence-chain release guard. It reads the cited pages' text and attested metadata, never a
label. Citations come from a model, so every alias is checked again here.
"""

from collections.abc import Sequence
from typing import NamedTuple

from evidence.answers import AnswerType, answer_type, claimed_answer, normal_form, stands_in
from evidence.chain import Holding, Trail, about_subject, holdings, targets_of, trails
from evidence.policy import EvidencePolicy
from evidence.reasons import SENTENCES, Reason
from evidence.state import Draft, Evidence, Verdict
from evidence.text import holds_phrase


class Decision(NamedTuple):
    """`chain` is set when the draft is released, `reason` when it is withheld.

    For a conflict, `rivals` are the last records of the chains that disagree.
    """

    chain: Trail | None = None
    reason: Reason | None = None
    rivals: tuple[Holding, ...] = ()


def admits(
    draft: Draft, evidence: Sequence[Evidence], question: str, policy: EvidencePolicy, grounded: bool
) -> Decision:
    """Decide whether a draft is released.

    Args:
        draft: the finalizer's answer and citations.
        evidence: all evidence; valid records that disagree are a conflict even where they aren't cited.
        question: the question, for its subject and type of answer.
        policy: what counts as a record.
        grounded: whether the answer must stand in the chain's last record, and be more than a record's or its
            subject's name (rule `grounded`).
    """
    if not draft.citations:
        return Decision(reason=Reason.NO_CITATION)
    if cites_unknown(draft, evidence):
        return Decision(reason=Reason.UNKNOWN_ALIAS)
    cited = cited_pages(draft, evidence)
    complete = trails(cited, question, policy)
    if not complete:
        return Decision(reason=_missing_part(cited, question, policy))
    wanted = answer_type(question)
    ends = dict.fromkeys(trail.last for trail in trails(evidence, question, policy))
    unsupported = [end for end in ends if not _supports(end, draft.answer, wanted)]
    if len(ends) > 1 and unsupported:
        return Decision(reason=Reason.CONFLICT, rivals=tuple(ends))
    if unsupported and _is_asked_for(unsupported[0], wanted):
        return Decision(reason=Reason.NOT_THE_LAST_RECORD)
    if unsupported and grounded:
        return Decision(reason=Reason.NOT_GROUNDED)
    if grounded and any(_only_names(trail, draft.answer, wanted) for trail in complete):
        return Decision(reason=Reason.NAMES_A_RECORD)
    return Decision(chain=complete[0])


def cites_unknown(draft: Draft, evidence: Sequence[Evidence]) -> bool:
    """Whether a draft cites a page that is not in evidence."""
    return not set(draft.citations) <= {item.alias for item in evidence}


def conflicting_ends(evidence: Sequence[Evidence], question: str, policy: EvidencePolicy) -> tuple[Holding, ...]:
    """The records that end chains about the subject, where they claim different answers; () where they agree.

    For a run without a draft, whose answer would tell.
    """
    wanted = answer_type(question)
    ends = tuple(dict.fromkeys(trail.last for trail in trails(evidence, question, policy)))
    claims = {
        normal_form(
            end.record.record_id if _is_asked_for(end, wanted) else claimed_answer(end.text, question), wanted
        )
        for end in ends
    }
    return ends if len(claims) > 1 else ()


def withheld(decision: Decision) -> Verdict:
    """The verdict of a draft that stays in; a conflict names the records that disagree."""
    sentence = SENTENCES[decision.reason] if decision.reason is not None else ""
    if not decision.rivals:
        return Verdict(outcome="cannot_determine", reason=decision.reason, explanation=sentence)
    rivals = ", ".join(f"{held.record.record_id} ({held.alias})" for held in decision.rivals)
    return Verdict(outcome="conflict", reason=decision.reason, explanation=f"{sentence} They are {rivals}.")


def _supports(end: Holding, answer: str, wanted: AnswerType) -> bool:
    """Whether the record that ends a chain supports the answer.

    A question for a record ("Which PEP …") is answered by the record's own attested id: PEP 333 stands all over
    the text of PEP 3333, which supersedes it. Every other answer must stand in the record's text.
    """
    if _is_asked_for(end, wanted):
        return normal_form(answer, wanted) == normal_form(end.record.record_id, wanted)
    return stands_in(answer, end.text, wanted)


def _only_names(trail: Trail, answer: str, wanted: AnswerType) -> bool:
    """Whether an answer is the name of a chain's record or of its subject, where the question asks for neither.

    "Which vault" isn't answered by the number of the record that tells it, though that stands in the record's text.
    A name that the last record has beside the noun asked for ("Rule: Teal 44" for "Which rule") may be meant, and
    any name may be by a question that asks for no kind of thing.
    """
    if wanted.kind not in ("noun", "person") or _is_asked_for(trail.last, wanted):
        return False
    names = {name for held in trail.records for name in (held.record.record_id, held.record.subject)}
    form = normal_form(answer, wanted)
    if form not in {normal_form(name, wanted) for name in names}:
        return False
    text = normal_form(trail.last.text, AnswerType("any"))
    beside = (f"{wanted.noun} {form}", f"{form} {wanted.noun}")
    return not (wanted.noun and any(holds_phrase(text, phrase) for phrase in beside))


def _is_asked_for(end: Holding, wanted: AnswerType) -> bool:
    """Whether the question asks for a record of this kind: the noun it asks for stands in the record's id."""
    return bool(wanted.noun) and holds_phrase(end.record.record_id, wanted.noun)


def cited_pages(draft: Draft, evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The pages of every document that a draft cites a page of: a record belongs to its document."""
    cited = {item.page.document for item in evidence if item.alias in draft.citations}
    return tuple(item for item in evidence if item.page.document in cited)


def _missing_part(cited: Sequence[Evidence], question: str, policy: EvidencePolicy) -> Reason:
    """Which part of a chain the cited pages lack."""
    held = holdings(cited)
    about = about_subject(cited, question, policy)
    if not held:
        return Reason.NO_RECORD_CITED
    if not about:
        only_terminals = all(other.record.role == "terminal" for other in held)
        return Reason.TERMINAL_WITHOUT_BRIDGE if only_terminals else Reason.OTHER_SUBJECT
    if any(targets_of(start.record, held) for start in about):
        deeper = [t for start in about for t in targets_of(start.record, held)]
        dangling = any(t.record.role == "bridge" and not targets_of(t.record, held) for t in deeper)
        return Reason.BRIDGE_WITHOUT_TERMINAL if dangling else Reason.CHAIN_TOO_LONG
    others = [other for other in held if other not in about]
    return Reason.LINK_NAMES_ANOTHER if others else Reason.BRIDGE_WITHOUT_TERMINAL
