"""Worlds: what their makers promise, on the default evaluation and development sets and on every family."""

import hashlib
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from pydantic import ValidationError

from benchmark.worlds.corpus import shared_pages, world_pages
from benchmark.worlds.domains import DOMAINS
from benchmark.worlds.generate import WorldSpec, make_worlds
from benchmark.worlds.invariants import MANY_REPLICAS, case_of, check_set, check_world, declared, failed
from benchmark.worlds.names import WORDS, coined, world_words
from benchmark.worlds.wording import Bank
from evidence.answers import answer_type
from evidence.errors import InputError
from evidence.policy import load_policy
from evidence.subject import subject_terms
from evidence.text import STOPWORDS, content_words, tokens
from retrievers.bm25 import BM25Retriever, untitled

ROOT = Path(__file__).resolve().parents[2]
CONDITIONS = ("hidden", "source_visible", "identifier_visible")

# The bytes of the default evaluation worlds: a change of a wording or of the generator shows here on purpose.
EVALUATION_SHA256 = "d484a1897c64a0df3c44708372bdcdd87298e8387c8c0240cd3e716692608a11"


@pytest.fixture(scope="module")
def evaluation():
    return make_worlds(WorldSpec())


@pytest.fixture(scope="module")
def development():
    specs = [WorldSpec(set="development", count=12, condition=condition) for condition in CONDITIONS]
    return [pair for spec in specs for pair in make_worlds(spec)]


def sha256(worlds):
    digest = hashlib.sha256()
    for world, labels in worlds:
        digest.update(world.model_dump_json().encode() + b"\n" + labels.model_dump_json().encode() + b"\n")
    return digest.hexdigest()


def unmet(worlds, retriever=None):
    return [
        (world.world_id, check) for world, labels in worlds for check in failed(check_world(world, labels, retriever))
    ]


def names_of(world, labels):
    return {check.__name__ for check in declared(case_of(world, labels))}


def test_the_evaluation_is_48_worlds_balanced_over_hops_and_domains(evaluation):
    assert [world.world_id for world, _ in evaluation] == [f"AE{number:02d}" for number in range(48)]
    hops = [labels.hops for _, labels in evaluation]
    assert (hops.count(1), hops.count(2)) == (24, 24)
    by_domain = {name: [labels.hops for _, labels in evaluation if labels.domain == name] for name in DOMAINS}
    assert len(by_domain) >= 4
    assert max(map(len, by_domain.values())) - min(map(len, by_domain.values())) <= 1
    assert all(abs(found.count(1) - found.count(2)) <= 1 for found in by_domain.values())


def test_world_ids_do_not_order_by_hop_or_domain(evaluation):
    hops = [labels.hops for _, labels in evaluation]
    changes = sum(one != other for one, other in pairwise(hops))
    # 24 and 24 in random order change 24 times on average, with a standard deviation of 3.4.
    assert 12 <= changes <= 36
    domains = [labels.domain for _, labels in evaluation]
    assert any(one == other for one, other in pairwise(domains))


def test_every_invariant_holds_on_the_evaluation(evaluation):
    assert unmet(evaluation) == []


def test_every_invariant_holds_on_the_development_worlds_of_each_condition(development):
    assert unmet(development) == []
    assert [world.world_id[:2] for world, _ in development] == ["DH"] * 12 + ["DS"] * 12 + ["DI"] * 12


def test_vocabularies_ids_and_texts_are_each_worlds_own(evaluation, development):
    assert failed(check_set([*evaluation, *development])) == []


def test_one_seed_gives_one_set_of_bytes(evaluation):
    assert sha256(evaluation) == EVALUATION_SHA256


def test_another_process_with_another_hash_seed_gives_the_same_bytes():
    program = (
        "from benchmark.worlds.generate import WorldSpec, make_worlds\n"
        "for world, labels in make_worlds(WorldSpec(count=6, seed=5)):\n"
        "    print(world.model_dump_json() + labels.model_dump_json())\n"
    )
    outputs = [
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": hash_seed},
            cwd=ROOT,
            capture_output=True,
            check=True,
        ).stdout
        for hash_seed in ("1", "2")
    ]
    assert outputs[0] == outputs[1]


def test_another_seed_gives_other_worlds(evaluation):
    others = make_worlds(WorldSpec(seed=1))
    assert {world.question for world, _ in evaluation}.isdisjoint(world.question for world, _ in others)


def test_more_replicas_change_no_other_page():
    (few, few_labels), (many, many_labels) = (
        make_worlds(WorldSpec(count=1, replicas=count))[0] for count in (12, 400)
    )
    texts = [{page.text for page in world.pages} for world in (few, many)]
    assert texts[0] < texts[1]
    assert len(texts[1]) - len(texts[0]) == 388
    assert few.question == many.question
    assert few_labels.gold == many_labels.gold


@pytest.mark.parametrize("replicas", [3, 6, 9, 50, pytest.param(600, marks=pytest.mark.slow)])
def test_invariants_hold_at_other_numbers_of_replicas(replicas):
    worlds = make_worlds(WorldSpec(count=8, replicas=replicas))
    assert unmet(worlds) == []
    names = names_of(*worlds[0])
    assert ("question_depth" in names) == (replicas >= 10)
    assert ("source_seeking" in names) == (replicas <= MANY_REPLICAS)


@pytest.mark.parametrize("hops", [3, 4, 5])
def test_longer_chains_link_up_and_leave_the_question_alone(hops):
    worlds = make_worlds(WorldSpec(count=8, hops=(hops,), replicas=24))
    assert unmet(worlds) == []
    assert {"question_depth", "topical", "chain_words", "identifiers"} <= names_of(*worlds[0])
    assert all(len(labels.decisive) == len(labels.oracle_queries) == hops for _, labels in worlds)


def test_without_attack_there_is_no_replica_and_the_opening_is_about_the_subject():
    worlds = make_worlds(WorldSpec(count=12, attack=False))
    assert unmet(worlds) == []
    assert all("replica" not in labels.kinds.values() and labels.false is None for _, labels in worlds)


def test_unanswerable_worlds_keep_the_attack_and_the_decoys_and_lose_the_decisive_records():
    worlds = make_worlds(WorldSpec(count=12, answerable=False))
    assert unmet(worlds) == []
    for _, labels in worlds:
        kinds = list(labels.kinds.values())
        assert kinds.count("replica") == 12
        assert kinds.count("decoy") == 6
        assert not {"final", "bridge", "terminal"} & set(kinds)
        assert labels.hops == 0
        assert labels.decisive == labels.oracle_queries == ()


def test_one_shared_index_serves_all_its_worlds():
    worlds = make_worlds(WorldSpec(count=8, shared_index=True))
    pages = shared_pages([world for world, _ in worlds], load_policy("signed-text"))
    assert len({page.page_id for page in pages}) == len(pages)
    assert unmet(worlds, BM25Retriever(pages, indexed_text=untitled)) == []
    assert all(world.index == "shared" for world, _ in worlds)


def test_a_check_fails_where_a_world_breaks_its_promise(evaluation):
    world, labels = next(pair for pair in evaluation if pair[1].hops == 2)
    gold = labels.gold.answer
    opening = set(world.opening[1:2])
    leaky = world.model_copy(
        update={
            "pages": tuple(
                page.model_copy(update={"text": f"{page.text} {gold}."}) if page.page_id in opening else page
                for page in world.pages
            )
        }
    )
    assert {check.name for check in failed(check_world(leaky, labels))} >= {"opening", "answers"}
    without_last = tuple(page for page in world.pages if page.page_id != labels.decisive[-1])
    kinds = {page_id: kind for page_id, kind in labels.kinds.items() if page_id != labels.decisive[-1]}
    cut = labels.model_copy(update={"kinds": kinds, "decisive": labels.decisive[:1]})
    assert "chain" in {
        check.name for check in failed(check_world(world.model_copy(update={"pages": without_last}), cut))
    }


def test_swapping_the_names_of_a_world_is_caught(evaluation):
    world, labels = evaluation[0]
    swaps = {word: f"new{word}" for word in labels.vocabulary}
    pattern = re.compile(r"[^\W_]+")

    def swapped(text):
        return pattern.sub(lambda match: swaps.get(match[0].casefold(), match[0]), text)

    copy = world.model_copy(
        update={
            "world_id": "AE99",
            "question": swapped(world.question),
            "pages": tuple(
                page.model_copy(update={"page_id": f"x{page.page_id}", "text": swapped(page.text)})
                for page in world.pages
            ),
        }
    )
    copy_labels = labels.model_copy(update={"world_id": "AE99", "vocabulary": tuple(swaps.values())})
    assert [check.name for check in failed(check_set([(world, labels), (copy, copy_labels)]))] == ["own_texts"]


def test_questions_name_their_subject_and_ask_for_the_domains_noun(evaluation, development):
    for world, labels in [*evaluation, *development]:
        assert answer_type(world.question).noun == DOMAINS[labels.domain].noun
        assert len(subject_terms(world.question).names) == 1


def test_pages_of_every_kind_are_equally_long(evaluation):
    lengths = {}
    for world, labels in evaluation:
        for page in world.pages:
            lengths.setdefault(labels.kinds[page.page_id], []).append(len(page.text.split()))
    means = {kind: sum(found) / len(found) for kind, found in lengths.items()}
    # Lengths spread by some ten words, so that means of 24 pages differ by a few; a form longer by a line would show.
    assert max(means.values()) - min(means.values()) < 10


def test_records_are_read_and_other_pages_are_not(evaluation):
    policy = load_policy("signed-text")
    for world, labels in evaluation[:6]:
        for page in world_pages(world, policy):
            kind = labels.kinds[page.page_id]
            assert (page.record is not None) == (kind in ("final", "bridge", "terminal", "decoy"))
            if page.record is not None and kind != "decoy":
                assert page.record.role == kind


def test_a_page_is_one_document(evaluation):
    world, _ = evaluation[0]
    pages = world_pages(world, load_policy("signed-text"))
    assert [page.page_id for page in pages] == [f"{page.document_id}#0" for page in pages]
    assert pages[0].document_sha256 == hashlib.sha256(pages[0].text.encode()).hexdigest()


def banks(domain):
    return {name: bank for name, bank in domain._asdict().items() if isinstance(bank, Bank)}


@pytest.mark.parametrize("domain", DOMAINS.values(), ids=DOMAINS)
def test_every_kind_of_page_has_five_wordings_or_more(domain):
    assert set(banks(domain)) == {
        "notice",
        "replica",
        "final",
        "bridge",
        "middle",
        "terminal",
        "topical",
        "background",
    }
    for bank in banks(domain).values():
        assert all(len(set(group)) >= 5 for group in bank.core)
        assert len(set(bank.fill)) == len(bank.fill) >= 8
    assert min(len(domain.askings), len(domain.source_visible), len(domain.identifier_visible)) >= 5


def sentences(domain):
    for bank in banks(domain).values():
        for sentence in (*(sentence for group in bank.core for sentence in group), *bank.fill):
            yield re.sub(r"\{\w+\}", " . ", sentence.replace("[", " ").replace("]", " ").replace("|", " . "))
    for asking in domain.askings:
        yield re.sub(r"\{\w+\}", " . ", asking.ask)
    yield from (re.sub(r"\{\w+\}", " . ", text) for text in (*domain.source_visible, *domain.identifier_visible))


def runs_of_four(text):
    return {
        tuple(words[start : start + 4])
        for part in text.split(" . ")
        for words in [tokens(part)]
        for start in range(len(words) - 3)
    }


def test_no_phrase_of_the_templates_stands_in_backbones_or_nodes():
    phrases = {run for domain in DOMAINS.values() for sentence in sentences(domain) for run in runs_of_four(sentence)}
    phrases = {run for run in phrases if set(run) - STOPWORDS}
    assert len(phrases) > 2000
    code = [
        path.read_text(encoding="utf-8") for name in ("backbones", "nodes") for path in (ROOT / name).rglob("*.py")
    ]
    assert len(code) > 15
    found = {run for text in code for run in runs_of_four(text) if run in phrases}
    assert found == set()


def test_coined_words_are_all_different_and_no_words_of_the_templates():
    sample = [coined(number) for number in range(0, WORDS, 37)]
    assert len(set(sample)) == len(sample)
    prose = {
        word for domain in DOMAINS.values() for sentence in sentences(domain) for word in content_words(sentence)
    }
    assert prose.isdisjoint(word.casefold() for word in map(coined, range(WORDS)))


def test_a_set_that_has_used_up_its_words_says_how_many_worlds_it_can_have():
    with pytest.raises(InputError, match=r"at most \d+ in a set"):
        list(world_words(seed=0, share=0, shares=6, world=10_000))


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("domains", ("moon",), "unknown; there are estates"),
        ("hops", (6,), "each must be 1 to 5"),
        ("count", 0, "count"),
    ],
)
def test_a_wrong_spec_says_what_is_wrong(field, value, said):
    with pytest.raises(ValidationError, match=said):
        WorldSpec(**{field: value})


def test_a_settled_opening_holds_the_decisive_records_and_changes_nothing_else():
    clean = make_worlds(WorldSpec(count=6, attack=False))
    settled = make_worlds(WorldSpec(count=6, attack=False, settled=True))
    for (world, labels), (same, same_labels) in zip(clean, settled, strict=True):
        assert same.opening == (*world.opening, *labels.decisive)
        assert (same.pages, same_labels) == (world.pages, labels)
