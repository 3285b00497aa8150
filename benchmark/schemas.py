"""JSON schemas of what a run folder holds; `benchmark/schemas/` keeps them, and a test that they are current."""

import json
from pathlib import Path

from pydantic import BaseModel

from benchmark.manifest import Manifest
from benchmark.records import CallLine, TerminalLine

FOLDER = Path(__file__).parent / "schemas"
SCHEMAS: dict[str, type[BaseModel]] = {
    "manifest.schema.json": Manifest,
    "terminals.schema.json": TerminalLine,
    "calls.schema.json": CallLine,
}


def schema_text(name: str) -> str:
    """One file's schema, as it is committed."""
    return json.dumps(SCHEMAS[name].model_json_schema(), indent=2, sort_keys=True) + "\n"


def write_schemas() -> None:
    """Write every schema; for a change of the records that is meant."""
    FOLDER.mkdir(exist_ok=True)
    for name in SCHEMAS:
        (FOLDER / name).write_text(schema_text(name), encoding="utf-8")


if __name__ == "__main__":
    write_schemas()
