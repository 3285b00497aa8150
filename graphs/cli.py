"""The command line `socrates-rag`. What costs seconds to import is imported where it is used."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from evidence.errors import InputError, RunError
from graphs.exits import refuse, say
from graphs.model_options import (
    AttemptsOption,
    CallsOption,
    CostOption,
    DeadlineOption,
    InputOption,
    ModelOption,
    OutputOption,
    PricesOption,
    Structured,
    StructuredOption,
    TimeoutOption,
    UrlOption,
)
from graphs.models_cli import models_app
from graphs.policies import POLICIES
from graphs.policy_cli import policy_app
from graphs.signing_cli import keys_app, sign, verify

app = typer.Typer(
    help="Ask a question over documents that somebody may have poisoned.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.add_typer(keys_app, name="keys")
app.add_typer(policy_app, name="policy")
app.add_typer(models_app, name="models")
app.command()(sign)
app.command()(verify)


class Protocol(StrEnum):
    """The two protocols."""

    GUARDED = "guarded"
    PAPER = "paper"


GRAPH_HELP = f"The query policy: {', '.join(POLICIES)}."
EXIT_CODES = {"answered": 0, "error": 1, "cannot_determine": 3, "conflict": 3}


@app.command()
def ask(
    question: Annotated[str, typer.Argument(help="The question, in plain words.")],
    corpus: Annotated[
        str, typer.Option(help="A .jsonl file, a folder of .txt and .md files, or example:peps.")
    ] = "example:peps",
    policy: Annotated[
        str,
        typer.Option(help="Evidence policy: a YAML file or a built-in name; default: the example's or signed-text."),
    ] = "default",
    model: ModelOption = "extractive",
    base_url: UrlOption = None,
    structured: StructuredOption = Structured.JSON_SCHEMA,
    attempts: AttemptsOption = 3,
    timeout_s: TimeoutOption = 120.0,
    graph: Annotated[str, typer.Option(help=GRAPH_HELP)] = "socratic",
    protocol: Annotated[Protocol, typer.Option(help="paper leaves all six rules out.")] = Protocol.GUARDED,
    without: Annotated[list[str] | None, typer.Option(help="A guarded rule to leave out; may be repeated.")] = None,
    max_queries: Annotated[int, typer.Option(help="Search budget, in queries.")] = 2,
    pages_per_query: Annotated[int, typer.Option(help="Pages a query returns at most.")] = 3,
    opening_pages: Annotated[int, typer.Option(help="Pages to begin with.")] = 4,
    max_model_calls: CallsOption = None,
    max_input_tokens: InputOption = None,
    max_output_tokens: OutputOption = None,
    deadline_s: DeadlineOption = None,
    max_cost: CostOption = None,
    prices: PricesOption = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(help="Keep each step in this SQLite file: after a kill, the same command goes on."),
    ] = None,
    thread: Annotated[
        str | None, typer.Option(help="The question's name in the checkpoint file; the question itself by default.")
    ] = None,
    quarantine: Annotated[
        Path | None, typer.Option(help="Write the suspect groups to this file as JSON lines, for review.")
    ] = None,
    json_output: Annotated[
        bool, typer.Option("--json", help="Print the whole state as JSON, and nothing else.")
    ] = False,
) -> None:
    """Ask a question and watch the inquiry.

    Exit code 0: answered. 3: cannot determine, or a conflict. 1: the run failed. 2: bad input.
    """
    settings = {
        "corpus": corpus,
        "policy": policy,
        "model": model,
        "structured": structured.value,
        "attempts": attempts,
        "timeout_s": timeout_s,
        "protocol": protocol.value,
        "without": tuple(without or ()),
        "max_queries": max_queries,
        "pages_per_query": pages_per_query,
        "opening_pages": opening_pages,
        "max_model_calls": max_model_calls,
        "max_input_tokens": max_input_tokens,
        "max_output_tokens": max_output_tokens,
        "deadline_s": deadline_s,
        "max_cost": max_cost,
        "prices": prices,
    }
    try:
        if thread is not None and checkpoint is None:
            raise InputError("--thread goes with --checkpoint FILE")
        with _checkpoints(checkpoint) as saver:
            asking = {"graph": graph, "base_url": base_url, "checkpointer": saver, "thread": thread}
            outcome = _run(question, settings, asking, json_output, quarantine)
    except InputError as error:
        refuse(str(error))
    except RunError as error:
        say(str(error))
        outcome = "error"
    raise typer.Exit(EXIT_CODES[outcome])


@contextmanager
def _checkpoints(path: Path | None) -> Iterator[Any]:
    """The checkpointer over a file; None where none is asked for."""
    if path is None:
        yield None
        return
    from graphs.checkpoints import open_checkpoints

    with open_checkpoints(path) as saver:
        yield saver


def _run(
    question: str, settings: dict[str, Any], asking: dict[str, Any], json_output: bool, quarantine: Path | None
) -> str:
    from rich.console import Console

    from graphs.api import watch
    from graphs.printing import printable
    from graphs.quarantine import check_writable, write_quarantine
    from graphs.terminal import print_step, print_verdict

    console = Console(highlight=False, soft_wrap=True, quiet=json_output)
    context = _context(settings)
    if quarantine is not None:
        check_writable(quarantine)
    step = None
    for step in watch(question, context=context, **asking):
        print_step(console, step)
    if step is None or step.state.verdict is None:
        raise RunError("run: ended without a verdict; please report this")
    if json_output:
        sys.stdout.write(step.state.model_dump_json(indent=2) + "\n")
    print_verdict(console, step.state)
    if quarantine is not None:
        groups = write_quarantine(step.state, quarantine)
        console.print(f"{groups} suspect group(s) written to {printable(str(quarantine))}", markup=False)
    if step.state.error is not None:
        say(step.state.error.message)
    return step.state.verdict.outcome


def _context(settings: dict[str, Any]) -> Any:
    from pydantic import ValidationError

    from nodes.context import RunContext

    try:
        return RunContext(**settings)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        option = "--" + str(first["loc"][0]).replace("_", "-")
        raise InputError(f"{option}: {first['msg']} (got {first['input']!r})") from None


@app.command()
def draw(graph: Annotated[str, typer.Argument(help=GRAPH_HELP)] = "socratic") -> None:
    """Print a graph as Mermaid, with the roles inside its query node."""
    from graphs.policies import graph_of

    try:
        typer.echo(graph_of(graph).get_graph(xray=1).draw_mermaid())
    except InputError as error:
        refuse(str(error))


@app.command()
def demo() -> None:
    """Ask the bundled poisoned corpus with three policies, and show the outcomes side by side."""
    from rich.console import Console

    from graphs.demo import run_demo

    run_demo(Console(highlight=False))


def main() -> None:
    """Run the command line, with tracing to outside services off unless the user has set it."""
    os.environ.setdefault("LANGSMITH_TRACING", "false")
    app()


if __name__ == "__main__":
    main()
