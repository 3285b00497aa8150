"""Limits against a real server: each ends its question as an error named for it, and keeps what was found."""

import pytest
from builders import COPY, QUESTION, final, ready_context
from chat_replies import obliging
from openai_server import serving
from rich.console import Console

from backbones.models import Calling, open_backbone
from benchmark.account import RunLimits
from benchmark.execute import execute
from benchmark.manifest import read_manifest
from benchmark.records import read_terminals
from benchmark.settings import PAPER
from benchmark.wanted import Wanted
from benchmark.world_files import write_worlds
from benchmark.worlds.generate import WorldSpec
from evidence.errors import InputError, RunError
from graphs.api import ask
from nodes.context import RunContext

TEXTS = [COPY, final(), *(f"Page {number} tells of the market of Hale." for number in range(9))]
PRICES = "currency: EUR\nmodels:\n  openai:test: {input: 1000000, output: 1000000}\n"


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")


@pytest.fixture
def prices(tmp_path):
    (tmp_path / "prices.yaml").write_text(PRICES)
    return str(tmp_path / "prices.yaml")


def question(url, **settings):
    """A question that takes three calls of 11 input and 7 output tokens, each 18 in money."""
    backbone = open_backbone(Calling(model="openai:test", timeout_s=60.0), url)
    return ask(QUESTION, context=ready_context(TEXTS, backbone, protocol="paper", **settings), opening=["d000#0"])


@pytest.mark.parametrize(
    ("limit", "value", "calls"),
    [
        ("max_model_calls", 2, 2),
        ("max_input_tokens", 12, 2),
        ("max_output_tokens", 14, 2),
        ("max_cost", 18.0, 1),
        ("deadline_s", 0.0, 0),
    ],
)
def test_each_limit_ends_the_question_by_its_name_and_keeps_what_was_found(prices, limit, value, calls):
    settings = {limit: value, **({"prices": prices} if limit == "max_cost" else {})}
    with serving(obliging) as server:
        state = question(server.url, **settings)
    assert (state.verdict.outcome, state.verdict.answer, state.error.kind) == ("error", None, limit)
    assert limit in state.error.message
    assert len(server.log) == len(state.calls) == calls
    assert state.evidence
    assert len(state.inquiries) == calls


@pytest.mark.parametrize("limit", ["max_model_calls", "max_input_tokens", "max_output_tokens", "deadline_s"])
def test_limits_that_arent_reached_change_nothing(limit):
    with serving(obliging) as server:
        assert question(server.url, **{limit: 100_000}).error is None


def test_retries_count_as_model_calls_and_none_is_made_past_the_limit():
    with serving(lambda body: (500, {"error": {"message": "boom"}})) as server:
        state = question(server.url, max_model_calls=1)
    assert (state.error.kind, len(state.calls), len(server.log)) == ("status_500", 1, 1)


def test_the_deadline_cuts_a_call_that_would_outlast_it():
    with serving(lambda body: obliging(body)._replace(after=30.0)) as server:
        state = question(server.url, deadline_s=1.0)
    assert (state.verdict.outcome, state.error.kind) == ("error", "deadline_s")
    (call,) = state.calls
    assert call.error == "deadline_s"
    assert call.latency_s < 30.0


def test_one_context_serves_one_question_after_another_each_with_its_own_clock(monkeypatch):
    context = RunContext(deadline_s=1000.0)
    before = context.seconds
    monkeypatch.setattr(context, "_started", context._started - 2000.0)
    assert before() > 1000.0
    assert ask("Which PEP governs the version comparison module in distutils today?", context=context).error is None


def test_a_limit_on_money_needs_prices_that_know_the_model(prices):
    with pytest.raises(InputError, match="max_cost: needs a price table"):
        ask(QUESTION, context=RunContext(max_cost=1.0))
    with pytest.raises(InputError, match="no price for model extractive"):
        ask(QUESTION, context=RunContext(max_cost=1.0, prices=prices))


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    folder = tmp_path_factory.mktemp("worlds")
    write_worlds(folder, WorldSpec(count=4, background=8, replicas=4, seed=7))
    return folder


def run(worlds, out, url, limits, **settings):
    wanted = Wanted(
        model="openai:test",
        base_url=url,
        policies=("expansion",),
        variants=(PAPER,),
        run_limits=RunLimits.model_validate(limits),
        timeout_s=60.0,
        **settings,
    )
    execute(wanted, worlds, out, 1, Console(quiet=True))


@pytest.mark.parametrize(
    ("limit", "value", "calls"),
    [("max_model_calls", 4, 4), ("max_input_tokens", 44, 4), ("max_output_tokens", 28, 4), ("max_cost", 72.0, 4)],
)
def test_a_limit_of_the_run_stops_it_and_the_command_goes_on_once_it_is_raised(
    worlds, tmp_path, prices, limit, value, calls
):
    out = tmp_path / "run"
    priced = {"prices": prices} if limit == "max_cost" else {}
    with serving(obliging) as server:
        with pytest.raises(RunError, match=rf"run_{limit} was reached with 2 of 4 recorded"):
            run(worlds, out, server.url, {limit: value}, **priced)
        assert len(server.log) == calls
        first, second = read_terminals(out)
        assert first.outcome != "error"
        assert (second.outcome, second.state.error.kind) == ("error", f"run_{limit}")
        assert second.state.evidence
        assert len(second.state.calls) == 1
        run(worlds, out, server.url, {limit: 1000 * value}, **priced)
    assert len(read_terminals(out)) == 4
    assert [getattr(sitting.limits, limit) for sitting in read_manifest(out).sittings] == [value, 1000 * value]


def test_the_runs_deadline_ends_what_begins_after_it(worlds, tmp_path):
    with serving(obliging) as server, pytest.raises(RunError, match="run_deadline_s was reached with 1 of 4"):
        run(worlds, tmp_path / "run", server.url, {"deadline_s": 0.0})
    assert server.log == []


def test_a_run_that_shall_go_on_ends_every_question_that_needs_a_call_by_the_limits_name(worlds, tmp_path):
    with serving(obliging) as server:
        run(worlds, tmp_path / "run", server.url, {"max_model_calls": 4, "on_limit": "continue"})
    kinds = [terminal.state.error and terminal.state.error.kind for terminal in read_terminals(tmp_path / "run")]
    assert kinds == [None, *["run_max_model_calls"] * 3]
    assert len(server.log) == 4


def test_a_questions_own_limit_lets_the_run_go_on_unless_it_shall_stop(worlds, tmp_path):
    with serving(obliging) as server:
        run(worlds, tmp_path / "on", server.url, {}, max_model_calls=1)
        with pytest.raises(RunError, match="max_model_calls was reached with 1 of 4"):
            run(worlds, tmp_path / "stop", server.url, {"on_limit": "stop"}, max_model_calls=1)
    assert {terminal.state.error.kind for terminal in read_terminals(tmp_path / "on")} == {"max_model_calls"}


def test_limits_of_a_run_without_prices_are_refused_before_anything_runs(worlds, tmp_path):
    with serving(obliging) as server, pytest.raises(InputError, match="run_max_cost: needs a price table"):
        run(worlds, tmp_path / "run", server.url, {"max_cost": 1.0})
