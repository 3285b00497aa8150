"""Rebuild `corpus.jsonl`: a fixed selection of real PEPs, and the fabricated blog pages beside this file.

From the repository's root: `python examples/peps/build.py ../shared/data/peps.jsonl.gz`. The same input gives
the same bytes.
"""

import argparse
import gzip
import hashlib
import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
BLOGS = HERE / "blogs.jsonl"
CORPUS = HERE / "corpus.jsonl"

# Whole supersession chains: 386 -> 440, 333 -> 3333, 241 -> 314 -> 345 -> 566.
CHAINS = (386, 440, 333, 3333, 241, 314, 345, 566)
# Never adopted, on the chains' own subjects: the policy must not read these as records.
NOT_ADOPTED = (222, 243, 262, 365, 390, 396, 402, 426, 444, 459, 491, 641, 2026)
# Neighbours that were adopted: packaging, Distutils, metadata, indexes, versions.
ADOPTED = (
    *(229, 250, 301, 360, 370, 376, 425, 427, 449, 464, 470, 503, 508, 566, 592, 609, 621, 625, 627, 629),
    *(632, 643, 658, 685, 699, 700, 715, 721, 815),
)
# Superseded by others of the selection, on subjects that the questions don't ask about.
OTHER_CHAINS = (438, 470, 509, 699, 631, 621)
SELECTION = tuple(sorted({*CHAINS, *NOT_ADOPTED, *ADOPTED, *OTHER_CHAINS}))


def read_peps(source: Path) -> list[dict[str, Any]]:
    """Read the selected PEPs, in order of number, with their text untouched.

    Args:
        source: gzipped JSON lines with `id`, `title`, `status`, `type`, `created`, `superseded_by` and `text`.

    Raises:
        ValueError: the source lacks a PEP of the selection.
    """
    with gzip.open(source, "rt", encoding="utf-8") as lines:
        by_id = {record["id"]: record for record in map(json.loads, lines)}
    missing = [number for number in SELECTION if _pep_id(number) not in by_id]
    if missing:
        raise ValueError(f"{source} lacks PEP {missing[0]}; take the file of all PEPs")
    return [_document(number, by_id[_pep_id(number)]) for number in SELECTION]


def _pep_id(number: int) -> str:
    return f"pep-{number:04d}"


def _document(number: int, pep: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": pep["id"],
        "title": f"PEP {number} – {pep['title']}",
        "status": pep["status"],
        "type": pep["type"],
        "created": pep["created"],
        "superseded_by": pep["superseded_by"],
        "text": pep["text"],
    }


def read_blogs() -> list[dict[str, Any]]:
    """Read the fabricated pages; they carry no status, since nobody vouches for them."""
    return [json.loads(line) for line in BLOGS.read_text(encoding="utf-8").splitlines()]


def corpus(source: Path) -> bytes:
    """The corpus as JSON lines, PEPs and blogs mixed in the order of their ids' hashes."""
    documents = sorted([*read_peps(source), *read_blogs()], key=lambda document: _shuffle_key(document["id"]))
    return "".join(json.dumps(document, ensure_ascii=False) + "\n" for document in documents).encode("utf-8")


def _shuffle_key(document_id: str) -> str:
    return hashlib.sha256(document_id.encode("utf-8")).hexdigest()


def main() -> None:
    """Write the corpus and say what is in it."""
    parser = argparse.ArgumentParser(description="Rebuild the example corpus.")
    parser.add_argument("source", type=Path, help="peps.jsonl.gz: all PEPs, one JSON object a line")
    parser.add_argument("--output", type=Path, default=CORPUS, help="where to write the corpus")
    arguments = parser.parse_args()
    try:
        data = corpus(arguments.source)
    except (OSError, ValueError, KeyError) as error:
        parser.error(str(error))
    arguments.output.write_bytes(data)
    sys.stdout.write(
        f"{arguments.output}: {len(data)} bytes, {len(SELECTION)} PEPs, {len(read_blogs())} blog pages\n"
    )


if __name__ == "__main__":
    main()
