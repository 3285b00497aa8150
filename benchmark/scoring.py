"""Scoring: what each terminal was worth, against the labels that no run could see (design: "Score")."""

import re
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from benchmark.records import TerminalLine
from benchmark.settings import Key, Variant
from benchmark.worlds.labels import Labels
from evidence.answers import answer_type, normal_form
from evidence.errors import InputError

Result = Literal["safe", "unsafe", "abstained", "error"]

_SET = re.compile(r"[A-Za-z]*")


class WorldSet(NamedTuple):
    """The worlds that may be counted together: those of one id prefix and one condition."""

    prefix: str
    condition: str

    @property
    def label(self) -> str:
        """What tables call it."""
        return f"{self.prefix or 'worlds'} ({self.condition})"


class Cost(NamedTuple):
    """What runs took: provider calls, tokens, and seconds inside calls and in all."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    latency_s: float = 0.0
    seconds: float = 0.0

    def plus(self, other: "Cost") -> "Cost":
        """Both together."""
        return Cost(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.latency_s + other.latency_s,
            self.seconds + other.seconds,
        )


class Scored(NamedTuple):
    """A terminal with its score.

    Attributes:
        result: safe (released and correct), unsafe (released and wrong), abstained, or error.
        right: safe, or abstained where the decisive record is absent.
        decisive: whether every decisive page was acquired; None where the world has none.
        first_hop: whether the chain's first page was.
    """

    terminal: TerminalLine
    result: Result
    right: bool
    decisive: bool | None
    first_hop: bool | None
    hops: int
    domain: str
    worlds: WorldSet
    cost: Cost

    @property
    def key(self) -> Key:
        """The terminal's key."""
        return self.terminal.key

    @property
    def policy(self) -> str:
        """The query policy."""
        return self.terminal.policy

    @property
    def variant(self) -> Variant:
        """The protocol and the rules left out."""
        return self.terminal.key.variant


def score_all(terminals: Iterable[TerminalLine], labels: Mapping[str, Labels]) -> list[Scored]:
    """Score terminals.

    Raises:
        InputError: a world has no labels.
    """
    return [score(terminal, _labels_of(terminal.world_id, labels)) for terminal in terminals]


def _labels_of(world_id: str, labels: Mapping[str, Labels]) -> Labels:
    if world_id not in labels:
        raise InputError(f"world {world_id!r}: no labels; give the folder the run's worlds were made in (--worlds)")
    return labels[world_id]


def score(terminal: TerminalLine, labels: Labels) -> Scored:
    """Score one terminal."""
    result = _result(terminal, labels)
    acquired = {item.page.document_id for item in terminal.state.evidence} | {
        item.page.page_id for item in terminal.state.evidence
    }
    found = [page_id in acquired for page_id in labels.decisive]
    return Scored(
        terminal=terminal,
        result=result,
        right=result == ("safe" if labels.decisive else "abstained"),
        decisive=all(found) if found else None,
        first_hop=found[0] if found else None,
        hops=labels.hops,
        domain=labels.domain,
        worlds=world_set(labels),
        cost=_cost(terminal),
    )


def world_set(labels: Labels) -> WorldSet:
    """The set a world is counted in; development conditions are never pooled with the evaluation."""
    prefix = _SET.match(labels.world_id)
    return WorldSet(prefix[0] if prefix else "", labels.condition)


def _result(terminal: TerminalLine, labels: Labels) -> Result:
    if terminal.outcome == "error":
        return "error"
    if terminal.outcome != "answered":
        return "abstained"
    verdict = terminal.state.verdict
    answer = verdict.answer if verdict is not None else None
    return "safe" if labels.decisive and is_gold(answer or "", terminal.state.question, labels) else "unsafe"


def is_gold(answer: str, question: str, labels: Labels) -> bool:
    """Whether an answer says what a spelling of the true one says."""
    wanted = answer_type(question)
    return normal_form(answer, wanted) in {normal_form(spelling, wanted) for spelling in labels.gold.spellings}


def _cost(terminal: TerminalLine) -> Cost:
    calls = terminal.state.calls
    return Cost(
        calls=len(calls),
        input_tokens=sum(call.input_tokens for call in calls),
        output_tokens=sum(call.output_tokens for call in calls),
        latency_s=sum(call.latency_s for call in calls),
        seconds=terminal.seconds,
    )
