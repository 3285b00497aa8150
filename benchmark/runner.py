"""The runner: every world, policy and variant to its terminal, several at a time, and again from where it was.

It opens the worlds' runtime file and nothing else of theirs; labels are for scoring.
"""

import hashlib
import json
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import groupby, zip_longest
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from pydantic import Field

from backbones.models import EMBEDDED, address_of, open_backbone
from backbones.pacing import Pace
from backbones.prices import PriceTable, load_prices
from backbones.prompts import PROMPT_VERSION
from benchmark.account import RUN_PREFIX, RunAccount, RunLimits
from benchmark.call_log import CallLog
from benchmark.policies import check_policies
from benchmark.replay import recorded_run, source_of
from benchmark.run_folder import RunFolder
from benchmark.settings import Chosen, Key, RunSettings
from benchmark.worker import Ended, run_world
from benchmark.worlds.world import RUNTIME_FILE, World
from evidence.errors import InputError, RunError
from nodes.context import open_policy
from nodes.limits import check_priced

SPEC_FILE = "spec.json"


class Wanted(Chosen):
    """What a command asks for, before the worlds are known.

    Attributes:
        world_ids: the worlds to run; all where empty.
        prices: a price table's file.
        run_limits: limits of all questions together, for this sitting.
        requests_per_minute: of all questions together, for this sitting.
        tokens_per_minute: the same, input and output.
    """

    world_ids: tuple[str, ...] = ()
    prices: str | None = None
    run_limits: RunLimits = RunLimits()
    requests_per_minute: int | None = Field(None, ge=1)
    tokens_per_minute: int | None = Field(None, ge=1)

    @property
    def pace(self) -> Pace:
        """What this sitting's calls wait for; no setting of the run, whose outcomes don't hang on it."""
        return Pace(self.requests_per_minute, self.tokens_per_minute)


class Batch(NamedTuple):
    """Worlds to run, the folder they came from, the run's settings, and this sitting's limits and pace."""

    folder: Path
    worlds: Sequence[World]
    settings: RunSettings
    limits: RunLimits
    pace: Pace


class Task(NamedTuple):
    """A world with the terminals it still lacks."""

    world: World
    keys: tuple[Key, ...]


def settings_of(wanted: Wanted, folder: Path, worlds: Sequence[World]) -> RunSettings:
    """The settings of a run over a worlds folder, all of them checked before anything is run.

    Raises:
        InputError: an unknown world, policy, model or evidence policy, or a limit out of range.
    """
    check_policies(wanted.policies)
    known = {world.world_id for world in worlds}
    for world_id in wanted.world_ids:
        if world_id not in known:
            raise InputError(f"world {world_id!r}: none such in {folder}; 'socrates-bench worlds show' lists them")
    policy = open_policy(wanted.evidence_policy, "")
    source = source_of(wanted.model)
    chosen, prices = _called(wanted) if source is None else (source.chosen(wanted), source.settings.prices)
    settings = RunSettings(
        worlds_sha256=runtime_sha256(folder),
        world_ids=tuple(
            world.world_id for world in worlds if not wanted.world_ids or world.world_id in wanted.world_ids
        ),
        world_spec=world_spec(folder),
        evidence_policy_sha256=hashlib.sha256(policy.model_dump_json().encode()).hexdigest(),
        prompt_version=PROMPT_VERSION,
        prices=prices,
        **{name: getattr(chosen, name) for name in Chosen.model_fields},
    )
    for variant in settings.variants:
        settings.context(variant)
    if source is not None:
        source.check(settings)
    return settings


def _called(wanted: Wanted) -> tuple[Wanted, PriceTable | None]:
    """What is wanted of a model that will be called, with its server and prices, all checked.

    Raises:
        InputError: an unknown model, no package or key for it, a URL or price table that can't be used.
    """
    prices = None if wanted.prices is None else load_prices(wanted.prices)
    called = wanted.model_copy(update={"base_url": _server(wanted)})
    open_backbone(called, called.base_url)
    check_priced(called, prices, called.model)
    check_priced(called.run_limits, prices, called.model, RUN_PREFIX)
    return called, prices


def _server(wanted: Wanted) -> str | None:
    """The server's URL, from the environment where the command names none: a run is of one server.

    Raises:
        InputError: a URL that no model would use, or one that would carry a password into the manifest.
    """
    embedded = wanted.model == EMBEDDED and wanted.base_url is None
    url = None if embedded else address_of(wanted.model, wanted.base_url).url
    parts = urlsplit(url or "")
    if "@" in parts.netloc or parts.query:
        raise InputError("--base-url: holds a user, password or query, which the manifest would keep; leave it out")
    return url


def world_spec(folder: Path) -> dict[str, Any]:
    """What a worlds folder says that it was made from; empty where it doesn't say."""
    try:
        spec = json.loads((folder / SPEC_FILE).read_bytes())
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        raise InputError(f"worlds {folder / SPEC_FILE}: damaged; make the worlds again") from None
    return spec if isinstance(spec, dict) else {}


def runtime_sha256(folder: Path) -> str:
    """Hash of a worlds folder's runtime file."""
    with (folder / RUNTIME_FILE).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def run_missing(run: RunFolder, batch: Batch, jobs: int, on_ended: Callable[[int], None]) -> str | None:
    """Run what the folder lacks, `jobs` at a time; `on_ended` is told how many terminals came to stand.

    Returns:
        The limit that stopped the run, by name; None where it ran to its end.

    Raises:
        RunError: a worker died; what stands in the folder stays.
        RecordsError: a record couldn't be written.
    """
    account = RunAccount(batch.limits, batch.settings.prices, run.spent)
    pool = _pool(batch, jobs)
    calls = None if _is_embedded(batch.settings) else run.calls
    run.calls.pace = batch.pace
    run_task = partial(_unless_stopped, account) if batch.limits.any else run_world
    futures: list[Future[list[Ended]]] = []
    try:
        for task in _tasks(run, batch, jobs):
            futures.append(pool.submit(run_task, task.world, task.keys, batch.settings, batch.folder, calls))
        for future in futures if batch.settings.replay else as_completed(futures):
            results = future.result()
            run.add(results)
            on_ended(len(results))
    except BrokenProcessPool:
        raise RunError(
            "a worker process died (out of memory?); what had ended is recorded. "
            "Start the same command again, with fewer --jobs"
        ) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    return account.stopped_by


def _unless_stopped(
    account: RunAccount, world: World, keys: Sequence[Key], settings: RunSettings, folder: Path, calls: CallLog | None
) -> list[Ended]:
    """Run terminals on the run's account; what hasn't begun when a limit stops the run is left to another sitting."""
    if account.stopped_by is not None:
        return []
    results = run_world(world, keys, settings, folder, calls, account)
    for result in results:
        account.ended(result.error)
    return results


def _tasks(run: RunFolder, batch: Batch, jobs: int) -> Iterator[Task]:
    """The missing terminals: a world's together where the work is ours, one by one where a model is waited for.

    Together they cost one message to another process; one by one, an interruption loses no finished model call but
    its own.
    """
    by_id = {world.world_id: world for world in batch.worlds}
    missing = [key for key in _in_order(batch.settings) if key not in run.done]
    of_worlds = [tuple(keys) for _, keys in groupby(missing, key=lambda key: key.world_id)]
    if _is_embedded(batch.settings) and not batch.limits.any:
        shares: Iterable[tuple[Key, ...]] = of_worlds
    else:
        shares = ((key,) for key in (missing if batch.settings.replay else _apart(of_worlds, jobs)))
    for share in shares:
        yield Task(by_id[share[0].world_id], share)


def _in_order(settings: RunSettings) -> Iterable[Key]:
    """The terminals wanted, world by world; of a replay, in the order in which they were recorded."""
    if settings.replay is None:
        return settings.wanted()
    wanted = set(settings.wanted())
    return [key for key in recorded_run(settings.replay).seconds if key in wanted]


def _apart(of_worlds: Sequence[tuple[Key, ...]], jobs: int) -> Iterator[Key]:
    """The terminals of as many worlds as there are jobs, each world's first, then each one's second, and so on.

    A world's terminals ask much the same: side by side, one would hold a job to wait for the other's reply.
    """
    for start in range(0, len(of_worlds), jobs):
        for turn in zip_longest(*of_worlds[start : start + jobs]):
            yield from (key for key in turn if key is not None)


def _is_embedded(settings: RunSettings) -> bool:
    return settings.model == EMBEDDED


def _pool(batch: Batch, jobs: int) -> Executor:
    """Processes for the embedded backbone, which keeps a processor busy; threads where a model is waited for.

    Threads too where questions share the run's limits. A fork server, since forks of the runner itself would hold
    its lock after its death.
    """
    if not _is_embedded(batch.settings) or jobs == 1 or batch.limits.any:
        return ThreadPoolExecutor(jobs)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["benchmark.worker", *_GRAPHS])
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin_worker)


_GRAPHS = ("graphs.socratic", "graphs.expansion")


def _begin_worker() -> None:
    """Leave Ctrl-C to the runner, and die with it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
