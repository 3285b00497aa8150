"""A worlds folder: its runtime file, its labels, the spec that both were made from, and attested worlds' policies."""

from pathlib import Path
from shutil import copytree

from benchmark.world_spec import SPEC_FILE, world_spec
from benchmark.worlds.attestation import POLICIES
from benchmark.worlds.generate import WorldSpec, make_worlds
from benchmark.worlds.labels import LABELS_FILE
from benchmark.worlds.lines import write_lines
from benchmark.worlds.world import RUNTIME_FILE
from evidence.errors import InputError, RunError


def write_worlds(folder: Path, spec: WorldSpec) -> int:
    """Make a spec's worlds and write them; returns how many.

    Raises:
        InputError: the folder can't be made, or holds worlds of another spec.
        RunError: a file can't be written.
    """
    _check_free(folder, spec)
    made = make_worlds(spec)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"worlds {folder}: can't be made ({error.strerror}); give another folder") from None
    try:
        write_lines(folder / LABELS_FILE, (labels for _, labels in made))
        (folder / SPEC_FILE).write_text(spec.model_dump_json(indent=2) + "\n", encoding="utf-8")
        if spec.is_attested:
            copytree(POLICIES, folder / POLICIES.name, dirs_exist_ok=True)
        # Last and at once: where the runtime file stands, the worlds are whole.
        draft = folder / f".{RUNTIME_FILE}.new"
        write_lines(draft, (world for world, _ in made))
        draft.replace(folder / RUNTIME_FILE)
    except OSError as error:
        raise RunError(f"worlds {folder}: not written ({error.strerror}); make room and make them again") from error
    return len(made)


def _check_free(folder: Path, spec: WorldSpec) -> None:
    """Refuse to write over worlds of another spec: runs may rest on them."""
    if (folder / RUNTIME_FILE).exists() and world_spec(folder) != spec.model_dump(mode="json"):
        raise InputError(f"worlds {folder}: holds worlds of another spec; give another folder, or remove it")


def world_folders(folder: Path) -> list[Path]:
    """The worlds folders at a path: itself, or those right inside it.

    Raises:
        InputError: there is none.
    """
    inside = sorted(path.parent for path in folder.glob(f"*/{RUNTIME_FILE}"))
    found = [folder] if (folder / RUNTIME_FILE).is_file() else inside
    if not found:
        raise InputError(f"worlds {folder}: no worlds there; make them with 'socrates-bench worlds make'")
    return found
