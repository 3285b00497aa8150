"""How the command line ends: one clear line on standard error, and a code."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

import typer

from evidence.errors import InputError
from graphs.printing import printable

USAGE = 2


def say(message: str) -> None:
    """One line on standard error, safe for a terminal."""
    typer.echo(f"socrates-rag: {printable(message)}", err=True)


def refuse(message: str) -> NoReturn:
    """Say in one line what is wrong with the input, and exit with the usage code."""
    say(message)
    raise typer.Exit(USAGE)


@contextmanager
def refusing() -> Iterator[None]:
    """Turn bad input inside the block into one line and the usage code."""
    try:
        yield
    except InputError as error:
        refuse(str(error))
