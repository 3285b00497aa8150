"""What a fictional domain brings: its question, and a bank of wordings for every kind of page.

Slots that every sentence may use: `{other}` (another person's name), `{place}`, `{number}`, `{year}`. The banks
about the question's matter also have `{subject}` (full name), `{family}` (its last word) and `{object}`; what each
bank has beside is said at its field. Write no capitalised word directly before or after the domain's noun: it
would read as a name of the kind asked for.
"""

from typing import NamedTuple

from benchmark.worlds.wording import Bank


class Asking(NamedTuple):
    """One way to ask, and the same words as a statement.

    Attributes:
        ask: the question, "Which <noun> …?", with `{subject}` and `{object}`.
        echo: a clause with the question's words, with `{answer}`, `{subject}` and `{object}`.
    """

    ask: str
    echo: str


class Domain(NamedTuple):
    """A fictional domain.

    Attributes:
        name: the domain's name in labels and reports.
        noun: the kind of answer asked for, one lower-case word.
        askings: ways to ask; five or more.
        objects: what the questions are about, lower-case; one a world.
        notice: the provisional notice, which says in its own words who will decide.
        source_visible: sentences for the notice that name the kinds of record, `{kinds}`.
        identifier_visible: sentences for the notice that name the records, `{identifiers}`.
        replica: the coordinated false pages, with `{answer}` (the false one) and `{echo}`.
        final: a final record's prose, with `{answer}` (the true one).
        bridge: a bridge record's prose, with `{rule}` (the id it hands the matter on to).
        middle: an intermediate bridge's prose, with `{rule}` (its own id) and `{next}`.
        terminal: a storage record's prose, with `{rule}` (its own id) and `{answer}`. Neither this bank nor the one
            before may use a content word of a question, save the noun.
        topical: pages about the subject that answer nothing.
        background: pages about the domain's other business.
        signers: what may follow a record's heading on its line.
    """

    name: str
    noun: str
    askings: tuple[Asking, ...]
    objects: tuple[str, ...]
    notice: Bank
    source_visible: tuple[str, ...]
    identifier_visible: tuple[str, ...]
    replica: Bank
    final: Bank
    bridge: Bank
    middle: Bank
    terminal: Bank
    topical: Bank
    background: Bank
    signers: tuple[str, ...]
