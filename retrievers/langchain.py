"""Any LangChain retriever, read under an evidence policy."""

import hashlib
from collections.abc import Sequence

from langchain_core.documents import Document as LangChainDocument
from langchain_core.retrievers import BaseRetriever

from evidence.errors import InputError
from evidence.policy import EvidencePolicy
from evidence.state import Page
from retrievers.corpus import Document, whole_page
from retrievers.protocol import Hit


class LangChainRetriever:
    """Adapts a `BaseRetriever`: its order is kept, since most give no scores.

    Each LangChain document is taken as a whole document, named by its own id, else by `id` in its metadata,
    else by its text's hash. The retriever's own limit bounds how many pages a search can give.
    """

    def __init__(self, retriever: BaseRetriever, policy: EvidencePolicy) -> None:
        self._retriever = retriever
        self._policy = policy
        self._seen: dict[str, Page] = {}

    def search(self, query: str, k: int) -> list[Hit]:
        """The first `k` documents that the retriever returns, without scores."""
        found = [item for item in self._retriever.invoke(query) if item.page_content.strip()]
        pages = [whole_page(_document(item), self._policy) for item in found[:k]]
        self._seen.update({page.page_id: page for page in pages})
        return [Hit(page, rank, None) for rank, page in enumerate(pages, start=1)]

    def get(self, page_ids: Sequence[str]) -> list[Page]:
        """Pages that an earlier search returned, in the order asked: LangChain retrievers can't look up ids."""
        missing = [page_id for page_id in page_ids if page_id not in self._seen]
        if missing:
            raise InputError(f"opening: page {missing[0]!r} was not returned by an earlier search")
        return [self._seen[page_id] for page_id in page_ids]

    def holds_record(self) -> None:
        """Unknown: a LangChain retriever can't list its documents."""
        return


def _document(found: LangChainDocument) -> Document:
    metadata = dict(found.metadata)
    name = found.id or metadata.pop("id", None)
    if name is None:
        name = hashlib.sha256(found.page_content.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return Document(str(name), found.page_content, metadata)
