"""Any LangChain retriever, read under an evidence policy."""

import hashlib
from collections.abc import Iterable, Sequence

from langchain_core.documents import Document as LangChainDocument
from langchain_core.retrievers import BaseRetriever

from evidence.errors import InputError
from evidence.policy import EvidencePolicy
from evidence.state import Page
from retrievers.chunks import Library
from retrievers.corpus import Document, whole_page
from retrievers.protocol import Hit


class LangChainRetriever:
    """Adapts a `BaseRetriever`: its order is kept, since most give no scores.

    Each LangChain document is taken as a whole document, named by its own id, else by `id` in its metadata,
    else by its text's hash. The retriever's own limit bounds how many pages a search can give.

    Args:
        retriever: any LangChain retriever.
        policy: reads the documents.
        documents: the corpus, for a retriever that returns chunks of its documents. A record, its signature and its
            editions belong to whole documents: a chunk that names its document gives that document's own passages.
        named_by: the metadata field in which a chunk names its document.
    """

    def __init__(
        self,
        retriever: BaseRetriever,
        policy: EvidencePolicy,
        documents: Iterable[Document] | None = None,
        named_by: str = "id",
    ) -> None:
        self._retriever = retriever
        self._policy = policy
        self._library = None if documents is None else Library(documents, policy)
        self._named_by = named_by
        self._seen: dict[str, Page] = {}

    def search(self, query: str, k: int) -> list[Hit]:
        """The first `k` pages that the retriever's documents give, without scores."""
        found = [item for item in self._retriever.invoke(query) if item.page_content.strip()]
        pages = {page.page_id: page for item in found for page in self._pages(item)}
        first = list(pages.values())[:k]
        self._seen.update({page.page_id: page for page in first})
        return [Hit(page, rank, None) for rank, page in enumerate(first, start=1)]

    def _pages(self, found: LangChainDocument) -> list[Page]:
        """A document as one page, or a chunk as the passages of its document; one that isn't of it is no record."""
        if self._library is None:
            return [whole_page(_document(found), self._policy)]
        passages = self._library.passages_of(str(found.metadata.get(self._named_by, "")), found.page_content)
        unattested = _document(LangChainDocument(found.page_content))
        return passages or [whole_page(unattested, self._policy).model_copy(update={"record": None})]

    def get(self, page_ids: Sequence[str]) -> list[Page]:
        """Pages that an earlier search returned, in the order asked: LangChain retrievers can't look up ids."""
        missing = [page_id for page_id in page_ids if page_id not in self._seen]
        if missing:
            raise InputError(f"opening: page {missing[0]!r} was not returned by an earlier search")
        return [self._seen[page_id] for page_id in page_ids]

    def holds_record(self) -> bool | None:
        """Whether any of the documents given is a record; unknown without, since the retriever can't list its own."""
        return None if self._library is None else self._library.holds_record()


def _document(found: LangChainDocument) -> Document:
    metadata = dict(found.metadata)
    name = found.id or metadata.pop("id", None)
    if name is None:
        name = hashlib.sha256(found.page_content.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    return Document(str(name), found.page_content, metadata)
