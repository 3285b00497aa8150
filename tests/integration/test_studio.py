"""The graphs under a real `langgraph dev`, offline and without a key, driven through langgraph_sdk."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("langgraph_api", reason="needs the extra `studio`")
langgraph_sdk = pytest.importorskip("langgraph_sdk")

pytestmark = pytest.mark.studio

ROOT = Path(__file__).resolve().parents[2]
GRAPHS = ["socratic", "expansion", "repetition", "deepening"]
WSGI = "Which PEP specifies the Python Web Server Gateway Interface?"
UNKNOWN = "Which PEP specifies the Zyx Teleport Protocol?"


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    port = free_port()
    log = tmp_path_factory.mktemp("studio") / "server.log"
    environment = {
        **os.environ,
        "LANGGRAPH_CLI_NO_ANALYTICS": "1",
        "LANGGRAPH_NO_VERSION_CHECK": "true",
        "LANGSMITH_TRACING": "false",
    }
    command = [Path(sys.executable).parent / "langgraph", "dev", "--no-browser", "--no-reload"]
    command += ["--port", str(port), "--n-jobs-per-worker", "4"]
    with log.open("w") as out:
        server = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=subprocess.STDOUT)
    try:
        wait_until_up(port, server, log)
        yield langgraph_sdk.get_sync_client(url=f"http://127.0.0.1:{port}")
    finally:
        server.send_signal(signal.SIGINT)
        try:
            server.wait(15)
        except subprocess.TimeoutExpired:
            server.kill()


def wait_until_up(port, server, log):
    import httpx

    for _ in range(600):
        assert server.poll() is None, log.read_text()
        try:
            if httpx.get(f"http://127.0.0.1:{port}/ok", timeout=2).status_code == 200:
                return
        except httpx.HTTPError:
            pass
        time.sleep(0.1)
    pytest.fail(log.read_text())


def assistant(client, graph):
    return client.assistants.search(graph_id=graph)[0]["assistant_id"]


def test_all_four_graphs_are_served(client):
    assert {found["graph_id"] for found in client.assistants.search(limit=20)} == set(GRAPHS)


@pytest.mark.parametrize("graph", GRAPHS)
def test_no_schema_is_null_and_the_context_is_a_form(client, graph):
    schemas = client.assistants.get_schemas(assistant(client, graph))
    for name in ("input_schema", "output_schema", "state_schema", "context_schema"):
        assert schemas[name], name
    assert set(schemas["input_schema"]["properties"]) == {"question", "opening"}
    context = schemas["context_schema"]["properties"]
    assert {"model", "corpus", "policy", "max_queries", "protocol", "without"} <= set(context)
    assert not any(name.startswith("_") for name in context)


def test_the_xray_drawing_shows_the_roles(client):
    drawn = client.assistants.get_graph(assistant(client, "socratic"), xray=1)
    names = {str(node["id"]).split(":")[-1] for node in drawn["nodes"]}
    assert {"assertor", "elenchus", "dialectic", "aporia"} <= names


@pytest.mark.parametrize("graph", GRAPHS)
def test_a_run_with_the_default_context_ends_in_a_verdict(client, graph):
    state = client.runs.wait(None, graph, input={"question": WSGI})
    assert state["verdict"]["outcome"] in ("answered", "cannot_determine")
    assert state["verdict"]["answer"] in (None, "PEP 3333")
    assert state["error"] is None


@pytest.mark.parametrize("graph", GRAPHS)
def test_a_second_question_on_the_same_thread_starts_clean(client, graph):
    thread = client.threads.create()["thread_id"]
    first = client.runs.wait(thread, graph, input={"question": WSGI})
    assert first["evidence"]
    second = client.runs.wait(thread, graph, input={"question": UNKNOWN})
    alone = client.runs.wait(None, graph, input={"question": UNKNOWN})
    assert second == alone
    assert second["verdict"]["outcome"] == "cannot_determine"


def test_a_run_takes_its_budget_and_protocol_from_the_context(client):
    context = {"protocol": "paper", "max_queries": 1}
    state = client.runs.wait(None, "repetition", input={"question": UNKNOWN}, context=context)
    assert len(state["inquiries"]) == 1
    assert [call["role"] for call in state["calls"]] == ["answer"]


def test_what_a_person_wants_to_watch_is_streamed(client):
    seen = set()
    for part in client.runs.stream(None, "socratic", input={"question": WSGI}, stream_mode="values"):
        if part.event == "values":
            seen.update(key for key, value in part.data.items() if value)
    assert {"evidence", "verdict"} <= seen


def test_bad_input_is_an_error_in_the_state_and_no_abstention(client):
    state = client.runs.wait(None, "socratic", input={"question": WSGI}, context={"corpus": "/nowhere"})
    assert state["verdict"]["outcome"] == "error"
    assert "/nowhere" in state["error"]["message"]
