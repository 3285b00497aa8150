"""The freeze of a run: worlds, evidence policy, prompts and settings written down by hash before anything is run.

A run held to it (`run --frozen FILE`) can be told from one whose prompts were worded with its outcomes known.
"""

import hashlib
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from backbones.contracts import Result
from backbones.prompts import SYSTEM
from backbones.provider import canonical_sha256
from benchmark.settings import Closed, RunSettings, differences
from evidence.errors import InputError, RunError
from evidence.state import CallRole


class Frozen(Closed):
    """A freeze file.

    Attributes:
        settings: the run's: worlds and evidence policy by hash, model, policies, variants and budget.
        prompts: SHA-256 (hex) of each role's system prompt.
        contracts: SHA-256 (hex) of each contract's JSON schema.
    """

    format: Literal[1] = 1
    settings: RunSettings
    prompts: dict[CallRole, str]
    contracts: dict[str, str]


def frozen(settings: RunSettings) -> Frozen:
    """The freeze of a run of these settings by the code as it stands."""
    return Frozen(
        settings=settings,
        prompts={role: hashlib.sha256(prompt.encode()).hexdigest() for role, prompt in SYSTEM.items()},
        contracts={
            contract.__name__: canonical_sha256(contract.model_json_schema()) for contract in Result.__constraints__
        },
    )


def write_frozen(path: Path, settings: RunSettings) -> None:
    """Write the freeze of a run.

    Raises:
        InputError: a freeze stands there already, which nothing overwrites.
        RunError: the file can't be written.
    """
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(frozen(settings).model_dump_json(indent=2) + "\n")
    except FileExistsError:
        raise InputError(f"--freeze {path}: stands there already; give another file, or run it by --frozen") from None
    except OSError as error:
        raise RunError(f"--freeze {path}: not written ({error.strerror}); give another file") from None


def check_frozen(path: Path, settings: RunSettings) -> str:
    """Refuse to run anything but what was frozen; returns the freeze file's SHA-256 (hex).

    Raises:
        InputError: a file that is no freeze, or a setting, prompt or contract that differs from it; names each.
    """
    then, now = read_frozen(path), frozen(settings)
    differing = [
        f"{name} was {there} and is {here}" for name, there, here in differences(then.settings, now.settings)
    ]
    differing += [f"the prompt of {role}" for role, sha256 in now.prompts.items() if then.prompts.get(role) != sha256]
    differing += [f"contract {name}" for name, sha256 in now.contracts.items() if then.contracts.get(name) != sha256]
    if differing:
        raise InputError(f"--frozen {path}: it differs: {'; '.join(differing)}. Run what was frozen, or freeze anew")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_frozen(path: Path) -> Frozen:
    """Read a freeze file.

    Raises:
        InputError: there is none, or it is damaged.
    """
    try:
        return Frozen.model_validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(f"--frozen {path}: can't be read ({error.strerror}); 'run --freeze' makes one") from None
    except ValidationError as error:
        what = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(map(str, what["loc"])) or "file"
        raise InputError(f"--frozen {path}: {field}: {what['msg']}; restore the file") from None
