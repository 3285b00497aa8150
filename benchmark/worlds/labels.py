"""A world's other half, `labels.jsonl`: for scoring and the separability checker alone. No run imports this."""

from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from benchmark.worlds.lines import Line, read_lines

LABELS_FILE = "labels.jsonl"

# What an attacker who knows the evidence policy adds; `attacks.py` says what each does.
AttackFamily = Literal[
    "forged-record",
    "forged-bridge",
    "stolen-signature",
    "replayed-record",
    "other-subject",
    "instruction",
    "imitated-notice",
    "record-vocabulary",
    "wrong-role",
]
PageKind = Literal["notice", "replica", "final", "bridge", "terminal", "decoy", "background"] | AttackFamily
Condition = Literal["hidden", "source_visible", "identifier_visible"]


class Spellings(BaseModel):
    """An answer and every way of writing it that counts as the same."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    answer: str
    spellings: tuple[str, ...] = Field(min_length=1)


class Labels(Line):
    """What only scoring and the separability checker may see.

    Attributes:
        domain: the fictional domain the world is of.
        condition: which identifiers the opening shows.
        hops: links from the subject to the answer, plus one; 0 where the decisive record is absent.
        gold: the true answer; for an unanswerable world, what it would have been.
        false: the answer the replicas push; None where there is no attack.
        kinds: each page's kind, by page id.
        decisive: the pages that settle the question, in the order of the chain; empty where unanswerable.
        oracle_queries: one query for each decisive page that reaches it.
        vocabulary: the world's coined words, sorted; no other world has any of them.
    """

    domain: str
    condition: Condition
    hops: int
    gold: Spellings
    false: Spellings | None
    kinds: dict[str, PageKind]
    decisive: tuple[str, ...]
    oracle_queries: tuple[str, ...]
    vocabulary: tuple[str, ...]


def read_labels(folder: Path) -> dict[str, Labels]:
    """Read a folder's labels, by world id."""
    return {line.world_id: line for line in read_lines(folder / LABELS_FILE, Labels)}
