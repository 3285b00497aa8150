"""States without the text of pages and replies, for runs over private corpora (`--record-only-hashes`).

What scoring needs stays: the question, page ids, records' ids, aliases, counts, the outcome and the released answer.
"""

import hashlib

from evidence.state import Candidate, Draft, Evidence, EvidenceState, Inquiry, Premise, Verdict

_MARK = "sha256:"


def without_text(state: EvidenceState) -> EvidenceState:
    """The state with hashes in place of pages' texts and of all that models said but the released answer."""
    return state.model_copy(
        update={
            "evidence": tuple(_evidence(item) for item in state.evidence),
            "candidates": tuple(_candidate(item) for item in state.candidates),
            "premises": tuple(_premise(item) for item in state.premises),
            "inquiries": tuple(_inquiry(item) for item in state.inquiries),
            "draft": state.draft and _draft(state.draft),
            "verdict": state.verdict and _verdict(state.verdict),
        }
    )


def hashed(text: str) -> str:
    """A text's SHA-256, marked as such; "" stays."""
    return f"{_MARK}{hashlib.sha256(text.encode()).hexdigest()}" if text else ""


def is_hashed(text: str) -> bool:
    """Whether a text was replaced by its hash."""
    return text.startswith(_MARK)


def _evidence(item: Evidence) -> Evidence:
    page = item.page.model_copy(update={"text": hashed(item.page.text), "metadata": {}})
    return item.model_copy(update={"page": page})


def _candidate(item: Candidate) -> Candidate:
    premises = tuple(map(hashed, item.necessary_premises))
    return item.model_copy(update={"answer": hashed(item.answer), "necessary_premises": premises})


def _premise(item: Premise) -> Premise:
    texts = ("statement", "query", "expected_discriminator")
    return item.model_copy(update={name: hashed(getattr(item, name)) for name in texts})


def _inquiry(item: Inquiry) -> Inquiry:
    texts = ("premise", "query", "expected_discriminator", "note")
    return item.model_copy(update={name: hashed(getattr(item, name)) for name in texts})


def _draft(draft: Draft) -> Draft:
    texts = ("answer", "residual_uncertainty")
    return draft.model_copy(update={name: hashed(getattr(draft, name)) for name in texts})


def _verdict(verdict: Verdict) -> Verdict:
    refuted = tuple(
        item.model_copy(update={"answer": hashed(item.answer), "why": hashed(item.why)}) for item in verdict.refuted
    )
    return verdict.model_copy(
        update={
            "explanation": hashed(verdict.explanation),
            "refuted": refuted,
            "unresolved": tuple(_premise(item) for item in verdict.unresolved),
        }
    )
