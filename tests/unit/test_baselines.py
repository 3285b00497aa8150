"""The other systems' machine: contexts, release, errors and what they share."""

import pytest
from builders import COPY, QUESTION, ready_context
from readers import Reader

from backbones.extractive import ExtractiveBackbone
from benchmark.baselines.isolated import Isolated, candidates
from benchmark.baselines.machine import fixed_machine
from benchmark.baselines.majority import winner
from benchmark.baselines.registry import BASELINE_NAMES, FIXED_NAMES, departures_of, is_fixed, is_wide
from benchmark.policies import check_policies, machine_of
from benchmark.settings import GUARDED, OWN, PAPER, RunSettings
from evidence.answers import UNKNOWN, answer_type, says_unknown
from evidence.errors import InputError
from evidence.state import EvidenceState
from evidence.view import View

TEXTS = tuple(f"{COPY} Page {number}." for number in range(15))
OPENING = tuple(f"d{number:03}#0" for number in range(4))


def ended(policy, backbone, texts=TEXTS, opening=OPENING, **settings):
    context = ready_context(texts, backbone, **settings)
    inputs = {"question": QUESTION, "opening": opening}
    return EvidenceState.model_validate(dict(fixed_machine(policy).invoke(inputs, context=context)))


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("I don't know.", True),
        ("I don’t know", True),
        ("Sorry, I don't think so", True),
        ("CannotDetermine", True),
        ("  ", True),
        ("no", False),
        ("vault Don't-Know", False),
        ("vault Corvin", False),
    ],
)
def test_a_reply_that_declines_is_known_as_one(text, unknown):
    assert says_unknown(text) is unknown


def test_a_fixed_context_system_reads_the_opening_and_searches_nothing():
    reader = Reader(read=["vault Corvin"])
    state = ended("vanilla", reader)
    assert reader.shown("read") == [("E1", "E2", "E3", "E4")]
    assert state.inquiries == ()
    assert (state.verdict.outcome, state.verdict.answer, state.verdict.chain) == ("answered", "vault Corvin", None)


def test_the_wider_context_adds_as_many_of_the_questions_best_pages_as_an_active_policy_may_read():
    reader = Reader(read=["vault Corvin"])
    state = ended("vanilla-wide", reader, max_queries=2, pages_per_query=3)
    assert len(reader.shown("read")[0]) == 4 + 2 * 3
    assert {item.acquired_by for item in state.evidence} == {0}
    assert state.inquiries == ()


def test_the_wider_context_takes_the_rest_of_a_small_corpus_once():
    reader = Reader(read=["vault Corvin"])
    state = ended("vanilla-wide", reader, texts=TEXTS[:6])
    assert len({item.page.page_id for item in state.evidence}) == len(state.evidence) == 6


def test_closed_book_is_shown_no_page():
    reader = Reader(recall=["vault Corvin"])
    assert ended("closed-book", reader).verdict.answer == "vault Corvin"
    assert reader.shown("recall") == [()]


@pytest.mark.parametrize("policy", ["vanilla", "closed-book"])
def test_a_reply_that_declines_is_an_abstention(policy):
    state = ended(policy, Reader(read=[UNKNOWN], recall=[UNKNOWN]))
    assert (state.verdict.outcome, state.verdict.answer) == ("cannot_determine", None)


def test_a_failed_call_is_an_error_that_keeps_the_calls_before_it():
    state = ended("majority", Reader(read=["vault Corvin", RuntimeError("no reply")]))
    assert state.verdict.outcome == "error"
    assert (state.error.kind, state.error.where) == ("timeout", "system")
    assert [call.error for call in state.calls] == [None, "timeout"]


def test_a_system_keeps_the_runs_limit_of_calls():
    state = ended("majority", Reader(read=["vault Corvin"]), max_model_calls=3)
    assert state.verdict.outcome == "error"
    assert len(state.calls) == 3


def test_an_opening_that_is_not_there_is_an_error_and_no_call_is_made():
    reader = Reader(read=["vault Corvin"])
    state = ended("vanilla-wide", reader, opening=("nowhere#0",))
    assert state.verdict.outcome == "error"
    assert reader.given == []


def test_majority_asks_each_page_alone_and_lets_abstentions_pass():
    reader = Reader(read=["vault Dace", UNKNOWN, "Vault Corvin", "Corvin vault"])
    state = ended("majority", reader)
    assert reader.shown("read") == [("E1",), ("E2",), ("E3",), ("E4",)]
    assert (state.verdict.answer, state.draft.citations) == ("Vault Corvin", ("E3", "E4"))


def test_majority_counts_spellings_of_one_answer_together_and_ties_go_to_the_better_rank():
    wanted = answer_type(QUESTION)
    pages = [View(alias=f"E{number}", text="") for number in range(1, 5)]

    def vote(*texts):
        answers = [Isolated((page,), text) for page, text in zip(pages, texts, strict=False)]
        return winner(candidates(answers, wanted))

    assert vote("vault Dace", "the vault Corvin", "Corvin").supported_by == ("E2", "E3")
    assert vote("vault Dace", "vault Corvin").answer == "vault Dace"
    assert vote(UNKNOWN, "vault Corvin", "vault Dace").supported_by == ("E2",)


def test_majority_abstains_where_all_pages_do():
    assert ended("majority", Reader(read=[UNKNOWN])).verdict.outcome == "cannot_determine"


def test_astuterag_makes_two_calls_and_shows_the_second_what_the_first_remembered():
    reader = Reader(memory=["Corvin is old."], weigh=["vault Corvin"])
    ended("astuterag", reader)
    assert reader.roles() == ["memory", "weigh"]
    assert reader.given[1][1].memory == "Corvin is old."
    assert reader.shown("weigh") == [("E1", "E2", "E3", "E4")]


@pytest.mark.parametrize("policy", FIXED_NAMES)
def test_every_system_runs_on_the_embedded_backbone(policy):
    state = ended(policy, ExtractiveBackbone())
    assert state.error is None
    assert state.verdict.outcome in {"answered", "cannot_determine"}
    assert state.calls


@pytest.mark.parametrize("policy", FIXED_NAMES)
def test_no_prompt_of_a_system_names_a_page_by_its_id(policy):
    from backbones.prompts import task_prompt

    class Watched(ExtractiveBackbone):
        def read(self, task, given):
            prompt = task_prompt(given)
            assert "d00" not in prompt
            assert "#0" not in prompt
            return super().read(task, given)

    assert ended(policy, Watched()).error is None


def test_every_registered_name_has_a_machine():
    check_policies(BASELINE_NAMES)
    for policy in BASELINE_NAMES:
        assert machine_of(policy).get_name() == policy


def test_a_fixed_context_machine_has_no_node_that_searches_by_itself():
    assert set(machine_of("robustrag").nodes) == {"__start__", "opening", "system"}
    assert set(machine_of("robustrag-wide").nodes) == {"__start__", "opening", "widen", "system"}


def test_peers_stand_on_the_graphs_own_machine():
    assert set(machine_of("ircot").nodes) == set(machine_of("self-ask").nodes) == set(machine_of("expansion").nodes)


def test_a_system_whose_packages_are_missing_is_refused_with_the_extra_that_has_them(monkeypatch):
    monkeypatch.setattr("benchmark.baselines.registry.find_spec", lambda module: None)
    with pytest.raises(InputError, match="extra 'baselines'"):
        check_policies(("robustrag",))
    check_policies(("vanilla", "ircot", "socratic"))


def test_what_departs_from_a_release_is_said_of_both_inputs():
    assert departures_of("trustrag") == departures_of("trustrag-wide")
    assert any("all-MiniLM-L6-v2" in sentence for sentence in departures_of("trustrag"))
    assert departures_of("socratic") == ()


def test_a_fixed_context_system_ends_once_a_world_whatever_the_protocols():
    settings = RunSettings(
        worlds_sha256="0",
        world_ids=("W1",),
        policies=("socratic", "robustrag", "robustrag-wide"),
        variants=(PAPER, GUARDED),
        evidence_policy_sha256="0",
        prompt_version="0",
    )
    assert [(key.policy, key.variant) for key in settings.wanted()] == [
        ("socratic", PAPER),
        ("socratic", GUARDED),
        ("robustrag", OWN),
        ("robustrag-wide", OWN),
    ]


def test_names_tell_the_input():
    assert is_fixed("vanilla")
    assert not is_wide("vanilla")
    assert is_wide("vanilla-wide")
    assert not is_fixed("closed-book-wide")
    assert not is_fixed("self-ask")
