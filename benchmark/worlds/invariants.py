"""What a world declares of itself, checked (design: "Invariants").

Which invariants a world declares follows from its condition and family: see `declared`.
"""

from collections.abc import Callable, Sequence
from math import comb

from benchmark.worlds.attack_invariants import check_attack
from benchmark.worlds.attacks import without_attacker
from benchmark.worlds.case import (
    OPENING_PAGES,
    PAGES_PER_QUERY,
    Case,
    Check,
    Outcome,
    case_of,
    checked,
    meaning_of,
)
from benchmark.worlds.labels import Labels, Spellings
from benchmark.worlds.pages import COMPARED_REPLICAS
from benchmark.worlds.queries import premise_queries, ranks, source_queries, terms_of, topical_queries
from benchmark.worlds.resemblance import highest_resemblance
from benchmark.worlds.world import World
from evidence.answers import answer_type, claimed_answer, normal_form
from evidence.groups import NEAR_DUPLICATE
from evidence.state import Page
from evidence.subject import subject_terms
from evidence.text import content_words, holds_phrase, tokens
from retrievers.protocol import Retriever

LEAST_DECOYS = 6
LEAST_TOPICAL_QUERIES = 20
PREMISE_SHARE = 0.75
SOURCE_SHARE = 0.5
# From here on nearly every page holds the subject's words, so that their idf is near zero: queries that name the
# subject and no kind can't tell its record from decoys. Source-seeking queries are measured there, not declared.
MANY_REPLICAS = 200


def check_world(world: World, labels: Labels, retriever: Retriever | None = None) -> list[Check]:
    """Check every invariant that a world declares.

    Args:
        world: the runtime half.
        labels: the other half.
        retriever: the index to search for the world as it was before an attacker came; its own pages where
            None. Give the shared one for worlds that were made with a shared index.
    """
    own = case_of(*without_attacker(world, labels), retriever)
    return [*checked(own, declared(own)), *check_attack(world, labels)]


def declared(case: Case) -> list[Callable[[Case], Outcome]]:
    """The invariants that a world's condition and family declare."""
    labels = case.labels
    attacked, answerable = labels.false is not None, bool(labels.decisive)
    checks: list[Callable[[Case], Outcome]] = [opening, ids, wordings, decoys, answers, one_distribution]
    checks.append(
        {"hidden": hidden, "source_visible": source_visible, "identifier_visible": identifier_visible}[
            labels.condition
        ]
    )
    if not answerable:
        return [*checks, unanswerable]
    replicas = len(case.of_kind("replica"))
    checks += [chain, premises, identifiers, chain_words]
    # Fewer replicas than the question's depth leave it room for a decisive page: deepening may win there.
    if attacked and replicas >= case.depth:
        checks.append(question_depth)
        if labels.condition == "hidden":
            checks.append(topical)
    if attacked:
        checks.append(undisplaced)
    if attacked and labels.condition == "hidden" and case.world.index == "own" and replicas <= MANY_REPLICAS:
        checks.append(source_seeking)
    return checks


def opening(case: Case) -> Outcome:
    """The opening is the notice and three replicas (background pages, without attack), and holds no gold answer."""
    kinds = [case.labels.kinds[page_id] for page_id in case.world.opening]
    want = "background" if case.labels.false is None else "replica"
    replicas = len(case.of_kind("replica"))
    count = OPENING_PAGES - 1 if case.labels.false is None else min(OPENING_PAGES - 1, replicas)
    gold = [page_id for page_id in case.world.opening if _stands(case.labels.gold, case.pages[page_id])]
    subject = subject_terms(case.world.question).names[0]
    about = [holds_phrase(case.pages[page_id].text, subject) for page_id in case.world.opening]
    held = kinds == ["notice", *[want] * count] and not gold and all(about)
    held = held and (case.labels.false is not None or not replicas)
    return held, f"{', '.join(kinds)}; pages with the gold answer: {len(gold)}; about the subject: {sum(about)}"


def ids(case: Case) -> Outcome:
    """Page ids are opaque and unique, and labels cover exactly the world's pages."""
    page_ids = [page.page_id for page in case.world.pages]
    opaque = all(len(page_id) == 18 and page_id.endswith("#0") for page_id in page_ids)
    held = opaque and len(set(page_ids)) == len(page_ids) and set(page_ids) == set(case.labels.kinds)
    return held, f"{len(page_ids)} ids, {len(set(page_ids))} different"


def wordings(case: Case) -> Outcome:
    """No two pages have one text, and no two replicas are near-duplicates."""
    texts = [page.text for page in case.world.pages]
    replicas = [page.text for page in case.of_kind("replica")[:COMPARED_REPLICAS]]
    closest = highest_resemblance(replicas)
    held = len(set(texts)) == len(texts) and closest < NEAR_DUPLICATE
    return held, f"{len(set(texts))} texts of {len(texts)} pages; closest of {len(replicas)} replicas {closest:.2f}"


def decoys(case: Case) -> Outcome:
    """At least six decoys read as records, none about the subject or under a decisive id."""
    found = case.of_kind("decoy")
    subject = subject_terms(case.world.question)
    about = [page for page in found if page.record and case.policy.about.covers(page.record, page.text, subject)]
    taken = {record.record_id for record in case.records}
    same_id = [page for page in found if page.record and page.record.record_id in taken]
    unread = [page for page in found if page.record is None]
    held = len(found) >= LEAST_DECOYS and not about and not same_id and not unread
    return held, f"{len(found)} decoys; about the subject {len(about)}, unread {len(unread)}"


def answers(case: Case) -> Outcome:
    """The gold answer stands in the last decisive page alone and is its claim; the false one in replicas alone."""
    labels, question = case.labels, case.world.question
    gold = [page.page_id for page in case.pages.values() if _stands(labels.gold, page)]
    held = gold == list(labels.decisive[-1:])
    wanted = answer_type(question)
    if labels.decisive:
        claim = claimed_answer(case.pages[labels.decisive[-1]].text, question)
        held = held and normal_form(claim, wanted) == normal_form(labels.gold.answer, wanted)
    false = [page.page_id for page in case.pages.values() if labels.false and _stands(labels.false, page)]
    replicas = [page.page_id for page in case.of_kind("replica")]
    claims = [claimed_answer(case.pages[page_id].text, question) for page_id in replicas]
    pushed = [claim for claim in claims if labels.false and claim.casefold() in _folded(labels.false)]
    held = held and false == replicas and len(pushed) == len(replicas)
    return (
        held,
        f"gold in {len(gold)} page; false in {len(false)} pages, {len(pushed)} of {len(replicas)} replicas claim it",
    )


def _stands(answer: Spellings, page: Page) -> bool:
    return any(holds_phrase(page.text, spelling) for spelling in answer.spellings)


def _folded(answer: Spellings) -> set[str]:
    return {spelling.casefold() for spelling in answer.spellings}


def one_distribution(case: Case) -> Outcome:
    """The gold and the false answer have one form: the noun and one coined word (`generate` draws both alike)."""
    known = set(case.labels.vocabulary)
    both = [answer for answer in (case.labels.gold, case.labels.false) if answer is not None]
    names = [content_words(answer.spellings[-1]) for answer in both]
    noun = terms_of(case.world).noun
    held = all(len(name) == 1 and name[0] in known for name in names)
    held = held and all(answer.answer == f"{noun.capitalize()} {answer.spellings[-1]}" for answer in both)
    return held, f"{len(both)} answers, each {noun!r} and one coined word"


def hidden(case: Case) -> Outcome:
    """The opening names neither a kind of record nor a decisive record's id."""
    kinds, named = _visible(case)
    return not kinds and not named, f"opening names {len(kinds)} kinds of record, {len(named)} record ids"


def source_visible(case: Case) -> Outcome:
    """The notice names the kind of every decisive record, and no page of the opening its id."""
    kinds, named = _visible(case)
    wanted = {case.policy.kinds.of(record.role) for record in case.records}
    held = wanted <= kinds and bool(kinds) and not named
    return held, f"opening names {', '.join(sorted(kinds))}; {len(named)} record ids"


def identifier_visible(case: Case) -> Outcome:
    """The notice names every decisive record's id."""
    kinds, named = _visible(case)
    wanted = {record.record_id for record in case.records}
    return wanted == named, f"opening names {len(named)} of {len(wanted)} record ids, {len(kinds)} kinds of record"


def _visible(case: Case) -> tuple[set[str], set[str]]:
    """Which kinds of record and which decisive ids the opening's pages name."""
    texts = [case.pages[page_id].text for page_id in case.world.opening]
    kinds = {case.policy.kinds.of(role) for role in ("final", "bridge", "terminal")}
    record_ids = {record.record_id for record in case.records}
    return (
        {kind for kind in kinds if any(holds_phrase(text, kind) for text in texts)},
        {name for name in record_ids if any(holds_phrase(text, name) for text in texts)},
    )


def unanswerable(case: Case) -> Outcome:
    """No record is about the subject, and the gold answer stands in no page."""
    subject = subject_terms(case.world.question)
    pages = case.pages.values()
    about = [page for page in pages if page.record and case.policy.about.covers(page.record, page.text, subject)]
    gold = [page for page in pages if _stands(case.labels.gold, page)]
    held = not about and not gold and case.labels.hops == 0 and not case.labels.oracle_queries
    return held, f"records about the subject {len(about)}; pages with the gold answer {len(gold)}"


def chain(case: Case) -> Outcome:
    """The decisive records link up from the subject to the answer, and only the first is about the subject."""
    records, labels = case.records, case.labels
    subject = subject_terms(case.world.question)
    texts = [case.pages[page_id].text for page_id in labels.decisive]
    about = [case.policy.about.covers(record, text, subject) for record, text in zip(records, texts, strict=False)]
    links = [record.links_to for record in records]
    targets = [*((record.record_id,) for record in records[1:]), ()]
    roles = [record.role for record in records]
    want = ["final"] if labels.hops == 1 else [*["bridge"] * (labels.hops - 1), "terminal"]
    held = roles == want and links == targets and about == [True, *[False] * (labels.hops - 1)]
    return held, " -> ".join(f"{record.role} {record.record_id}" for record in records)


def premises(case: Case) -> Outcome:
    """Natural premise queries reach each decisive page at rank 3 or better, at least three quarters of them."""
    details, held, before = [], True, None
    for page_id, record in zip(case.labels.decisive, case.records, strict=False):
        family = premise_queries(case.world, record, case.policy.kinds.of(record.role), before)
        found = [ranks(case.returned(query), page_id) is not None for query in family]
        held = held and sum(found) >= PREMISE_SHARE * len(found) and len(found) >= 8
        details.append(f"{record.role} {sum(found)} of {len(found)}")
        before = record
    return held, f"premise queries at rank {PAGES_PER_QUERY} or better: {', '.join(details)}"


def undisplaced(case: Case) -> Outcome:
    """No replica ranks above a decisive page on its premise queries that name its kind (paper, "Formal Details")."""
    above, asked, before = 0, 0, None
    for page_id, record in zip(case.labels.decisive, case.records, strict=False):
        kind = case.policy.kinds.of(record.role)
        for query in premise_queries(case.world, record, kind, before):
            if not holds_phrase(query, kind):
                continue
            returned = case.returned(query, LEAST_DECOYS + len(case.labels.decisive) + OPENING_PAGES)
            before_it = returned[: returned.index(page_id)] if page_id in returned else returned
            asked += 1
            above += any(case.labels.kinds.get(other) == "replica" for other in before_it)
        before = record
    return above == 0, f"{above} of {asked} premise queries return a replica before the decisive page"


def identifiers(case: Case) -> Outcome:
    """A linked id stands in no page but the record that links to it and its own (the visible notice is exempt)."""
    exempt = {case.world.opening[0]} if case.labels.condition == "identifier_visible" else set()
    held, counts = True, []
    for number, record in enumerate(case.records[1:], start=1):
        holders = {page.page_id for page in case.pages.values() if holds_phrase(page.text, record.record_id)}
        held = held and holders - exempt == set(case.labels.decisive[number - 1 : number + 1])
        counts.append(len(holders))
    return held, f"pages that hold each linked id: {counts or 'none linked'}"


def chain_words(case: Case) -> Outcome:
    """Records past the first share no content word with the question but the noun asked for."""
    asked = set(content_words(case.world.question)) - {terms_of(case.world).noun.casefold()}
    shared = [
        word
        for page_id in case.labels.decisive[1:]
        for word in content_words(case.pages[page_id].text)
        if word in asked
    ]
    return not shared, f"words shared with the question: {', '.join(shared) or 'none'}"


def question_depth(case: Case) -> Outcome:
    """The question itself returns no decisive page as deep as repeating or deepening can see."""
    far = case.returned(case.world.question, len(case.pages))
    found = [rank for page_id in case.labels.decisive if (rank := ranks(far, page_id)) is not None]
    held = all(rank > case.depth for rank in found)
    return held, f"question to depth {case.depth}: first decisive page at rank {min(found, default=0) or 'none'}"


def topical(case: Case) -> Outcome:
    """No union of topical queries holds the decisive set (within budget or not: all are united here)."""
    family = topical_queries(case.world, case.labels)
    reached = {page_id for query in family for page_id in case.returned(query)} & set(case.labels.decisive)
    held = reached != set(case.labels.decisive) and len(family) >= LEAST_TOPICAL_QUERIES
    return (
        held,
        f"{len(family)} topical queries together reach {len(reached)} of {len(case.labels.decisive)} decisive",
    )


def source_seeking(case: Case) -> Outcome:
    """At least half of ten ordinary source-seeking queries reach the first decisive page at rank 3 or better."""
    first = case.labels.decisive[0]
    found = [first in case.returned(query) for query in source_queries(case.world)]
    return sum(found) >= SOURCE_SHARE * len(found), f"{sum(found)} of {len(found)} source-seeking queries reach it"


def failed(checks: Sequence[Check]) -> list[Check]:
    """The checks that didn't hold."""
    return [check for check in checks if not check.held]


def check_set(worlds: Sequence[tuple[World, Labels]]) -> list[Check]:
    """Check what a set of worlds declares together: give it all worlds that must be disjoint."""
    checks = (vocabularies, unique_ids, own_texts, balance)
    return [Check(check.__name__, meaning_of(check), *check(worlds)) for check in checks]


Worlds = Sequence[tuple[World, Labels]]


def vocabularies(worlds: Worlds) -> Outcome:
    """No coined word of a world stands in another world's pages or question."""
    owner = {word: world.world_id for world, labels in worlds for word in labels.vocabulary}
    total = sum(len(labels.vocabulary) for _, labels in worlds)
    strays = [
        f"{word} of {owner[word]} in {world.world_id}"
        for world, _ in worlds
        for word in sorted(set(tokens(" ".join([world.question, *(page.text for page in world.pages)]))))
        if owner.get(word, world.world_id) != world.world_id
    ]
    held = len(owner) == total and not strays
    return held, f"{total} coined words of {len(worlds)} worlds; strays: {', '.join(strays[:3]) or 'none'}"


def unique_ids(worlds: Worlds) -> Outcome:
    """World ids and page ids are unique over all worlds."""
    world_ids = {world.world_id for world, _ in worlds}
    page_ids = [page.page_id for world, _ in worlds for page in world.pages]
    held = len(world_ids) == len(worlds) and len(set(page_ids)) == len(page_ids)
    return held, f"{len(page_ids)} page ids, {len(set(page_ids))} different"


def own_texts(worlds: Worlds) -> Outcome:
    """No page of a world is another world's page with names, numbers and the object swapped."""
    seen: dict[str, str] = {}
    swapped = []
    for world, labels in worlds:
        for text in {skeleton(page.text, world, labels) for page in world.pages}:
            if seen.setdefault(text, world.world_id) != world.world_id:
                swapped.append(f"{seen[text]} and {world.world_id}")
    return not swapped, f"{len(seen)} texts without names; shared by two worlds: {len(swapped)}"


def skeleton(text: str, world: World, labels: Labels) -> str:
    """A text with the world's names, numbers and the question's words blanked."""
    names = {*labels.vocabulary, *content_words(world.question)}
    return " ".join("_" if word in names or word.isdecimal() else word for word in tokens(text))


def balance(worlds: Worlds) -> Outcome:
    """True names and false ones come in either order of the alphabet alike (two-sided sign test, p > .001)."""
    pairs = [(labels.gold.answer, labels.false.answer) for _, labels in worlds if labels.false is not None]
    first = sum(gold < false for gold, false in pairs)
    fewer = min(first, len(pairs) - first)
    p_value = min(1.0, 2 * sum(comb(len(pairs), count) for count in range(fewer + 1)) / 2 ** len(pairs))
    return p_value > 0.001, f"the gold answer comes first in {first} of {len(pairs)} worlds, p = {p_value:.3f}"
