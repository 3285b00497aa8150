"""The committed schemas are those of the records."""

import pytest

from benchmark.schemas import FOLDER, SCHEMAS, schema_text


@pytest.mark.parametrize("name", list(SCHEMAS))
def test_a_committed_schema_is_current(name):
    assert (FOLDER / name).read_text(encoding="utf-8") == schema_text(name), "run python -m benchmark.schemas"


def test_no_other_schema_is_committed():
    assert {path.name for path in FOLDER.iterdir()} == set(SCHEMAS)
