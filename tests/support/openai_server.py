"""A real HTTP server on loopback that speaks as much of the OpenAI chat API as the tests need."""

import json
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import MappingProxyType
from typing import Any, NamedTuple


class Reply(NamedTuple):
    """A reply; `after` seconds pass before it, and one that is `lost` breaks off in the middle of its body."""

    status: int
    body: dict[str, Any] | str
    headers: Mapping[str, str] = MappingProxyType({})
    after: float = 0.0
    lost: bool = False


class Served(NamedTuple):
    """What the server did with one request: its own log, against which a run's records are held."""

    number: int
    contract: str
    status: int
    lost: bool
    input_tokens: int
    output_tokens: int


Answerer = Callable[[dict[str, Any]], tuple[Any, ...] | float]


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
    return Reply(200, body)


class ChatServer(ThreadingHTTPServer):
    """Answers each request by `answerer`; keeps the bodies and headers it got, and a log of what it sent."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, answerer: Answerer, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.answerer = answerer
        self.requests: list[tuple[dict[str, Any], dict[str, str]]] = []
        self.log: list[Served] = []
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        """The base URL for an OpenAI client."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def received(self, body: dict[str, Any], headers: dict[str, str]) -> int:
        """Keep a request; returns its number, from 1."""
        with self._lock:
            self.requests.append((body, headers))
            return len(self.requests)

    def sent(self, number: int, body: dict[str, Any], reply: Reply) -> None:
        """Log what is about to be sent; a reply that is lost brings its tokens to nobody."""
        usage = reply.body.get("usage") if isinstance(reply.body, dict) and not reply.lost else None
        counted = usage or {}
        with self._lock:
            self.log.append(
                Served(
                    number,
                    contract_of(body),
                    reply.status,
                    reply.lost,
                    counted.get("prompt_tokens", 0),
                    counted.get("completion_tokens", 0),
                )
            )


class _Handler(BaseHTTPRequestHandler):
    server: ChatServer
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        number = self.server.received(body, dict(self.headers))
        given = self.server.answerer(body)
        reply = completion("{}")._replace(after=given) if isinstance(given, float) else Reply(*given)
        time.sleep(reply.after)
        self.server.sent(number, body, reply)
        raw = (reply.body if isinstance(reply.body, str) else json.dumps(reply.body)).encode()
        try:
            self.send_response(reply.status)
            self.send_header("Content-Type", "text/html" if isinstance(reply.body, str) else "application/json")
            self.send_header("Content-Length", str(len(raw)))
            for name, value in reply.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(raw[: len(raw) // 2] if reply.lost else raw)
        except (BrokenPipeError, ConnectionResetError):
            pass  # the client stopped waiting
        self.close_connection = self.close_connection or reply.lost

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


def contract_of(body: dict[str, Any]) -> str:
    """The same under any way of asking for structure; "" where the request names none."""
    if "json_schema" in body.get("response_format", {}):
        return schema_name(body)
    return body["tools"][0]["function"]["name"] if body.get("tools") else ""
