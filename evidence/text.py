"""Words: how every part of the project splits and compares text."""

import re

_TOKEN = re.compile(r"[^\W_]+")

# Function words of English: they tell neither a subject nor an answer.
STOPWORDS = frozenset(
    [
        "a",
        "about",
        "after",
        "all",
        "also",
        "although",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "because",
        "been",
        "before",
        "being",
        "between",
        "both",
        "but",
        "by",
        "can",
        "could",
        "did",
        "do",
        "does",
        "doing",
        "down",
        "during",
        "each",
        "few",
        "for",
        "from",
        "further",
        "had",
        "has",
        "have",
        "having",
        "he",
        "her",
        "here",
        "hers",
        "him",
        "his",
        "how",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "itself",
        "just",
        "me",
        "more",
        "most",
        "my",
        "no",
        "nor",
        "not",
        "now",
        "of",
        "off",
        "on",
        "once",
        "only",
        "or",
        "other",
        "our",
        "out",
        "over",
        "own",
        "same",
        "she",
        "should",
        "so",
        "some",
        "such",
        "than",
        "that",
        "the",
        "their",
        "them",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "through",
        "to",
        "today",
        "too",
        "under",
        "until",
        "up",
        "very",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "whom",
        "whose",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
        "current",
        "currently",
    ]
)


def tokens(text: str) -> list[str]:
    """Split text into lower-case alphanumeric tokens, in order.

    This is the retriever's analyser too, so a query and a comparison see the same words.
    """
    return _TOKEN.findall(text.casefold())


def content_words(text: str) -> list[str]:
    """Tokens that aren't function words, in order of first appearance, each once."""
    return list(dict.fromkeys(word for word in tokens(text) if word not in STOPWORDS))


def holds_phrase(text: str, phrase: str) -> bool:
    """Whether the tokens of `phrase` stand in `text` in one piece; an empty phrase never does."""
    wanted = tokens(phrase)
    return bool(wanted) and f" {' '.join(wanted)} " in f" {' '.join(tokens(text))} "


def normalised(text: str) -> str:
    """The text's tokens joined by one space: equal for texts that differ in case and punctuation only."""
    return " ".join(tokens(text))
