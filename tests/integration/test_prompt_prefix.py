"""Prompts grow at their end: what a provider has read in one round, it finds unchanged at the head of the next.

All but the closing line, which stands after the pages and says what to do now.
"""

import json

import pytest
from builders import COPY, QUESTION, bridge, ready_context, terminal
from openai_server import completion, schema_name, serving

from backbones.models import Calling, open_backbone
from graphs.api import ask

NOTICE = "The registrar of Hale will rule on the effects of Maren Tolliver."
OTHER_COPY = "It is said in Hale that the effects of Maren Tolliver are in vault Corvin, and nowhere else."
TEXTS = [COPY, NOTICE, bridge(), terminal(), *(f"Page {n} tells of the market of Hale." for n in range(9))]
QUERIES = ["SIGNED BRIDGE RECORD Maren Tolliver", "market Hale", "Page 3"]


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "none")


def searching():
    """A server that proposes its queries one after another, whatever it is shown."""
    queries = iter(QUERIES)

    def reply(body):
        if schema_name(body) == "Expansion":
            return completion(json.dumps({"query": next(queries)}))
        if schema_name(body) == "AnswerReply":
            return completion(json.dumps({"answer": "CannotDetermine", "citations": [], "residual_uncertainty": ""}))
        premise = {"statement": "s", "status": "unresolved", "decisiveness": 0.9, "expected_discriminator": "d"}
        answers = [{"answer": a, "supported_by": [], "necessary_premises": []} for a in ("vault Corvin", "another")]
        texts = dict.fromkeys(("who_decides", "subject", "newest_record", "named_but_missing"), "")
        proposal = {"candidates": answers, **texts, "premises": [{**premise, "query": next(queries)}], "stop": False}
        return completion(json.dumps(proposal))

    return reply


def prompts(graph, texts=TEXTS, opening=("d000#0", "d001#0"), **settings):
    """The round's prompts in order, each as one text: system, then user."""
    with serving(searching()) as server:
        context = ready_context(texts, open_backbone(Calling(model="openai:m"), server.url), **settings)
        ask(QUESTION, graph=graph, context=context, opening=list(opening))
    asked = [body for body, _ in server.requests if schema_name(body) != "AnswerReply"]
    return ["\n".join(message["content"] for message in body["messages"]) for body in asked]


def shown(prompt):
    """A prompt without its closing line: instructions, question, pages and earlier searches."""
    return prompt.rpartition("\n")[0]


@pytest.mark.parametrize("graph", ["socratic", "expansion"])
def test_under_paper_what_a_round_shows_is_the_head_of_the_next(graph):
    first, second = prompts(graph, protocol="paper")
    assert second.startswith(shown(first))
    assert "<inquiry>" in second[len(shown(first)) :]
    assert "SIGNED BRIDGE RECORD" in second[len(shown(first)) :]


@pytest.mark.parametrize("graph", ["socratic", "expansion"])
def test_the_closing_line_is_the_same_in_every_round(graph):
    rounds = prompts(graph, protocol="paper", max_queries=3)
    (closing,) = {prompt.rpartition("\n")[2] for prompt in rounds}
    assert closing.startswith("Reply now")


@pytest.mark.parametrize("graph", ["socratic", "expansion"])
def test_three_rounds_each_begin_with_the_one_before(graph):
    first, second, third = prompts(graph, protocol="paper", max_queries=3)
    assert third.startswith(shown(second))
    assert second.startswith(shown(first))


def test_under_guarded_too_as_long_as_no_search_brings_another_copy():
    first, second = prompts("expansion", [COPY, NOTICE, *TEXTS[4:]])
    assert second.startswith(shown(first))


def test_under_guarded_another_copy_changes_the_count_of_voices_and_what_stands_before_it_stays():
    first, second = prompts("expansion", [NOTICE, COPY, OTHER_COPY, *TEXTS[4:]])
    assert "also_claimed_by" in second
    assert second.index("also_claimed_by") > second.index(NOTICE)
    assert second.startswith(first[: first.index(NOTICE) + len(NOTICE)])


@pytest.mark.parametrize("graph", ["socratic", "expansion"])
def test_the_first_prompt_is_the_same_under_both_protocols_where_no_page_is_a_copy(graph):
    assert prompts(graph, protocol="paper")[0] == prompts(graph)[0]


def test_both_policies_read_the_same_pages_in_the_same_words():
    socratic, expansion = (prompts(graph, protocol="paper")[0] for graph in ("socratic", "expansion"))
    assert shown(socratic[socratic.rindex("<question>") :]) == shown(expansion[expansion.rindex("<question>") :])
