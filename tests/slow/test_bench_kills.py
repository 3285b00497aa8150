"""A runner killed at any moment loses at most the worlds in flight, and the same command goes on."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmark.records import TERMINALS_FILE
from benchmark.world_files import write_worlds
from benchmark.worlds.generate import WorldSpec

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
KILLS = 10
WORLDS = WorldSpec(count=40, background=20, replicas=6, seed=11)
PER_WORLD = 12


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    folder = tmp_path_factory.mktemp("worlds")
    write_worlds(folder, WORLDS)
    return folder


def start(worlds, out, jobs):
    command = [sys.executable, "-m", "benchmark.cli", "run", "--worlds", str(worlds), "--out", str(out)]
    return subprocess.Popen(
        [*command, "--jobs", str(jobs)],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=_heeds_interrupts,
    )


def _heeds_interrupts():
    """A shell starts background jobs, and so tests that run in one, with SIGINT ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def lines(path):
    return path.read_bytes().count(b"\n") if path.exists() else 0


def untimed(out):
    """Terminals without what a clock wrote, by key; each must stand there once."""
    found = {}
    for raw in (out / TERMINALS_FILE).read_text().splitlines():
        line = json.loads(raw)
        del line["seconds"]
        for call in line["state"]["calls"]:
            del call["latency_s"]
        key = (line["world_id"], line["policy"], line["protocol"])
        assert key not in found, f"{key} stands twice"
        found[key] = line
    return found


def children(pid):
    """Processes whose parent is `pid`."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found


def gone(pids, within):
    deadline = time.monotonic() + within
    while time.monotonic() < deadline:
        if not [pid for pid in pids if Path(f"/proc/{pid}").exists()]:
            return True
        time.sleep(0.05)
    return False


@pytest.fixture(scope="module")
def uninterrupted(worlds, tmp_path_factory):
    out = tmp_path_factory.mktemp("whole") / "run"
    process = start(worlds, out, 2)
    assert process.wait(timeout=300) == 0, process.stderr.read()
    return out


def test_ten_kills_at_random_moments_change_nothing(worlds, uninterrupted, tmp_path):
    rng = random.Random(20261201)
    out = tmp_path / "run"
    kept = 0
    for number in range(KILLS):
        process = start(worlds, out, jobs=rng.choice((1, 2)))
        wait = rng.choice((0, 1, 1, 2)) * PER_WORLD
        while lines(out / TERMINALS_FILE) < kept + wait and process.poll() is None:
            time.sleep(0.002)
        time.sleep(rng.uniform(0, 0.2) if wait else rng.uniform(0, 4))
        assert process.poll() is None, f"the run ended before kill {number + 1}: {process.stderr.read()}"
        workers = [*children(process.pid), *(pid for child in children(process.pid) for pid in children(child))]
        process.kill()
        process.wait()
        assert gone(workers, within=10), "a worker outlived its runner"
        standing = lines(out / TERMINALS_FILE)
        assert standing >= kept
        kept = standing
    last = start(worlds, out, 2)
    assert last.wait(timeout=300) == 0, last.stderr.read()
    assert untimed(out) == untimed(uninterrupted)


def test_a_worker_that_dies_ends_the_run_with_one_line_and_it_goes_on(worlds, uninterrupted, tmp_path):
    out = tmp_path / "run"
    process = start(worlds, out, 2)
    while lines(out / TERMINALS_FILE) < PER_WORLD:
        time.sleep(0.005)
    workers = [pid for child in children(process.pid) for pid in children(child)]
    os.kill(workers[0], signal.SIGKILL)
    assert process.wait(timeout=120) == 1
    said = process.stderr.read()
    assert "a worker process died" in said
    assert "Traceback" not in said
    assert start(worlds, out, 2).wait(timeout=300) == 0
    assert untimed(out) == untimed(uninterrupted)


def test_two_runners_at_once_make_each_terminal_once(worlds, uninterrupted, tmp_path):
    out = tmp_path / "run"
    first = start(worlds, out, 1)
    while lines(out / TERMINALS_FILE) < PER_WORLD:
        time.sleep(0.005)
    second = start(worlds, out, 1)
    assert second.wait(timeout=60) == 2
    assert "another runner is at work" in second.stderr.read()
    assert first.wait(timeout=300) == 0
    assert untimed(out) == untimed(uninterrupted)


def test_an_interruption_ends_at_once_and_says_how_to_go_on(worlds, uninterrupted, tmp_path):
    out = tmp_path / "run"
    process = start(worlds, out, 2)
    while lines(out / TERMINALS_FILE) < PER_WORLD:
        time.sleep(0.005)
    end = time.monotonic() + 10
    while process.poll() is None and time.monotonic() < end:
        process.send_signal(signal.SIGINT)  # again and again, as an impatient person would
        time.sleep(0.2)
    assert process.returncode == 130
    assert "the same command goes on" in process.stderr.read()
    assert start(worlds, out, 2).wait(timeout=300) == 0
    assert untimed(out) == untimed(uninterrupted)


def test_a_torn_line_is_repaired_and_reported(worlds, uninterrupted, tmp_path):
    out = tmp_path / "run"
    out.mkdir()
    for path in uninterrupted.iterdir():
        (out / path.name).write_bytes(path.read_bytes())
    whole = (out / TERMINALS_FILE).read_bytes()
    (out / TERMINALS_FILE).write_bytes(whole[:-100])
    process = start(worlds, out, 1)
    assert process.wait(timeout=300) == 0
    said = process.stderr.read()
    assert "cut a torn last line" in said
    assert untimed(out) == untimed(uninterrupted)


def test_a_full_disk_ends_the_run_and_loses_no_earlier_line(worlds, uninterrupted, tmp_path):
    out = tmp_path / "run"
    limited = f"ulimit -f 400; exec {sys.executable} -m benchmark.cli run --worlds {worlds} --out {out} --jobs 1"
    done = subprocess.run(["bash", "-c", limited], cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "earlier lines stand" in done.stderr
    before = (out / TERMINALS_FILE).read_bytes()
    assert before.endswith(b"\n")
    assert 0 < before.count(b"\n") < WORLDS.count * PER_WORLD
    assert start(worlds, out, 2).wait(timeout=300) == 0
    assert (out / TERMINALS_FILE).read_bytes().startswith(before)
    assert untimed(out) == untimed(uninterrupted)
