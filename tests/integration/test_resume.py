"""Checkpoints: a question whose process was killed goes on without repeating a paid call."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from chat_replies import obliging
from openai_server import serving

from evidence.errors import ContextError, InputError
from evidence.policy import load_policy
from graphs.api import ask
from graphs.checkpoints import open_checkpoints
from graphs.policies import graph_of
from nodes.context import RunContext

ROOT = Path(__file__).resolve().parents[2]
PEPS = ROOT / "examples" / "peps"
QUESTION = "Which PEP governs the version comparison module in distutils today?"


def command(url, file, *more):
    return [
        *(sys.executable, "-m", "graphs.cli", "ask", QUESTION, "--json", "--protocol", "paper"),
        *("--model", "openai:test", "--base-url", url, "--checkpoint", str(file), *more),
    ]


@pytest.fixture(autouse=True)
def _key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)


@pytest.mark.slow
@pytest.mark.parametrize(("graph", "role"), [("socratic", "propose"), ("expansion", "expand")])
def test_a_question_killed_in_its_second_call_resumes_and_pays_the_first_no_second_time(tmp_path, graph, role):
    reached, held = threading.Event(), threading.Event()

    def holds_the_second(body):
        if len(server.requests) == 2:
            reached.set()
            held.wait(60)
        return obliging(body)

    with serving(holds_the_second) as server:
        asked = command(server.url, tmp_path / "ck.sqlite", "--graph", graph)
        killed = subprocess.Popen(asked, cwd=ROOT, stdout=subprocess.DEVNULL, env=os.environ)
        assert reached.wait(300)
        killed.send_signal(signal.SIGKILL)
        killed.wait()
        held.set()
        resumed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
        prompts = [json.dumps(body["messages"]) for body, _ in server.requests]
        again = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    state = json.loads(resumed.stdout)
    assert [call["call_id"] for call in state["calls"]] == [f"{role}-1-1", f"{role}-2-1", "answer-1-1"]
    # The call that the kill cut off had brought no reply; it alone is asked again.
    assert [prompts.count(prompt) for prompt in dict.fromkeys(prompts)] == [1, 2, 1]
    assert (again.stdout, len(server.requests)) == (resumed.stdout, len(prompts))


def test_an_unfinished_question_is_resumed_as_it_was_asked_or_not_at_all(tmp_path):
    with open_checkpoints(tmp_path / "ck.sqlite") as saver:
        first = RunContext(max_queries=1)
        policy = load_policy(str(PEPS / "policy.yaml"))
        shorter = tmp_path / "corpus.jsonl"
        shorter.write_text("".join((PEPS / "corpus.jsonl").read_text().splitlines(keepends=True)[:-1]))
        unfinished(saver, first)
        for other, word in (
            ({"context": RunContext(max_queries=2)}, "budget"),
            ({"context": first, "policy": policy.model_copy(update={"max_links": 3})}, "policy"),
            ({"context": first, "policy": policy, "corpus": shorter}, "corpus"),
            ({"context": first, "model": "openai:test", "base_url": "http://127.0.0.1:9/v1"}, "model"),
            ({"context": first, "graph": "expansion"}, "graph"),
            ({"context": None}, "budget"),
        ):
            with pytest.raises(InputError, match=rf"thread 't'.*{word}"):
                ask(QUESTION, checkpointer=saver, thread="t", **other)
        with pytest.raises(InputError, match="another question"):
            ask(
                "Which PEP is the current Web Server Gateway Interface?",
                context=first,
                checkpointer=saver,
                thread="t",
            )
        assert ask(QUESTION, context=first, checkpointer=saver, thread="t").verdict.outcome != "error"


def unfinished(saver, context):
    """Leave a thread in the middle, as a kill would."""
    from graphs.api import watch

    steps = watch(QUESTION, context=context, checkpointer=saver, thread="t")
    for step in steps:
        if step.node == "retriever":
            break
    steps.close()


def test_a_graph_resumed_without_a_context_is_a_named_error_and_stays_resumable(tmp_path):
    with open_checkpoints(tmp_path / "ck.sqlite") as saver:
        unfinished(saver, RunContext())
        machine = graph_of("socratic").copy({"checkpointer": saver})
        with pytest.raises(ContextError, match="context"):
            machine.invoke(None, {"configurable": {"thread_id": "t"}})
        assert machine.get_state({"configurable": {"thread_id": "t"}}).next
        assert ask(QUESTION, checkpointer=saver, thread="t").error is None


def test_a_second_question_on_a_thread_that_has_ended_starts_clean(tmp_path):
    with open_checkpoints(tmp_path / "ck.sqlite") as saver:
        ask(QUESTION, checkpointer=saver, thread="t")
        other = "Which PEP specifies the Asynchronous Server Gateway Interface?"
        state = ask(other, checkpointer=saver, thread="t")
        assert state == ask(other)


def test_a_file_that_is_no_checkpoint_file_is_refused(tmp_path):
    (tmp_path / "note.txt").write_text("not a database, but long enough to be read as one" * 50)
    for path in (tmp_path / "note.txt", tmp_path / "nowhere" / "ck.sqlite"):
        with pytest.raises(InputError, match="no checkpoint file"), open_checkpoints(path):
            pass
