"""What a worlds folder says of itself: what its worlds were made from, and the hash of what a run reads."""

import hashlib
import json
from pathlib import Path
from typing import Any

from benchmark.worlds.world import RUNTIME_FILE
from evidence.errors import InputError

SPEC_FILE = "spec.json"


def world_spec(folder: Path) -> dict[str, Any]:
    """What a worlds folder says that it was made from; empty where it doesn't say."""
    try:
        spec = json.loads((folder / SPEC_FILE).read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        raise InputError(f"worlds {folder / SPEC_FILE}: damaged; make the worlds again") from None
    return spec if isinstance(spec, dict) else {}


def runtime_sha256(folder: Path) -> str:
    """Hash of a worlds folder's runtime file."""
    with (folder / RUNTIME_FILE).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
