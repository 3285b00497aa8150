"""Four worlds of the committed record of systems under attack, run again."""

from pathlib import Path

import pytest
from rich.console import Console

from benchmark.policies import POLICY_NAMES
from benchmark.settings import GUARDED, PAPER
from benchmark.systems import Asked, read_record, run_systems

WRITTEN = Path(__file__).resolve().parents[2] / "benchmark" / "records" / "systems.json"
pytestmark = pytest.mark.slow

FAMILIES = ("none", "forged-record", "record-vocabulary")
PLACES = (0, 13, 26, 39)


def test_four_worlds_of_the_record_end_as_it_says(tmp_path):
    record = read_record(WRITTEN)
    asked = Asked(
        policies=POLICY_NAMES,
        variants=(PAPER, GUARDED),
        trusts=tuple(dict.fromkeys(line.trust for line in record.lines if line.trust != "fixed")),
        families=FAMILIES,
        pages=record.attacker_pages,
        seed=record.seed,
        world_ids=tuple(record.worlds[place] for place in PLACES),
    )
    committed = [line for line in record.lines if line.family in FAMILIES]
    expected = [
        line.model_copy(update={"ended": "".join(line.ended[place] for place in PLACES)}) for line in committed
    ]
    assert list(run_systems(asked, tmp_path, 1, Console(quiet=True)).lines) == expected
