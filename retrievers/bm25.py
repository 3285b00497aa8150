"""The reference engine: rank-bm25's Okapi with Lucene's idf and a deterministic order."""

import hashlib
import math
from collections.abc import Callable, Sequence

import numpy as np
from rank_bm25 import BM25Okapi

from evidence.errors import InputError
from evidence.state import Page
from evidence.text import tokens
from retrievers.protocol import Hit


class LuceneBM25(BM25Okapi):  # type: ignore[misc]  # rank-bm25 has no types
    """BM25 with idf = ln(1 + (N - n + 0.5) / (n + 0.5)), as Lucene has it.

    rank-bm25's own idf turns negative for a term in half of the pages and is then replaced by a share of the
    mean, which ruins small corpora and agrees with no other engine.
    """

    def _calc_idf(self, nd: dict[str, int]) -> None:
        for word, count in nd.items():
            self.idf[word] = math.log(1 + (self.corpus_size - count + 0.5) / (count + 0.5))


def titled(page: Page) -> str:
    """The text a corpus's page is indexed under: its document's id and title in front of its own words.

    The id makes a link's target findable by its name (design: "Retrievers").
    """
    return f"{page.document_id} {page.title} {page.text}"


def untitled(page: Page) -> str:
    """The page's words alone, for corpora whose ids are opaque."""
    return page.content


class BM25Retriever:
    """BM25 (k1 1.5, b 0.75) over pages held in memory.

    Args:
        pages: the corpus, at least one page with a word in it.
        indexed_text: what of a page is indexed.
    """

    def __init__(self, pages: Sequence[Page], indexed_text: Callable[[Page], str] = titled) -> None:
        self._pages = sorted(pages, key=lambda page: page.page_id)
        self._by_id = {page.page_id: page for page in self._pages}
        words = [tokens(indexed_text(page)) for page in self._pages]
        if not any(words):
            raise InputError("corpus: no page has a word in it")
        self._engine = LuceneBM25(words, k1=1.5, b=0.75)

    def search(self, query: str, k: int) -> list[Hit]:
        """The best `k` pages by (score descending, page_id); pages that share no word with the query are left out."""
        scores = self._engine.get_scores(tokens(query))
        # Pages are in order of page_id, so a stable sort breaks ties by it.
        order = np.argsort(-scores, kind="stable")[:k]
        return [
            Hit(self._pages[index], rank, float(scores[index]))
            for rank, index in enumerate(order, start=1)
            if scores[index] > 0
        ]

    def get(self, page_ids: Sequence[str]) -> list[Page]:
        """Pages by id, in the order asked."""
        missing = [page_id for page_id in page_ids if page_id not in self._by_id]
        if missing:
            raise InputError(f"opening: no page {missing[0]!r} in the corpus; page ids are document_id#n")
        return [self._by_id[page_id] for page_id in page_ids]

    def holds_record(self) -> bool:
        """Whether any page is a record."""
        return any(page.record is not None for page in self._pages)

    def sha256(self) -> str:
        """Hash (hex) of all pages as they are read: text, metadata and record."""
        digest = hashlib.sha256()
        for page in self._pages:
            digest.update(page.model_dump_json().encode())
        return digest.hexdigest()
