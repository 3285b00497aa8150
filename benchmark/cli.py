"""The command line `socrates-bench`. What costs seconds to import is imported where it is used."""

import os
import shlex
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from benchmark.baselines.registry import BASELINE_NAMES
from benchmark.consoles import console
from benchmark.worlds import DEFAULT_SEED
from benchmark.worlds_cli import worlds_app
from evidence.errors import InputError, SocratesError
from graphs.model_options import (
    MODEL_PANEL,
    AttemptsOption,
    CallsOption,
    CostOption,
    DeadlineOption,
    InputOption,
    OutputOption,
    PricesOption,
    Structured,
    StructuredOption,
    TimeoutOption,
    UrlOption,
)

if TYPE_CHECKING:
    from benchmark.settings import Variant
    from benchmark.tables import Table
    from benchmark.wanted import Wanted

app = typer.Typer(
    help="Run the counterfactual benchmark: worlds, matched policies, scoring and tables.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.add_typer(worlds_app, name="worlds")


class Protocol(StrEnum):
    """The two protocols."""

    PAPER = "paper"
    GUARDED = "guarded"


class OnLimit(StrEnum):
    """What a run does once a limit has ended a question."""

    CONTINUE = "continue"
    STOP = "stop"


RUN_PANEL = "Limits of the whole run"
POLICIES = ["socratic", "expansion", "repetition", "deepening"]
CONTROLS = ["links", "expansion-links"]
BASELINES = list(BASELINE_NAMES)
FAILED, USAGE = 1, 2

WorldsOption = Annotated[Path, typer.Option("--worlds", help="The worlds' folder.")]
LabelsOption = Annotated[Path | None, typer.Option("--worlds", help="Where the worlds are now, if they moved.")]
OutOption = Annotated[Path, typer.Option("--out", help="The run folder; an unfinished run there goes on.")]
PolicyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--policy",
        help=f"A policy, may be repeated: {', '.join([*POLICIES, *CONTROLS, *BASELINES])}.",
    ),
]
ProtocolOption = Annotated[
    list[Protocol] | None, typer.Option("--protocol", help="paper or guarded, may be repeated; both by default.")
]
JobsOption = Annotated[int | None, typer.Option("--jobs", help="Worlds at a time; one a processor by default.")]
ModelOption = Annotated[
    str,
    typer.Option(
        "--model",
        help="extractive, openai:NAME, PROVIDER:NAME, or replay:RUN, from records.",
        rich_help_panel=MODEL_PANEL,
    ),
]
EvidenceOption = Annotated[str, typer.Option("--evidence-policy", help="A policy's YAML file or built-in name.")]
QueriesOption = Annotated[int, typer.Option("--max-queries", help="Search budget, in queries.")]
PagesOption = Annotated[int, typer.Option("--pages-per-query", help="Pages a query returns at most.")]
MarkdownOption = Annotated[Path | None, typer.Option("--markdown", help="Write the tables to this Markdown file.")]
CsvOption = Annotated[Path | None, typer.Option("--csv", help="Write the tables to CSV files in this folder.")]


@app.command()
def run(
    worlds: WorldsOption,
    out: OutOption,
    policy: PolicyOption = None,
    protocol: ProtocolOption = None,
    without: Annotated[
        list[str] | None, typer.Option("--without", help="A guarded rule to leave out; may be repeated.")
    ] = None,
    world: Annotated[
        list[str] | None, typer.Option("--world", help="A world to run, may be repeated; all by default.")
    ] = None,
    model: ModelOption = "extractive",
    base_url: UrlOption = None,
    structured: StructuredOption = Structured.JSON_SCHEMA,
    attempts: AttemptsOption = 3,
    timeout_s: TimeoutOption = 120.0,
    evidence_policy: EvidenceOption = "default",
    max_queries: QueriesOption = 2,
    pages_per_query: PagesOption = 3,
    max_model_calls: CallsOption = None,
    max_input_tokens: InputOption = None,
    max_output_tokens: OutputOption = None,
    deadline_s: DeadlineOption = None,
    max_cost: CostOption = None,
    prices: PricesOption = None,
    run_max_model_calls: Annotated[int | None, typer.Option(help="Model calls.", rich_help_panel=RUN_PANEL)] = None,
    run_max_input_tokens: Annotated[int | None, typer.Option(help="Input tokens.", rich_help_panel=RUN_PANEL)] = None,
    run_max_output_tokens: Annotated[
        int | None, typer.Option(help="Output tokens.", rich_help_panel=RUN_PANEL)
    ] = None,
    run_deadline_s: Annotated[
        float | None, typer.Option(help="Seconds of this sitting.", rich_help_panel=RUN_PANEL)
    ] = None,
    run_max_cost: Annotated[
        float | None, typer.Option(help="Money; needs --prices.", rich_help_panel=RUN_PANEL)
    ] = None,
    on_limit: Annotated[
        OnLimit | None,
        typer.Option(
            help="Whether the run goes on after a limit; by default after a question's own, not after the run's.",
            rich_help_panel=RUN_PANEL,
        ),
    ] = None,
    requests_per_minute: Annotated[
        int | None, typer.Option(help="Model calls a minute, of all jobs together.", rich_help_panel=RUN_PANEL)
    ] = None,
    tokens_per_minute: Annotated[
        int | None,
        typer.Option(help="Input and output tokens a minute, of all jobs together.", rich_help_panel=RUN_PANEL),
    ] = None,
    record_only_hashes: Annotated[
        bool, typer.Option("--record-only-hashes", help="Keep hashes in place of messages and replies.")
    ] = False,
    baselines: Annotated[
        bool, typer.Option("--baselines", help="Run the other systems too (extra 'baselines').")
    ] = False,
    freeze: Annotated[
        Path | None,
        typer.Option(help="Write worlds, policy, prompts and settings by hash to this file, and run nothing."),
    ] = None,
    frozen: Annotated[Path | None, typer.Option(help="Run nothing but what this file froze.")] = None,
    jobs: JobsOption = None,
) -> None:
    """Run worlds under policies and protocols. Interrupted or killed, the same command goes on.

    Exit code 0: every terminal is recorded. 1: a record couldn't be written, or a limit stopped the run.
    2: bad input. 130: interrupted.
    """
    from benchmark import execute

    wanted = _wanted(
        [*(policy or [*POLICIES, *CONTROLS]), *(BASELINES if baselines else [])],
        variants(protocol or list(Protocol), without or []),
        world_ids=tuple(world or ()),
        model=model,
        base_url=base_url,
        evidence_policy=evidence_policy,
        max_queries=max_queries,
        pages_per_query=pages_per_query,
        structured=structured.value,
        attempts=attempts,
        timeout_s=timeout_s,
        max_model_calls=max_model_calls,
        max_input_tokens=max_input_tokens,
        max_output_tokens=max_output_tokens,
        deadline_s=deadline_s,
        max_cost=max_cost,
        prices=prices,
        run_limits={
            "max_model_calls": run_max_model_calls,
            "max_input_tokens": run_max_input_tokens,
            "max_output_tokens": run_max_output_tokens,
            "deadline_s": run_deadline_s,
            "max_cost": run_max_cost,
            "on_limit": on_limit.value if on_limit is not None else None,
        },
        requests_per_minute=requests_per_minute,
        tokens_per_minute=tokens_per_minute,
        record_only_hashes=record_only_hashes,
    )
    if freeze is not None:
        execute.freeze(wanted, worlds, freeze)
        typer.echo(f"frozen in {freeze}; commit it, then run the same with --frozen {freeze}", err=True)
        return
    execute.execute(wanted, worlds, out, _jobs(jobs), console(stderr=True), frozen=frozen)
    typer.echo(f"recorded in {out}; 'socrates-bench report {out}' prints its tables", err=True)


@app.command()
def report(
    run_folder: Annotated[Path, typer.Argument(metavar="RUN", help="The run folder.")],
    worlds: LabelsOption = None,
    markdown: MarkdownOption = None,
    csv: CsvOption = None,
    brief: Annotated[bool, typer.Option("--brief", help="The outcomes alone.")] = False,
) -> None:
    """Print a run's tables: outcomes, paired tests, strata, costs, and the paper's figures beside them."""
    from benchmark.freeze import LATE_DOMAINS
    from benchmark.labelled import scored_run
    from benchmark.report import brief_tables, report_tables, run_table

    scored = scored_run(run_folder, worlds)
    _remark(scored.remarks, scored.missing)
    found = scored.scored
    tables = brief_tables(found) if brief else report_tables(found, LATE_DOMAINS, scored.manifest.departures)
    _put_out(tables if brief else [run_table(scored.manifest), *tables], markdown, csv)


@app.command()
def compare(
    run_a: Annotated[Path, typer.Argument(metavar="RUN_A", help="A run folder.")],
    run_b: Annotated[Path, typer.Argument(metavar="RUN_B", help="Another over the same worlds.")],
    worlds: LabelsOption = None,
    markdown: MarkdownOption = None,
    csv: CsvOption = None,
) -> None:
    """Pair two runs world by world, for every policy and protocol that both hold."""
    from benchmark.compare import check_same_worlds, compare_tables, settings_table
    from benchmark.labelled import scored_run

    first, second = scored_run(run_a, worlds), scored_run(run_b, worlds)
    check_same_worlds(first.manifest, second.manifest)
    _remark((*first.remarks, *second.remarks), first.missing + second.missing)
    settings = settings_table(first.manifest.settings, second.manifest.settings)
    _put_out([settings, *compare_tables(first.scored, second.scored)], markdown, csv)


@app.command()
def ablate(
    worlds: WorldsOption,
    out: OutOption,
    policy: PolicyOption = None,
    model: ModelOption = "extractive",
    base_url: UrlOption = None,
    structured: StructuredOption = Structured.JSON_SCHEMA,
    attempts: AttemptsOption = 3,
    timeout_s: TimeoutOption = 120.0,
    evidence_policy: EvidenceOption = "default",
    jobs: JobsOption = None,
    markdown: MarkdownOption = None,
    csv: CsvOption = None,
) -> None:
    """Run guarded, guarded without each rule, paper, and paper with each rule alone; table what each rule earns."""
    from benchmark.ablation import ABLATION, ablation_tables
    from benchmark.execute import execute
    from benchmark.labelled import scored_run

    wanted = _wanted(
        policy or POLICIES[:2],
        ABLATION,
        model=model,
        base_url=base_url,
        structured=structured.value,
        attempts=attempts,
        timeout_s=timeout_s,
        evidence_policy=evidence_policy,
    )
    execute(wanted, worlds, out, _jobs(jobs), console(stderr=True))
    scored = scored_run(out, worlds)
    _remark(scored.remarks, scored.missing)
    _put_out(ablation_tables(scored.scored), markdown, csv)


@app.command()
def trace(
    run_folder: Annotated[Path, typer.Argument(metavar="RUN", help="The run folder.")],
    world: Annotated[str, typer.Argument(help="A world's id.")],
    policy: PolicyOption = None,
    protocol: Annotated[Protocol | None, typer.Option("--protocol", help="The run's first by default.")] = None,
    worlds: LabelsOption = None,
) -> None:
    """Print policies' inquiries into one world side by side; socratic and expansion by default."""
    from benchmark.labelled import scored_run
    from benchmark.trace import print_trace, traced

    scored = scored_run(run_folder, worlds)
    print_trace(console(), world, traced(scored.scored, world, tuple(policy or POLICIES[:2]), protocol))


@app.command()
def curve(
    out: Annotated[Path, typer.Option("--out", help="A folder for the worlds and runs of every point.")],
    replicas: Annotated[
        list[int] | None, typer.Option("--replicas", help="Replicas a world, may be repeated; 3 to 100,000.")
    ] = None,
    policy: PolicyOption = None,
    protocol: ProtocolOption = None,
    seed: Annotated[int, typer.Option(help="The worlds' seed.")] = DEFAULT_SEED,
    jobs: JobsOption = None,
    markdown: MarkdownOption = None,
    csv: CsvOption = None,
) -> None:
    """Table decisive recall and safe answers as the replicas grow from 3 to 100,000 a world."""
    from benchmark.curve import POINTS, curve_tables, run_curve

    wanted = _wanted(policy or POLICIES, variants(protocol or list(Protocol), []))
    points = run_curve(wanted, replicas or list(POINTS), seed, out, _jobs(jobs), console(stderr=True))
    _put_out(curve_tables(points), markdown, csv)


@app.command()
def attacks(
    count: Annotated[int, typer.Option(min=1, help="Evaluation worlds to run on.")] = 48,
    budget: Annotated[
        list[int] | None,
        typer.Option(help="Pages that the attacker adds, may be repeated; 3, 1 and 12. All variants at the first."),
    ] = None,
    variant: Annotated[
        list[str] | None, typer.Option("--variant", help="A variant by name, may be repeated; all by default.")
    ] = None,
    policy: PolicyOption = None,
    jobs: JobsOption = None,
    markdown: MarkdownOption = None,
    csv: CsvOption = None,
) -> None:
    """What each attack family gets out under each evidence policy, on the embedded backbone."""
    from benchmark.attack_table import BUDGETS, QUERY_POLICIES, VARIANTS, Plan, attack_tables, variants_named
    from benchmark.worlds.generate import WorldSpec

    plan = Plan(
        WorldSpec(count=count),
        budgets=tuple(dict.fromkeys(budget or BUDGETS)),
        policies=tuple(policy or QUERY_POLICIES),
        variants=variants_named(variant) if variant else VARIANTS,
    )
    _put_out(attack_tables(plan, _jobs(jobs)), markdown, csv)


@app.command()
def systems(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A folder for the worlds and runs of every family.")],
    policy: PolicyOption = None,
    protocol: ProtocolOption = None,
    trust: Annotated[
        list[str] | None,
        typer.Option(
            "--trust", help="The active systems' evidence policy: signature, metadata, text; may be repeated."
        ),
    ] = None,
    family: Annotated[
        list[str] | None, typer.Option("--attack-family", help="A family or none, may be repeated; all by default.")
    ] = None,
    attacker_pages: Annotated[int, typer.Option(min=1, help="Pages that the attacker adds to a world.")] = 3,
    world: Annotated[
        list[str] | None, typer.Option("--world", help="A world to run, may be repeated; all 48 by default.")
    ] = None,
    jobs: JobsOption = None,
    record: Annotated[Path | None, typer.Option("--record", help="Write each world's outcome to this file.")] = None,
    markdown: MarkdownOption = None,
    csv: CsvOption = None,
) -> None:
    """Every system under every attack family, and socratic paired with each. Killed, the same command goes on."""
    from benchmark.policies import POLICY_NAMES
    from benchmark.systems import DEFAULT_TRUSTS, FAMILY_NAMES, Asked, run_systems, write_record
    from benchmark.systems_tables import systems_tables

    asked = Asked(
        policies=tuple(dict.fromkeys(policy or POLICY_NAMES)),
        variants=variants(protocol or list(Protocol), []),
        trusts=tuple(dict.fromkeys(trust or DEFAULT_TRUSTS)),
        families=tuple(dict.fromkeys(family or FAMILY_NAMES)),
        pages=attacker_pages,
        world_ids=tuple(world or ()),
    )
    found = run_systems(asked, out, _jobs(jobs), console(stderr=True))
    if record is not None:
        write_record(record, found)
    _put_out(systems_tables(found), markdown, csv)


@app.command()
def separability(
    worlds: WorldsOption,
    run_folder: Annotated[
        Path | None,
        typer.Option(
            "--run",
            help="A run, to check the propositions on; the oracle's answers are asked of its model now, unrecorded.",
        ),
    ] = None,
    development: Annotated[
        Path | None,
        typer.Option("--development", help="A run over development worlds, for the answerer's accuracy."),
    ] = None,
    markdown: MarkdownOption = None,
    csv: CsvOption = None,
) -> None:
    """Certify each world's separability and, with runs, check the paper's propositions on them."""
    from benchmark.separability_tables import separability_tables

    _put_out(separability_tables(worlds, run_folder, development), markdown, csv)


def variants(protocols: list[Protocol], without: list[str]) -> "tuple[Variant, ...]":
    """The variants that a command asks for; rules left out belong to guarded."""
    from benchmark.settings import Variant
    from nodes.context import RULES

    for rule in without:
        if rule not in RULES:
            raise InputError(f"--without {rule!r}: no such rule; there are {', '.join(RULES)}")
    if without and Protocol.GUARDED not in protocols:
        raise InputError("--without: rules belong to --protocol guarded; paper has none")
    kept = {Protocol.PAPER: (), Protocol.GUARDED: tuple(without)}
    return tuple(
        Variant.model_validate({"protocol": protocol.value, "without": kept[protocol]})
        for protocol in dict.fromkeys(protocols)
    )


def _wanted(policies: list[str], of: "tuple[Variant, ...]", **settings: object) -> "Wanted":
    from pydantic import ValidationError

    from benchmark.execute import bad_setting
    from benchmark.wanted import Wanted

    try:
        return Wanted.model_validate({"policies": tuple(dict.fromkeys(policies)), "variants": of, **settings})
    except ValidationError as error:
        raise bad_setting(error) from None


def _jobs(jobs: int | None) -> int:
    return jobs if jobs is not None else os.cpu_count() or 1


def _remark(remarks: tuple[str, ...], missing: int) -> None:
    from benchmark.execute import say

    unfinished = (f"{missing} terminals are missing; start the run again to make them",) if missing else ()
    say(console(stderr=True), (*remarks, *unfinished))


def _put_out(tables: "list[Table]", markdown: Path | None, csv: Path | None) -> None:
    """Write the files asked for and print tables; neither a closed pipe nor a bad path costs the other its tables."""
    from benchmark.tables import print_tables, write_csv, write_markdown

    try:
        if markdown is not None:
            write_markdown(markdown, tables, shlex.join(["socrates-bench", *sys.argv[1:]]))
        if csv is not None:
            write_csv(csv, tables)
    finally:
        print_tables(console(), tables)


def main() -> None:
    """Run the command line, with tracing to outside services off unless the user has set it."""
    os.environ.setdefault("LANGSMITH_TRACING", "false")
    try:
        app()
    except InputError as error:
        _end(error, USAGE)
    except SocratesError as error:
        _end(error, FAILED)


def _end(error: Exception, code: int) -> None:
    """Say in one line what is wrong, and exit."""
    from graphs.terminal import printable

    typer.echo(f"socrates-bench: {printable(str(error))}", err=True)
    sys.exit(code)


if __name__ == "__main__":
    main()
