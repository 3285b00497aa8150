"""Attack families on worlds: under attested metadata and signatures nothing wrong gets out, in any variant."""

import pytest

from benchmark.attack_table import NO_ATTACK, VARIANTS, Cell, Job, Plan, run_number
from benchmark.worlds.attacks import FAMILIES
from benchmark.worlds.generate import WorldSpec

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_signatures_and_attested_metadata_let_nothing_wrong_out(number):
    results = run_number(Job(Plan(WorldSpec(count=48), budgets=(3, 12)), number))
    wrong = {cell for (cell, result) in results if result in ("unsafe", "error")}
    assert {cell.evidence for cell in wrong} <= {"text"}
    assert {(variant.name, "forged-record") for variant in VARIANTS} <= {(c.variant, c.family) for c in wrong}
    assert {cell.family for cell in wrong} <= set(FAMILIES)
    assert results[Cell("guarded", 3, NO_ATTACK, "signature", "socratic"), "safe"] == 1
