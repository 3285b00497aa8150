"""The suspect groups of a run, as lines for a person to review."""

import json
from pathlib import Path
from typing import Any

from evidence.errors import InputError
from evidence.groups import claim_groups
from evidence.state import EvidenceState


def check_writable(path: Path) -> None:
    """Refuse a file that can't be written before the run costs anything."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise InputError(f"--quarantine {path}: no file can be written there; its folder must exist")


def suspect_groups(state: EvidenceState) -> list[dict[str, Any]]:
    """One entry a group that the verdict names: the answer it pushes, its size, and its pages' ids."""
    if state.verdict is None:
        return []
    pages = {item.alias: item.page.page_id for item in state.evidence}
    answers = {group.members[0].alias: group.answer for group in claim_groups(state.evidence, state.question)}
    return [
        {
            "question": state.question,
            "answer": answers.get(aliases[0], ""),
            "size": len(aliases),
            "page_ids": [pages[alias] for alias in aliases],
        }
        for aliases in state.verdict.suspects
    ]


def write_quarantine(state: EvidenceState, path: Path) -> int:
    """Write the suspect groups as JSON lines, over what the file held; returns how many there are."""
    groups = suspect_groups(state)
    try:
        path.write_text("".join(json.dumps(group) + "\n" for group in groups), encoding="utf-8")
    except OSError as error:
        raise InputError(f"--quarantine {path}: can't be written ({error.strerror})") from None
    return len(groups)
