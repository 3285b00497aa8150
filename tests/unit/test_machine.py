"""One machine: the graphs differ in their query node alone, and their drawings and schemas are pinned."""

import json

import pytest
from builders import COPY, QUESTION, ScriptedBackbone, answer, expansion, final, premise, proposal, ready_context

from evidence.errors import InputError
from evidence.state import EvidenceState
from graphs.api import ask, watch
from graphs.machine import RECURSION_LIMIT
from graphs.policies import POLICIES, graph_of
from nodes.context import RunContext

NAMES = list(POLICIES)
FILLER = [f"Page {n} tells of the market of Hale and of its wares." for n in range(9)]


def scripted(reply=("vault Orrin", "E2"), query="Maren record"):
    return ScriptedBackbone([proposal(premise(query))], [expansion(query)], [answer(*reply)])


@pytest.mark.parametrize("name", NAMES[1:])
def test_a_policy_is_the_socratic_machine_with_another_query_node(name):
    ours, other = graph_of("socratic"), graph_of(name)
    assert list(ours.nodes) == list(other.nodes)
    drawn = [{(e.source, e.target, e.conditional) for e in graph.get_graph().edges} for graph in (ours, other)]
    assert drawn[0] == drawn[1]
    for node in set(ours.nodes) - {"query", "__start__"}:
        assert ours.nodes[node].bound.func is other.nodes[node].bound.func
    branches = [{n: list(b) for n, b in graph.builder.branches.items()} for graph in (ours, other)]
    assert branches[0] == branches[1]
    for node, named in ours.builder.branches.items():
        for branch, spec in named.items():
            assert spec.path.func is other.builder.branches[node][branch].path.func
    assert ours.nodes["query"].bound is not other.nodes["query"].bound


def test_the_roles_stand_as_nodes_in_the_xray_drawing():
    nodes = set(graph_of("socratic").get_graph(xray=1).nodes)
    assert {"query:assertor", "query:elenchus", "dialectic", "aporia", "release_guard"} <= nodes


@pytest.mark.parametrize("name", NAMES)
def test_the_drawing_is_pinned(name, snapshot):
    assert graph_of(name).get_graph(xray=1).draw_mermaid() == snapshot


@pytest.mark.parametrize("name", NAMES)
def test_the_schemas_are_pinned(name, snapshot):
    graph = graph_of(name)
    schemas = [graph.get_input_jsonschema(), graph.get_output_jsonschema(), graph.get_context_jsonschema()]
    assert json.dumps(schemas, indent=1, sort_keys=True) == snapshot


def test_ready_objects_stay_out_of_the_contexts_schema():
    assert "_ready" not in json.dumps(graph_of("socratic").get_context_jsonschema())
    assert "_ready" not in ready_context([COPY, final()], scripted()).model_dump()


def test_invoke_and_stream_work_with_the_default_context():
    question = {"question": "Which PEP specifies the Python Web Server Gateway Interface?"}
    graph = graph_of("socratic")
    for result in (graph.invoke(question), graph.invoke(question, context=RunContext())):
        assert EvidenceState.model_validate(result).verdict is not None
    assert "opening" in next(graph.stream(question, stream_mode="updates"))


def test_invoke_and_stream_work_with_ready_objects():
    context = ready_context([COPY, final(), *FILLER], scripted())
    result = graph_of("socratic").invoke({"question": QUESTION, "opening": ["d000#0"]}, context=context, version="v2")
    assert isinstance(result.value, EvidenceState)
    assert result.value.verdict.answer == "vault Orrin"


async def _ainvoke(context):
    return await graph_of("socratic").ainvoke({"question": QUESTION, "opening": ["d000#0"]}, context=context)


def test_ainvoke_works_too():
    import asyncio

    state = asyncio.run(_ainvoke(ready_context([COPY, final(), *FILLER], scripted())))
    assert state["verdict"].answer == "vault Orrin"


def test_a_second_question_on_a_thread_starts_clean():
    from langgraph.checkpoint.memory import InMemorySaver

    graph = graph_of("socratic").builder.compile(checkpointer=InMemorySaver())
    config = {"configurable": {"thread_id": "t"}}
    context = ready_context([COPY, final(), *FILLER], scripted())
    graph.invoke({"question": QUESTION, "opening": ["d001#0", "d000#0"]}, config, context=context)
    second = graph.invoke({"question": "Which vault holds the will of Jon Pell?"}, config, context=context)
    alone = ask("Which vault holds the will of Jon Pell?", context=context)
    assert EvidenceState.model_validate(second) == alone


def test_a_budget_of_no_query_goes_straight_to_the_end():
    state = ask(QUESTION, context=ready_context([COPY, final()], scripted(), max_queries=0), opening=["d000#0"])
    assert state.inquiries == ()
    assert state.verdict.reason == "budget_spent"


def test_the_largest_budget_stays_within_the_recursion_limit():
    backbone = ScriptedBackbone([proposal(premise(f"market {n}")) for n in range(20)])
    context = ready_context(
        [COPY, final(subject="Jon Pell"), *FILLER], backbone, max_queries=20, without=("open-links",)
    )
    state = ask(QUESTION, context=context, opening=["d000#0"])
    assert len(state.inquiries) == 20
    assert RECURSION_LIMIT > 3 * 20 + 6


def test_repetition_asks_the_question_and_deepening_reads_on():
    texts = [f"Maren Tolliver effects vault page {n}" for n in range(9)] + [final(subject="Jon Pell")]
    context = ready_context(texts, scripted(), opening_pages=2, pages_per_query=2)
    repeated = ask(QUESTION, graph="repetition", context=context)
    assert [inquiry.new for inquiry in repeated.inquiries] == [(), ()]
    deepened = ask(QUESTION, graph="deepening", context=context)
    assert [inquiry.new for inquiry in deepened.inquiries] == [("E3", "E4"), ("E5", "E6")]
    assert {inquiry.query for inquiry in (*repeated.inquiries, *deepened.inquiries)} == {QUESTION}


def test_aporia_says_which_record_would_settle_the_question():
    state = ask(
        QUESTION, context=ready_context([COPY, final(subject="Jon Pell"), *FILLER], scripted()), graph="repetition"
    )
    assert state.verdict.outcome == "cannot_determine"
    assert (
        state.verdict.unresolved[0].expected_discriminator
        == "a signed final record or signed bridge record about Maren Tolliver"
    )


def test_dialectic_says_why_each_rival_fell():
    state = ask(QUESTION, context=ready_context([COPY, final(), *FILLER], scripted()), opening=["d000#0"])
    (rival,) = [r for r in state.verdict.refuted if r.answer == "vault Corvin"]
    assert "E1" in rival.why
    assert "HV-1" in rival.why


@pytest.mark.parametrize(
    ("setting", "word"),
    [({"max_model_calls": 1}, "max_model_calls"), ({"max_output_tokens": 0}, "max_output_tokens")],
)
def test_a_limit_ends_the_question_as_an_error_that_names_it_and_keeps_what_was_found(setting, word):
    state = ask(QUESTION, context=ready_context([COPY, *FILLER, final()], scripted(), **setting), opening=["d000#0"])
    assert state.verdict.outcome == "error"
    assert state.error.kind == word
    assert word in state.error.message
    assert state.evidence


def test_a_question_in_the_graph_that_cannot_be_used_is_an_error_in_the_state():
    for question in ({"question": "  "}, {"question": QUESTION, "opening": ["nowhere#0"]}):
        result = graph_of("socratic").invoke(question, context=ready_context([COPY, final()], scripted()))
        assert result["verdict"].outcome == "error"
        assert result["error"].kind == "input"


def test_from_python_bad_input_is_an_exception_before_anything_runs():
    context = ready_context([COPY, final()], scripted())
    with pytest.raises(InputError, match="empty"):
        ask(" ", context=context)
    with pytest.raises(InputError, match="nowhere#0"):
        ask(QUESTION, context=context, opening=["nowhere#0"])
    with pytest.raises(InputError, match="socratic, expansion"):
        ask(QUESTION, context=context, graph="sophistic")
    with pytest.raises(InputError, match="openai:NAME"):
        ask(QUESTION, model="oracle")


def test_a_corpus_without_a_record_is_refused_before_any_call(tmp_path):
    (tmp_path / "a.txt").write_text("nothing official")
    backbone = scripted()
    with pytest.raises(InputError, match="reads no record") as error:
        ask(QUESTION, corpus=tmp_path, model=backbone)
    assert "signed final record" in str(error.value)
    assert "policy init" in str(error.value)
    assert "policy check" in str(error.value)
    assert backbone.shown == []


def test_a_ready_corpus_is_read_under_the_text_rule_and_not_the_examples_policy():
    from builders import pages

    from retrievers.bm25 import BM25Retriever

    state = ask(QUESTION, corpus=BM25Retriever(pages(COPY, final(), *FILLER)), model=scripted(), opening=["d000#0"])
    assert state.verdict.answer == "vault Orrin"


def test_a_changed_corpus_is_read_again(tmp_path):
    import os

    path = tmp_path / "c.txt"
    path.write_text(final())
    assert ask(QUESTION, corpus=tmp_path).verdict.answer == "vault Orrin"
    path.write_text(final(answer="vault Dacia"))
    os.utime(path, ns=(1, 1))
    assert ask(QUESTION, corpus=tmp_path).verdict.answer == "vault Dacia"


def test_watching_shows_the_roles_as_they_work():
    steps = [
        step.node
        for step in watch(QUESTION, context=ready_context([COPY, *FILLER, final()], scripted()), opening=["d000#0"])
    ]
    assert steps[:4] == ["opening", "assertor", "elenchus", "retriever"]
    assert steps[-3:] == ["finalizer", "release_guard", "dialectic"]
