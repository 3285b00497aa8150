"""The threat model names tests that exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
NAMED = sorted(
    set(re.findall(r"`(test_\w+\.py)::(test_\w+)`", (ROOT / "THREAT_MODEL.md").read_text(encoding="utf-8")))
)


def test_the_threat_model_names_tests():
    assert len(NAMED) > 20


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_a_test_that_the_threat_model_names_exists(file, name):
    (path,) = (ROOT / "tests").rglob(file)
    assert f"def {name}(" in path.read_text(encoding="utf-8")
