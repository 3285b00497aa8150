"""The embedded backbone: a deterministic algorithm over what a prompt would show, with no model.

It is real and weak. It reads spans, names and counts of words; it knows no record's form and no phrase of any
corpus, and the policy's vocabulary is all that it is told of records.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence, Set

from backbones.contracts import (
    AnswerReply,
    Expansion,
    Given,
    Proposal,
    ProposedCandidate,
    ProposedPremise,
    Reading,
    Reply,
    Result,
    Role,
    Task,
    call_id,
    task_call_id,
)
from backbones.extractive_tasks import done
from evidence.answers import (
    CANNOT_DETERMINE,
    AnswerType,
    answer_spans,
    answer_type,
    claimed_answer,
    normal_form,
)
from evidence.policy import Kinds
from evidence.state import Inquiry, ModelCall
from evidence.subject import is_about, subject_terms
from evidence.text import content_words, holds_phrase, normalised, tokens
from evidence.view import View

NAME = "extractive"
ANOTHER_ANSWER = "another answer"
HEADING_WORDS = 16
_LABEL = re.compile(r"(?m)^[^\n:]{1,40}:[ \t]*")
# Chosen on development worlds: of 2, 3, 4, 5, 6 and 10 terms, 3 and 4 gave the control its best recall.
EXPANSION_TERMS = 4
DIRICHLET_PRIOR = 1000.0
NEW_NAMES = 3
NEW_NAMES_DECISIVENESS = 0.9
MISSING_RECORD_DECISIVENESS = (0.6, 0.5)


class ExtractiveBackbone:
    """Fills the roles from the words on the pages; the same input always gives the same reply."""

    name = NAME

    def propose(
        self, question: str, pages: Sequence[View], inquiries: Sequence[Inquiry], kinds: Kinds
    ) -> Reply[Proposal]:
        """Candidates from the pages' claims, premises from names that the last inquiry brought."""
        candidates = _candidates(question, pages)
        new_names = _new_names(question, pages, inquiries)
        premises = _premises(question, new_names, kinds)
        proposal = Proposal(
            candidates=candidates,
            who_decides=kinds.final,
            subject=subject_terms(question).query[:400],
            newest_record="",
            named_but_missing=new_names[0] if new_names else "",
            premises=premises,
            stop=bool(_settling_path(question, pages, kinds)),
        )
        return _reply(proposal, "propose", call_id("propose", inquiries))

    def expand(
        self, question: str, pages: Sequence[View], inquiries: Sequence[Inquiry], kinds: Kinds
    ) -> Reply[Expansion]:
        """The question's content words, the vocabulary and the strongest feedback terms (RM3)."""
        asked = content_words(question)
        spent = {word for inquiry in inquiries for word in tokens(inquiry.query)}
        feedback = _feedback_terms(asked, _one_a_claim(question, pages), spent)
        words = dict.fromkeys([*asked, *tokens(kinds.final), *feedback])
        return _reply(Expansion(query=" ".join(words)), "expand", call_id("expand", inquiries))

    def answer(self, question: str, pages: Sequence[View], kinds: Kinds) -> Reply[AnswerReply]:
        """The claim of the page that settles the question, citing the pages that lead to it."""
        path = _settling_path(question, pages, kinds)
        reply = AnswerReply(
            answer=claimed_answer(path[-1].text, question) if path else CANNOT_DETERMINE,
            citations=[view.alias for view in path],
            residual_uncertainty="" if path else "No page shown settles the question.",
        )
        return _reply(reply, "answer", call_id("answer"))

    def read(self, task: Task[Reading], given: Given) -> Reply[Reading]:
        """What a weak reader makes of another system's prompt."""
        new_names = _new_names(given.question, given.pages, given.inquiries) if given.inquiries else []
        return _reply(done(task, given, new_names), task.role, task_call_id(task.role, given.number))


def _reply(result: Result, role: Role, name: str) -> Reply[Result]:
    return Reply(result, (ModelCall(call_id=name, role=role, model=NAME),))


def _premises(question: str, new_names: Sequence[str], kinds: Kinds) -> list[ProposedPremise]:
    """What the new names point to, where there are any; then the missing record about the subject."""
    subject = subject_terms(question).query
    either = " ".join(dict.fromkeys(tokens(f"{kinds.final} {kinds.bridge}")))
    missing = [
        _premise(f"There is a {kind} about {subject}.", decisiveness, f"{subject} {kind}")
        for kind, decisiveness in zip((either, kinds.final), MISSING_RECORD_DECISIVENESS, strict=True)
        if subject
    ]
    if not new_names:
        return missing
    named = " ".join(new_names)
    statement = f"What {named} says bears on the question."
    return [_premise(statement, NEW_NAMES_DECISIVENESS, f"{named} {kinds.terminal}"), *missing]


def _premise(statement: str, decisiveness: float, query: str) -> ProposedPremise:
    return ProposedPremise(
        statement=statement[:400],
        status="unresolved",
        decisiveness=decisiveness,
        expected_discriminator="",
        query=query[:400],
    )


def _candidates(question: str, pages: Sequence[View]) -> list[ProposedCandidate]:
    """Competing answers, most voices first; one more stands for what no page names."""
    wanted = answer_type(question)
    claims: dict[str, list[tuple[str, View]]] = {}
    for view in pages:
        answer = claimed_answer(view.text, question)
        if answer:
            claims.setdefault(normal_form(answer, wanted), []).append((answer, view))
    ranked = sorted(claims.values(), key=len, reverse=True)[:7]
    found = [
        ProposedCandidate(
            answer=group[0][0][:400], supported_by=[view.alias for _, view in group], necessary_premises=[]
        )
        for group in ranked
    ]
    return [*found, *_others(2 - len(found))]


def _others(count: int) -> list[ProposedCandidate]:
    names = (ANOTHER_ANSWER, "no answer")
    return [ProposedCandidate(answer=name, supported_by=[], necessary_premises=[]) for name in names[: max(count, 0)]]


def _new_names(question: str, pages: Sequence[View], inquiries: Sequence[Inquiry]) -> list[str]:
    """Names and identifiers that arrived with the last inquiry in a page about the subject.

    Those that stand in the question or the opening are not new. Attested ones come first and the most frequent
    next; a name of one word, which may only begin a sentence, comes last.
    """
    subject = subject_terms(question)
    known = " . ".join([question, *(view.text for view in pages if view.acquired_by == 0)])
    arrived = [view for view in pages if view.acquired_by and view.acquired_by == len(inquiries)]
    by_form: dict[str, list[str]] = {}
    about = [view for view in arrived if is_about(view.text, subject)]
    attested = [span for view in about for span in _names_in(view.record)]
    for span in [*attested, *(span for view in about for span in _names(view.text))]:
        if not holds_phrase(known, span):
            by_form.setdefault(normalised(span), []).append(span)
    ranked = sorted(
        by_form.values(), key=lambda same: (same[0] in attested, _is_telling(same[0]), len(same)), reverse=True
    )
    return [same[0] for same in ranked[:NEW_NAMES]]


def _is_telling(name: str) -> bool:
    return len(name.split()) > 1 or any(char.isdigit() for char in name)


def _names(text: str) -> list[str]:
    """The names and identifiers of a page, without its first line (a heading) and the labels of a form."""
    return _names_in(_LABEL.sub("", text.lstrip().partition("\n")[2] or text))


def _names_in(text: str) -> list[str]:
    return [span for span in answer_spans(text, AnswerType("any")) if content_words(span)]


def _one_a_claim(question: str, pages: Sequence[View]) -> list[View]:
    wanted = answer_type(question)
    by_claim: dict[str, View] = {}
    for view in pages:
        form = normal_form(claimed_answer(view.text, question), wanted)
        by_claim.setdefault(form or view.alias, view)
    return list(by_claim.values())


def _feedback_terms(asked: Sequence[str], pages: Sequence[View], spent: Set[str]) -> list[str]:
    """The best new terms of the relevance model RM3 (Abdul-Jaleel et al. 2004), best first.

    A page weighs as likely as it makes the query, Dirichlet-smoothed with the pages shown as the collection; a
    term weighs its probability in each page times the page's weight. Terms of one letter say nothing, and terms
    `spent` in an earlier query would only repeat it.
    """
    counted = [Counter(word for word in tokens(f"{view.text} {view.record}") if len(word) > 1) for view in pages]
    collection = sum(counted, Counter())
    weights: defaultdict[str, float] = defaultdict(float)
    for counts in counted:
        likelihood = 1.0
        for word in asked:
            prior = DIRICHLET_PRIOR * collection[word] / collection.total()
            likelihood *= (counts[word] + prior) / (counts.total() + DIRICHLET_PRIOR) if collection[word] else 1.0
        for word, count in counts.items():
            weights[word] += likelihood * count / counts.total()
    new = [word for word in content_words(" ".join(weights)) if word not in asked and word not in spent]
    return sorted(new, key=lambda word: (-weights[word], word))[:EXPANSION_TERMS]


def _settling_path(question: str, pages: Sequence[View], kinds: Kinds) -> list[View]:
    """The pages from one about the subject to the most authoritative page that holds a fitting answer.

    A page has authority where its heading, or its attested record, names one of the vocabulary's kinds. A bridge
    page about the subject leads on by shared names; where none does, a final page about the subject will do.
    """
    subject = subject_terms(question)
    about = [view for view in pages if is_about(view.text, subject)]
    fitting = [view for view in pages if claimed_answer(view.text, question)]
    ends = [view for view in fitting if _names_kind(view, kinds.terminal)]
    bridges = [view for view in pages if _names_kind(view, kinds.bridge)]
    paths = [_led_on([bridge], bridges, ends, question) for bridge in bridges if bridge in about]
    finals = [[view] for view in fitting if view in about and _names_kind(view, kinds.final)]
    return next(filter(None, [*paths, *reversed(finals)]), [])


def _led_on(path: list[View], bridges: Sequence[View], ends: Sequence[View], question: str) -> list[View]:
    """Follow the strongest tie from bridge to bridge until it leads to an end; [] where it breaks off."""
    ahead = [view for view in dict.fromkeys([*ends, *bridges]) if view not in path]
    strength, following = max(
        ((_shared_mentions(path[-1], view, question), view) for view in ahead),
        key=lambda tie: tie[0],
        default=(0, None),
    )
    if following is None or not strength:
        return []
    return [*path, following] if following in ends else _led_on([*path, following], bridges, ends, question)


def _names_kind(view: View, kind: str) -> bool:
    heading = view.record or " ".join(tokens(view.text)[:HEADING_WORDS])
    return holds_phrase(heading, kind)


def _shared_mentions(one: View, other: View, question: str) -> int:
    """How often both pages mention the name that ties them most: what binds two records recurs in both."""
    counts = [
        Counter(
            normalised(name)
            for name in [*_names(view.text), *_names_in(view.record)]
            if _is_telling(name) and not holds_phrase(question, name)
        )
        for view in (one, other)
    ]
    return max((counts[0] & counts[1]).values(), default=0)
