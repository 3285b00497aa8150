"""Regular expressions of a policy: they come from a file somebody wrote, so each search has a time limit."""

from functools import lru_cache
from typing import Annotated

import regex
from pydantic import AfterValidator

from evidence.errors import InputError

PATTERN_SECONDS = 1.0


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> "regex.Pattern[str]":
    return regex.compile(pattern, regex.IGNORECASE | regex.VERSION0)


def _valid(pattern: str) -> str:
    try:
        _compiled(pattern)
    except regex.error as error:
        raise ValueError(f"is no regular expression: {error}") from None
    return pattern


Pattern = Annotated[str, AfterValidator(_valid)]


def find_all(pattern: str, text: str, what: str) -> list[str]:
    """First group (or whole match) of every match, within the time limit."""
    try:
        found = list(_compiled(pattern).finditer(text, timeout=PATTERN_SECONDS))
    except TimeoutError:
        raise _too_slow(what) from None
    return [(match[1] if match.re.groups else match[0]) or "" for match in found]


def is_all_of(pattern: str, text: str, what: str) -> bool:
    """Whether the pattern matches the whole text, within the time limit."""
    try:
        return _compiled(pattern).fullmatch(text, timeout=PATTERN_SECONDS) is not None
    except TimeoutError:
        raise _too_slow(what) from None


def _too_slow(what: str) -> InputError:
    return InputError(f"policy {what}: the pattern took more than {PATTERN_SECONDS:g} s on one document; simplify it")
