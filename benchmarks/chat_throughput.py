"""How near a run on a chat model comes to its ideal schedule: 48 worlds, two policies, 1 s a call, 16 jobs.

    python -m benchmarks.chat_throughput

The server is a process of its own on loopback that answers every call after exactly one second. A question's calls
hang on one another, so they can't be made at once; questions can. The ideal is computed from the calls that the run
in fact made: no schedule is shorter than its longest question, nor than all calls divided by the jobs, whichever is
more. All else (search, prompts, records synced to disk, the client, threads) is counted as ours, but for the client's
import, which a process pays once whatever it runs.
"""

import json
import multiprocessing
import os
import re
import sys
import tempfile
import time
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path

from rich.console import Console

from benchmark.execute import execute
from benchmark.records import CALLS_FILE, CallLine, read_lines
from benchmark.settings import PAPER
from benchmark.wanted import Wanted
from benchmark.world_files import write_worlds
from benchmark.worlds.generate import WorldSpec

WORLDS, JOBS, LATENCY, LIMIT = 48, 16, 1.0, 1.25
POLICIES = ("socratic", "expansion")


class Slow(BaseHTTPRequestHandler):
    """Answers a call in the form of its contract, one second after it came."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        due = time.perf_counter() + LATENCY
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        raw = json.dumps(reply(body)).encode()
        time.sleep(max(0.0, due - time.perf_counter()))
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)

    def log_message(self, *arguments: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 4 * JOBS


def reply(body: dict) -> dict:
    """Two rounds of search by the question's own names, then an answer."""
    prompt = body["messages"][1]["content"]
    names = re.findall(r"[A-Z][\w-]+", re.search("<question>(.*)</question>", prompt)[1])
    query = f"{' '.join(names)} record {prompt.count('<inquiry>')}"
    premise = {"statement": "s", "status": "unresolved", "decisiveness": 0.9, "expected_discriminator": "d"}
    contracts = {
        "Proposal": {
            "candidates": [{"answer": a, "supported_by": [], "necessary_premises": []} for a in ("one", "another")],
            **dict.fromkeys(("who_decides", "subject", "newest_record", "named_but_missing"), ""),
            "premises": [{**premise, "query": query}],
            "stop": False,
        },
        "Expansion": {"query": query},
        "AnswerReply": {"answer": "CannotDetermine", "citations": [], "residual_uncertainty": ""},
    }
    content = json.dumps(contracts[body["response_format"]["json_schema"]["name"]])
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
    usage = {"prompt_tokens": len(prompt) // 4, "completion_tokens": len(content) // 4, "total_tokens": 0}
    return {"id": "c", "object": "chat.completion", "created": 1, "model": "m", "choices": [choice], "usage": usage}


def serve(ready: Connection) -> None:
    server = Server(("127.0.0.1", 0), Slow)
    ready.send(server.server_address[1])
    server.serve_forever()


def ideal(out: Path) -> tuple[float, int, int]:
    """Seconds of the shortest schedule that could be, the calls made, and the longest question's."""
    made = Counter(line.key for line in read_lines(out / CALLS_FILE, CallLine) if line.reused_from is None)
    return max(made.total() / JOBS, max(made.values())) * LATENCY, made.total(), max(made.values())


def measured(url: str, folder: Path) -> tuple[float, float]:
    """Seconds of the run by the wall clock, and of the processor."""
    wanted = Wanted(policies=POLICIES, variants=(PAPER,), model="openai:m", base_url=url)
    started, worked = time.perf_counter(), time.process_time()
    execute(wanted, folder / "worlds", folder / "run", JOBS, Console(quiet=True))
    return time.perf_counter() - started, time.process_time() - worked


def main() -> None:
    os.environ.setdefault("LANGSMITH_TRACING", "false")
    os.environ.setdefault("OPENAI_API_KEY", "none")
    import langchain_openai  # noqa: F401  # imported here, outside of the measured run

    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(there,), daemon=True)
    process.start()
    url = f"http://127.0.0.1:{here.recv()}/v1"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_worlds(folder / "worlds", WorldSpec(count=WORLDS))
        seconds, worked = measured(url, folder)
        shortest, calls, longest = ideal(folder / "run")
    process.terminate()
    ratio = seconds / shortest
    sys.stdout.write(
        f"{WORLDS} worlds x {len(POLICIES)} policies, {calls} calls of {LATENCY:.0f} s, at most {longest} in a row, "
        f"{JOBS} jobs\nideal {shortest:.1f} s, measured {seconds:.1f} s: {ratio:.2f} times "
        f"({'within' if ratio <= LIMIT else 'ABOVE'} {LIMIT})\n"
        f"of it {worked:.1f} s of processor; load of the machine {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n"
    )


if __name__ == "__main__":
    main()
