"""Evidence policies: which documents are records, what they control, and what they are about.

A policy is YAML (`shared/design.md`, "Evidence policy"). Its rules (`evidence/rules.py`) are tried in order; the
first that reads a document makes it a record.
"""

from collections.abc import Mapping
from datetime import date
from importlib import resources
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

import yaml
from pydantic import ConfigDict, Field, ValidationError, model_validator

from evidence.errors import InputError
from evidence.keys import PublicKeys, parse_public_keys
from evidence.records import ATTESTATIONS, Attestation, Record, Role
from evidence.rules import Closed, Rule, Setting, SignatureRule
from evidence.signatures import Fault, today
from evidence.subject import NameMatch, SubjectTerms, is_about

POLICIES = {"signed-text": "signed-text.yaml"}
DEFAULT_POLICY = "signed-text"
ROLES: tuple[Role, ...] = get_args(Role)


class About(Closed):
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


class Kinds(Closed):
    """The policy's public vocabulary: what its record kinds are called. All that prompts are told of it."""

    final: str = "final record"
    bridge: str = "bridge record"
    terminal: str = "terminal record"

    def of(self, role: Role) -> str:
        """The name of one kind."""
        return {"final": self.final, "bridge": self.bridge, "terminal": self.terminal}[role]


class Reading(NamedTuple):
    """How a policy reads one document.

    Attributes:
        record: the record, or None.
        rule: the number of the rule that read it, from 1, or None.
        fault: what is wrong with the document's signature, where a rule looked at it.
    """

    record: Record | None = None
    rule: int | None = None
    fault: Fault | None = None


class EvidencePolicy(Closed):
    """Says which documents are records and what they control; `examples/peps/policy.yaml` explains the file.

    Attributes:
        trust: the weakest attestation that counts.
        attested: metadata fields that whoever runs the corpus sets; an uploader may set all others.
        max_links: how many links a chain may follow.
        keys: public keys that signature rules may name: a JWK set, or in the file the path of one beside it.
        as_of: the day to judge dates by; the day on which the policy was loaded where the file has none.
        records_first: of so many of a search's best hits, records go before other pages; 0 leaves the search's order.
    """

    name: str
    description: str = ""
    trust: Attestation
    attested: tuple[str, ...] = ()
    kinds: Kinds = Kinds()
    about: About = About()
    max_links: int = Field(default=4, ge=0, le=32)
    keys: PublicKeys | None = Field(default=None, exclude_if=lambda keys: keys is None)
    as_of: date | None = Field(default=None, exclude_if=lambda day: day is None)
    records_first: int = Field(default=0, ge=0, le=1_000, exclude_if=lambda pool: pool == 0)
    rules: tuple[Rule, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _rules_read_attested_fields_only(self) -> "EvidencePolicy":
        for number, rule in enumerate(self.rules, start=1):
            loose = sorted(rule.fields() - set(self.attested))
            if loose:
                raise ValueError(f"rule {number} reads metadata that is not under attested: {', '.join(loose)}")
        return self

    @model_validator(mode="after")
    def _signers_have_keys(self) -> "EvidencePolicy":
        known = [key.kid for key in self.keys.keys] if self.keys else []
        for number, rule in enumerate(self.rules, start=1):
            for signer in rule.signers if isinstance(rule, SignatureRule) else ():
                if signer.key not in known:
                    there = ", ".join(known) or "none; name a JWK set under keys"
                    raise ValueError(f"rule {number} names an unknown key {signer.key!r} (in keys: {there})")
        return self

    @model_validator(mode="after")
    def _some_rule_counts(self) -> "EvidencePolicy":
        if not self.counting_rules():
            raise ValueError(f"trust is {self.trust}, and no rule reads anything as strong, so nothing would count")
        return self

    def counting_rules(self) -> tuple[tuple[int, Rule], ...]:
        """The rules at least as strong as `trust`, in order, each with its number from 1."""
        least = ATTESTATIONS.index(self.trust)
        numbered = enumerate(self.rules, start=1)
        return tuple((number, rule) for number, rule in numbered if ATTESTATIONS.index(rule.attests) >= least)

    @property
    def tells_time(self) -> bool:
        """Whether a document may be a record on one day and none on another."""
        return any(
            isinstance(rule, SignatureRule) or bool({"effective", "superseded"} & rule.model_fields_set)
            for rule in self.rules
        )

    def read(self, text: str, metadata: Mapping[str, Any]) -> Record | None:
        """Read a whole document as a record, or None where no trusted rule does."""
        return self.reading(text, metadata).record

    def reading(self, text: str, metadata: Mapping[str, Any]) -> Reading:
        """Read a whole document, and say which rule made it a record or why its signature counts for nothing."""
        setting = Setting(self.as_of or today(), self.keys)
        fault = None
        for number, rule in self.counting_rules():
            found = rule.read(text, metadata, setting)
            if isinstance(found, Record):
                return Reading(found, number, fault)
            fault = found or fault
        return Reading(fault=fault)

    @property
    def opening_kinds(self) -> tuple[str, ...]:
        """Names of the kinds that can begin a chain under these rules: final, then bridge."""
        roles = {role for rule in self.rules for role in rule.roles}
        roles |= {"bridge"} if any(rule.links_to for rule in self.rules) else set()
        return tuple(self.kinds.of(role) for role in ("final", "bridge") if role in roles)

    @property
    def target_kind(self) -> str:
        """Name of the kind that a bridge is expected to end in: terminal where the rules know it, else final."""
        return self.kinds.of("terminal" if any("terminal" in rule.roles for rule in self.rules) else "final")

    def looks_for(self) -> str:
        """One line that tells a person what makes a document a record under this policy."""
        return "; ".join(
            f"{' or '.join(self.kinds.of(role) for role in ROLES if role in rule.roles)}: {rule.looks_for()}"
            for _, rule in self.counting_rules()
        )


def load_policy(name_or_path: str) -> EvidencePolicy:
    """Load a built-in policy by name, or one from a YAML file.

    Raises:
        InputError: no such policy or file, or an invalid one: names the field and the reason.
    """
    if name_or_path in POLICIES:
        source = resources.files("evidence").joinpath("policies", POLICIES[name_or_path]).read_bytes()
        return parse_policy(source, name_or_path)
    try:
        source = Path(name_or_path).read_bytes()
    except (OSError, ValueError):
        raise InputError(
            f"policy {name_or_path!r}: no readable file and no built-in policy (built in: {', '.join(POLICIES)})"
        ) from None
    return parse_policy(source, name_or_path, Path(name_or_path).parent)


def parse_policy(source: bytes, where: str, folder: Path | None = None) -> EvidencePolicy:
    """Parse a policy's YAML; `where` names it in errors, and `folder` is where its key file lies."""
    try:
        data = yaml.safe_load(source)
    except (yaml.YAMLError, UnicodeDecodeError, ValueError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        line = f" line {mark.line + 1}" if mark is not None else ""
        raise InputError(f"policy {where}{line}: not valid YAML; check its indentation and quotes") from None
    if not isinstance(data, dict):
        raise InputError(f"policy {where}: must be a mapping with name, trust and rules")
    if "keys" in data:
        data = {**data, "keys": _keys(data["keys"], where, folder)}
    try:
        policy = EvidencePolicy.model_validate(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = [".".join(str(part) for part in first["loc"])] if first["loc"] else []
        said = first["msg"].removeprefix("Value error, ")
        raise InputError(": ".join([f"policy {where}", *field, said])) from None
    return policy.model_copy(update={"as_of": today()}) if policy.as_of is None and policy.tells_time else policy


def _keys(given: Any, where: str, folder: Path | None) -> PublicKeys:
    """The policy's JWK set: written in it, or read from the file that it names, relative to its own folder."""
    if isinstance(given, dict):
        return parse_public_keys(given, f"of policy {where}")
    if not isinstance(given, str) or folder is None:
        raise InputError(f"policy {where}: keys: must be a JWK set, or the path of one beside the policy")
    path = folder / given
    try:
        source = path.read_bytes()
    except (OSError, ValueError):
        raise InputError(f"policy {where}: keys: no readable file {path}; `keys new` makes one") from None
    return parse_public_keys(source, str(path))
