"""Hostile text on a terminal: everything from pages, policies and replies goes through here."""

import unicodedata

EXCERPT_CHARACTERS = 160


def printable(text: str) -> str:
    """Text without control, direction or invisible format characters: each becomes one replacement mark.

    Line breaks and tabs become spaces, so that a page can't draw lines that look like the program's own.
    """
    return "".join(
        " " if char in "\n\r\t" else "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char)[0] == "C" else char
        for char in text
    )


def excerpt(text: str, width: int = EXCERPT_CHARACTERS) -> str:
    """The text's beginning on one line, at most `width` characters."""
    line = " ".join(printable(text).split())
    return line if len(line) <= width else line[: width - 1] + "…"
