"""The subject of a question, and which texts are about it (design: "about the subject")."""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from evidence.text import STOPWORDS, content_words, holds_phrase, tokens

NameMatch = Literal["all", "any"]

_QUOTED = re.compile(r"[\"“”«»]([^\"“”«»]{2,})[\"“”«»]|(?<!\w)'([^']{2,})'(?!\w)")
_WORD = re.compile(r"[^\W_][\w'’\-]*")
_ASKED = re.compile(r"\b(?:which|what)\s+([^\W\d_][\w\-]*)", re.IGNORECASE)


class SubjectTerms(NamedTuple):
    """What a question is about.

    Attributes:
        names: names, quoted strings and identifiers, each a phrase as written.
        words: the question's content words without the type of answer it asks for.
    """

    names: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def query(self) -> str:
        """The subject as search words: its telling names, or its content words where it has none.

        A name of one word without a digit ("Python") doesn't find its subject by itself.
        """
        telling = [name for name in self.names if " " in name or any(char.isdigit() for char in name)]
        return " ".join(telling or self.words)


def asked_noun(question: str) -> str:
    """The noun after "which" or "what" ("vault" in "Which vault holds …"), or "" where there is none."""
    match = _ASKED.search(question)
    return "" if match is None or match[1].casefold() in STOPWORDS else match[1]


@lru_cache(maxsize=1024)
def subject_terms(question: str) -> SubjectTerms:
    """Read the subject's terms off a question.

    A name is a run of capitalised words that doesn't begin the sentence, an identifier is a word with a digit
    in it, and the noun asked for ("PEP" in "Which PEP …") is neither.
    """
    noun = asked_noun(question).casefold()
    quoted = [(m[1] or m[2]).strip() for m in _QUOTED.finditer(question)]
    names = quoted + _name_runs(_QUOTED.sub(" . ", question), noun)
    words = [word for word in content_words(question) if word != noun]
    return SubjectTerms(tuple(dict.fromkeys(names)), tuple(words))


def _name_runs(question: str, noun: str) -> list[str]:
    runs: list[list[str]] = []
    end = -1
    for index, match in enumerate(_WORD.finditer(question)):
        word = re.sub(r"['’]s$", "", match[0])
        named = word[0].isupper() or any(char.isdigit() for char in word)
        begins_sentence = index == 0 or question[: match.start()].rstrip()[-1:] in ".?!"
        if word.casefold() == noun or word.casefold() in STOPWORDS or not named:
            continue
        if begins_sentence and word[1:].islower():
            continue
        gap = question[end : match.start()] if end >= 0 else None
        if runs and gap is not None and gap.isspace():
            runs[-1].append(word)
        else:
            runs.append([word])
        end = match.end() if match[0] == word else -1
    return [" ".join(run) for run in runs]


def is_about(
    text: str,
    subject: SubjectTerms,
    names: NameMatch = "all",
    words: float = 0.5,
    words_beside_names: float = 0.0,
) -> bool:
    """Whether a text is about the subject.

    Args:
        text: a record's subject, or the text of its document.
        subject: what `subject_terms` read off the question.
        names: how many of the subject's names the text must hold.
        words: share (0 to 1) of the subject's content words it must hold where the subject has no name.
        words_beside_names: share of the content words it must hold beside the names: a name such as "Distutils"
            alone doesn't tell one ruling about it from another.
    """
    share = words_beside_names if subject.names else words
    if subject.names:
        found = [holds_phrase(text, name) for name in subject.names]
        if not (all(found) if names == "all" else any(found)):
            return False
    elif not subject.words:
        return False
    present = set(tokens(text))
    return sum(word in present for word in subject.words) >= share * len(subject.words)
