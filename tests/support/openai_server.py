"""A real HTTP server on loopback that speaks as much of the OpenAI chat API as the tests need."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = tuple[int, dict[str, Any]]
Answerer = Callable[[dict[str, Any]], Reply | float]


def completion(content: str | None, finish_reason: str = "stop", **message: Any) -> Reply:
    """A chat completion with 11 prompt and 7 completion tokens."""
    choice = {
        "index": 0,
        "finish_reason": finish_reason,
        "message": {"role": "assistant", "content": content, **message},
    }
    usage = {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18}
    body = {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "test",
        "choices": [choice],
        "usage": usage,
    }
    return 200, body


class ChatServer(ThreadingHTTPServer):
    """Answers each request by `answerer`; `requests` keeps the bodies and headers it got."""

    daemon_threads = True

    def __init__(self, answerer: Answerer) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answerer = answerer
        self.requests: list[tuple[dict[str, Any], dict[str, str]]] = []

    @property
    def url(self) -> str:
        """The base URL for an OpenAI client."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: ChatServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append((body, dict(self.headers)))
        reply = self.server.answerer(body)
        if isinstance(reply, float):
            time.sleep(reply)
            reply = completion("{}")
        status, answer = reply
        raw = json.dumps(answer).encode()
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)
        except BrokenPipeError:
            pass  # the client stopped waiting

    def log_message(self, *args: Any) -> None:
        pass


@contextmanager
def serving(answerer: Answerer) -> Iterator[ChatServer]:
    """Run a server for the length of a block."""
    server = ChatServer(answerer)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def schema_name(body: dict[str, Any]) -> str:
    """The contract a request asks for: Proposal, Expansion or AnswerReply."""
    return body["response_format"]["json_schema"]["name"]
