"""A run made again from its records: the same terminals byte for byte, the same tables, and no server."""

import json

import pytest
from chat_replies import obliging
from openai_server import completion, schema_name, serving
from rich.console import Console
from tenacity import wait_none

from backbones.prompts import PROMPT_VERSION
from benchmark.execute import execute
from benchmark.labelled import scored_run
from benchmark.manifest import MANIFEST_FILE, read_manifest
from benchmark.records import CALLS_FILE, TERMINALS_FILE, read_terminals
from benchmark.replay import recorded_run
from benchmark.report import report_tables, run_table
from benchmark.settings import GUARDED, PAPER
from benchmark.tables import markdown
from benchmark.wanted import Wanted
from evidence.errors import InputError

QUIET = Console(quiet=True)
SETTINGS = {"policies": ("socratic", "expansion", "vanilla"), "variants": (PAPER, GUARDED)}


@pytest.fixture(autouse=True)
def _without_a_key(monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    recorded_run.cache_clear()


def never_failing(body):
    """Good replies to our policies and to the other systems."""
    return completion(json.dumps({"text": "vault Corvin"})) if schema_name(body) == "Said" else obliging(body)


def sometimes_failing(body):
    """Faults of every kind among good replies, by what is asked."""
    if schema_name(body) == "Said":
        return never_failing(body)
    kinds = {0: (500, {"error": {"message": "boom"}}), 1: completion("{"), 2: completion("{", finish_reason="length")}
    return kinds.get(sum(body["messages"][1]["content"].encode()) % 12) or obliging(body)


@pytest.fixture(scope="module")
def recorded(worlds, tmp_path_factory):
    out = tmp_path_factory.mktemp("recorded") / "run"
    with pytest.MonkeyPatch.context() as patch, serving(sometimes_failing) as server:
        patch.setenv("OPENAI_API_KEY", "none")
        patch.setattr("backbones.retrying._growing", wait_none())
        wanted = Wanted(model="openai:test-model", base_url=server.url, **SETTINGS)
        execute(wanted, worlds, out, 4, QUIET)
    return out


def replay(worlds, source, out, jobs=4, **more):
    execute(Wanted(model=f"replay:{source}", **{**SETTINGS, **more}), worlds, out, jobs, QUIET)


def tables(run, worlds):
    scored = scored_run(run, worlds)
    return markdown(report_tables(scored.scored, frozenset(), scored.manifest.departures))


def test_the_record_to_be_replayed_holds_answers_abstentions_and_faults(recorded):
    terminals = read_terminals(recorded)
    assert {terminal.outcome for terminal in terminals} >= {"answered", "cannot_determine", "error"}
    kinds = {terminal.state.error.kind for terminal in terminals if terminal.state.error}
    assert kinds >= {"malformed_json", "truncated"}
    assert any(call.reused_from for terminal in terminals for call in terminal.state.calls)


@pytest.mark.parametrize("jobs", [1, 4])
def test_a_replay_gives_the_terminals_byte_for_byte_and_the_tables_again(
    worlds, recorded, tmp_path, monkeypatch, jobs
):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    replay(worlds, recorded, tmp_path / "again", jobs)
    assert (tmp_path / "again" / TERMINALS_FILE).read_bytes() == (recorded / TERMINALS_FILE).read_bytes()
    assert tables(tmp_path / "again", worlds) == tables(recorded, worlds)
    lines = [sorted((run / CALLS_FILE).read_bytes().splitlines()) for run in (tmp_path / "again", recorded)]
    assert lines[0] == lines[1]


def test_a_replay_of_a_replay_is_the_run_too(worlds, recorded, tmp_path):
    replay(worlds, recorded, tmp_path / "again")
    replay(worlds, tmp_path / "again", tmp_path / "once-more")
    assert (tmp_path / "once-more" / TERMINALS_FILE).read_bytes() == (recorded / TERMINALS_FILE).read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("kinds", "limits"),
    [
        ({"max_model_calls"}, {"max_model_calls": 2}),
        ({"max_output_tokens"}, {"max_output_tokens": 7}),
        ({"deadline_s"}, {"deadline_s": 0.5}),
        ({"run_max_model_calls"}, {"run_limits": {"max_model_calls": 7, "on_limit": "continue"}}),
        ({"run_deadline_s"}, {"run_limits": {"deadline_s": 1.5, "on_limit": "continue"}}),
    ],
)
def test_questions_that_a_limit_ended_are_replayed_byte_for_byte_too(worlds, tmp_path, monkeypatch, kinds, limits):
    asked = {"policies": ("socratic", "expansion", "self-ask"), "variants": (PAPER,)}
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with serving(lambda body: never_failing(body)._replace(after=0.3)) as server:
        wanted = Wanted.model_validate({"model": "openai:m", "base_url": server.url, **asked, **limits})
        execute(wanted, worlds, tmp_path / "run", 2, QUIET)
    failed = [terminal.state.error for terminal in read_terminals(tmp_path / "run")]
    assert {error.kind for error in failed if error} == kinds
    replay(worlds, tmp_path / "run", tmp_path / "again", **asked)
    assert (tmp_path / "again" / TERMINALS_FILE).read_bytes() == (tmp_path / "run" / TERMINALS_FILE).read_bytes()


def test_a_part_can_be_replayed_alone(worlds, recorded, tmp_path):
    replay(worlds, recorded, tmp_path / "part", policies=("expansion",), variants=(PAPER,))
    kept = [line for line in read_terminals(recorded) if (line.policy, line.protocol) == ("expansion", "paper")]
    assert read_terminals(tmp_path / "part") == kept


def test_a_replay_that_was_killed_goes_on(worlds, recorded, tmp_path):
    out = tmp_path / "again"
    replay(worlds, recorded, out)
    whole = (out / TERMINALS_FILE).read_bytes()
    (out / TERMINALS_FILE).write_bytes(b"".join(whole.splitlines(keepends=True)[:5]))
    calls = (out / CALLS_FILE).read_bytes()
    replay(worlds, recorded, out)
    assert (out / TERMINALS_FILE).read_bytes() == whole
    assert (out / CALLS_FILE).read_bytes() == calls


def test_the_manifest_and_the_run_table_say_that_it_is_a_replay(worlds, recorded, tmp_path):
    replay(worlds, recorded, tmp_path / "again")
    manifest = read_manifest(tmp_path / "again")
    assert (manifest.settings.model, manifest.settings.replay) == ("openai:test-model", str(recorded))
    assert ("backbone", f"openai:test-model, replayed from {recorded}") in run_table(manifest).rows


def copied(recorded, to):
    to.mkdir()
    for name in (MANIFEST_FILE, TERMINALS_FILE, CALLS_FILE):
        (to / name).write_bytes((recorded / name).read_bytes())
    return to


def test_a_call_that_the_record_lacks_is_an_error_of_that_name(worlds, recorded, tmp_path):
    source = copied(recorded, tmp_path / "source")
    lines = (source / CALLS_FILE).read_text().splitlines(keepends=True)
    lost = next(n for n, raw in enumerate(lines) if '"role":"answer"' in raw and '"policy":"expansion"' in raw)
    line = json.loads(lines.pop(lost))
    (source / CALLS_FILE).write_text("".join(lines))
    replay(worlds, source, tmp_path / "again")
    failed = [
        one for one in read_terminals(tmp_path / "again") if one.state.error and "recorded" in one.state.error.kind
    ]
    (terminal,) = failed
    assert (terminal.world_id, terminal.policy) == (line["world_id"], "expansion")
    assert terminal.state.error.kind == "not_recorded"
    assert f"{line['world_id']}/expansion/{line['protocol']}/answer-1-1" in terminal.state.error.message


def test_a_call_of_another_prompt_is_an_error_of_that_name(worlds, recorded, tmp_path):
    source = copied(recorded, tmp_path / "source")
    lines = [json.loads(raw) for raw in (source / CALLS_FILE).read_text().splitlines()]
    changed = next(line for line in lines if line["role"] == "expand")
    changed["prompt_hash"] = "0" * 64
    (source / CALLS_FILE).write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    replay(worlds, source, tmp_path / "again")
    kinds = [line.state.error.kind for line in read_terminals(tmp_path / "again") if line.state.error]
    assert kinds.count("other_prompt") == 1


def test_records_of_another_prompt_version_are_refused_by_version(worlds, recorded, tmp_path):
    for name in (MANIFEST_FILE, CALLS_FILE):
        source = copied(recorded, tmp_path / f"older {name}")
        text = (source / name).read_text()
        assert PROMPT_VERSION in text
        (source / name).write_text(text.replace(PROMPT_VERSION, "2025-01-31"))
        with pytest.raises(InputError, match=f"prompt version 2025-01-31, and this code's is {PROMPT_VERSION}"):
            replay(worlds, source, tmp_path / "again")
        assert not (tmp_path / "again").exists()


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"max_queries": 3}, "max_queries is 2 there and 3 here"),
        ({"policies": ("deepening",)}, "holds no terminal of AE00, deepening, paper"),
    ],
)
def test_settings_that_the_records_are_not_of_are_refused_by_name(worlds, recorded, tmp_path, more, message):
    with pytest.raises(InputError, match=message):
        replay(worlds, recorded, tmp_path / "again", **more)
    assert not (tmp_path / "again").exists()


def test_runs_that_hold_no_replies_cannot_be_replayed_and_say_why(worlds, tmp_path, monkeypatch):
    execute(Wanted(policies=("repetition",), variants=(PAPER,)), worlds, tmp_path / "embedded", 1, QUIET)
    with pytest.raises(InputError, match="its model is extractive, which makes no calls"):
        replay(worlds, tmp_path / "embedded", tmp_path / "again")
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    with serving(obliging) as server:
        wanted = Wanted(
            model="openai:m", base_url=server.url, record_only_hashes=True, **{**SETTINGS, "policies": ("socratic",)}
        )
        execute(wanted, worlds, tmp_path / "hashes", 4, QUIET)
    with pytest.raises(InputError, match="made with --record-only-hashes, so no reply is kept"):
        replay(worlds, tmp_path / "hashes", tmp_path / "again", policies=("socratic",), variants=(PAPER,))
