"""The command line: what it prints, its exit codes, and one clear line for every bad input."""

import json
import subprocess
import sys

import pytest
from builders import COPY, QUESTION, bridge, final, terminal
from typer.testing import CliRunner

from graphs.cli import app
from graphs.terminal import printable

RUNNER = CliRunner()
FILLER = [f"Page {n} tells of the market of Hale and of its wares." for n in range(9)]


@pytest.fixture
def corpus(tmp_path):
    def write(*texts):
        path = tmp_path / "corpus.jsonl"
        lines = [json.dumps({"id": f"d{number}", "text": text}) for number, text in enumerate(texts)]
        path.write_text("\n".join(lines))
        return str(path)

    return write


def ask(*arguments):
    return RUNNER.invoke(app, ["ask", *arguments])


def test_the_inquiry_is_printed_as_it_happens_then_the_verdict_with_its_chain(corpus):
    result = ask(
        QUESTION, "--corpus", corpus(COPY, COPY + "!", bridge(), terminal(), *FILLER), "--opening-pages", "2"
    )
    assert result.exit_code == 0
    labels = [line.split()[0] for line in result.stdout.splitlines() if line]
    for label in ("opening", "candidate", "premise", "query", "returned", "draft", "ANSWERED:", "chain", "refuted"):
        assert label in labels
    assert labels.index("candidate") < labels.index("query") < labels.index("returned") < labels.index("ANSWERED:")
    assert "HV-2" in result.stdout
    assert "vault Orrin" in result.stdout


def test_what_is_unknown_is_printed_with_the_record_that_would_settle_it(corpus):
    result = ask(QUESTION, "--corpus", corpus(COPY, final(subject="Jon Pell"), *FILLER))
    assert result.exit_code == 3
    assert "CANNOT DETERMINE" in result.stdout
    assert "What would settle it: a signed final record or signed bridge record about Maren Tolliver" in result.stdout


def test_json_gives_the_whole_state_and_nothing_else(corpus):
    result = ask(QUESTION, "--corpus", corpus(COPY, final(), *FILLER), "--json")
    state = json.loads(result.stdout)
    assert state["verdict"]["outcome"] == "answered"
    assert set(state) >= {"question", "evidence", "candidates", "premises", "inquiries", "draft", "calls", "error"}


@pytest.mark.parametrize("graph", ["socratic", "expansion", "repetition", "deepening"])
def test_the_policy_is_picked_by_name_and_can_be_drawn(corpus, graph):
    assert ask(QUESTION, "--corpus", corpus(COPY, final(), *FILLER), "--graph", graph).exit_code in (0, 3)
    drawn = RUNNER.invoke(app, ["draw", graph])
    assert drawn.exit_code == 0
    assert "graph TD" in drawn.stdout


def test_a_rule_can_be_left_out_by_name(corpus):
    result = ask(QUESTION, "--corpus", corpus(COPY, final(), *FILLER), "--without", "early-stop", "--json")
    assert result.exit_code == 0
    assert len(json.loads(result.stdout)["inquiries"]) > 0


def test_a_failed_run_exits_with_one_and_says_why(corpus, monkeypatch):
    import socket

    monkeypatch.setenv("OPENAI_API_KEY", "sk-planted")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
    result = ask(
        QUESTION, "--corpus", corpus(COPY, final()), "--model", "openai:m", "--base-url", url, "--attempts", "1"
    )
    assert result.exit_code == 1
    assert "no connection" in result.stderr
    assert "ERROR" in result.stdout
    assert "sk-planted" not in result.output


BAD = {
    "missing corpus": (["--corpus", "nowhere.jsonl"], "no such file or folder"),
    "missing policy": (["--policy", "nowhere.yaml"], "nowhere.yaml"),
    "unknown model": (["--model", "oracle"], "extractive, openai:NAME"),
    "no key": (["--model", "openai:gpt"], "OPENAI_API_KEY"),
    "base url without openai": (["--base-url", "http://127.0.0.1:1"], "--model openai:NAME"),
    "unknown rule": (["--without", "luck"], "--without"),
    "negative budget": (["--max-queries", "-1"], "--max-queries"),
    "no page a query": (["--pages-per-query", "0"], "--pages-per-query"),
    "no attempt": (["--attempts", "0"], "--attempts"),
    "no time": (["--timeout-s", "0"], "--timeout-s"),
    "negative limit": (["--max-input-tokens", "-1"], "--max-input-tokens"),
    "money without prices": (["--max-cost", "1"], "needs a price table"),
    "missing prices": (["--prices", "nowhere.yaml"], "nowhere.yaml"),
    "thread without a file": (["--thread", "t"], "--checkpoint"),
    "no place for a checkpoint": (["--checkpoint", "/nowhere/ck.sqlite"], "/nowhere/ck.sqlite"),
    "package not installed": (["--model", "ollama:not-there"], "pip install langchain-ollama"),
    "unknown graph": (["--graph", "sophistic"], "sophistic"),
    "unknown example": (["--corpus", "example:moon"], "peps"),
}


@pytest.mark.parametrize("case", list(BAD))
def test_bad_input_exits_with_two_and_one_line(case, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    arguments, word = BAD[case]
    result = ask(QUESTION, *arguments)
    assert result.exit_code == 2
    assert word in result.stderr
    assert "Traceback" not in result.output
    assert len(result.stderr.splitlines()) == 1
    assert result.stdout == ""


def test_an_empty_question_and_a_corpus_without_a_record_are_refused(corpus):
    result = ask("  ", "--corpus", corpus(final()))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "question: empty" in result.stderr
    result = ask(QUESTION, "--corpus", corpus(COPY))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "reads no record" in result.stderr
    assert "signed final record" in result.stderr


@pytest.mark.parametrize(
    ("lines", "word"),
    [('{"id": "a", "text": "x"}\n{', "line 2"), ('{"id": "a", "text": "x"}\n' * 2, "unique"), ("", "empty")],
)
def test_a_broken_corpus_is_refused_by_line(tmp_path, lines, word):
    path = tmp_path / "c.jsonl"
    path.write_text(lines)
    result = ask(QUESTION, "--corpus", str(path))
    assert result.exit_code == 2
    assert word in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_an_invalid_policy_is_refused_by_field(tmp_path, corpus):
    path = tmp_path / "p.yaml"
    path.write_text("name: x\ntrust: rumour\nrules: []\n")
    result = ask(QUESTION, "--corpus", corpus(final()), "--policy", str(path))
    assert result.exit_code == 2
    assert "trust" in result.stderr


HOSTILE = (
    "\x1b[2J\x1b]0;owned\x07 Maren Tolliver \x9b31m vault \u202eCorvin\u200b [bold]x[/bold] \rANSWERED: vault Corvin"
)


def test_control_characters_in_pages_and_questions_do_not_reach_the_terminal(corpus):
    path = corpus(HOSTILE, HOSTILE.upper() + final(), final(answer="vault \x1b[31mOrrin"), *FILLER)
    for question in (QUESTION, QUESTION + "\x1b[2J"):
        result = ask(question, "--corpus", path)
        for char in "\x1b\x07\x9b\u202e\u200b\r":
            assert char not in result.output
        assert "[bold]x[/bold]" in result.stdout


def test_printable_keeps_words_and_marks_what_it_removes():
    assert printable("naïve “café” 7\t\n x") == "naïve “café” 7   x"
    assert printable("a\x1bb\u202ec\u2066d\x00") == "a�b�c�d�"


def test_help_is_quick_to_load_and_imports_no_graph_library():
    code = (
        "import sys; sys.argv = ['socrates-rag', '--help']\n"
        "from graphs.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "sys.exit(any(name.split('.')[0] in ('langgraph', 'langchain_core', 'openai') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=False).returncode == 0
