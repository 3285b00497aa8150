"""The command line: what it prints, and one clear line for bad input."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

import benchmark.cli as cli
from benchmark.execute import execute
from benchmark.records import TERMINALS_FILE
from benchmark.settings import GUARDED, PAPER
from benchmark.wanted import Wanted
from benchmark.world_files import write_worlds
from benchmark.worlds.generate import WorldSpec
from benchmark.worlds.world import RUNTIME_FILE

SMALL = WorldSpec(count=4, background=8, replicas=4, seed=7)


def bench(monkeypatch, capsys, *arguments):
    """Run a command in this process; returns its exit code, stdout and stderr."""
    monkeypatch.setattr(sys, "argv", ["socrates-bench", *map(str, arguments)])
    monkeypatch.setenv("COLUMNS", "250")
    with pytest.raises(SystemExit) as ended:
        cli.main()
    said = capsys.readouterr()
    return ended.value.code, said.out, said.err


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made") / "worlds"
    write_worlds(folder, SMALL)
    return folder


@pytest.fixture(scope="module")
def others(tmp_path_factory):
    folder = tmp_path_factory.mktemp("made") / "others"
    write_worlds(folder, SMALL.model_copy(update={"seed": 8}))
    return folder


@pytest.fixture(scope="module")
def first_run(worlds, tmp_path_factory):
    out = tmp_path_factory.mktemp("made") / "run"
    wanted = Wanted(policies=(*cli.POLICIES, *cli.CONTROLS), variants=(PAPER, GUARDED))
    execute(wanted, worlds, out, 1, Console(quiet=True))
    return out


@pytest.fixture
def finished(first_run, tmp_path):
    return Path(shutil.copytree(first_run, tmp_path / "run"))


def test_attacked_worlds_are_made_checked_and_run_under_the_policy_beside_them(tmp_path, monkeypatch, capsys):
    made, out = tmp_path / "made", tmp_path / "run"
    small = ("--set", "evaluation", "--condition", "hidden", "--count", 2, "--background", 8)
    families = ("--attack-family", "forged-record", "--attack-family", "wrong-role", "--attacker-pages", 2)
    assert bench(monkeypatch, capsys, "worlds", "make", made, *small, *families)[0] == 0
    code, said, _ = bench(monkeypatch, capsys, "worlds", "check", made)
    assert (code, "wrong-role" in said, "attested" in said) == (0, True, True)
    _, said, _ = bench(monkeypatch, capsys, "worlds", "show", made, "AE00")
    assert "1 forged-record" in said
    worlds = made / "evaluation"
    signed = ("--evidence-policy", worlds / "policies" / "signature.yaml", "--policy", "socratic")
    assert bench(monkeypatch, capsys, "run", "--worlds", worlds, "--out", out, "--jobs", 1, *signed)[0] == 0
    _, said, _ = bench(monkeypatch, capsys, "report", out, "--brief")
    assert "socratic" in said


def test_an_unknown_attack_family_is_refused_with_those_that_there_are(tmp_path, monkeypatch, capsys):
    code, _, said = bench(monkeypatch, capsys, "worlds", "make", tmp_path / "w", "--attack-family", "magic")
    assert (code, said.count("\n")) == (2, 1)
    assert "forged-record" in said


def test_a_run_says_where_it_is_recorded_and_what_prints_it(worlds, tmp_path, monkeypatch, capsys):
    out = tmp_path / "run"
    code, _, said = bench(monkeypatch, capsys, "run", "--worlds", worlds, "--out", out, "--jobs", 1)
    assert (code, said.splitlines()[-1]) == (0, f"recorded in {out}; 'socrates-bench report {out}' prints its tables")


def test_the_standard_sets_are_made_each_in_its_folder(tmp_path, monkeypatch, capsys):
    arguments = ["--background", 8, "--replicas", 4, "--count", 2]
    code, said, _ = bench(monkeypatch, capsys, "worlds", "make", tmp_path, *arguments)
    assert code == 0
    assert [path.name for path in sorted(tmp_path.iterdir())] == [
        "development-hidden",
        "development-identifier_visible",
        "development-source_visible",
        "evaluation",
    ]
    assert "seed 2026" in said
    again = tmp_path / "again"
    bench(monkeypatch, capsys, "worlds", "make", again, *arguments)
    for name in ("evaluation", "development-hidden"):
        for file in (tmp_path / name).iterdir():
            assert (again / name / file.name).read_bytes() == file.read_bytes()


def test_worlds_of_another_spec_are_not_written_over(worlds, tmp_path, monkeypatch, capsys):
    arguments = ["--set", "evaluation", "--condition", "hidden", "--background", 8, "--count", 2]
    assert bench(monkeypatch, capsys, "worlds", "make", tmp_path, *arguments)[0] == 0
    assert bench(monkeypatch, capsys, "worlds", "make", tmp_path, *arguments)[0] == 0
    code, _, said = bench(monkeypatch, capsys, "worlds", "make", tmp_path, *arguments, "--seed", 5)
    assert code == 2
    assert "another spec" in said


def test_a_world_can_be_read(worlds, monkeypatch, capsys):
    code, listed, _ = bench(monkeypatch, capsys, "worlds", "show", worlds)
    assert code == 0
    assert listed.count("hops") == 4
    code, shown, _ = bench(monkeypatch, capsys, "worlds", "show", worlds, "AE00")
    assert code == 0
    assert "gold" in shown
    assert "decisive 1" in shown


def test_worlds_are_checked_and_what_was_checked_is_printed(tmp_path, monkeypatch, capsys):
    write_worlds(tmp_path, WorldSpec(count=2, seed=3))
    code, said, _ = bench(monkeypatch, capsys, "worlds", "check", tmp_path)
    assert (code, said.splitlines()[-1]) == (0, "every declared invariant held")
    assert "2/2" in said
    code, said, _ = bench(monkeypatch, capsys, "worlds", "check", tmp_path, "--each")
    assert "AE01" in said


def test_a_world_that_breaks_an_invariant_fails_the_check(tmp_path, monkeypatch, capsys):
    write_worlds(tmp_path, WorldSpec(count=1, seed=3))
    path = tmp_path / RUNTIME_FILE
    world = json.loads(path.read_text())
    world["pages"][1]["text"] = world["pages"][0]["text"]
    path.write_text(json.dumps(world) + "\n")
    code, said, _ = bench(monkeypatch, capsys, "worlds", "check", tmp_path)
    assert code == 1
    assert "FAILED" in said


def test_a_report_is_printed_and_written(finished, tmp_path, monkeypatch, capsys):
    markdown, csv = tmp_path / "r.md", tmp_path / "csv"
    code, said, _ = bench(monkeypatch, capsys, "report", finished, "--markdown", markdown, "--csv", csv)
    assert code == 0
    for title in ("Outcomes", "Paired safe answers", "By hop", "By domain", "Cost", "Paper: outcomes"):
        assert title in said
        assert title in markdown.read_text()
    assert len(list(csv.iterdir())) == markdown.read_text().count("## ")


def test_a_report_is_written_though_its_reader_has_gone(finished, tmp_path):
    reader, writer = os.pipe()
    os.close(reader)
    command = [
        sys.executable,
        "-c",
        "from benchmark.cli import main; main()",
        "report",
        finished,
        "--markdown",
        tmp_path / "r.md",
    ]
    ended = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert "Traceback" not in ended.stderr
    assert "Outcomes" in (tmp_path / "r.md").read_text()


def test_a_report_is_printed_though_its_file_cannot_be_written(finished, monkeypatch, capsys):
    code, said, remarks = bench(monkeypatch, capsys, "report", finished, "--markdown", "/dev/null/x.md")
    assert (code, "can't be written" in remarks) == (2, True)
    assert "Outcomes" in said


def test_an_unfinished_run_is_reported_as_such(finished, monkeypatch, capsys):
    path = finished / TERMINALS_FILE
    path.write_bytes(path.read_bytes()[:-30])
    code, said, remarks = bench(monkeypatch, capsys, "report", finished)
    assert code == 0
    assert "torn last line" in remarks
    assert "1 terminals are missing" in remarks
    assert "4 worlds" in said


def test_two_policies_are_traced_side_by_side(finished, monkeypatch, capsys):
    code, said, _ = bench(monkeypatch, capsys, "trace", finished, "AE00", "--protocol", "paper")
    assert code == 0
    for word in ("socratic", "expansion", "opening", "premise", "query", "resolved", "outcome"):
        assert word in said


def test_a_run_is_compared_with_itself_as_ties(finished, monkeypatch, capsys):
    code, said, _ = bench(monkeypatch, capsys, "compare", finished, finished)
    assert code == 0
    assert "Run A against run B" in said
    assert "Worlds that ended differently" not in said


def test_an_ablation_runs_fourteen_variants(worlds, tmp_path, monkeypatch, capsys):
    arguments = ["--worlds", worlds, "--out", tmp_path / "run", "--policy", "socratic", "--jobs", 1]
    code, said, _ = bench(monkeypatch, capsys, "ablate", *arguments)
    assert code == 0
    assert "What each rule earns: socratic" in said
    assert len((tmp_path / "run" / TERMINALS_FILE).read_text().splitlines()) == 4 * 14


def test_separability_is_certified_and_both_propositions_checked(worlds, finished, monkeypatch, capsys):
    arguments = ["separability", "--worlds", worlds]
    code, said, _ = bench(monkeypatch, capsys, *arguments)
    assert code == 0
    assert "Separability of 4 worlds" in said
    code, said, _ = bench(monkeypatch, capsys, *arguments, "--run", finished, "--development", finished)
    assert code == 0
    assert "Proposition 1" in said
    assert "Proposition 2" in said


def test_the_oracle_enters_no_outcome_table(worlds, finished, monkeypatch, capsys):
    bench(monkeypatch, capsys, "separability", "--worlds", worlds, "--run", finished)
    _, said, _ = bench(monkeypatch, capsys, "report", finished)
    assert "oracle" not in said
    code, _, said = bench(
        monkeypatch, capsys, "run", "--worlds", worlds, "--out", finished / "x", "--policy", "oracle"
    )
    assert (code, "policy 'oracle': unknown" in said) == (2, True)


def test_hostile_text_is_neutral_wherever_it_is_printed(finished, monkeypatch, capsys):
    path = finished / TERMINALS_FILE
    lines = [json.loads(raw) for raw in path.read_text().splitlines()]
    for line in lines:
        for item in line["state"]["evidence"]:
            item["page"]["text"] = "\x1b[31m[red]" + item["page"]["text"]
        for inquiry in line["state"]["inquiries"]:
            inquiry["query"] = "\x1b]0;title\x07[bold]" + inquiry["query"]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    for arguments in (("trace", finished, "AE00"), ("report", finished), ("compare", finished, finished)):
        code, said, _ = bench(monkeypatch, capsys, *arguments)
        assert code == 0
        assert "\x1b" not in said
    assert "[bold]" in bench(monkeypatch, capsys, "trace", finished, "AE00")[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "--worlds", "absent", "--out", "{out}"], "absent"),
        (["run", "--worlds", "{worlds}", "--out", "{out}", "--policy", "socrates"], "policy 'socrates'"),
        (["run", "--worlds", "{worlds}", "--out", "{out}", "--world", "AE99"], "world 'AE99'"),
        (["run", "--worlds", "{worlds}", "--out", "{out}", "--without", "grounding"], "no such rule"),
        (
            ["run", "--worlds", "{worlds}", "--out", "{out}", "--without", "grounded", "--protocol", "paper"],
            "paper has none",
        ),
        (["run", "--worlds", "{worlds}", "--out", "{out}", "--model", "gpt"], "model 'gpt'"),
        (["run", "--worlds", "{worlds}", "--out", "{out}", "--jobs", "0"], "--jobs"),
        (["run", "--worlds", "{worlds}", "--out", "{out}", "--max-queries", "99"], "max-queries"),
        (["run", "--worlds", "{worlds}", "--out", "{out}", "--base-url", "http://u:p@h/v1"], "--base-url"),
        (["run", "--worlds", "{worlds}", "--out", "/dev/null/run"], "/dev/null/run"),
        (["report", "absent"], "no manifest.json"),
        (["report", "{run}", "--worlds", "absent"], "--worlds"),
        (["report", "{run}", "--worlds", "{others}"], "another hash"),
        (["report", "{run}", "--markdown", "/dev/null/x.md"], "can't be written"),
        (["trace", "{run}", "AE99"], "world 'AE99'"),
        (["trace", "{run}", "AE00", "--policy", "oracle"], "policy 'oracle'"),
        (["compare", "{run}", "absent"], "no manifest.json"),
        (["worlds", "show", "absent"], "no worlds there"),
        (["worlds", "show", "{worlds}", "AE99"], "world 'AE99'"),
        (["worlds", "make", "{out}", "--hops", "0"], "hops"),
        (["worlds", "make", "{out}", "--domain", "moon"], "domain"),
        (["worlds", "make", "{out}", "--background", "1"], "background"),
        (["separability", "--worlds", "absent"], "absent"),
        (["separability", "--worlds", "{worlds}", "--development", "{run}"], "goes with --run"),
        (["separability", "--worlds", "{others}", "--run", "{run}"], "another hash"),
        (["curve", "--out", "{out}", "--replicas", "2"], "--replicas"),
        (["run", "--worlds", "{run}", "--out", "{out}"], "runtime.jsonl"),
    ],
)
def test_bad_input_gets_one_clear_line_and_the_usage_code(
    worlds, others, finished, tmp_path, monkeypatch, capsys, arguments, message
):
    monkeypatch.chdir(tmp_path)
    places = {"worlds": worlds, "out": tmp_path / "new", "run": finished, "others": others}
    code, _, said = bench(monkeypatch, capsys, *(part.format(**places) for part in arguments))
    assert code == 2
    assert message in said
    assert sum(text.startswith("socrates-bench:") for text in said.splitlines()) == 1
    assert "Traceback" not in said


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda lines: [lines[0], b"{}\n", *lines[2:]], r"terminals.jsonl line 2: damaged"),
        (lambda lines: [*lines, lines[0]], r"the terminal of line 1 again"),
    ],
)
@pytest.mark.parametrize("command", ["run", "report"])
def test_damaged_records_stop_every_command_with_file_and_line(
    worlds, finished, monkeypatch, capsys, damage, message, command
):
    path = finished / TERMINALS_FILE
    path.write_bytes(b"".join(damage(path.read_bytes().splitlines(keepends=True))))
    arguments = {"run": ["--worlds", worlds, "--out", finished, "--jobs", 1], "report": [finished]}[command]
    code, _, said = bench(monkeypatch, capsys, command, *arguments)
    assert code == 2
    assert message in said


def test_a_damaged_manifest_is_named(finished, monkeypatch, capsys):
    (finished / "manifest.json").write_text("{}")
    code, _, said = bench(monkeypatch, capsys, "report", finished)
    assert code == 2
    assert "manifest.json" in said
