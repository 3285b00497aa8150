"""Chains: complete, broken, long, circular and forked."""

from itertools import pairwise

import pytest
from builders import QUESTION, TEXT_RULE, bridge, evidence_of, final, terminal
from hypothesis import given
from hypothesis import strategies as st

from evidence.chain import open_links, settled, trails
from evidence.release import admits
from evidence.state import Draft


def ids(texts, policy=TEXT_RULE):
    return [
        [held.record.record_id for held in trail.records] for trail in trails(evidence_of(*texts), QUESTION, policy)
    ]


def test_a_final_record_about_the_subject_is_a_chain_by_itself():
    assert ids([final()]) == [["HV-1"]]


def test_a_bridge_and_its_terminal_are_a_chain_in_any_order():
    assert ids([terminal(), bridge()]) == [["HV-2", "Amberlight Rule"]]


@pytest.mark.parametrize(
    "texts",
    [
        [final(subject="Jon Pell")],
        [bridge()],
        [terminal()],
        [bridge(), terminal(rule="Cinder Rule")],
        [bridge(subject="Jon Pell"), terminal()],
        [bridge(rule="HV-7", record="HV-2"), bridge(subject="x", rule="HV-2", record="HV-7")],
    ],
    ids=["other subject", "no terminal", "no bridge", "another rule", "other subject's chain", "circle"],
)
def test_no_chain(texts):
    assert ids(texts) == []


def long_chain(links):
    steps = [bridge(rule="Rule 1")]
    steps += [bridge(subject="a rule", record=f"Rule {n}", rule=f"Rule {n + 1}") for n in range(1, links)]
    return [*steps, terminal(rule=f"Rule {links}")]


def test_a_chain_follows_at_most_max_links():
    assert TEXT_RULE.max_links == 4
    assert [len(path) for path in ids(long_chain(4))] == [5]
    assert ids(long_chain(5)) == []


def test_the_shortest_chain_comes_first():
    texts = [bridge(rule="Rule 1"), bridge(subject="r", record="Rule 1", rule="Amberlight Rule"), terminal(), final()]
    assert [len(path) for path in ids(texts)] == [1, 3]


def test_two_documents_under_one_id_fork_the_chain():
    assert len(ids([bridge(), terminal(), terminal(answer="vault Corvin")])) == 2


def test_open_links_lead_on_from_the_subject_only():
    evidence = evidence_of(bridge(subject="Jon Pell", rule="Cinder Rule", record="HV-8"), bridge())
    assert [link.target for link in open_links(evidence, QUESTION, TEXT_RULE)] == ["Amberlight Rule"]


def test_open_links_follow_a_record_that_the_subject_leads_to():
    evidence = evidence_of(bridge(rule="Rule 1"), bridge(subject="a rule", record="Rule 1", rule="Rule 2"))
    assert [link.target for link in open_links(evidence, QUESTION, TEXT_RULE)] == ["Rule 2"]


def test_settled_needs_every_record_about_the_subject_to_agree():
    assert settled(evidence_of(final()), QUESTION, TEXT_RULE)
    assert settled(evidence_of(final(), bridge(subject="Jon Pell", rule="Cinder Rule")), QUESTION, TEXT_RULE)
    assert not settled(evidence_of(final(), bridge()), QUESTION, TEXT_RULE)
    assert not settled(evidence_of(final(), final(answer="vault Corvin", record="HV-66")), QUESTION, TEXT_RULE)
    assert not settled(evidence_of(terminal()), QUESTION, TEXT_RULE)


subjects = st.sampled_from(["Maren Tolliver", "Jon Pell"])
rules = st.sampled_from(["Amberlight Rule", "Cinder Rule", "HV-2", "HV-7"])
answers = st.sampled_from(["vault Orrin", "vault Corvin"])
record_ids = st.sampled_from(["HV-1", "HV-2", "HV-7", "Amberlight Rule"])
texts = st.one_of(
    st.builds(final, subjects, answers, record_ids),
    st.builds(bridge, subjects, rules, record_ids),
    st.builds(terminal, rules, answers),
    st.just("A page that is no record about Maren Tolliver and vault Corvin."),
)


@given(st.lists(texts, max_size=7, unique=True))
def test_every_chain_begins_at_the_subject_follows_links_and_ends_in_what_settles(pages):
    evidence = evidence_of(*pages)
    for trail in trails(evidence, QUESTION, TEXT_RULE):
        records = [held.record for held in trail.records]
        assert records[0].role in ("final", "bridge")
        assert "maren tolliver" in trail.records[0].text.casefold()
        for one, following in pairwise(records):
            assert following.record_id in one.links_to
        assert not records[-1].links_to
        assert records[-1].role in ("final", "terminal")
        assert len({held.document for held in trail.records}) == len(records) <= TEXT_RULE.max_links + 1


@given(st.lists(texts, max_size=6, unique=True), answers, st.lists(st.sampled_from([f"E{n}" for n in range(1, 8)])))
def test_what_the_guard_releases_has_a_cited_chain_and_under_grounded_an_answer_that_stands_in_its_end(
    pages, answer, citations
):
    evidence = evidence_of(*pages)
    decision = admits(Draft(answer=answer, citations=tuple(citations)), evidence, QUESTION, TEXT_RULE, grounded=True)
    if decision.chain is None:
        assert decision.reason is not None
        return
    cited = {item.page.document for item in evidence if item.alias in citations}
    assert {held.document for held in decision.chain.records} <= cited
    assert answer.split()[1] in decision.chain.last.text
    assert set(citations) <= {item.alias for item in evidence}


def test_a_record_that_links_to_itself_settles_nothing():
    assert ids([bridge(rule="HV-2", record="HV-2")]) == []


def test_a_cycle_beside_a_way_out_ends_in_the_way_out():
    loop = bridge(rule="HV-7\nRefers to: Amberlight Rule", record="HV-2")
    back = bridge(subject="a rule", rule="HV-2", record="HV-7")
    assert ids([loop, back, terminal()]) == [["HV-2", "Amberlight Rule"]]


def test_of_two_ways_to_one_record_the_shorter_is_shown():
    start = bridge(rule="Rule 1\nRefers to: Rule 2")
    step = bridge(subject="a rule", record="Rule 1", rule="Rule 2")
    assert ids([start, step, terminal(rule="Rule 2")]) == [["HV-2", "Rule 2"]]


def test_a_fork_whose_ends_disagree_is_a_conflict_that_names_both():
    fork = bridge(rule="Rule 1\nRefers to: Rule 2")
    evidence = evidence_of(fork, terminal(rule="Rule 1"), terminal(rule="Rule 2", answer="vault Corvin"))
    draft = Draft(answer="vault Orrin", citations=("E1", "E2", "E3"))
    decision = admits(draft, evidence, QUESTION, TEXT_RULE, grounded=True)
    assert decision.reason == "conflict"
    assert [held.record.record_id for held in decision.rivals] == ["Rule 1", "Rule 2"]


def test_a_fork_whose_ends_agree_is_released():
    fork = bridge(rule="Rule 1\nRefers to: Rule 2")
    evidence = evidence_of(fork, terminal(rule="Rule 1"), terminal(rule="Rule 2"))
    draft = Draft(answer="vault Orrin", citations=("E1", "E2", "E3"))
    assert admits(draft, evidence, QUESTION, TEXT_RULE, grounded=True).chain is not None


def test_hostile_records_that_all_link_to_one_another_take_no_time():
    import time

    ids_of_all = [f"R{n}" for n in range(40)]
    links = "\nRefers to: ".join(ids_of_all)
    pages = [bridge(rule=links, record=one) for one in ids_of_all]
    policy = TEXT_RULE.model_copy(update={"max_links": 32})
    evidence = evidence_of(*pages)
    started = time.perf_counter()
    assert trails(evidence, QUESTION, policy) == ()
    assert not settled(evidence, QUESTION, policy)
    assert time.perf_counter() - started < 10


def every_path(evidence, policy):
    """All chains by brute force over orders of records, from the definition."""
    from itertools import permutations

    from evidence.chain import about_subject, holdings

    held = holdings(evidence)
    about = about_subject(evidence, QUESTION, policy)
    for length in range(1, min(len(held), policy.max_links + 1) + 1):
        for path in permutations(held, length):
            records = [one.record for one in path]
            ends = not records[-1].links_to and records[-1].role != "bridge"
            linked = all(following.record_id in one.links_to for one, following in pairwise(records))
            if path[0] in about and ends and linked:
                yield path


@given(st.lists(texts, max_size=5, unique=True), st.integers(0, 3))
def test_the_chains_are_the_shortest_of_all_paths_between_their_ends(pages, max_links):
    policy = TEXT_RULE.model_copy(update={"max_links": max_links})
    evidence = evidence_of(*pages)
    shortest = {}
    for path in every_path(evidence, policy):
        ends = (path[0], path[-1])
        shortest[ends] = min(shortest.get(ends, len(path)), len(path))
    found = {(trail.records[0], trail.last): len(trail.records) for trail in trails(evidence, QUESTION, policy)}
    assert found == shortest
