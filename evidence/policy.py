"""Evidence policies: which documents are records, what they control, and what they are about.

A policy is YAML (`shared/design.md`, "Evidence policy"). Its rules are tried in order; the first that reads a
document makes it a record. Its regular expressions come from a file somebody wrote, so each search has a time
limit and runs on an engine that keeps it.
"""

from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

import regex
import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from evidence.errors import InputError
from evidence.records import ATTESTATIONS, Attestation, Record, Role
from evidence.subject import NameMatch, SubjectTerms, is_about

PATTERN_SECONDS = 1.0

POLICIES = {"signed-text": "signed-text.yaml"}
DEFAULT_POLICY = "signed-text"


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> "regex.Pattern[str]":
    return regex.compile(pattern, regex.IGNORECASE | regex.VERSION0)


def _valid_pattern(pattern: str) -> str:
    try:
        _compiled(pattern)
    except regex.error as error:
        raise ValueError(f"is no regular expression: {error}") from None
    return pattern


def _find_all(pattern: str, text: str, what: str) -> list[str]:
    """First group (or whole match) of every match, within the time limit."""
    try:
        found = list(_compiled(pattern).finditer(text, timeout=PATTERN_SECONDS))
    except TimeoutError:
        raise InputError(
            f"policy {what}: the pattern took more than {PATTERN_SECONDS:g} s on one document; simplify it"
        ) from None
    return [(match[1] if match.re.groups else match[0]) or "" for match in found]


Pattern = Annotated[str, AfterValidator(_valid_pattern)]


class _Closed(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class FieldRef(_Closed):
    """A metadata field's value, cut to the pattern's first group and with a prefix put in front."""

    field: str
    pattern: Pattern | None = None
    prefix: str = ""

    def read(self, metadata: Mapping[str, Any]) -> list[str]:
        """The field's values as text; an absent or empty field gives none."""
        value = metadata.get(self.field)
        values = value if isinstance(value, list | tuple) else [] if value is None else [value]
        texts = [str(item).strip() for item in values if str(item).strip()]
        if self.pattern is not None:
            texts = [found[0] for text in texts if (found := _find_all(self.pattern, text, f"field {self.field}"))]
        return [self.prefix + text for text in texts]


class TextRule(_Closed):
    """Read a record off a document's text: `match` tells that it is one, the other patterns read its parts."""

    by: Literal["text"]
    role: Role
    match: Pattern
    record_id: Pattern
    subject: Pattern | None = None
    links_to: Pattern | None = None

    def fields(self) -> set[str]:
        """Metadata fields the rule reads: none."""
        return set()

    def read(self, text: str, metadata: Mapping[str, Any]) -> Record | None:
        """The record, or None where the text doesn't match or names no id."""
        if not _find_all(self.match, text, "match"):
            return None
        ids = _find_all(self.record_id, text, "record_id")
        if not ids:
            return None
        subjects = _find_all(self.subject, text, "subject") if self.subject else []
        links = _find_all(self.links_to, text, "links_to") if self.links_to else []
        return _record(self.role, ids[0], subjects, links, "text")


class MetadataRule(_Closed):
    """Read a record off attested metadata: every field in `where` must hold one of the values listed."""

    by: Literal["metadata"]
    role: Role
    where: dict[str, list[str]] = Field(min_length=1)
    record_id: FieldRef
    subject: FieldRef | None = None
    links_to: FieldRef | None = None

    def fields(self) -> set[str]:
        """Metadata fields the rule reads."""
        refs = [ref for ref in (self.record_id, self.subject, self.links_to) if ref is not None]
        return {*self.where, *(ref.field for ref in refs)}

    def read(self, text: str, metadata: Mapping[str, Any]) -> Record | None:
        """The record, or None where the metadata doesn't fit or holds no id."""
        for field, allowed in self.where.items():
            values = FieldRef(field=field).read(metadata)
            if not any(value.casefold() == choice.casefold() for value in values for choice in allowed):
                return None
        ids = self.record_id.read(metadata)
        if not ids:
            return None
        subjects = self.subject.read(metadata) if self.subject else []
        links = self.links_to.read(metadata) if self.links_to else []
        return _record(self.role, ids[0], subjects, links, "metadata")


def _record(role: Role, record_id: str, subjects: list[str], links: list[str], by: Attestation) -> Record:
    """A record with a link is a bridge whatever its status says: PEP 333 is Final, and superseded."""
    return Record(
        role="bridge" if links else role,
        record_id=record_id,
        subject="; ".join(subjects),
        links_to=tuple(dict.fromkeys(links)),
        attested_by=by,
    )


class About(_Closed):
    """When a record is about the subject; `in` lists where to look, the rest is `is_about`'s."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    where: tuple[Literal["subject", "text"], ...] = Field(default=("subject", "text"), alias="in", min_length=1)
    names: NameMatch = "all"
    words: float = Field(default=0.5, gt=0.0, le=1.0)
    words_beside_names: float = Field(default=0.0, ge=0.0, le=1.0)

    def covers(self, record: Record, text: str, subject: SubjectTerms) -> bool:
        """Whether a record is about the subject, by its own subject or its document's text."""
        places = {"subject": record.subject, "text": text}
        return any(
            is_about(places[place], subject, self.names, self.words, self.words_beside_names) for place in self.where
        )


class Kinds(_Closed):
    """The policy's public vocabulary: what its record kinds are called. All that prompts are told of it."""

    final: str = "final record"
    bridge: str = "bridge record"
    terminal: str = "terminal record"

    def of(self, role: Role) -> str:
        """The name of one kind."""
        return {"final": self.final, "bridge": self.bridge, "terminal": self.terminal}[role]


class EvidencePolicy(_Closed):
    """Says which documents are records and what they control; see CONTRIBUTING.md for the file's form.

    Attributes:
        trust: the weakest attestation that counts.
        attested: metadata fields that whoever runs the corpus sets; an uploader may set all others.
        max_links: how many links a chain may follow.
    """

    name: str
    description: str = ""
    trust: Attestation
    attested: tuple[str, ...] = ()
    kinds: Kinds = Kinds()
    about: About = About()
    max_links: int = Field(default=4, ge=0, le=32)
    rules: tuple[Annotated[TextRule | MetadataRule, Field(discriminator="by")], ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _rules_read_attested_fields_only(self) -> "EvidencePolicy":
        for number, rule in enumerate(self.rules, start=1):
            loose = sorted(rule.fields() - set(self.attested))
            if loose:
                raise ValueError(f"rule {number} reads metadata that is not under attested: {', '.join(loose)}")
        return self

    def read(self, text: str, metadata: Mapping[str, Any]) -> Record | None:
        """Read a whole document as a record, or None where no trusted rule does."""
        for rule in self.rules:
            if ATTESTATIONS.index(rule.by) < ATTESTATIONS.index(self.trust):
                continue
            record = rule.read(text, metadata)
            if record is not None:
                return record
        return None

    @property
    def opening_kinds(self) -> tuple[str, ...]:
        """Names of the kinds that can begin a chain under these rules: final, then bridge."""
        roles = {rule.role for rule in self.rules} | ({"bridge"} if any(r.links_to for r in self.rules) else set())
        return tuple(self.kinds.of(role) for role in ("final", "bridge") if role in roles)

    @property
    def target_kind(self) -> str:
        """Name of the kind that a bridge is expected to end in: terminal where the rules know it, else final."""
        return self.kinds.of("terminal" if any(rule.role == "terminal" for rule in self.rules) else "final")

    def looks_for(self) -> str:
        """One line that tells a person what makes a document a record under this policy."""
        parts = []
        for rule in self.rules:
            if isinstance(rule, TextRule):
                parts.append(f"{self.kinds.of(rule.role)}: text matching {rule.match}")
            else:
                wanted = ", ".join(f"{field} {' or '.join(values)}" for field, values in rule.where.items())
                parts.append(f"{self.kinds.of(rule.role)}: metadata with {wanted}")
        return "; ".join(parts)


def load_policy(name_or_path: str) -> EvidencePolicy:
    """Load a built-in policy by name, or one from a YAML file.

    Raises:
        InputError: no such policy or file, or an invalid one: names the field and the reason.
    """
    if name_or_path in POLICIES:
        source = resources.files("evidence").joinpath("policies", POLICIES[name_or_path]).read_bytes()
    else:
        try:
            source = Path(name_or_path).read_bytes()
        except (OSError, ValueError):
            raise InputError(
                f"policy {name_or_path!r}: no readable file and no built-in policy (built in: {', '.join(POLICIES)})"
            ) from None
    return parse_policy(source, name_or_path)


def parse_policy(source: bytes, where: str) -> EvidencePolicy:
    """Parse a policy's YAML; `where` names it in errors."""
    try:
        data = yaml.safe_load(source)
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f" line {mark.line + 1}" if mark is not None else ""
        raise InputError(f"policy {where}{line}: not valid YAML; check its indentation and quotes") from None
    if not isinstance(data, dict):
        raise InputError(f"policy {where}: must be a mapping with name, trust and rules")
    try:
        return EvidencePolicy.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"]) or "policy"
        raise InputError(f"policy {where}: {field}: {first['msg']}") from None
