"""A first evidence policy for a corpus, drafted from a survey of it for a person to edit."""

import json
import re
from collections.abc import Iterable, Iterator

import yaml

from retrievers.survey import FieldSurvey, Survey

IN_FORCE = {
    "final",
    "active",
    "accepted",
    "approved",
    "current",
    "effective",
    "in force",
    "published",
    "valid",
    "adopted",
}
REPLACED = {"superseded", "replaced", "obsolete", "retired", "withdrawn and replaced", "deprecated"}
CHOOSE = "CHOOSE A VALUE"

_HEAD = """\
# A draft by `socrates-rag policy init`, to be edited before anything rests on it.
# It was made from what the corpus says of itself, and whoever can add pages can add to that: counts tell how often
# something stands there, never whether it is true. Then: socrates-rag policy check FILE --corpus PATH
"""


def draft_policy(found: Survey, corpus: str) -> str:
    """The draft as YAML, with the counts it rests on as comments."""
    status = found.of_kind("status")
    if status is not None:
        body = _metadata_policy(found, status)
    elif found.markers:
        body = _text_policy(found)
    else:
        body = _open_policy()
    lines = [*_counts(found, corpus), "", *body, *_signature_hint(found)]
    return _HEAD + "\n".join(lines) + "\n"


def scalar(value: object) -> str:
    """A value as one line of YAML that no content can break out of."""
    return yaml.safe_dump([value], default_flow_style=True, width=10**9, allow_unicode=False).strip()[1:-1]


def quoted(text: str) -> str:
    """Text for a comment: on one line, whatever it holds."""
    return json.dumps(text[:80])


def _counts(found: Survey, corpus: str) -> Iterator[str]:
    yield f"# {quoted(corpus)}: {found.documents} documents."
    for field in found.fields:
        values = ", ".join(f"{quoted(value)} {count}" for value, count in field.values[:5])
        more = f", and {field.distinct - 5} more" if field.distinct > 5 else ""
        dates = f"; {field.dates} dates" if field.dates else ""
        yield f"#   {quoted(field.name)} ({field.kind}) in {field.documents}: {values}{more}{dates}"
    for marker, count in found.markers:
        yield f"#   {count} documents open with {quoted(marker)}"
    for kid, count in found.signers:
        yield f"#   {count} documents carry a signature that names the key {quoted(kid)} (not verified)"


def _metadata_policy(found: Survey, status: FieldSurvey) -> Iterator[str]:
    values = [value for value, _ in status.values]
    current = [value for value in values if value.casefold() in IN_FORCE] or [CHOOSE]
    replaced = [value for value in values if value.casefold() in REPLACED]
    parts = list(_parts(found))
    fields = [status.name, *(name for name, _ in parts if name != "id")]
    yield "name: draft"
    yield "# metadata: only the fields under attested make a record. Words on a page make none."
    yield "trust: metadata"
    yield "# CHECK: name here only fields that you set and an uploader can't; remove the others and what reads them."
    yield f"attested: [{', '.join(scalar(name) for name in dict.fromkeys(['id', *fields]))}]"
    yield "kinds:"
    yield f"  final: {scalar(current[0] + ' record')}"
    yield "about:"
    yield "  in: [subject]   # a record controls what it is about, not all it mentions"
    yield "rules:"
    yield from _rule("final", status.name, current, parts)
    if replaced:
        yield from _rule("bridge", status.name, replaced, parts)


def _rule(role: str, field: str, values: Iterable[str], parts: Iterable[tuple[str, str]]) -> Iterator[str]:
    yield "  - by: metadata"
    yield f"    role: {role}"
    yield f"    where: {{{scalar(field)}: [{', '.join(scalar(value) for value in values)}]}}"
    yield from (f"    {line}" for _, line in parts)


def _parts(found: Survey) -> Iterator[tuple[str, str]]:
    """The parts of a record, each with the field it reads."""
    number = found.of_kind("number")
    prefix = ""
    if found.numbered_stem is not None:
        stem = found.numbered_stem
        prefix = f", prefix: {scalar(stem.rstrip('-_ ') + ' ')}" if stem else ""
        pattern = f"^{re.escape(stem)}0*(\\d+)$"
        yield "id", f"record_id: {{field: id, pattern: {scalar(pattern)}{prefix}}}   # links name ids by number"
    elif number is not None and number.distinct == number.documents:
        yield number.name, f"record_id: {{field: {scalar(number.name)}}}"
    else:
        yield "id", "record_id: {field: id}"
    for kind, part in (
        ("title", "subject"),
        ("successor", "links_to"),
        ("effective", "effective"),
        ("superseded", "superseded"),
    ):
        field = found.of_kind(kind)  # type: ignore[arg-type]  # the literals above are kinds
        if field is not None:
            spelling = prefix if part == "links_to" else ""
            yield field.name, f"{part}: {{field: {scalar(field.name)}{spelling}}}"


def _text_policy(found: Survey) -> Iterator[str]:
    yield "name: draft"
    yield "# CHECK: text is the weakest trust. Whoever can add a page can write these words too; sign the records"
    yield "# (socrates-rag sign) or set a metadata field of your own where you can."
    yield "trust: text"
    yield "rules:"
    for marker, _ in found.markers:
        pattern = r"\A\W*" + r"\W+".join(marker.split()) + r"\b"
        yield "  - by: text"
        yield f"    role: {'bridge' if 'bridge' in marker else 'terminal' if 'storage' in marker else 'final'}"
        yield f"    match: {scalar(pattern)}"
        yield "    record_id: '(?m)^\\s*(?:Record|Entry|Number|No\\.|Rule|Reference)\\s*:\\s*(\\S.*?)\\s*$'"
        yield "    subject: '(?m)^\\s*(?:Subject|Concerning|Title|Re)\\s*:\\s*(\\S.*?)\\s*$'"
        yield "    links_to: '(?m)^\\s*(?:Governed by|Refers to|Superseded by)\\s*:\\s*(\\S.*?)\\s*$'"


def _open_policy() -> Iterator[str]:
    yield "# The corpus has no status field and no opening phrase that its records share. What tells a record from"
    yield "# any other page? A folder that only you can write to is one way:"
    yield "name: draft"
    yield "trust: metadata"
    yield "attested: [id]"
    yield "rules:"
    yield "  - by: source"
    yield "    role: final"
    yield "    field: id"
    yield f"    allow: [{scalar(CHOOSE)}]   # such as registry/"
    yield "    record_id: {field: id}"


def _signature_hint(found: Survey) -> Iterator[str]:
    if not found.signers:
        return
    yield ""
    yield "# To count signatures alone, set trust: signature and put this first under rules, with your own JWK set:"
    yield "# keys: public.jwks"
    yield "#   - by: signature"
    yield "#     signers:"
    for kid, _ in found.signers:
        yield f"#       - {{key: {quoted(kid)}, roles: [final, bridge, terminal], subjects: ['.*']}}"
