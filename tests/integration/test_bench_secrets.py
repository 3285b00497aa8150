"""A planted key, page and reply: nowhere in what a run writes, but for the records meant to hold prompts."""

import json
import logging

import pytest
from chat_replies import obliging
from openai_server import schema_name, serving
from rich.console import Console
from tenacity import wait_none

from backbones.prompts import ANSWER
from benchmark.execute import execute
from benchmark.records import CALLS_FILE, TERMINALS_FILE
from benchmark.settings import GUARDED, PAPER
from benchmark.wanted import Wanted
from benchmark.world_files import write_worlds
from benchmark.worlds.generate import WorldSpec
from benchmark.worlds.world import RUNTIME_FILE

KEY = "sk-planted-secret-1234"
PAGE = "planted-page-marker-5678"
REPLY = "planted-reply-marker-9012"
PROMPT = ANSWER.splitlines()[0]


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    folder = tmp_path_factory.mktemp("worlds")
    write_worlds(folder, WorldSpec(count=1, background=8, replicas=4, seed=7))
    path = folder / RUNTIME_FILE
    world = json.loads(path.read_text())
    for page in world["pages"]:
        page["text"] += f" {PAGE}"
    path.write_text(json.dumps(world) + "\n")
    return folder


def telling(body):
    """A server that repeats the key in its errors and a marker in its replies."""
    reply = obliging(body)
    choice = reply.body["choices"][0]["message"]
    if schema_name(body) == "Expansion":
        return 500, {"error": {"message": f"{KEY} {PAGE} {PROMPT}"}}
    choice["content"] = choice["content"].replace("the registrar", REPLY)
    return reply


def ran(worlds, out, monkeypatch, capsys, caplog, **more):
    """Everything that a run wrote, by file name; what it printed and logged under "said"."""
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr("backbones.retrying._growing", wait_none())
    caplog.set_level(logging.WARNING)
    with serving(telling) as server:
        settings = {"policies": ("socratic", "expansion"), "variants": (PAPER, GUARDED), **more}
        wanted = Wanted(model="openai:m", base_url=server.url, **settings)
        execute(wanted, worlds, out, 2, Console(stderr=True))
        assert any(PAGE in json.dumps(body) for body, _ in server.requests)
        assert any(KEY in str(headers) for _, headers in server.requests)
    printed = capsys.readouterr()
    written = {path.name: path.read_text() for path in out.rglob("*") if path.is_file()}
    return {**written, "said": printed.out + printed.err + caplog.text}


def test_the_key_is_nowhere_and_pages_and_prompts_stand_in_the_records_alone(
    worlds, tmp_path, monkeypatch, capsys, caplog
):
    found = ran(worlds, tmp_path / "run", monkeypatch, capsys, caplog)
    assert [name for name, text in found.items() if KEY in text] == []
    assert {name for name, text in found.items() if PAGE in text} == {CALLS_FILE, TERMINALS_FILE}
    assert {name for name, text in found.items() if PROMPT in text} == {CALLS_FILE}
    errors = [json.loads(line)["error_message"] for line in found[CALLS_FILE].splitlines()]
    assert any(errors)
    assert all(PAGE not in (error or "") for error in errors)


def test_with_hashes_alone_neither_page_nor_prompt_nor_reply_is_anywhere(
    worlds, tmp_path, monkeypatch, capsys, caplog
):
    found = ran(worlds, tmp_path / "run", monkeypatch, capsys, caplog, record_only_hashes=True)
    for secret in (KEY, PAGE, PROMPT, REPLY):
        assert [name for name, text in found.items() if secret in text] == []
    assert all(json.loads(line)["prompt_hash"] for line in found[CALLS_FILE].splitlines())


def test_an_unforeseen_error_tells_its_type_and_place_and_no_word_of_its_own(worlds, tmp_path, monkeypatch):
    import benchmark.worker as worker

    class Broken:
        def stream(self, *arguments, **settings):
            raise KeyError(f"{KEY} {PAGE}")

    monkeypatch.setattr(worker, "machine_of", lambda name: Broken())
    execute(Wanted(policies=("socratic",), variants=(PAPER,)), worlds, tmp_path / "run", 1, Console(quiet=True))
    text = (tmp_path / "run" / TERMINALS_FILE).read_text()
    assert "unexpected KeyError" in text
    assert "test_bench_secrets.py, line" in text
    assert KEY not in text
    assert PAGE not in text
