"""The rules of an evidence policy: each reads a document as a record, or as none.

`text` reads its words, `metadata` and `source` read attested fields, `signature` verifies who vouches for it.
"""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Annotated, Any, Literal, NamedTuple
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from evidence.keys import PublicKeys
from evidence.patterns import Pattern, find_all, is_all_of
from evidence.records import Attestation, Record, Role
from evidence.signatures import SIGNATURE_FIELD, Fault, Signed, verify
from evidence.text import normalised

# How a date may be written besides ISO 8601, as in "13-Nov-2001" and "13 November 2001".
DATE_FORMS = ("%d-%b-%Y", "%d %b %Y", "%d %B %Y", "%B %d, %Y")
_AMBIGUOUS = re.compile(r"[\\%\x00-\x1f]")


class Closed(BaseModel):
    """Base of a policy's parts: immutable, and closed to unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class Setting(NamedTuple):
    """What a rule needs beside the document: the day to judge dates by, and the policy's keys."""

    as_of: date
    keys: PublicKeys | None = None


class FieldRef(Closed):
    """A part of a record: a metadata field's value, or what a pattern finds in the document's text.

    A value is cut to the pattern's first group, and the prefix is put in front. Text is as trustworthy as what
    attests the document it stands in.
    """

    field: str | None = None
    text: Pattern | None = None
    pattern: Pattern | None = None
    prefix: str = ""

    @model_validator(mode="after")
    def _one_place(self) -> "FieldRef":
        if (self.field is None) == (self.text is None):
            raise ValueError("needs either field (metadata) or text (a pattern)")
        return self

    def read(self, text: str, metadata: Mapping[str, Any]) -> list[str]:
        """The part's values; an absent or empty field gives none."""
        found = values_of(metadata, self.field) if self.field is not None else find_all(self.text or "", text, "text")
        if self.pattern is not None:
            cut = (find_all(self.pattern, value, f"field {self.field}") for value in found)
            found = [values[0] for values in cut if values]
        return [self.prefix + value for value in found if value.strip()]


def values_of(metadata: Mapping[str, Any], field: str) -> list[str]:
    """A metadata field's values as text, each trimmed; an absent or empty field gives none."""
    value = metadata.get(field)
    values = value if isinstance(value, list | tuple) else [] if value is None else [value]
    return [str(item).strip() for item in values if str(item).strip()]


def read_date(value: str) -> date | None:
    """A date out of ISO 8601 or `DATE_FORMS`, or None where it is neither."""
    try:
        return date.fromisoformat(value[:10])
    except ValueError:
        pass
    for form in DATE_FORMS:
        try:
            return datetime.strptime(value, form).date()
        except ValueError:
            continue
    return None


class TextRule(Closed):
    """Read a record off a document's text: `match` tells that it is one, the other patterns read its parts."""

    by: Literal["text"]
    role: Role
    match: Pattern
    record_id: Pattern
    subject: Pattern | None = None
    links_to: Pattern | None = None

    @property
    def attests(self) -> Attestation:
        """How strong the reading is."""
        return "text"

    @property
    def roles(self) -> set[Role]:
        """The roles that the rule's records may have, before links make bridges of them."""
        return {self.role}

    def fields(self) -> set[str]:
        """Metadata fields the rule reads: none."""
        return set()

    def looks_for(self) -> str:
        """What makes a document a record under this rule."""
        return f"text matching {self.match}"

    def read(self, text: str, metadata: Mapping[str, Any], setting: Setting) -> Record | Fault | None:
        """The record, or None where the text doesn't match or names no id."""
        if not find_all(self.match, text, "match"):
            return None
        ids = find_all(self.record_id, text, "record_id")
        if not ids:
            return None
        subjects = find_all(self.subject, text, "subject") if self.subject else []
        links = find_all(self.links_to, text, "links_to") if self.links_to else []
        return record_of(self.role, ids[0], subjects, links, "text")


class _AttestedRule(Closed):
    """What metadata and source rules share: the parts of the record, and when it is in force.

    Attributes:
        effective: the day from which the record is in force; before it, the document is no record. Of several
            editions in force the newest wins, and the older ones hand the matter on to it.
        superseded: the day from which it no longer is: then it hands the matter on, or settles nothing.
        series: what the editions of one record have in common; their subject where this is left out.
    """

    role: Role
    record_id: FieldRef
    subject: FieldRef | None = None
    links_to: FieldRef | None = None
    effective: FieldRef | None = None
    superseded: FieldRef | None = None
    series: FieldRef | None = None

    @property
    def attests(self) -> Attestation:
        """How strong the reading is."""
        return "metadata"

    @property
    def roles(self) -> set[Role]:
        """The roles that the rule's records may have, before links make bridges of them."""
        return {self.role}

    def _parts(self) -> list[FieldRef]:
        every = (self.record_id, self.subject, self.links_to, self.effective, self.superseded, self.series)
        return [part for part in every if part is not None]

    def _read_parts(self, text: str, metadata: Mapping[str, Any], setting: Setting) -> Record | None:
        ids = self.record_id.read(text, metadata)
        if not ids:
            return None
        subjects = self.subject.read(text, metadata) if self.subject else []
        links = self.links_to.read(text, metadata) if self.links_to else []
        effective = _first_date(self.effective, text, metadata)
        if effective is not None and effective > setting.as_of:
            return None
        ended = self._has_ended(text, metadata, setting.as_of)
        record = record_of("bridge" if ended else self.role, ids[0], subjects, links, self.attests)
        names = self.series.read(text, metadata) if self.series else subjects
        if effective is None or not names:
            return record
        return record.model_copy(update={"effective": effective, "series": series_key("", names[0], "")})

    def _has_ended(self, text: str, metadata: Mapping[str, Any], as_of: date) -> bool:
        """Whether a day of supersession has come; one that can't be read counts as come."""
        days = self.superseded.read(text, metadata) if self.superseded else []
        return bool(days) and (read_date(days[0]) or as_of) <= as_of


def _first_date(part: FieldRef | None, text: str, metadata: Mapping[str, Any]) -> date | None:
    values = part.read(text, metadata) if part else []
    return read_date(values[0]) if values else None


class MetadataRule(_AttestedRule):
    """Read a record off attested metadata: every field in `where` must hold one of the values listed."""

    by: Literal["metadata"]
    where: dict[str, list[str]] = Field(min_length=1)

    def fields(self) -> set[str]:
        """Metadata fields the rule reads."""
        return {*self.where, *(part.field for part in self._parts() if part.field is not None)}

    def looks_for(self) -> str:
        """What makes a document a record under this rule."""
        return "metadata with " + ", ".join(f"{field} {' or '.join(values)}" for field, values in self.where.items())

    def read(self, text: str, metadata: Mapping[str, Any], setting: Setting) -> Record | Fault | None:
        """The record, or None where the metadata doesn't fit or holds no id."""
        for field, allowed in self.where.items():
            values = values_of(metadata, field)
            if not any(value.casefold() == choice.casefold() for value in values for choice in allowed):
                return None
        return self._read_parts(text, metadata, setting)


class SourceRule(_AttestedRule):
    """Read a record off a document whose attested source is on a list.

    Attributes:
        field: the attested field that names the source: an address, or a path such as the document's id.
        allow: what it must begin with, whole parts of a path at a time; of an address also scheme and host.
    """

    by: Literal["source"]
    field: str
    allow: list[str] = Field(min_length=1)

    @field_validator("allow")
    @classmethod
    def _not_empty(cls, allow: list[str]) -> list[str]:
        if not all(source.strip("/ ") for source in allow):
            raise ValueError("an empty source would allow every document")
        return allow

    def fields(self) -> set[str]:
        """Metadata fields the rule reads."""
        return {self.field, *(part.field for part in self._parts() if part.field is not None)}

    def looks_for(self) -> str:
        """What makes a document a record under this rule."""
        return f"{self.field} under {' or '.join(self.allow)}"

    def read(self, text: str, metadata: Mapping[str, Any], setting: Setting) -> Record | Fault | None:
        """The record, or None where the document comes from elsewhere."""
        sources = values_of(metadata, self.field)
        if len(sources) != 1 or not any(lies_under(sources[0], allowed) for allowed in self.allow):
            return None
        return self._read_parts(text, metadata, setting)


def lies_under(source: str, allowed: str) -> bool:
    """Whether an address or path is the one allowed, or lies under it.

    Scheme and host must be equal, the path equal or longer by whole parts, and no part may step up.
    """
    place, limit = _place(source), _place(allowed)
    if place is None or limit is None or place[0] != limit[0]:
        return False
    return place[1][: len(limit[1])] == limit[1]


def _place(source: str) -> tuple[tuple[str, str], list[str]] | None:
    """Scheme and host, and the path's parts; None for a source that could mean two places."""
    try:
        parts = urlsplit(source)
    except ValueError:
        return None
    steps = [step for step in parts.path.split("/") if step]
    if _AMBIGUOUS.search(source) or {".", ".."} & set(steps):
        return None
    return (parts.scheme.casefold(), parts.netloc.casefold()), steps


class Signer(Closed):
    """What one key may attest: `subjects` are patterns that must match the whole subject."""

    key: str
    roles: tuple[Role, ...] = Field(default=("final", "bridge", "terminal"), min_length=1)
    subjects: tuple[Pattern, ...] = Field(default=(".*",), min_length=1)


class SignatureRule(Closed):
    """Read a record off a verified signature, from a key that may attest its role and subject."""

    by: Literal["signature"]
    signers: tuple[Signer, ...] = Field(min_length=1)

    @property
    def attests(self) -> Attestation:
        """How strong the reading is."""
        return "signature"

    @property
    def roles(self) -> set[Role]:
        """The roles that the rule's records may have, before links make bridges of them."""
        return {role for signer in self.signers for role in signer.roles}

    @property
    def links_to(self) -> bool:
        """Whether the rule's records may have links."""
        return True

    def fields(self) -> set[str]:
        """Attested fields the rule needs: none, since a signature vouches for itself."""
        return set()

    def looks_for(self) -> str:
        """What makes a document a record under this rule."""
        return f"a valid signature of {' or '.join(signer.key for signer in self.signers)}"

    def read(self, text: str, metadata: Mapping[str, Any], setting: Setting) -> Record | Fault | None:
        """The record, None for a document without a signature, or what is wrong with it."""
        if SIGNATURE_FIELD not in metadata or setting.keys is None:
            return None
        title = metadata.get("title", "")
        title = title if isinstance(title, str) else ""
        signed = verify(metadata[SIGNATURE_FIELD], text, title, setting.keys, setting.as_of)
        return signed if isinstance(signed, Fault) else self._attested(signed)

    def _attested(self, signed: Signed) -> Record | Fault:
        claims, kid = signed
        named = [signer for signer in self.signers if signer.key == kid]
        for_role = [signer for signer in named if claims.role in signer.roles]
        if not named:
            return Fault.SIGNER_NOT_NAMED
        if not for_role:
            return Fault.ROLE_NOT_ALLOWED
        if not any(is_all_of(p, claims.subject, "subjects") for signer in for_role for p in signer.subjects):
            return Fault.SUBJECT_NOT_ALLOWED
        record = record_of(claims.role, claims.record_id, [claims.subject], list(claims.links_to), "signature")
        # Only who may attest this subject in this role can replace a record about it.
        series = series_key(claims.role, claims.series or claims.record_id, claims.subject)
        return record.model_copy(update={"signer": kid, "effective": claims.issued, "series": series})


Rule = Annotated[TextRule | MetadataRule | SourceRule | SignatureRule, Field(discriminator="by")]


def series_key(role: str, name: str, subject: str) -> str:
    """One key for the editions of one record."""
    return " / ".join((role, normalised(name), normalised(subject)))


def record_of(role: Role, record_id: str, subjects: list[str], links: list[str], by: Attestation) -> Record:
    """A record with a link is a bridge whatever its status says: PEP 333 is Final, and superseded."""
    return Record(
        role="bridge" if links else role,
        record_id=record_id,
        subject="; ".join(subjects),
        links_to=tuple(dict.fromkeys(links)),
        attested_by=by,
    )
