"""Records: whole lines only, each key once, and a full disk that loses nothing."""

import json
import resource

import pytest

from benchmark.records import (
    TERMINALS_FILE,
    Appender,
    RecordsError,
    TerminalLine,
    cut_torn_line,
    read_terminals,
)
from evidence.errors import InputError
from evidence.state import EvidenceState, ModelCall, Verdict


def terminal(world_id, policy="socratic", **state):
    return TerminalLine(
        world_id=world_id,
        policy=policy,
        protocol="guarded",
        outcome="cannot_determine",
        trace=("opening", "aporia"),
        seconds=0.1,
        state=EvidenceState(question="Which?", verdict=Verdict(outcome="cannot_determine"), **state),
    )


def written(path, *lines):
    path.write_text("".join(f"{line.model_dump_json()}\n" for line in lines))
    return path


def test_a_terminal_reads_back_as_it_was(tmp_path):
    line = terminal("AE00", calls=(ModelCall(call_id="answer-1-1", role="answer", model="m"),))
    written(tmp_path / TERMINALS_FILE, line)
    assert read_terminals(tmp_path) == [line]


def test_a_torn_last_line_is_cut_and_the_rest_stands(tmp_path):
    path = written(tmp_path / TERMINALS_FILE, terminal("AE00"), terminal("AE01"))
    whole = path.read_bytes()
    path.write_bytes(whole[:-7])
    assert [line.world_id for line in read_terminals(tmp_path)] == ["AE00"]
    assert cut_torn_line(path) == len(whole) // 2 - 7
    assert path.read_bytes() == whole[: len(whole) // 2]
    assert cut_torn_line(path) == 0


def test_a_last_line_without_its_newline_is_torn_however_whole_it_looks(tmp_path):
    path = written(tmp_path / TERMINALS_FILE, terminal("AE00"))
    path.write_bytes(path.read_bytes()[:-1])
    assert read_terminals(tmp_path) == []
    assert cut_torn_line(path) > 0
    assert path.read_bytes() == b""


@pytest.mark.parametrize("damage", [b"{\n", b"\n", b"[]\n", b"\xff\xfe\n", b'{"world_id": "AE01"}\n', b"\0\0\n"])
def test_a_damaged_line_is_named_with_its_file_and_number(tmp_path, damage):
    path = written(tmp_path / TERMINALS_FILE, terminal("AE00"), terminal("AE01"))
    first, last = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(first + damage + last)
    with pytest.raises(InputError, match=r"terminals.jsonl line 2: damaged .*delete the line"):
        read_terminals(tmp_path)


def test_a_terminal_that_stands_twice_is_refused(tmp_path):
    written(tmp_path / TERMINALS_FILE, terminal("AE00"), terminal("AE01"), terminal("AE00"))
    with pytest.raises(InputError, match=r"line 3: the terminal of line 1 again"):
        read_terminals(tmp_path)


def test_a_batch_that_the_disk_cannot_take_leaves_the_file_as_it_was(tmp_path):
    path = tmp_path / TERMINALS_FILE
    appender = Appender(path)
    appender.append(["first"])
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(RecordsError, match="earlier lines stand"):
            appender.append(["x" * 600, "y" * 600])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert path.read_text() == "first\n"
    appender.append(["second"])
    assert path.read_text() == "first\nsecond\n"
    appender.close()


def test_lines_are_json_objects_one_a_line(tmp_path):
    path = written(tmp_path / TERMINALS_FILE, terminal("AE00"))
    (raw,) = path.read_text().splitlines()
    assert json.loads(raw)["without"] == []
