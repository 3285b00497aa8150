"""Attack families on worlds: under attested metadata and signatures nothing wrong gets out, in any variant."""

import pytest

from benchmark.attack_table import VARIANTS, Job, run_number
from benchmark.attacks import FAMILIES
from benchmark.worlds.generate import WorldSpec

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("number", [0, 1, 2, 3])
def test_signatures_and_attested_metadata_let_nothing_wrong_out(number):
    results = run_number(Job(WorldSpec(count=48), number, 3))
    wrong = {cell for (cell, result) in results if result in ("unsafe", "error")}
    assert {policy for _, _, policy, _ in wrong} <= {"text"}
    assert {(variant.name, "forged record") for variant in VARIANTS} <= {(v, f) for v, f, _, _ in wrong}
    assert {family for _, family, _, _ in wrong} <= set(FAMILIES)
    assert results[("as it is", "no attack", "signature", "socratic"), "safe"] == 1
