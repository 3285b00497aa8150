"""Serves the model on loopback for as long as it is wanted."""

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from benchmark.local_model.setting_up import MODEL_NAME, Home
from evidence.errors import InputError, RunError

HOST = "127.0.0.1"
# One call at a time, and a slot for each kind of call: its prompt's prefix then stays cached beside the others'.
SLOTS = 6
SLOT_TOKENS = 5120
START_SECONDS = 120.0


@contextmanager
def serving(home: Home, port: int = 0, threads: int = 2, log: Path | None = None) -> Iterator[str]:
    """Run the server and yield its base URL; it ends with the block.

    Args:
        home: the set-up folder.
        port: TCP port on loopback; a free one where 0.
        threads: processor threads.
        log: where the server's own messages go; `server.log` in the folder where None.

    Raises:
        InputError: the server or the model isn't set up.
        RunError: the server didn't come up within two minutes.
    """
    for file in (home.server, home.model):
        if not file.is_file():
            raise InputError(f"{file}: not there; 'python -m benchmark.local_model setup' makes it")
    port = port or _free_port()
    with (log or home.folder / "server.log").open("ab") as output:
        process = subprocess.Popen(_command(home, port, threads), stdout=output, stderr=output)
        try:
            _wait(process, f"http://{HOST}:{port}/health")
            yield f"http://{HOST}:{port}/v1"
        finally:
            process.terminate()
            process.wait()


def _command(home: Home, port: int, threads: int) -> list[str]:
    settings = {
        "--model": home.model,
        "--alias": MODEL_NAME,
        "--host": HOST,
        "--port": port,
        "--threads": threads,
        "--parallel": SLOTS,
        "--ctx-size": SLOTS * SLOT_TOKENS,
    }
    return [str(home.server), "--no-cache-idle-slots", *(str(part) for pair in settings.items() for part in pair)]


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind((HOST, 0))
        return int(listener.getsockname()[1])


def _wait(process: "subprocess.Popen[bytes]", url: str) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RunError(f"the model's server ended with {process.returncode}; see server.log")
        try:
            if httpx.get(url, timeout=5).status_code == httpx.codes.OK:
                return
        except httpx.HTTPError:
            pass  # not listening yet
        time.sleep(0.5)
    raise RunError(f"the model's server didn't answer within {START_SECONDS:.0f} s; see server.log")
