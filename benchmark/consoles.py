"""Where commands print."""

import os

from rich.console import Console

PIPED_WIDTH = 200


def console(stderr: bool = False) -> Console:
    """A console; where nobody watches, tables get room instead of folding."""
    made = Console(stderr=stderr, highlight=False)
    if not made.is_terminal and "COLUMNS" not in os.environ:
        made.width = PIPED_WIDTH
    return made
