"""ReliabilityRAG with a maximum independent set (Shen et al. 2025), as its release behaves, in our own words."""

from collections.abc import Sequence
from itertools import combinations

from backbones.contracts import JUDGE, READ, Given, Judgement
from benchmark.baselines.isolated import Isolated, candidates, isolated_answers
from benchmark.baselines.system import Desk, Outcome, System, aliases
from evidence.answers import answer_type
from evidence.view import View

CONTRADICTS = 0.5


def answer(desk: Desk) -> Outcome:
    """One call a page, the largest set of answers that don't contradict, and a call on the pages behind it."""
    answers = isolated_answers(desk)
    chosen = consistent(desk, answers)
    return concluded(desk, answers, chosen)


def consistent(desk: Desk, answers: Sequence[Isolated]) -> tuple[int, ...]:
    """Indices of the largest set of answers that agree; () where all abstain."""
    voters = [index for index, answer in enumerate(answers) if not answer.abstains]
    if len(voters) < 2:
        return tuple(voters)
    judgement = desk.ask(JUDGE, Given(desk.question, answers=[answers[index].text for index in voters]))
    return tuple(voters[number] for number in independent(len(voters), edges(judgement, len(voters))))


def edges(judgement: Judgement, count: int) -> set[tuple[int, int]]:
    """Pairs of answers (from 0, the better rank first) that contradict with a probability of a half or more."""
    found = set()
    for pair in judgement.contradictions:
        first, second = sorted((pair.first - 1, pair.second - 1))
        if first != second and second < count and pair.probability >= CONTRADICTS:
            found.add((first, second))
    return found


def independent(count: int, contradictions: set[tuple[int, int]]) -> tuple[int, ...]:
    """The largest set of vertices without an edge; of equals, the lexicographically smallest: the better ranks."""
    import networkx

    agreeing = networkx.Graph()
    agreeing.add_nodes_from(range(count))
    agreeing.add_edges_from(pair for pair in combinations(range(count), 2) if pair not in contradictions)
    sets = [tuple(sorted(clique)) for clique in networkx.find_cliques(agreeing)]
    return min(sets, key=lambda clique: (-len(clique), clique), default=())


def concluded(desk: Desk, answers: Sequence[Isolated], chosen: Sequence[int]) -> Outcome:
    """The last call, on the pages of the chosen answers in rank order; on all pages where all abstained."""
    behind = {view.alias for index in chosen for view in answers[index].pages}
    pages: tuple[View, ...] = tuple(view for view in desk.pages if view.alias in behind) or desk.pages
    text = desk.ask(READ, Given(desk.question, pages=pages)).text
    note = f"{len(pages)} of {len(desk.pages)} pages kept." if chosen else "All abstained, so every page was kept."
    return Outcome(text, aliases(pages), candidates(answers, answer_type(desk.question)), note)


JUDGE_DEPARTURE = (
    "No NLI model ships in a registry package: contradictions are judged by the answers' normal form (embedded "
    "backbone) or by one batched call (chat), which makes one call more than the release."
)
SYSTEM = System(answer, (JUDGE_DEPARTURE,), needs=("networkx",))
