"""What kind of answer a question asks for, which spans of a text fit it, and when two answers are one."""

import re
from typing import Literal, NamedTuple

from evidence.subject import asked_noun
from evidence.text import STOPWORDS, holds_phrase, normalised, tokens

CANNOT_DETERMINE = "CannotDetermine"
UNKNOWN = "I don't know."

# A name doesn't cross a line's end: forms put one field on a line.
_NAME = r"[A-Z][\w’'\-]*(?:[ \t]+(?:[A-Z][\w’'\-]*|\d[\w\-]*(?:\.\d[\w\-]*)*)){0,3}"
_IDENTIFIER = r"(?:[A-Za-z]+-)?\d[\w\-]*(?:\.\d[\w\-]*)*"
_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
_DATE = rf"\d{{1,2}}\s+{_MONTH}\s+\d{{4}}|{_MONTH}\s+\d{{1,2}},\s+\d{{4}}|\d{{4}}-\d{{2}}-\d{{2}}|\b[12]\d{{3}}\b"
_PERSON = r"[A-Z][\w’'\-]+(?:[ \t]+[A-Z][\w’'\-]+){1,3}"
_ARTICLES = frozenset({"the", "a", "an"})

Kind = Literal["noun", "person", "date", "number", "any"]


class AnswerType(NamedTuple):
    """The kind of answer asked for; `noun` is set for "Which NOUN …" and empty for the others."""

    kind: Kind
    noun: str = ""


def answer_type(question: str) -> AnswerType:
    """Tell the answer's type from the question word."""
    asked = f" {normalised(question)} "
    for words, kind in (
        (" how many ", "number"),
        (" who ", "person"),
        (" whom ", "person"),
        (" when ", "date"),
    ):
        if words in asked:
            return AnswerType(kind)  # type: ignore[arg-type]  # the literal tuple above lists kinds only
    noun = asked_noun(question)
    if noun.casefold() in {"year", "date", "day"}:
        return AnswerType("date")
    return AnswerType("noun", noun) if noun else AnswerType("any")


def answer_spans(text: str, wanted: AnswerType) -> list[str]:
    """Spans of `text` that fit the answer's type, in order of appearance, as written there."""
    if wanted.kind == "noun":
        return _noun_spans(text, wanted.noun)
    pattern = {"person": _PERSON, "date": _DATE, "number": r"\b\d[\d,.]*\b", "any": f"{_NAME}|{_IDENTIFIER}"}
    return [_without_leading_stopwords(m[0]) for m in re.finditer(pattern[wanted.kind], text)]


def _noun_spans(text: str, noun: str) -> list[str]:
    """Names and identifiers beside the noun: after it ("vault 12"), or else before it ("the Orrin vault")."""
    word = rf"(?P<noun>\b(?i:{re.escape(noun)})\b)"
    after = rf"{word}[\s:#\-]{{0,2}}(?P<span>{_IDENTIFIER}|{_NAME})"
    before = rf"(?P<span>{_NAME})\s+{word}"
    found: dict[int, str] = {}
    for pattern in (after, before):
        for match in re.finditer(pattern, text):
            found.setdefault(match.start("noun"), _without_leading_stopwords(match["span"]))
    spans = [span for _, span in sorted(found.items())]
    return [f"{noun} {span}" for span in spans if span and normalised(span) != normalised(noun)]


def _without_leading_stopwords(span: str) -> str:
    words = span.split()
    while words and words[0].casefold() in STOPWORDS:
        words = words[1:]
    return " ".join(words)


def normal_form(answer: str, wanted: AnswerType) -> str:
    """One spelling for answers that say the same: no articles, no type noun, no leading zeros."""
    dropped = _ARTICLES | {wanted.noun.casefold()}
    kept = [word for word in tokens(answer) if word not in dropped]
    return " ".join(str(int(word)) if word.isdecimal() else word for word in kept)


def stands_in(answer: str, text: str, wanted: AnswerType) -> bool:
    """Whether an answer stands in a text at word boundaries, in its normal form."""
    wanted_form = normal_form(answer, wanted)
    return holds_phrase(normal_form(text, wanted), wanted_form)


def claimed_answer(text: str, question: str) -> str:
    """The answer a page puts forward, as written, or "" where it names none.

    It is the most frequent span of the answer's type that the question doesn't hold already, the earliest of
    equals; spans in the first line, where a title stands, go before all others.
    """
    wanted = answer_type(question)
    asked = normal_form(question, wanted)
    for part in (text.lstrip().partition("\n")[0], text):
        forms: dict[str, list[str]] = {}
        for span in answer_spans(part, wanted):
            form = normal_form(span, wanted)
            if form and not holds_phrase(asked, form):
                forms.setdefault(form, []).append(span)
        if forms:
            return max(forms.values(), key=len)[0]
    return ""


def says_unknown(text: str) -> bool:
    """Whether a reply in words declines to answer: it holds "I don't", or is empty or CannotDetermine.

    It is asked before a reply is compared with any answer: "no" would be found in "I don't know".
    """
    plain = text.replace("’", "'").strip()
    return not plain or "i don't" in plain.casefold() or plain.rstrip(".") == CANNOT_DETERMINE
