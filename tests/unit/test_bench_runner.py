"""The runner: every terminal once, resumed where it was, and nothing that fails goes missing."""

import json
import subprocess
import sys
from importlib.resources import files

import pytest
from rich.console import Console
from tenacity import wait_none

import benchmark.worker as worker
from benchmark.execute import execute
from benchmark.manifest import MANIFEST_FILE, Manifest, read_manifest, sitting
from benchmark.records import TERMINALS_FILE, read_terminals
from benchmark.run_folder import open_run
from benchmark.settings import GUARDED, PAPER, Key, Variant
from benchmark.wanted import Wanted, settings_of
from benchmark.world_files import write_worlds
from benchmark.worlds.generate import WorldSpec
from benchmark.worlds.labels import LABELS_FILE
from benchmark.worlds.world import read_worlds
from evidence.errors import InputError
from evidence.state import EvidenceState

QUIET = Console(quiet=True)
SMALL = WorldSpec(count=3, background=8, replicas=4, seed=7)


@pytest.fixture
def worlds(tmp_path):
    write_worlds(tmp_path / "worlds", SMALL)
    return tmp_path / "worlds"


def wanted(policies=("socratic", "repetition"), variants=(PAPER, GUARDED), **more):
    return Wanted(policies=policies, variants=variants, **more)


def run(worlds, out, jobs=1, **more):
    execute(wanted(**more), worlds, out, jobs, QUIET)
    return read_terminals(out)


def untimed(terminals):
    """Terminals without what a clock wrote, in order of their keys."""
    lines = []
    for terminal in terminals:
        line = terminal.model_dump(mode="json", exclude={"seconds"})
        for call in line["state"]["calls"]:
            del call["latency_s"]
        lines.append(json.dumps(line, sort_keys=True))
    return sorted(lines)


def test_every_world_policy_and_variant_has_one_terminal(worlds, tmp_path):
    terminals = run(worlds, tmp_path / "run")
    expected = {
        Key(world, policy, variant)
        for world in ("AE00", "AE01", "AE02")
        for policy in ("socratic", "repetition")
        for variant in (PAPER, GUARDED)
    }
    assert {terminal.key for terminal in terminals} == expected
    assert len(terminals) == len(expected)


def test_a_terminal_holds_the_whole_state_and_the_nodes_that_ran(worlds, tmp_path):
    terminal = next(line for line in run(worlds, tmp_path / "run") if line.policy == "socratic")
    assert terminal.trace[:4] == ("opening", "assertor", "elenchus", "query")
    assert len(terminal.state.evidence) >= 4
    assert terminal.state.verdict.outcome == terminal.outcome


@pytest.mark.slow
def test_processes_and_threads_give_the_same_terminals(worlds, tmp_path):
    # A fork server listens on a socket, which tests may not open; a process of its own may.
    command = [sys.executable, "-m", "benchmark.cli", "run", "--worlds", str(worlds), "--out", str(tmp_path / "two")]
    policies = ["--policy", "socratic", "--policy", "repetition", "--jobs", "2"]
    subprocess.run([*command, *policies], check=True, capture_output=True, timeout=120)
    assert untimed(run(worlds, tmp_path / "one")) == untimed(read_terminals(tmp_path / "two"))


def test_what_stands_there_is_not_run_again(worlds, tmp_path, monkeypatch):
    first = run(worlds, tmp_path / "run")
    lines = (tmp_path / "run" / TERMINALS_FILE).read_bytes().splitlines(keepends=True)
    (tmp_path / "run" / TERMINALS_FILE).write_bytes(b"".join(lines[:-2]) + lines[-2][:50])
    ran = []
    original = worker._run
    monkeypatch.setattr(worker, "_run", lambda world, key, *more: ran.append(key) or original(world, key, *more))
    again = run(worlds, tmp_path / "run")
    assert untimed(again) == untimed(first)
    assert len(ran) == 2
    assert len(read_manifest(tmp_path / "run").sittings) == 2


def test_labels_are_not_needed_to_run(worlds, tmp_path):
    (worlds / LABELS_FILE).unlink()
    assert len(run(worlds, tmp_path / "run")) == 12


def test_the_controls_are_policies_like_the_others(worlds, tmp_path):
    terminals = run(worlds, tmp_path / "run", policies=("links", "expansion-links"))
    assert {terminal.outcome for terminal in terminals} <= {"answered", "cannot_determine", "conflict"}
    roles = {policy: set() for policy in ("links", "expansion-links")}
    for terminal in terminals:
        roles[terminal.policy] |= {call.role for call in terminal.state.calls}
    assert roles["links"] <= {"answer"}
    assert "expand" in roles["expansion-links"]


def test_the_manifest_says_what_was_run_and_on_which_code(worlds, tmp_path):
    run(worlds, tmp_path / "run")
    manifest = read_manifest(tmp_path / "run")
    assert "socratic against expansion under protocol paper" in manifest.primary_endpoint
    assert manifest.settings.world_spec["seed"] == 7
    assert manifest.settings.prompt_version
    (this,) = manifest.sittings
    assert this.packages["langgraph"]
    assert len(this.commit) == len(this.freeze_commit) == 40


def test_the_primary_endpoint_is_stated_before_the_first_terminal(worlds, tmp_path):
    settings = settings_of(wanted(), worlds, read_worlds(worlds))
    with open_run(tmp_path / "run", worlds, settings, sitting(1)):
        assert Manifest.model_validate_json((tmp_path / "run" / MANIFEST_FILE).read_bytes()).primary_endpoint
        assert read_terminals(tmp_path / "run") == []


@pytest.mark.parametrize(
    ("other", "named"),
    [
        ({"policies": ("socratic",)}, "policies"),
        ({"variants": (PAPER, Variant(without=("grounded",)))}, "variants is .*grounded"),
        ({"max_queries": 3}, "max_queries is 2 there and 3 here"),
        ({"world_ids": ("AE01",)}, "world_ids"),
        ({"model": "openai:some"}, "model is 'extractive' there and 'openai:some' here"),
    ],
)
def test_a_folder_of_other_settings_is_refused_by_name(worlds, tmp_path, monkeypatch, other, named):
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    run(worlds, tmp_path / "run", world_ids=("AE00",), policies=("repetition",), variants=(PAPER,))
    same = {"world_ids": ("AE00",), "policies": ("repetition",), "variants": (PAPER,)}
    with pytest.raises(InputError, match=named):
        run(worlds, tmp_path / "run", **{**same, **other})


def test_a_folder_of_other_worlds_is_refused(worlds, tmp_path):
    run(worlds, tmp_path / "run", policies=("repetition",))
    write_worlds(tmp_path / "others", SMALL.model_copy(update={"seed": 8}))
    with pytest.raises(InputError, match="worlds_sha256"):
        run(tmp_path / "others", tmp_path / "run", policies=("repetition",))


def test_a_second_runner_on_the_folder_is_refused(worlds, tmp_path):
    settings = settings_of(wanted(), worlds, read_worlds(worlds))
    held = open_run(tmp_path / "run", worlds, settings, sitting(1))
    with held, pytest.raises(InputError, match="another runner is at work"):
        run(worlds, tmp_path / "run")
    assert len(run(worlds, tmp_path / "run")) == 12


def test_an_unforeseen_exception_is_a_terminal_error_and_stays(worlds, tmp_path, monkeypatch):
    class Broken:
        def stream(self, *arguments, **settings):
            yield (), "values", EvidenceState(question="Which?")
            raise KeyError("a bug")

    original = worker.machine_of
    monkeypatch.setattr(worker, "machine_of", lambda name: Broken() if name == "socratic" else original(name))
    terminals = run(worlds, tmp_path / "run")
    failed = [terminal for terminal in terminals if terminal.policy == "socratic"]
    assert {(terminal.outcome, terminal.state.error.kind) for terminal in failed} == {
        ("error", "unexpected KeyError")
    }
    monkeypatch.undo()
    assert untimed(run(worlds, tmp_path / "run")) == untimed(terminals)


def test_a_world_that_cannot_be_indexed_is_an_error_of_each_policy(tmp_path, monkeypatch):
    write_worlds(tmp_path / "unseen", SMALL.model_copy(update={"seed": 9}))

    def fails(world, policy):
        raise MemoryError("no room")

    monkeypatch.setattr(worker, "world_pages", fails)
    terminals = run(tmp_path / "unseen", tmp_path / "run")
    assert len(terminals) == 12
    assert {terminal.outcome for terminal in terminals} == {"error"}


def test_a_reply_that_no_file_can_hold_is_an_error_that_says_so(worlds, tmp_path, monkeypatch):
    class Surrogate:
        def stream(self, *arguments, **settings):
            state = EvidenceState.model_validate(
                {"question": "Which?", "draft": {"answer": "\ud800"}, "verdict": {"outcome": "cannot_determine"}}
            )
            yield (), "values", state

    monkeypatch.setattr(worker, "machine_of", lambda name: Surrogate())
    terminals = run(worlds, tmp_path / "run")
    assert {terminal.outcome for terminal in terminals} == {"error"}
    assert "not recordable" in terminals[0].state.error.message


def test_a_limit_is_an_error_named_for_it(worlds, tmp_path):
    terminals = run(worlds, tmp_path / "run", policies=("socratic",), max_model_calls=1)
    assert {(line.outcome, line.state.error.kind) for line in terminals if line.key.variant == PAPER} == {
        ("error", "max_model_calls")
    }


def test_worlds_with_a_shared_index_are_searched_as_one_corpus(tmp_path):
    write_worlds(tmp_path / "worlds", SMALL.model_copy(update={"shared_index": True}))
    terminals = run(tmp_path / "worlds", tmp_path / "run", policies=("socratic",))
    worlds = {world.world_id: {page.page_id for page in world.pages} for world in read_worlds(tmp_path / "worlds")}
    found = {
        item.page.page_id in worlds[terminal.world_id] for terminal in terminals for item in terminal.state.evidence
    }
    assert found == {True, False}


def test_a_worlds_index_is_made_once_and_again_where_worlds_or_evidence_policy_are_others(worlds, tmp_path):
    def index(folder, evidence_policy="default", number=0):
        read = read_worlds(folder)
        settings = settings_of(wanted(evidence_policy=evidence_policy), folder, read)
        return worker.resources_of(read[number], settings, folder).retriever

    policy = (files("evidence.policies") / "signed-text.yaml").read_text()
    (tmp_path / "policy.yaml").write_text(policy.replace("max_links: 4", "max_links: 3"))
    write_worlds(tmp_path / "others", SMALL.model_copy(update={"seed": 8}))
    first = index(worlds)
    assert index(worlds) is first
    others = [index(worlds, number=1), index(tmp_path / "others"), index(worlds, str(tmp_path / "policy.yaml"))]
    assert first not in others


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ({"policies": ("socrates",)}, "policy 'socrates': unknown; there are socratic"),
        ({"world_ids": ("AE99",)}, "world 'AE99': none such"),
        ({"model": "gpt"}, "model 'gpt': unknown"),
        ({"evidence_policy": "absent.yaml"}, "absent.yaml"),
        ({"max_queries": 99}, "max-queries"),
    ],
)
def test_what_cannot_be_run_is_refused_before_anything_is(worlds, tmp_path, more, message):
    with pytest.raises(InputError, match=message):
        run(worlds, tmp_path / "run", **more)
    assert not (tmp_path / "run").exists()


def test_a_server_that_is_not_there_makes_errors_and_never_abstentions(worlds, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setattr("backbones.retrying._growing", wait_none())
    closed = "http://127.0.0.1:9/v1"
    settings = {"model": "openai:some", "base_url": closed, "policies": ("socratic",), "world_ids": ("AE00", "AE01")}
    terminals = run(worlds, tmp_path / "run", jobs=4, **settings)
    assert len(terminals) == 4
    assert {terminal.outcome for terminal in terminals} == {"error"}
    assert all(terminal.state.calls[-1].error for terminal in terminals)


@pytest.mark.parametrize(
    ("model", "url"), [("extractive", "http://127.0.0.1/v1"), ("openai:m", "http://user:secret@127.0.0.1/v1")]
)
def test_a_url_that_no_model_uses_or_that_holds_a_password_is_refused(worlds, tmp_path, model, url):
    with pytest.raises(InputError, match="--base-url") as refused:
        run(worlds, tmp_path / "run", model=model, base_url=url)
    assert "secret" not in str(refused.value)


def test_the_server_of_the_environment_stands_in_the_manifest(worlds, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "planted-secret")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    settings = {"model": "openai:some", "policies": ("repetition",), "variants": (GUARDED,), "world_ids": ("AE00",)}
    run(worlds, tmp_path / "run", **settings)
    assert read_manifest(tmp_path / "run").settings.base_url == "http://127.0.0.1:9/v1"
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:10/v1")
    with pytest.raises(InputError, match="base_url"):
        run(worlds, tmp_path / "run", **settings)
    written = b"".join(path.read_bytes() for path in (tmp_path / "run").iterdir())
    assert b"planted-secret" not in written
