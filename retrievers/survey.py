"""What a corpus has that an evidence policy could rest on: fields, dates, opening phrases and signatures."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from typing import Literal, NamedTuple

from evidence.keys import from_base64url
from evidence.rules import read_date, values_of
from evidence.signatures import SIGNATURE_FIELD
from evidence.text import normalised
from retrievers.corpus import Document

FieldKind = Literal[
    "status", "type", "owner", "title", "number", "successor", "effective", "superseded", "date", "other"
]

# What fields are called, most telling first; a field is of the first kind whose words its name holds.
_NAMES: tuple[tuple[FieldKind, str], ...] = (
    ("successor", r"(superseded|replaced|obsoleted)_?by|successor"),
    ("superseded", r"(superseded|valid|in_force|effective)_?(on|at|until|to|end)|expir(y|es)|end_date"),
    ("effective", r"effective|valid_?from|in_force|commence"),
    ("status", r"status|state\b|lifecycle"),
    ("owner", r"owner|author|department|publisher|issuer|maintainer"),
    ("type", r"type|kind|category|class"),
    ("title", r"title|subject|name\b|heading"),
    ("number", r"number|\bref\b|reference|record_?id|\bno\b|docket"),
    ("date", r"date|created|published|issued|updated|modified"),
)
_MARKER = re.compile(r"\b(signed|official|record|ruling|decision|register|resolution|decree|policy|order)\b", re.I)
TOP_VALUES = 8
MARKER_CHARACTERS = 60


class FieldSurvey(NamedTuple):
    """A metadata field: how many documents have it, and its most frequent values with their counts."""

    name: str
    kind: FieldKind
    documents: int
    values: tuple[tuple[str, int], ...]
    distinct: int
    dates: int


class Survey(NamedTuple):
    """What a corpus has.

    Attributes:
        markers: opening lines that several documents share in form, with their counts.
        signers: keys that signatures name, unverified, with their counts.
        numbered_stem: where successor fields name documents by number (440 for pep-0440), what stands before
            that number in the ids ("pep-"), else None.
    """

    documents: int
    fields: tuple[FieldSurvey, ...]
    markers: tuple[tuple[str, int], ...]
    signers: tuple[tuple[str, int], ...]
    numbered_stem: str | None

    def of_kind(self, kind: FieldKind) -> FieldSurvey | None:
        """The field of a kind that most documents have, or None."""
        fitting = [field for field in self.fields if field.kind == kind]
        return max(fitting, key=lambda field: field.documents, default=None)


def survey(documents: Sequence[Document]) -> Survey:
    """Look through a corpus. Whatever stands in it may be hostile: counts say how often, never how true."""
    names = Counter(name for document in documents for name in document.metadata if name != SIGNATURE_FIELD)
    fields = tuple(_field(name, documents) for name, _ in names.most_common())
    openings = Counter(_opening(document.text) for document in documents)
    markers = [(line, count) for line, count in openings.most_common() if count > 1 and _MARKER.search(line)]
    signers = Counter(
        _kid(document.metadata[SIGNATURE_FIELD]) for document in documents if SIGNATURE_FIELD in document.metadata
    )
    return Survey(
        documents=len(documents),
        fields=fields,
        markers=tuple(markers[:TOP_VALUES]),
        signers=tuple(signers.most_common(TOP_VALUES)),
        numbered_stem=_numbered_stem(documents, [field for field in fields if field.kind == "successor"]),
    )


def _field(name: str, documents: Sequence[Document]) -> FieldSurvey:
    present = [values for document in documents if (values := values_of(document.metadata, name))]
    counts = Counter(value for one in present for value in one)
    dates = sum(count for value, count in counts.items() if read_date(value) is not None)
    return FieldSurvey(name, _kind(name), len(present), tuple(counts.most_common(TOP_VALUES)), len(counts), dates)


def _kind(name: str) -> FieldKind:
    words = re.sub(r"[^a-z]+", "_", name.casefold()).strip("_")
    return next((kind for kind, pattern in _NAMES if re.search(pattern, words)), "other")


def _opening(text: str) -> str:
    """The first line's words before any colon, as far as documents of one form would share them."""
    line = text.lstrip().partition("\n")[0].partition(":")[0]
    return normalised(line[:MARKER_CHARACTERS])


def _kid(token: object) -> str:
    """The key that a signature names, unverified; "?" where it names none."""
    try:
        header = json.loads(from_base64url(str(token).partition(".")[0]))
        return str(header["kid"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return "?"


def _numbered_stem(documents: Sequence[Document], successors: Sequence[FieldSurvey]) -> str | None:
    named = {value for field in successors for value, _ in field.values}
    found = [re.fullmatch(r"(.*?)0*(\d+)", document.document_id, re.DOTALL) for document in documents]
    stems = Counter(match[1] for match in found if match and match[2] in named)
    if not stems or sum(stems.values()) * 2 < len(named):
        return None
    return stems.most_common(1)[0][0]
