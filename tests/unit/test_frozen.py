"""The freeze of a run: written before it, and nothing else is run by it."""

import hashlib
import json
import sys

import pytest
from rich.console import Console

from backbones.prompts import PROPOSE
from benchmark import cli
from benchmark import frozen as freezing
from benchmark.execute import execute, freeze
from benchmark.frozen import read_frozen
from benchmark.labelled import scored_run
from benchmark.manifest import read_manifest
from benchmark.report import run_table
from benchmark.settings import PAPER
from benchmark.wanted import Wanted
from benchmark.world_files import write_worlds
from benchmark.world_spec import runtime_sha256
from benchmark.worlds.generate import WorldSpec
from evidence.errors import InputError

SMALL = WorldSpec(count=2, background=8, replicas=4, seed=7)
QUIET = Console(quiet=True)
WANTED = Wanted(policies=("repetition",), variants=(PAPER,))


def run(monkeypatch, capsys, *arguments):
    """Run `socrates-bench run` in this process; returns its exit code and what it said."""
    monkeypatch.setattr(sys, "argv", ["socrates-bench", "run", "--jobs", "1", *map(str, arguments)])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    return ended.value.code, capsys.readouterr().err


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made") / "worlds"
    write_worlds(folder, SMALL)
    return folder


@pytest.fixture
def freeze_file(worlds, tmp_path):
    freeze(WANTED, worlds, tmp_path / "freeze.json")
    return tmp_path / "freeze.json"


def test_a_freeze_names_worlds_policy_and_prompts_by_hash(worlds, freeze_file):
    found = read_frozen(freeze_file)
    assert found.settings.worlds_sha256 == runtime_sha256(worlds)
    assert found.settings.policies == ("repetition",)
    assert found.prompts["propose"] == hashlib.sha256(PROPOSE.encode()).hexdigest()
    assert {"Proposal", "Expansion", "AnswerReply"} <= found.contracts.keys()


def test_a_run_held_to_its_freeze_says_so_in_manifest_and_report(worlds, freeze_file, tmp_path):
    execute(WANTED, worlds, tmp_path / "run", 1, QUIET, frozen=freeze_file)
    held_to = hashlib.sha256(freeze_file.read_bytes()).hexdigest()
    assert [sitting.held_to for sitting in read_manifest(tmp_path / "run").sittings] == [held_to]
    assert ("held to the freeze", held_to[:12]) in run_table(scored_run(tmp_path / "run", None).manifest).rows


def test_a_sitting_that_was_held_to_nothing_shows_in_the_report(worlds, freeze_file, tmp_path):
    execute(WANTED, worlds, tmp_path / "run", 1, QUIET, frozen=freeze_file)
    execute(WANTED, worlds, tmp_path / "run", 1, QUIET)
    shown = dict(run_table(read_manifest(tmp_path / "run")).rows)["held to the freeze"]
    assert shown.endswith(", none")


def test_another_setting_is_refused_before_anything_is_run(worlds, freeze_file, tmp_path):
    with pytest.raises(InputError, match="max_queries was 2 and is 3"):
        execute(WANTED.model_copy(update={"max_queries": 3}), worlds, tmp_path / "run", 1, QUIET, frozen=freeze_file)
    assert not (tmp_path / "run").exists()


def test_other_worlds_are_refused(freeze_file, tmp_path):
    write_worlds(tmp_path / "others", SMALL.model_copy(update={"seed": 8}))
    with pytest.raises(InputError, match="worlds_sha256"):
        execute(WANTED, tmp_path / "others", tmp_path / "run", 1, QUIET, frozen=freeze_file)


def test_a_prompt_worded_anew_is_refused_by_its_role(worlds, freeze_file, tmp_path, monkeypatch):
    monkeypatch.setitem(freezing.SYSTEM, "expand", "You write a better query.")
    with pytest.raises(InputError, match=r"it differs: the prompt of expand\."):
        execute(WANTED, worlds, tmp_path / "run", 1, QUIET, frozen=freeze_file)


def test_a_contract_that_changed_is_refused_by_its_name(worlds, freeze_file, tmp_path):
    content = json.loads(freeze_file.read_text())
    content["contracts"]["Proposal"] = "0" * 64
    freeze_file.write_text(json.dumps(content))
    with pytest.raises(InputError, match="it differs: contract Proposal"):
        execute(WANTED, worlds, tmp_path / "run", 1, QUIET, frozen=freeze_file)


def test_the_command_freezes_and_runs_nothing_and_then_runs_what_was_frozen(worlds, tmp_path, monkeypatch, capsys):
    command = ("--worlds", worlds, "--out", tmp_path / "run", "--policy", "links", "--protocol", "guarded")
    code, said = run(monkeypatch, capsys, *command, "--freeze", tmp_path / "f.json")
    assert code == 0
    assert "commit it" in said
    assert not (tmp_path / "run").exists()
    code, said = run(monkeypatch, capsys, *command, "--frozen", tmp_path / "f.json")
    assert code == 0
    assert "recorded in" in said
    code, said = run(monkeypatch, capsys, *command, "--policy", "socratic", "--frozen", tmp_path / "f.json")
    assert code == 2
    assert "policies was" in said


@pytest.mark.parametrize(
    ("content", "named"),
    [(None, "can't be read"), ("not json", "Invalid JSON"), ('{"format": 1}', "settings: Field required")],
)
def test_a_file_that_is_no_freeze_is_refused_in_one_line(content, named, worlds, tmp_path, monkeypatch, capsys):
    path = tmp_path / "f.json"
    if content is not None:
        path.write_text(content)
    code, said = run(monkeypatch, capsys, "--worlds", worlds, "--out", tmp_path / "run", "--frozen", path)
    assert code == 2
    assert named in said
    assert said.count("\n") == 1


def test_a_freeze_that_stands_is_not_overwritten(worlds, freeze_file):
    before = freeze_file.read_bytes()
    with pytest.raises(InputError, match="stands there already"):
        freeze(WANTED, worlds, freeze_file)
    assert freeze_file.read_bytes() == before


def test_a_freeze_that_cannot_be_written_is_one_clear_error(worlds, tmp_path, monkeypatch, capsys):
    command = ("--worlds", worlds, "--out", tmp_path / "run", "--freeze", tmp_path / "no" / "f.json")
    code, said = run(monkeypatch, capsys, *command)
    assert code == 1
    assert "not written" in said
    assert said.count("\n") == 1
