"""ReliabilityRAG with weighted sampling (Shen et al. 2025): answers over sampled pages instead of single ones."""

import random
from collections.abc import Sequence

from benchmark.baselines.isolated import isolated_answers
from benchmark.baselines.reliabilityrag import JUDGE_DEPARTURE, concluded, consistent
from benchmark.baselines.system import Desk, Outcome, System
from evidence.view import View

SAMPLES = 10
PAGES_A_SAMPLE = 1
GAMMA = 1.0


def answer(desk: Desk) -> Outcome:
    """One call a sample, the largest set of answers that don't contradict, and a call on the union of its pages."""
    rng = random.Random(f"reliabilityrag/{desk.question}")
    samples = draws(len(desk.pages), rng)
    answers = isolated_answers(desk, [shown(desk.pages, sample) for sample in samples])
    return concluded(desk, answers, consistent(desk, answers))


def weights(count: int, gamma: float = GAMMA) -> list[float]:
    """Weights of the ranks, the best first: gamma to the power of the rank."""
    return [gamma**rank for rank in range(count)]


def draws(
    count: int, rng: random.Random, samples: int = SAMPLES, size: int = PAGES_A_SAMPLE, gamma: float = GAMMA
) -> list[list[int]]:
    """Samples of page indices, drawn with replacement; none where there is no page."""
    if not count:
        return []
    return [rng.choices(range(count), weights(count, gamma), k=size) for _ in range(samples)]


def shown(pages: Sequence[View], sample: Sequence[int]) -> tuple[View, ...]:
    """A sample's pages as its call reads them: each once, the worst rank first."""
    return tuple(pages[index] for index in sorted(set(sample), reverse=True))


SYSTEM = System(
    answer,
    (
        "T = 10, m = 1, gamma = 1 as the release defaults; its scripts take 50 passages, T = 20, m = 2, gamma = 0.9.",
        "Draws are seeded by the question.",
        JUDGE_DEPARTURE,
    ),
    needs=("networkx",),
)
