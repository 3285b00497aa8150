"""The fictional domains: a new one is a file here and a line in `DOMAINS`."""

from benchmark.worlds.domains.domain import Domain
from benchmark.worlds.domains.estates import ESTATES
from benchmark.worlds.domains.harbour import HARBOUR
from benchmark.worlds.domains.museums import MUSEUMS
from benchmark.worlds.domains.seeds import SEEDS
from benchmark.worlds.domains.theatre import THEATRE

DOMAINS: dict[str, Domain] = {
    "estates": ESTATES,
    "harbour": HARBOUR,
    "museums": MUSEUMS,
    "seeds": SEEDS,
    "theatre": THEATRE,
}
