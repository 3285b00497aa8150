"""The embedded backbone's part in other systems' calls: what a weak reader makes of the same prompt.

It has no memory, so it recalls nothing. Of pages it reads the answers they claim, and takes the one that most of
them claim: records, authority and copies mean nothing to these prompts, and so nothing to it.
"""

import re
from collections.abc import Sequence
from itertools import combinations

from backbones.contracts import Contradiction, Given, Judgement, Reading, Said, Task
from evidence.answers import UNKNOWN, answer_type, claimed_answer, normal_form
from evidence.subject import is_about, subject_terms
from evidence.text import content_words, tokens
from evidence.view import View

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]?")
LONGEST = 400


def done(task: Task[Reading], given: Given, new_names: Sequence[str]) -> Reading:
    """A task's result.

    Args:
        task: what is asked.
        given: what its prompt shows.
        new_names: names that arrived with the last search, for follow-up questions.
    """
    if task.contract is Judgement:
        return task.contract.model_validate(_judged(given))
    texts = {
        "read": lambda: _majority(_claims(given)),
        "recall": lambda: UNKNOWN,
        "memory": lambda: UNKNOWN,
        "keywords": lambda: _first_claim(given.words, given.question),
        "consolidate": lambda: _consolidated(given),
        "conclude": lambda: _first_claim(given.notes.splitlines(), given.question),
        "weigh": lambda: _majority(_claims(given)),
        "reason": lambda: _next_thought(given),
        "follow-up": lambda: _follow_up(given, new_names),
    }
    text = texts[task.role]()
    return task.contract.model_validate({"text": text[:LONGEST] if task.contract is Said else text})


def _claims(given: Given) -> dict[str, list[tuple[str, View]]]:
    """Pages by the normal form of the answer that each claims, in the order shown.

    Pages that touch the subject speak first. Where they claim nothing, those shown beside them do: one page may
    name what another one settles, which nobody can read off either of them alone.
    """
    wanted = answer_type(given.question)
    touching = [view for view in given.pages if _touches(view, given.question)]
    claiming = [view for view in touching if claimed_answer(view.text, given.question)]
    found: dict[str, list[tuple[str, View]]] = {}
    for view in claiming or (given.pages if touching else ()):
        answer = claimed_answer(view.text, given.question)
        if answer:
            found.setdefault(normal_form(answer, wanted), []).append((answer, view))
    return found


def _touches(view: View, question: str) -> bool:
    """Whether a page holds any word of the question but the noun asked for."""
    return bool(set(subject_terms(question).words) & set(tokens(view.text)))


def _majority(claims: dict[str, list[tuple[str, View]]]) -> str:
    """The answer that most pages claim, the earliest of equals."""
    return max(claims.values(), key=len)[0][0] if claims else UNKNOWN


def _first_claim(texts: Sequence[str], question: str) -> str:
    return next(filter(None, (claimed_answer(text, question) for text in texts)), UNKNOWN)


def _consolidated(given: Given) -> str:
    """One line a claim, the most voices first, each with the pages that make it."""
    ranked = sorted(_claims(given).values(), key=len, reverse=True)
    lines = [f"{group[0][0]}: says {', '.join(view.alias for _, view in group)}" for group in ranked]
    return "\n".join(lines) or UNKNOWN


def _judged(given: Given) -> dict[str, list[Contradiction]]:
    """Answers contradict each other when their normal forms differ."""
    wanted = answer_type(given.question)
    forms = [normal_form(answer, wanted) for answer in given.answers]
    pairs = combinations(range(len(forms)), 2)
    return {
        "contradictions": [
            Contradiction(first=i + 1, second=j + 1, probability=1.0) for i, j in pairs if forms[i] != forms[j]
        ]
    }


def _next_thought(given: Given) -> str:
    """The sentence shown that says most of what is asked for and no earlier thought has said.

    Asked for are the question's words and, where the prompt shows it, the vocabulary's. A sentence that concludes is
    no step; where no step is left, the answer that most pages claim is the conclusion. Of equals, the one that says
    more of what is asked for goes first, then the newest pages'.
    """
    asked = {*content_words(given.question), *(tokens(given.kinds.final) if given.kinds is not None else ())}
    said = {word for inquiry in given.inquiries for word in tokens(inquiry.query)}
    newest_first = sorted(given.pages, key=lambda view: -view.acquired_by)
    sentences = [found[0].strip()[:LONGEST] for view in newest_first for found in _SENTENCE.finditer(view.text)]
    steps = [sentence for sentence in sentences if _is_step(sentence, given)]
    if not steps:
        return f"So the answer is: {_majority(_claims(given))}"
    held = {sentence: asked & set(tokens(sentence)) for sentence in steps}
    return max(steps, key=lambda sentence: (len(held[sentence] - said), len(held[sentence])))


def _is_step(sentence: str, given: Given) -> bool:
    """Whether a sentence is a new thought, and no conclusion: that says most of the question and names an answer."""
    words = set(content_words(given.question))
    concludes = 2 * len(words & set(tokens(sentence))) > len(words) and claimed_answer(sentence, given.question)
    return bool(tokens(sentence)) and not concludes and sentence not in {inquiry.query for inquiry in given.inquiries}


def _follow_up(given: Given, new_names: Sequence[str]) -> str:
    """Ask what the newest names are; before there are any, what record is about the subject."""
    if new_names:
        return f"What does {new_names[0]} say?"
    subject = subject_terms(given.question).query
    kind = given.kinds.final if given.kinds is not None else "document"
    about = [view for view in given.pages if view.acquired_by and is_about(view.text, subject_terms(given.question))]
    return f"What else is there about {subject}?" if about else f"What does the {kind} about {subject} say?"
