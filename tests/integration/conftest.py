import pytest

from benchmark.world_files import write_worlds
from benchmark.worlds.generate import WorldSpec


@pytest.fixture(scope="module")
def worlds(tmp_path_factory):
    """Three small worlds in a folder."""
    folder = tmp_path_factory.mktemp("worlds")
    write_worlds(folder, WorldSpec(count=3, background=8, replicas=4, seed=7))
    return folder
