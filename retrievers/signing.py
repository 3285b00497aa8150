"""Signing a corpus's records, and saying of each document whether its signature counts."""

import json
import os
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from evidence.errors import InputError
from evidence.keys import PrivateKey, PublicKeys
from evidence.policy import EvidencePolicy
from evidence.rules import SignatureRule, Signer
from evidence.signatures import SIGNATURE_FIELD, Claims, Fault, sign, text_sha256
from retrievers.corpus import Document, sidecar_of

PRIVATE_MODE = 0o600


class Checked(NamedTuple):
    """What came of one document's signature: `fault` is None where it counts or there is none."""

    document_id: str
    signed: bool
    fault: Fault | None


def claims_of(document: Document, policy: EvidencePolicy, issued: date, expires: date | None) -> Claims | None:
    """The claims to sign for a document, as a policy reads it; None where it reads no record."""
    record = policy.read(document.text, {**document.metadata, "id": document.document_id})
    if record is None:
        return None
    return Claims(
        sha256=text_sha256(document.text),
        title=title_of(document),
        role=record.role,
        record_id=record.record_id,
        subject=record.subject,
        links_to=record.links_to,
        issued=record.effective or issued,
        expires=expires,
    )


def title_of(document: Document) -> str:
    """The title that readers see beside the text, or ""."""
    title = document.metadata.get("title", "")
    return title if isinstance(title, str) else ""


def signed_documents(
    documents: Iterable[Document], claims: Sequence[Claims | None], key: PrivateKey
) -> list[Document]:
    """The documents, those with claims signed; an older signature of theirs is replaced."""
    return [
        document
        if claim is None
        else document._replace(metadata={**document.metadata, SIGNATURE_FIELD: sign(claim, key)})
        for document, claim in zip(documents, claims, strict=True)
    ]


def write_jsonl(documents: Iterable[Document], path: Path) -> None:
    """Write documents as a JSONL corpus."""
    lines = [_line({"id": d.document_id, **d.metadata, "text": d.text}) for d in documents]
    write_whole(path, b"".join(lines))


def _line(data: dict[str, Any]) -> bytes:
    try:
        return (json.dumps(data, ensure_ascii=False) + "\n").encode("utf-8")
    except UnicodeEncodeError:
        return (json.dumps(data) + "\n").encode("ascii")


def write_sidecars(documents: Iterable[Document], folder: Path) -> None:
    """Write each signature beside its document in a folder."""
    for document in documents:
        if SIGNATURE_FIELD in document.metadata:
            token = str(document.metadata[SIGNATURE_FIELD])
            write_whole(sidecar_of(folder / document.document_id), f"{token}\n".encode())


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that a reader sees the old content or the new one, never half of it."""
    temporary = path.with_name(path.name + ".new")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    except OSError as error:
        raise InputError(f"{path}: can't be written ({error.strerror}); check folder and permissions") from None


def write_private(path: Path, key: PrivateKey) -> None:
    """Write a private key to a new file that its owner alone may read."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE_MODE)
    except FileExistsError:
        raise InputError(f"{path}: exists already; a key is never overwritten, so choose another name") from None
    except OSError as error:
        raise InputError(f"{path}: can't be written ({error.strerror}); check folder and permissions") from None
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        os.fchmod(file.fileno(), PRIVATE_MODE)
        file.write(key.to_jwk())


def any_signer(keys: PublicKeys, as_of: date) -> EvidencePolicy:
    """A policy under which each key may attest everything: for verifying signatures alone."""
    signers = tuple(Signer(key=key.kid) for key in keys.keys)
    rules = (SignatureRule(by="signature", signers=signers),)
    return EvidencePolicy(name="any signer", trust="signature", keys=keys, as_of=as_of, rules=rules)


def check_signatures(documents: Iterable[Document], policy: EvidencePolicy) -> list[Checked]:
    """Verify every document's signature under a policy's signature rules."""
    rules = [rule for rule in policy.rules if isinstance(rule, SignatureRule)]
    if not rules:
        raise InputError(f"policy {policy.name}: has no rule by signature; give one that has, or --keys")
    strict = policy.model_copy(update={"trust": "signature"})
    return [
        Checked(
            document.document_id,
            SIGNATURE_FIELD in document.metadata,
            strict.reading(document.text, document.metadata).fault,
        )
        for document in documents
    ]
