"""What a command asks for, and the run's settings that it comes to: all of it checked before anything is run."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import Field

from backbones.models import EMBEDDED, address_of, open_backbone
from backbones.pacing import Pace
from backbones.prices import PriceTable, load_prices
from backbones.prompts import PROMPT_VERSION
from benchmark.account import RUN_PREFIX, RunLimits
from benchmark.policies import check_policies
from benchmark.replay import source_of
from benchmark.settings import Chosen, RunSettings
from benchmark.world_spec import runtime_sha256, world_spec
from benchmark.worlds.world import World
from evidence.errors import InputError
from nodes.context import open_policy
from nodes.limits import check_priced


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
