"""Majority vote over isolated answers."""

from benchmark.baselines.isolated import candidates, isolated_answers
from benchmark.baselines.system import Desk, Outcome, System
from evidence.answers import UNKNOWN, answer_type
from evidence.state import Candidate


def answer(desk: Desk) -> Outcome:
    """One call a page; abstentions have no vote. All abstaining, so does the system."""
    voted = candidates(isolated_answers(desk), answer_type(desk.question))
    if not voted:
        return Outcome(UNKNOWN, note="No page gave an answer.")
    first = winner(voted)
    note = f"{len(first.supported_by)} of {len(desk.pages)} pages agree."
    return Outcome(first.answer, first.supported_by, voted, note)


def winner(voted: tuple[Candidate, ...]) -> Candidate:
    """The candidate of most pages; of equals, the one whose first page ranks best."""
    return max(voted, key=lambda candidate: len(candidate.supported_by))


SYSTEM = System(answer, ("Votes are counted by the scorer's normal form of an answer.",))
