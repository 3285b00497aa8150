"""Isolated answers: one call a page, none of which sees another page."""

from collections.abc import Sequence
from typing import NamedTuple

from backbones.contracts import READ, Given
from benchmark.baselines.system import Desk, aliases
from evidence.answers import AnswerType, normal_form, says_unknown
from evidence.state import Candidate
from evidence.view import View


class Isolated(NamedTuple):
    """What a call said of the pages it was shown alone."""

    pages: tuple[View, ...]
    text: str

    @property
    def abstains(self) -> bool:
        """Whether it declines to answer."""
        return says_unknown(self.text)


def isolated_answers(desk: Desk, shown: Sequence[tuple[View, ...]] | None = None) -> list[Isolated]:
    """Ask the question of each group of pages alone; of each page where no groups are named."""
    groups = [(view,) for view in desk.pages] if shown is None else shown
    return [Isolated(pages, desk.ask(READ, Given(desk.question, pages=pages)).text) for pages in groups]


def candidates(answers: Sequence[Isolated], wanted: AnswerType) -> tuple[Candidate, ...]:
    """The answers given, each once, with the pages that gave them, in order."""
    groups: dict[str, list[Isolated]] = {}
    for answer in answers:
        if not answer.abstains:
            groups.setdefault(normal_form(answer.text, wanted), []).append(answer)
    return tuple(
        Candidate(
            answer=group[0].text,
            supported_by=tuple(dict.fromkeys(alias for answer in group for alias in aliases(answer.pages))),
        )
        for group in groups.values()
    )
