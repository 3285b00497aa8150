"""The command `models check`."""

from typing import TYPE_CHECKING, Annotated

import typer

from graphs.exits import refuse, refusing, say
from graphs.model_options import Structured, StructuredOption, TimeoutOption, UrlOption
from graphs.printing import printable

if TYPE_CHECKING:
    from backbones.probe import Finding

models_app = typer.Typer(help="Chat models: see what an endpoint supports.", no_args_is_help=True)

UNUSABLE = 1


@models_app.callback()
def _models() -> None:
    """Chat models: see what an endpoint supports."""


@models_app.command("check")
def check(
    model: Annotated[str, typer.Argument(help="openai:NAME, or PROVIDER:NAME.")],
    base_url: UrlOption = None,
    structured: StructuredOption = Structured.JSON_SCHEMA,
    timeout_s: TimeoutOption = 120.0,
) -> None:
    """Make a few small calls and say what the endpoint supports.

    Exit code 0: it can be used with --structured as given. 1: it can't. 2: no server, or it refuses the model.
    """
    with refusing():
        findings = _probed(model, base_url, timeout_s)
    _print(findings)
    from backbones.probe import problem

    found = problem(findings, structured.value)
    if found is not None:
        say(f"model {model}: {found}")
        raise typer.Exit(UNUSABLE)


def _probed(model: str, base_url: str | None, timeout_s: float) -> "list[Finding]":
    from backbones.models import open_chat
    from backbones.probe import probe
    from backbones.provider import Fault

    chat, address = open_chat(model, base_url, timeout_s)
    try:
        return list(probe(chat, address))
    except Fault as fault:
        refuse(f"model {model}: {fault.what}")


def _print(findings: "list[Finding]") -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    grid = Table("capability", "supported", "what was seen", box=box.SIMPLE_HEAD)
    words = {True: "yes", False: "no", None: "not known"}
    for finding in findings:
        grid.add_row(finding.capability, words[finding.supported], Text(printable(finding.detail)))
    Console(highlight=False).print(grid)
