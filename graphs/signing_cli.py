"""The commands `keys new`, `sign` and `verify`. Nothing here prints a private key."""

from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from evidence.errors import InputError
from graphs.exits import refusing
from graphs.printing import printable

if TYPE_CHECKING:
    from evidence.keys import PrivateKey, PublicKeys
    from evidence.signatures import Claims
    from retrievers.corpus import Document

keys_app = typer.Typer(help="Keys that sign records.", no_args_is_help=True)

PUBLIC_NAME = "public.jwks"
FAULTY = 1

CorpusArgument = Annotated[Path, typer.Argument(help="A .jsonl corpus, or a folder of .txt and .md files.")]
DayOption = Annotated[str | None, typer.Option(help="The last day, as 2027-12-31; none by default.")]


class RoleName(StrEnum):
    """The roles a record may have."""

    FINAL = "final"
    BRIDGE = "bridge"
    TERMINAL = "terminal"


@keys_app.command("new")
def new(
    name: Annotated[str, typer.Argument(help="The key's name (kid), as policies will call it.")],
    folder: Annotated[Path, typer.Option(help="Where the files go.")] = Path(),
    public: Annotated[
        Path | None, typer.Option(help="The public JWK set to add the key to; public.jwks in the folder.")
    ] = None,
    expires: DayOption = None,
) -> None:
    """Make a signing key: NAME.private.jwk, for its owner alone, and its public half in a JWK set."""
    from evidence.keys import new_key
    from retrievers.signing import write_private, write_whole

    with refusing():
        if not name.strip() or any(char in name for char in "/\\\0") or name != printable(name):
            raise InputError(f"key name {name!r}: use letters, digits and dashes")
        key = new_key(name, _day(expires, "--expires"))
        path = public or folder / PUBLIC_NAME
        keys = _with_key(path, key)
        private = folder / f"{name}.private.jwk"
        write_private(private, key)
        write_whole(path, (keys.model_dump_json(indent=2) + "\n").encode())
    typer.echo(f"{private}: the private key, for you alone; keep it off the corpus and out of version control")
    typer.echo(f"{path}: {len(keys.keys)} public key(s); name this file under keys in your policy")


def _with_key(path: Path, key: "PrivateKey") -> "PublicKeys":
    """The public JWK set at a path with a key added, which must have a name of its own there."""
    from evidence.keys import PublicKeys, parse_public_keys

    if not path.exists():
        return PublicKeys(keys=(key.public,))
    known = parse_public_keys(_read(path), str(path))
    if known.named(key.kid) is not None:
        raise InputError(f"keys {path}: has a key {key.kid!r} already; choose another name")
    return PublicKeys(keys=(*known.keys, key.public))


def sign(
    corpus: CorpusArgument,
    key: Annotated[Path, typer.Option(help="The private key: NAME.private.jwk.")],
    policy: Annotated[
        str | None,
        typer.Option(help="Sign what this evidence policy (file or built-in name) reads as a record."),
    ] = None,
    document: Annotated[str | None, typer.Option(help="Sign this document alone, by its id.")] = None,
    role: Annotated[RoleName | None, typer.Option(help="The document's role, where no policy tells it.")] = None,
    record_id: Annotated[str | None, typer.Option(help="Its record id, where no policy tells it.")] = None,
    subject: Annotated[str, typer.Option(help="What it is about, where no policy tells it.")] = "",
    link: Annotated[list[str] | None, typer.Option(help="A record id that it hands on to; may be repeated.")] = None,
    issued: Annotated[str | None, typer.Option(help="The day it is in force from; today by default.")] = None,
    expires: DayOption = None,
    out: Annotated[Path | None, typer.Option(help="Where the signed .jsonl corpus goes.")] = None,
) -> None:
    """Sign records: into a new JSONL corpus, or as .jws files beside a folder's documents."""
    from evidence.keys import parse_private_key
    from evidence.signatures import today
    from retrievers.corpus import load_documents
    from retrievers.signing import signed_documents, write_jsonl, write_sidecars

    with refusing():
        documents = load_documents(corpus)
        private = parse_private_key(_read(key), str(key))
        if corpus.is_file() and out is None:
            raise InputError("--out: name the file that the signed corpus goes to; a folder gets .jws files instead")
        days = (_day(issued, "--issued") or today(), _day(expires, "--expires"))
        given = None if role is None or record_id is None else (role.value, record_id, subject, tuple(link or ()))
        claims = _claims(documents, policy, document, given, days)
        signed = signed_documents(documents, claims, private)
        count = sum(claim is not None for claim in claims)
        if corpus.is_dir():
            chosen = [d for d, claim in zip(signed, claims, strict=True) if claim is not None]
            write_sidecars(chosen, corpus)
        elif out is not None:
            write_jsonl(signed, out)
    typer.echo(
        f"{out or corpus}: signed {count} of {len(documents)} documents with the key {printable(private.kid)!r}"
    )


def _claims(
    documents: "list[Document]",
    policy: str | None,
    only: str | None,
    given: tuple[str, str, str, tuple[str, ...]] | None,
    days: tuple[date, date | None],
) -> "list[Claims | None]":
    """Claims for each document that is to be signed: given for one, or as a policy reads all."""
    from evidence.policy import load_policy
    from evidence.signatures import Claims, text_sha256
    from retrievers.signing import claims_of, title_of

    if only is not None and all(document.document_id != only for document in documents):
        raise InputError(f"--document {only!r}: no such document in the corpus")
    issued, expires = days
    if policy is None:
        if only is None or given is None:
            raise InputError("give --policy, or --document with --role and --record-id")
        role, record_id, subject, links = given
        return [
            Claims.model_validate(
                {
                    "sha256": text_sha256(document.text),
                    "title": title_of(document),
                    "role": role,
                    "record_id": record_id,
                    "subject": subject,
                    "links_to": links,
                    "issued": issued,
                    "expires": expires,
                }
            )
            if document.document_id == only
            else None
            for document in documents
        ]
    read = load_policy(policy)
    claims = [
        claims_of(document, read, issued, expires) if only in (None, document.document_id) else None
        for document in documents
    ]
    if not any(claims):
        raise InputError(f"policy {read.name}: reads no record in what was to be signed; see `policy check`")
    return claims


def verify(
    corpus: CorpusArgument,
    keys: Annotated[Path | None, typer.Option(help="A public JWK set: any of its keys may sign anything.")] = None,
    policy: Annotated[str | None, typer.Option(help="A policy: its keys, and what each may attest.")] = None,
) -> None:
    """Verify a corpus's signatures, and name what is wrong with each that counts for nothing.

    Exit code 0: every signature counts, and there is one. 1: one doesn't, or there is none. 2: bad input.
    """
    from evidence.keys import parse_public_keys
    from evidence.policy import load_policy
    from evidence.signatures import FAULTS, today
    from retrievers.corpus import load_documents
    from retrievers.signing import any_signer, check_signatures

    with refusing():
        if (keys is None) == (policy is None):
            raise InputError("give either --keys or --policy")
        if policy is not None:
            read = load_policy(policy)
        else:
            read = any_signer(parse_public_keys(_read(keys or Path()), str(keys)), today())
        checked = check_signatures(load_documents(corpus), read)
    faulty = [item for item in checked if item.fault is not None]
    for item in faulty:
        if item.fault is not None:
            typer.echo(f"{printable(item.document_id)}: {item.fault.value}: {FAULTS[item.fault]}")
    valid = sum(item.signed for item in checked) - len(faulty)
    unsigned = sum(not item.signed for item in checked)
    typer.echo(f"{len(checked)} documents: {valid} signatures count, {len(faulty)} don't, {unsigned} unsigned")
    raise typer.Exit(FAULTY if faulty or not valid else 0)


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError):
        raise InputError(f"{path}: no readable file") from None


def _day(text: str | None, option: str) -> date | None:
    try:
        return None if text is None else date.fromisoformat(text)
    except ValueError:
        raise InputError(f"{option} {text!r}: no day; write it as 2027-12-31") from None
