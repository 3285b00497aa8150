"""A benchmark run on a chat model: every call recorded as it ends, identical ones asked once, none paid twice."""

import json
from collections import Counter
from functools import partial
from threading import Barrier

import pytest
from chat_replies import obliging
from clock import Clock
from openai_server import serving
from rich.console import Console

from backbones.pacing import Pace
from backbones.prompts import PROMPT_VERSION
from benchmark.execute import execute
from benchmark.manifest import read_manifest
from benchmark.records import CALLS_FILE, TERMINALS_FILE, CallLine, RecordsError, read_lines, read_terminals
from benchmark.settings import GUARDED, PAPER
from benchmark.wanted import Wanted

KEY = "sk-planted-secret-1234"
QUIET = Console(quiet=True)


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def run(worlds, out, url, jobs=4, **more):
    settings = {"policies": ("socratic", "expansion"), "variants": (PAPER, GUARDED), **more}
    execute(Wanted(model="openai:test-model", base_url=url, **settings), worlds, out, jobs, QUIET)
    return {terminal.key: terminal for terminal in read_terminals(out)}


def calls_of(out):
    return list(read_lines(out / CALLS_FILE, CallLine))


def test_the_record_and_the_servers_own_log_agree(worlds, tmp_path):
    with serving(obliging) as server:
        terminals = run(worlds, tmp_path / "run", server.url)
    lines = calls_of(tmp_path / "run")
    asked = Counter(json.dumps(body["messages"], sort_keys=True) for body, _ in server.requests)
    made = [line for line in lines if line.reused_from is None]
    recorded = [[message.model_dump() for message in line.messages] for line in made]
    assert Counter(json.dumps(messages, sort_keys=True) for messages in recorded) == asked
    assert set(asked.values()) == {1}
    assert {line.name: line.reused_from for line in lines} == {
        f"{key.world_id}/{key.policy}/{key.variant.label}/{call.call_id}": call.reused_from
        for key, terminal in terminals.items()
        for call in terminal.state.calls
    }
    assert len(made) < len(lines)


def test_under_paper_socratic_and_expansion_make_at_most_three_calls_each(worlds, tmp_path):
    with serving(obliging) as server:
        terminals = run(worlds, tmp_path / "run", server.url, variants=(PAPER,))
    assert {key.policy for key in terminals} == {"socratic", "expansion"}
    assert max(len(terminal.state.calls) for terminal in terminals.values()) == 3


def test_jobs_begin_with_other_worlds_since_a_worlds_terminals_wait_for_each_others_replies(worlds, tmp_path):
    together = Barrier(3, timeout=60)

    def held(body):
        if len(server.log) < 3:
            together.wait()
        return obliging(body)

    with serving(held) as server:
        run(worlds, tmp_path / "run", server.url, jobs=3)
    questions = [body["messages"][1]["content"].partition("</question>")[0] for body, _ in server.requests]
    assert len(set(questions[:3])) == 3


def test_all_jobs_together_keep_the_pace(worlds, tmp_path, monkeypatch):
    clock = Clock()
    monkeypatch.setattr("benchmark.wanted.Pace", partial(Pace, clock=clock, sleep=clock.sleep))
    with serving(obliging) as server:
        run(worlds, tmp_path / "run", server.url, policies=("expansion",), variants=(PAPER,), requests_per_minute=4)
    assert len(server.requests) == 9
    assert clock.now == 120


def test_a_record_tells_all_of_its_call_and_its_contract_stands_in_the_manifest(worlds, tmp_path):
    with serving(obliging) as server:
        run(worlds, tmp_path / "run", server.url, policies=("socratic",), variants=(PAPER,), world_ids=("AE01",))
    first, _, last = calls_of(tmp_path / "run")
    assert (first.role, first.round, first.attempt, last.role) == ("propose", 1, 1, "answer")
    assert (first.provider_model, first.request_id, first.finish_reason) == ("test", "c1", "stop")
    assert (first.usage.input_tokens, first.usage.output_tokens) == (11, 7)
    assert first.prompt_version == PROMPT_VERSION
    assert first.generation.model_dump() == {
        "model": "test-model",
        "temperature": 0.0,
        "max_tokens": 2000,
        "structured": "json_schema",
    }
    assert json.loads(first.reply)["who_decides"] == "the registrar"
    contracts = read_manifest(tmp_path / "run").contracts
    assert contracts[first.contract_sha256]["title"] == first.contract == "Proposal"
    assert all(KEY.encode() not in path.read_bytes() for path in (tmp_path / "run").iterdir())


def test_a_killed_run_asks_for_nothing_that_it_had_paid_for(worlds, tmp_path):
    out = tmp_path / "run"
    with serving(obliging) as server:
        terminals = run(worlds, out, server.url)
        paid, recorded = len(server.requests), (out / CALLS_FILE).read_bytes()
        (out / TERMINALS_FILE).write_bytes(b"")
        again = run(worlds, out, server.url)
        assert len(server.requests) == paid
    assert (out / CALLS_FILE).read_bytes() == recorded
    assert {key: line.state for key, line in again.items()} == {key: line.state for key, line in terminals.items()}


def test_calls_that_were_torn_off_or_lost_are_asked_for_again(worlds, tmp_path):
    out = tmp_path / "run"
    with serving(obliging) as server:
        terminals = run(worlds, out, server.url, jobs=1)
        paid, lines = len(server.requests), (out / CALLS_FILE).read_bytes().splitlines(keepends=True)
        lost = sum(b'"reused_from":null' in line for line in lines[-4:])
        (out / CALLS_FILE).write_bytes(b"".join(lines[:-4]) + lines[-4][:40])
        (out / TERMINALS_FILE).write_bytes(b"")
        again = run(worlds, out, server.url, jobs=1)
        assert len(server.requests) == paid + lost
    assert {key: line.outcome for key, line in again.items()} == {
        key: line.outcome for key, line in terminals.items()
    }
    assert len(calls_of(out)) == len(lines)


def test_with_hashes_alone_neither_prompt_nor_reply_is_kept(worlds, tmp_path):
    with serving(obliging) as server:
        run(worlds, tmp_path / "run", server.url, record_only_hashes=True)
    text = (tmp_path / "run" / CALLS_FILE).read_text()
    assert "<page" not in text
    assert "registrar" not in text
    assert all(len(line.reply_sha256) == 64 for line in calls_of(tmp_path / "run"))


def test_a_call_that_cannot_be_recorded_ends_the_sitting_without_a_terminal(worlds, tmp_path, monkeypatch):
    from benchmark.records import Appender

    def full(self, lines):
        if self._path.name == CALLS_FILE:
            raise RecordsError(f"records {self._path}: not written (No space left on device)")
        raise AssertionError("a terminal rests on a call that isn't recorded")

    monkeypatch.setattr(Appender, "append", full)
    with serving(obliging) as server, pytest.raises(RecordsError, match="No space left"):
        run(worlds, tmp_path / "run", server.url, jobs=1)
