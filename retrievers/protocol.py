"""What a retriever is."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from evidence.state import Page


class Hit(NamedTuple):
    """A page found; `rank` begins at 1, and `score` is None where the engine gives none."""

    page: Page
    rank: int
    score: float | None


@runtime_checkable
class Retriever(Protocol):
    """Finds pages; the same query over the same corpus always gives the same hits."""

    def search(self, query: str, k: int) -> list[Hit]:
        """The best `k` pages, by (score descending, page_id)."""
        ...

    def get(self, page_ids: Sequence[str]) -> list[Page]:
        """Pages by id, in the order asked; raises `InputError` for an id that isn't there."""
        ...

    def holds_record(self) -> bool | None:
        """Whether any page is a record; None where the retriever can't know."""
        ...
