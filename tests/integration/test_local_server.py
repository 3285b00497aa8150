"""Serving the local model, with a small HTTP server in place of the one that takes ten minutes to build."""

import signal
import subprocess
import sys

import httpx
import pytest

from benchmark.local_model.setting_up import Home

HEALTHY = f"""#!{sys.executable}
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer

class Healthy(BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(200)
        self.end_headers()

HTTPServer(("127.0.0.1", int(sys.argv[sys.argv.index("--port") + 1])), Healthy).serve_forever()
"""


@pytest.fixture
def home(tmp_path):
    home = Home(tmp_path)
    home.server.parent.mkdir(parents=True)
    home.server.write_text(HEALTHY, encoding="utf-8")
    home.server.chmod(0o755)
    home.model.touch()
    return home


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_the_server_needs_no_terminal_and_ends_with_the_command(home, ending):
    command = [sys.executable, "-m", "benchmark.local_model", "serve", "--home", str(home.folder), "--port", "0"]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=_heeding_ctrl_c
    ) as serving:
        try:
            url = serving.stderr.readline().split("--base-url ")[1].strip().replace("/v1", "/health")
            with pytest.raises(subprocess.TimeoutExpired):
                serving.wait(1)
            assert httpx.get(url).status_code == httpx.codes.OK
            serving.send_signal(ending)
            assert serving.wait(30) == 0
        finally:
            serving.kill()
    with pytest.raises(httpx.ConnectError):
        httpx.get(url)


def _heeding_ctrl_c():
    """Tests that run in a shell's background inherit that SIGINT is ignored."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
