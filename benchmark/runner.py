"""The runner: every world, policy and variant to its terminal, several at a time, and again from where it was.

It opens the worlds' runtime file and nothing else of theirs; labels are for scoring.
"""

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
from typing import NamedTuple

from backbones.models import EMBEDDED
from backbones.pacing import Pace
from benchmark.account import RunAccount, RunLimits
from benchmark.call_log import CallLog
from benchmark.replay import recorded_run
from benchmark.run_folder import RunFolder
from benchmark.settings import Key, RunSettings
from benchmark.worker import Ended, run_world
from benchmark.worlds.world import World
from evidence.errors import RunError


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
