"""The six rules of the guarded protocol: for each a run that goes wrong, or costs more, without it."""

import pytest
from builders import (
    COPY,
    QUESTION,
    ScriptedBackbone,
    answer,
    bridge,
    expansion,
    final,
    premise,
    proposal,
    ready_context,
    terminal,
)

from graphs.api import ask
from nodes.context import RULES

OTHER_COPY = "It was last spring that Maren Tolliver's chest was brought down to the Corvin vault."
FILLER = [f"Page {n} tells of the market of Hale and of its wares." for n in range(20)]


def run(texts, backbone, graph="socratic", opening=("d000#0",), **settings):
    return ask(QUESTION, graph=graph, context=ready_context(texts, backbone, **settings), opening=opening)


def stubborn(*answers, stop=False):
    """A model whose one query is the question again."""
    return ScriptedBackbone([proposal(premise(QUESTION), stop=stop)], [expansion(QUESTION)], list(answers))


TWO_HOPS = [COPY, bridge(), terminal(), *FILLER]


def test_open_links_follows_the_record_where_the_model_repeats_itself():
    texts = [bridge(), COPY, OTHER_COPY, terminal(), *FILLER]
    guarded = run(texts, stubborn(answer("vault Orrin", "E1", "E2")), pages_per_query=1)
    assert guarded.verdict.answer == "vault Orrin"
    assert guarded.inquiries[0].query == "Amberlight Rule signed storage record"
    without = run(texts, stubborn(answer("vault Orrin", "E1", "E2")), pages_per_query=1, without=("open-links",))
    assert without.verdict.outcome == "cannot_determine"
    assert [inquiry.query for inquiry in without.inquiries] == [QUESTION, QUESTION]


def test_collapse_copies_shows_one_voice():
    texts = [COPY, OTHER_COPY, final(), *FILLER]
    opening = ("d000#0", "d001#0")
    for without, shown in [((), ("E1",)), (("collapse-copies",), ("E1", "E2"))]:
        backbone = stubborn(answer("vault Orrin", "E3"))
        run(texts, backbone, opening=opening, without=without)
        assert backbone.shown[0] == ("propose", shown)


def test_early_stop_spends_no_query_once_a_chain_is_settled():
    texts = [final(), COPY, *FILLER]
    assert run(texts, stubborn(answer("vault Orrin", "E1"))).inquiries == ()
    without = run(texts, stubborn(answer("vault Orrin", "E1")), without=("early-stop", "open-links"))
    assert len(without.inquiries) == 2


def test_early_stop_searches_on_while_a_record_about_the_subject_disagrees():
    texts = [final(), bridge(), terminal(answer="vault Corvin"), *FILLER]
    state = run(texts, stubborn(answer("vault Orrin", "E1")), opening=("d000#0", "d001#0"))
    assert len(state.inquiries) >= 1
    assert state.verdict.outcome == "conflict"


def test_no_chain_no_call_saves_the_answer_that_the_guard_would_withhold():
    texts = [COPY, OTHER_COPY, *FILLER, final(subject="Jon Pell")]
    roles = [call.role for call in run(texts, stubborn(answer("vault Corvin", "E1"))).calls]
    assert "answer" not in roles
    without = run(texts, stubborn(answer("vault Corvin", "E1")), without=("no-chain-no-call",))
    assert [call.role for call in without.calls][-1] == "answer"
    assert without.verdict.reason == "no_record_cited"


def test_chain_only_keeps_unattested_pages_from_the_answerer():
    texts = [COPY, bridge(), terminal(), *FILLER]
    opening = ("d000#0", "d001#0", "d002#0")
    for without, shown in [((), ("E2", "E3")), (("chain-only",), ("E1", "E2", "E3"))]:
        backbone = stubborn(answer("vault Orrin", "E2", "E3"))
        run(texts, backbone, opening=opening, without=without)
        assert backbone.shown[-1] == ("answer", shown)


def test_grounded_withholds_the_copies_answer_even_under_the_true_chain():
    texts = [COPY, bridge(), terminal(), *FILLER]
    opening = ("d000#0", "d001#0", "d002#0")
    liar = answer("vault Corvin", "E2", "E3")
    assert run(texts, stubborn(liar), opening=opening).verdict.reason == "not_grounded"
    assert run(texts, stubborn(liar), opening=opening, without=("grounded",)).verdict.answer == "vault Corvin"


def test_paper_is_the_guarded_protocol_without_all_six_rules():
    for texts in [[COPY, final(), *FILLER], [bridge(), COPY, terminal(), *FILLER]]:
        runs = [
            run(texts, stubborn(answer("vault Orrin", "E1", "E2")), protocol="paper"),
            run(texts, stubborn(answer("vault Orrin", "E1", "E2")), without=RULES),
        ]
        assert runs[0].model_dump() == runs[1].model_dump()


@pytest.mark.parametrize("graph", ["socratic", "expansion", "repetition"])
def test_under_paper_a_repeated_query_spends_its_round_in_every_policy(graph):
    state = run(
        [COPY, OTHER_COPY, final(), *FILLER], stubborn(answer("CannotDetermine")), graph=graph, protocol="paper"
    )
    assert [inquiry.query for inquiry in state.inquiries] == [QUESTION, QUESTION]
    assert state.verdict.reason == "model_cannot_determine"


def test_only_open_links_is_the_socratic_policys_own():
    texts = [COPY, bridge(), terminal(), *FILLER]
    state = run(texts, stubborn(answer("vault Orrin", "E1")), graph="expansion", opening=("d000#0", "d001#0"))
    assert {inquiry.query for inquiry in state.inquiries} == {QUESTION}


DECOYS = [
    bridge(subject="Jon Pell", rule="Cinder Rule", record="HV-8"),
    bridge(subject="Ada Bray", rule="Flint Rule", record="HV-9"),
]


def test_two_bridges_about_other_subjects_do_not_spend_the_budget():
    texts = [*DECOYS, bridge(), COPY, terminal(), terminal("Cinder Rule", "vault Dace"), *FILLER]
    opening = ("d000#0", "d001#0", "d002#0")
    state = run(texts, stubborn(answer("vault Orrin", "E3", "E4")), opening=opening, max_queries=1, pages_per_query=1)
    assert state.inquiries[0].query == "Amberlight Rule signed storage record"
    assert state.verdict.answer == "vault Orrin"


def test_two_bridges_about_other_subjects_do_not_lead_the_embedded_model_astray_under_paper():
    texts = [COPY, *DECOYS, bridge(), terminal(), *FILLER]
    state = ask(QUESTION, context=ready_context(texts, _extractive(), protocol="paper"), opening=("d000#0",))
    assert state.verdict.answer == "vault Orrin"


def _extractive():
    from backbones.extractive import ExtractiveBackbone

    return ExtractiveBackbone()


@pytest.mark.parametrize("protocol", ["guarded", "paper"])
def test_an_unsigned_copy_that_arrives_first_does_not_displace_the_attested_original(protocol):
    from evidence.policy import parse_policy

    policy = parse_policy(
        b"name: t\ntrust: metadata\nattested: [kind, number, of]\nrules:\n  - {by: metadata, role: final,"
        b" where: {kind: [ruling]}, record_id: {field: number}, subject: {field: of}}",
        "t",
    )
    text = "The effects of Maren Tolliver lie in vault Orrin."
    metadata = [{}, {"kind": "ruling", "number": "R1", "of": "Maren Tolliver"}]
    backbone = ScriptedBackbone([proposal(premise("Maren ruling"))], [], [answer("vault Orrin", "E1")])
    context = ready_context([text, text, *FILLER], backbone, policy, metadata, protocol=protocol)
    state = ask(QUESTION, context=context, opening=("d000#0",))
    assert state.verdict.answer == "vault Orrin"
    assert state.evidence[0].page.record is not None
    assert state.evidence[0].alias == "E1"


@pytest.mark.parametrize("protocol", ["guarded", "paper"])
def test_other_subjects_records_that_come_first_change_nothing(protocol):
    texts = [final(subject="Jon Pell", answer="vault Dace", record="HV-9"), final(), COPY, *FILLER]
    backbone = stubborn(answer("vault Orrin", "E1", "E2"))
    state = run(texts, backbone, opening=("d000#0", "d001#0"), protocol=protocol)
    assert state.verdict.answer == "vault Orrin"
    assert [link.record_id for link in state.verdict.chain.links] == ["HV-1"]


@pytest.mark.parametrize("protocol", ["guarded", "paper"])
def test_a_forged_record_under_the_text_rule_makes_a_conflict_and_no_answer(protocol):
    texts = [final(answer="vault Corvin", record="HV-66"), final(), *FILLER]
    backbone = stubborn(answer("vault Corvin", "E1"))
    state = run(texts, backbone, opening=("d000#0", "d001#0"), protocol=protocol)
    assert state.verdict.outcome == "conflict"
    assert "HV-66" in state.verdict.explanation
    assert "HV-1" in state.verdict.explanation


@pytest.mark.parametrize("protocol", ["guarded", "paper"])
def test_an_answerer_that_stays_silent_over_a_conflict_leaves_the_conflict_named(protocol):
    texts = [final(answer="vault Corvin", record="HV-66"), final(), *FILLER]
    state = run(texts, stubborn(answer("CannotDetermine")), opening=("d000#0", "d001#0"), protocol=protocol)
    assert state.verdict.outcome == "conflict"
    assert "HV-66" in state.verdict.explanation
    assert "HV-1" in state.verdict.explanation


@pytest.mark.parametrize("protocol", ["guarded", "paper"])
def test_an_answerer_that_stays_silent_over_records_that_agree_has_abstained(protocol):
    texts = [final(), final(record="HV-3"), *FILLER]
    state = run(texts, stubborn(answer("CannotDetermine")), opening=("d000#0", "d001#0"), protocol=protocol)
    assert state.verdict.reason == "model_cannot_determine"
