"""The commands `policy check` and `policy init`."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from graphs.exits import refusing
from graphs.printing import excerpt, printable

if TYPE_CHECKING:
    from retrievers.audit import Audit

policy_app = typer.Typer(help="Evidence policies: draft one, and see how it reads a corpus.", no_args_is_help=True)

UNUSABLE = 1
SHOWN = 10
ID_CHARACTERS = 60


@policy_app.command("check")
def check(
    policy: Annotated[str, typer.Argument(help="A policy's YAML file or built-in name.")],
    corpus: Annotated[Path, typer.Option(help="A .jsonl corpus, or a folder of .txt and .md files.")],
) -> None:
    """Say how a policy reads a corpus: records a rule, dangling links, clashing ids, faulty signatures.

    Exit code 0: it reads records. 1: none, so no answer could be released. 2: bad input.
    """
    from evidence.policy import load_policy
    from retrievers.audit import audit
    from retrievers.corpus import load_documents

    with refusing():
        read = load_policy(policy)
        found = audit(load_documents(corpus), read)
    typer.echo(printable(f"policy {read.name}, trust {read.trust}: {found.records} of {found.documents} are records"))
    for line in report(found):
        typer.echo(printable(line))
    raise typer.Exit(0 if found.records else UNUSABLE)


def report(found: "Audit") -> Iterator[str]:
    """The audit, a line a finding; long lists are cut and say so."""
    for rule in found.rules:
        counts = ", ".join(f"{count} {role}" for role, count in sorted(rule.roles.items())) or "nothing"
        left_out = "" if rule.counts else " (weaker than trust, so it is never used)"
        yield f"rule {rule.number} ({excerpt(rule.looks_for)}) reads {counts}{left_out}"
        for item in rule.examples:
            record = item.record
            onward = f" -> {_short(', '.join(record.links_to))}" if record.links_to else ""
            about = f" about {excerpt(record.subject, ID_CHARACTERS)}" if record.subject else ""
            what = f"{record.role} {_short(record.record_id)}{about}{onward}"
            yield f"  example {_short(item.document_id)}: {what}"
    yield from _listed("fields under attested that no document has", found.absent_fields)
    yield from _listed(
        "editions replaced by a newer one in force",
        [f"{', '.join(item.record.replaces)} by {item.record.record_id}" for item in found.editions],
    )
    yield from _listed(
        "dangling links", [f"{link.record_id} ({link.document_id}) -> {link.target}" for link in found.dangling]
    )
    yield from _listed(
        "ids claimed by records with different content",
        [f"{clash.record_id}: {', '.join(clash.document_ids[:5])}" for clash in found.clashes],
    )
    for fault, ids in found.faults.items():
        yield from _listed(f"signatures that count for nothing, {fault.value}", ids)


def _short(text: str) -> str:
    return excerpt(text, ID_CHARACTERS)


def _listed(what: str, items: "tuple[str, ...] | list[str]") -> Iterator[str]:
    if items:
        yield f"{what}: {len(items)}"
        yield from (f"  {excerpt(item)}" for item in items[:SHOWN])
        if len(items) > SHOWN:
            yield f"  and {len(items) - SHOWN} more"


@policy_app.command("init")
def init(corpus: Annotated[Path, typer.Argument(help="A .jsonl corpus, or a folder of .txt and .md files.")]) -> None:
    """Draft a policy from what a corpus has, for a person to edit; prints YAML."""
    from retrievers.corpus import load_documents
    from retrievers.drafting import draft_policy
    from retrievers.survey import survey

    with refusing():
        draft = draft_policy(survey(load_documents(corpus)), corpus.name)
    typer.echo(draft, nl=False)
