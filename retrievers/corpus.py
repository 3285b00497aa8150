"""Corpora: a JSONL file or a folder of text files, read as documents and split into passages."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from evidence.editions import newest_in_force
from evidence.errors import InputError
from evidence.policy import EvidencePolicy
from evidence.records import Record
from evidence.signatures import SIGNATURE_FIELD, text_sha256
from evidence.state import Page

MAX_DOCUMENT_BYTES = 5_000_000
PASSAGE_WORDS = 180
TEXT_SUFFIXES = (".txt", ".md")
SIDECAR_SUFFIX = ".jws"


class Document(NamedTuple):
    """A document as the corpus holds it."""

    document_id: str
    text: str
    metadata: dict[str, Any]


def load_documents(path: Path) -> list[Document]:
    """Read a corpus.

    Args:
        path: a JSONL file with `id`, `text` and any metadata a line, or a folder of .txt and .md files, whose
            ids are their paths inside the folder and whose signatures lie beside them.

    Raises:
        InputError: the corpus is missing, empty or broken; names the file, the line and what to do.
    """
    if path.is_dir():
        documents = list(_folder(path))
        expected = f"no {' or '.join(TEXT_SUFFIXES)} file in it"
    elif path.is_file():
        documents = list(_jsonl(path))
        expected = "no line in it"
    else:
        raise InputError(
            f"corpus {path}: no such file or folder; give a .jsonl file or a folder of .txt and .md files"
        )
    if not documents:
        raise InputError(f"corpus {path}: empty, {expected}")
    return documents


def _folder(path: Path) -> Iterator[Document]:
    for file in sorted(path.rglob("*")):
        if file.suffix.lower() in TEXT_SUFFIXES and file.is_file() and not file.is_symlink():
            _check_size(file.stat().st_size, str(file))
            text = _decoded(file.read_bytes(), str(file))
            if text.strip():
                yield Document(file.relative_to(path).as_posix(), text, _sidecar(file))


def sidecar_of(file: Path) -> Path:
    """Where a folder's document has its signature: beside it, under its name and `.jws`."""
    return file.with_name(file.name + SIDECAR_SUFFIX)


def _sidecar(file: Path) -> dict[str, Any]:
    sidecar = sidecar_of(file)
    if not sidecar.is_file() or sidecar.is_symlink():
        return {}
    _check_size(sidecar.stat().st_size, str(sidecar))
    return {SIGNATURE_FIELD: _decoded(sidecar.read_bytes(), str(sidecar)).strip()}


def _jsonl(path: Path) -> Iterator[Document]:
    first_seen: dict[str, int] = {}
    with path.open("rb") as lines:
        for number, raw in enumerate(lines, start=1):
            where = f"{path} line {number}"
            _check_size(len(raw), where)
            line = _decoded(raw, where)
            if not line.strip():
                continue
            document = _parsed(line, where)
            if document.document_id in first_seen:
                raise InputError(
                    f"corpus {where}: id {document.document_id!r} stands on line "
                    f"{first_seen[document.document_id]} too; ids must be unique"
                )
            first_seen[document.document_id] = number
            yield document


def _parsed(line: str, where: str) -> Document:
    try:
        data = json.loads(line)
    except (json.JSONDecodeError, RecursionError):
        raise InputError(f"corpus {where}: not valid JSON; each line must be one object with id and text") from None
    if not isinstance(data, dict):
        raise InputError(f"corpus {where}: must be a JSON object with id and text")
    for field in ("id", "text"):
        if not isinstance(data.get(field), str) or not data[field].strip():
            raise InputError(f"corpus {where}: field {field!r} is missing, empty or no string")
    metadata = {key: value for key, value in data.items() if key not in ("id", "text")}
    return Document(data["id"], data["text"], metadata)


def _check_size(size: int, where: str) -> None:
    if size > MAX_DOCUMENT_BYTES:
        raise InputError(
            f"corpus {where}: a document of {size:,} bytes; at most {MAX_DOCUMENT_BYTES:,} are read, so split it"
        )


def _decoded(raw: bytes, where: str) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"corpus {where}: not UTF-8 text; convert it or leave it out") from None
    if "\0" in text:
        raise InputError(f"corpus {where}: binary, not text; leave it out")
    return text


def pages_of(documents: Iterable[Document], policy: EvidencePolicy) -> list[Page]:
    """Split documents into passages that inherit their document's id, hash, metadata and record.

    The policy reads each document whole, and of a record's editions the newest in force settles the matter.
    """
    wholes = [whole_page(document, policy) for document in documents]
    records = newest_in_force([whole.record for whole in wholes])
    return [page for whole, record in zip(wholes, records, strict=True) for page in _pages(whole, record)]


def _pages(whole: Page, record: Record | None) -> Iterator[Page]:
    for number, text in enumerate(passages(whole.text)):
        yield whole.model_copy(update={"page_id": f"{whole.document_id}#{number}", "text": text, "record": record})


def whole_page(document: Document, policy: EvidencePolicy) -> Page:
    """A document as one page, with the record that the policy reads it as.

    The policy finds the document's id under `id` among the metadata.
    """
    return Page(
        page_id=f"{document.document_id}#0",
        document_id=document.document_id,
        document_sha256=text_sha256(document.text),
        text=document.text,
        metadata=document.metadata,
        record=policy.read(document.text, {**document.metadata, "id": document.document_id}),
    )


def passages(text: str, words: int = PASSAGE_WORDS) -> list[str]:
    """Cut a text at blank lines into passages of at most `words` words; a longer paragraph is cut by words."""
    done: list[str] = []
    current: list[str] = []
    count = 0
    for paragraph in _paragraphs(text, words):
        size = len(paragraph.split())
        if current and count + size > words:
            done.append("\n\n".join(current))
            current, count = [], 0
        current.append(paragraph)
        count += size
    return [*done, "\n\n".join(current)] if current else done


def _paragraphs(text: str, words: int) -> Iterator[str]:
    for block in text.replace("\r\n", "\n").split("\n\n"):
        paragraph = block.strip("\n ")
        parts = paragraph.split()
        if len(parts) <= words:
            if parts:
                yield paragraph
        else:
            for start in range(0, len(parts), words):
                yield " ".join(parts[start : start + words])
