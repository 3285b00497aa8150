"""Records: whole lines only, each key once, and a full disk that loses nothing."""

import json
import os
import resource

import pytest

from benchmark.records import (
    CALLS_FILE,
    TERMINALS_FILE,
    Appender,
    CallLine,
    RecordsError,
    TerminalLine,
    call_lines,
    cut_torn_line,
    drop_unended_calls,
    read_lines,
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


def test_calls_are_keyed_by_role_round_and_attempt():
    calls = (
        ModelCall(call_id="propose-1-1", role="propose", model="m", error="status_500"),
        ModelCall(call_id="propose-1-2", role="propose", model="m"),
        ModelCall(call_id="answer-1-1", role="answer", model="m"),
    )
    lines = call_lines(terminal("AE00", calls=calls))
    assert [(line.role, line.round, line.attempt) for line in lines] == [
        ("propose", 1, 1),
        ("propose", 1, 2),
        ("answer", 1, 1),
    ]
    assert {line.key for line in lines} == {terminal("AE00").key}


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


def test_calls_whose_run_has_no_terminal_are_dropped(tmp_path):
    call = ModelCall(call_id="answer-1-1", role="answer", model="m")
    kept, dropped = (call_lines(terminal(world, calls=(call,)))[0] for world in ("AE00", "AE01"))
    path = written(tmp_path / CALLS_FILE, dropped, kept)
    assert drop_unended_calls(tmp_path, {kept.key}) == 1
    assert list(read_lines(path, CallLine)) == [kept]
    assert drop_unended_calls(tmp_path, {kept.key}) == 0


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


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_disk_while_calls_are_dropped_keeps_the_old_file(tmp_path):
    call = ModelCall(call_id="answer-1-1", role="answer", model="m")
    path = written(tmp_path / CALLS_FILE, *call_lines(terminal("AE00", calls=(call,))))
    before = path.read_bytes()
    (tmp_path / f".{CALLS_FILE}.new").symlink_to("/dev/full")
    written(tmp_path / "other", *call_lines(terminal("AE01", calls=(call,))))
    path.write_bytes(before + (tmp_path / "other").read_bytes())
    with pytest.raises(RecordsError, match="not written"):
        drop_unended_calls(tmp_path, {terminal("AE00").key})
    assert path.read_bytes() == before + (tmp_path / "other").read_bytes()


def test_lines_are_json_objects_one_a_line(tmp_path):
    path = written(tmp_path / TERMINALS_FILE, terminal("AE00"))
    (raw,) = path.read_text().splitlines()
    assert json.loads(raw)["without"] == []
