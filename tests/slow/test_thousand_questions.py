"""A thousand questions at 16 jobs while a tenth of all requests fail: none is lost and none is counted twice."""

import random
import threading
from collections import Counter

import pytest
from chat_replies import obliging
from faults import FAULTS
from openai_server import serving
from rich.console import Console
from tenacity import wait_none

from benchmark.execute import execute
from benchmark.records import CALLS_FILE, CallLine, read_lines, read_terminals
from benchmark.settings import GUARDED, PAPER
from benchmark.wanted import Wanted
from benchmark.world_files import write_worlds
from benchmark.worlds.generate import WorldSpec

WORLDS, POLICIES, VARIANTS = 250, ("socratic", "expansion"), (PAPER, GUARDED)
SHARE = 0.1

# A time-out would be one only where the machine is quick enough otherwise; it has its row in the fault matrix.
RANDOM_FAULTS = [wrong.reply for name, wrong in FAULTS.items() if name != "time-out"]


class Unreliable:
    """Obliging, but for a tenth of the requests."""

    def __init__(self):
        self._random = random.Random(6)
        self._lock = threading.Lock()
        self.failed = 0

    def __call__(self, body):
        with self._lock:
            if self._random.random() >= SHARE:
                return obliging(body)
            self.failed += 1
            fault = self._random.choice(RANDOM_FAULTS)
        return fault(body)


@pytest.mark.slow
def test_every_question_has_one_terminal_and_totals_match_the_servers_own_log(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    monkeypatch.setattr("backbones.retrying._growing", wait_none())
    write_worlds(tmp_path / "worlds", WorldSpec(count=WORLDS, background=8, replicas=4, seed=11))
    answerer = Unreliable()
    with serving(answerer) as server:
        wanted = Wanted(
            model="openai:test", base_url=server.url, policies=POLICIES, variants=VARIANTS, timeout_s=600.0
        )
        execute(wanted, tmp_path / "worlds", tmp_path / "run", 16, Console(quiet=True))
    terminals = read_terminals(tmp_path / "run")
    assert len({terminal.key for terminal in terminals}) == len(terminals) == 1000
    calls = [call for terminal in terminals for call in terminal.state.calls if call.reused_from is None]
    recorded = [line for line in read_lines(tmp_path / "run" / CALLS_FILE, CallLine) if line.reused_from is None]
    assert len(calls) == len(recorded) == len(server.log)
    assert sum(call.input_tokens for call in calls) == sum(served.input_tokens for served in server.log)
    assert sum(call.output_tokens for call in calls) == sum(served.output_tokens for served in server.log)
    assert sum(call.error is not None for call in calls) == answerer.failed > 0.05 * len(calls)
    outcomes = Counter(terminal.outcome for terminal in terminals)
    failed = [terminal for terminal in terminals if terminal.state.error is not None]
    assert outcomes["error"] == len(failed) > 0
    assert all(terminal.state.calls[-1].error == terminal.state.error.kind for terminal in failed)
    assert all(terminal.state.verdict.answer is None for terminal in failed)
