"""Chunks that another retriever cut, led back to the corpus's own documents."""

from collections.abc import Iterable, Sequence

from evidence.policy import EvidencePolicy
from evidence.state import Page
from retrievers.corpus import Document, pages_of


class Library:
    """A corpus's documents as the policy reads them whole, by id, each as its passages.

    A chunk says where to look and is never read itself: what it leads to are passages of the document, which have
    the record that was verified on the whole of it. So a chunk that quotes out of context shows the context, and one
    that names a document without standing in it leads nowhere.
    """

    def __init__(self, documents: Iterable[Document], policy: EvidencePolicy) -> None:
        self._pages: dict[str, list[Page]] = {}
        for page in pages_of(documents, policy):
            self._pages.setdefault(page.document_id, []).append(page)

    def passages_of(self, document_id: str, chunk: str) -> list[Page]:
        """The passages of a document that a chunk of it stands in, in order; none where it isn't of the document."""
        pages = self._pages.get(document_id, [])
        span = _span([word for page in pages for word in page.text.split()], chunk.split())
        if span is None:
            return []
        found, start = [], 0
        for page in pages:
            end = start + len(page.text.split())
            if start < span[1] and span[0] < end:
                found.append(page)
            start = end
        return found

    def holds_record(self) -> bool:
        """Whether any document is a record."""
        return any(page.record is not None for pages in self._pages.values() for page in pages)


def _span(words: Sequence[str], part: Sequence[str]) -> tuple[int, int] | None:
    """Where a chunk first stands among a document's words: from and to, in words; it may begin and end inside one."""
    text, wanted = " ".join(words), " ".join(part)
    place = text.find(wanted) if wanted else -1
    if place < 0:
        return None
    first = text.count(" ", 0, place)
    return first, first + len(part)
