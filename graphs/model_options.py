"""Options of both command lines: how a chat model is called, and what a question may cost."""

from enum import StrEnum
from typing import Annotated

import typer

MODEL_PANEL = "The model"
LIMITS_PANEL = "Limits of a question: reaching one ends it as an error named for the limit"


class Structured(StrEnum):
    """How a chat model is held to its reply's schema."""

    JSON_SCHEMA = "json_schema"
    FUNCTION_CALLING = "function_calling"
    JSON_MODE = "json_mode"


ModelOption = Annotated[
    str,
    typer.Option("--model", help="extractive, openai:NAME, or PROVIDER:NAME.", rich_help_panel=MODEL_PANEL),
]
UrlOption = Annotated[
    str | None,
    typer.Option("--base-url", help="An OpenAI-compatible server, with openai:NAME.", rich_help_panel=MODEL_PANEL),
]
StructuredOption = Annotated[
    Structured,
    typer.Option("--structured", help="For servers without JSON schema.", rich_help_panel=MODEL_PANEL),
]
AttemptsOption = Annotated[
    int,
    typer.Option("--attempts", help="Requests for one model call, after faults.", rich_help_panel=MODEL_PANEL),
]
TimeoutOption = Annotated[
    float, typer.Option("--timeout-s", help="Seconds to wait for one reply.", rich_help_panel=MODEL_PANEL)
]
CallsOption = Annotated[
    int | None,
    typer.Option("--max-model-calls", help="Model calls, retries among them.", rich_help_panel=LIMITS_PANEL),
]
InputOption = Annotated[
    int | None, typer.Option("--max-input-tokens", help="Input tokens.", rich_help_panel=LIMITS_PANEL)
]
OutputOption = Annotated[
    int | None, typer.Option("--max-output-tokens", help="Output tokens.", rich_help_panel=LIMITS_PANEL)
]
DeadlineOption = Annotated[
    float | None, typer.Option("--deadline-s", help="Seconds from its start.", rich_help_panel=LIMITS_PANEL)
]
CostOption = Annotated[
    float | None, typer.Option("--max-cost", help="Money; needs --prices.", rich_help_panel=LIMITS_PANEL)
]
PricesOption = Annotated[
    str | None,
    typer.Option("--prices", help="A price table: YAML or JSON.", rich_help_panel=LIMITS_PANEL),
]
