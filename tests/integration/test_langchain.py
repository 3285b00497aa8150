"""Any LangChain retriever works; langchain-community's BM25Retriever is the tested example of the extra."""

import pytest
from builders import COPY, QUESTION, TEXT_RULE, final
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever

from evidence.errors import InputError
from graphs.api import ask
from retrievers.langchain import LangChainRetriever
from retrievers.protocol import Retriever

FILLER = [f"Page {n} tells of the market of Hale." for n in range(9)]


class Fixed(BaseRetriever):
    documents: list[Document]

    def _get_relevant_documents(self, query, *, run_manager):
        return self.documents


def documents(*texts):
    return [Document(page_content=text, metadata={"id": f"d{n}"}) for n, text in enumerate(texts)]


def test_its_order_is_kept_and_its_documents_are_read_under_the_policy():
    adapter = LangChainRetriever(Fixed(documents=documents(COPY, final(), "x")), TEXT_RULE)
    assert isinstance(adapter, Retriever)
    hits = adapter.search("anything", 2)
    assert [(hit.page.page_id, hit.rank, hit.score) for hit in hits] == [("d0#0", 1, None), ("d1#0", 2, None)]
    assert hits[1].page.record.record_id == "HV-1"


def test_documents_without_an_id_are_named_by_their_text():
    found = [Document(page_content="one"), Document(page_content="two"), Document(page_content=" ")]
    hits = LangChainRetriever(Fixed(documents=found), TEXT_RULE).search("x", 5)
    assert len({hit.page.document_id for hit in hits}) == 2


def test_only_pages_seen_can_be_got_by_id():
    adapter = LangChainRetriever(Fixed(documents=documents(COPY)), TEXT_RULE)
    with pytest.raises(InputError, match="d0#0"):
        adapter.get(["d0#0"])
    adapter.search("x", 1)
    assert adapter.get(["d0#0"])[0].text == COPY


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_langchain_communitys_bm25_answers_through_the_adapter():
    community = pytest.importorskip("langchain_community.retrievers", reason="needs the extra `community`")
    retriever = community.BM25Retriever.from_documents(documents(COPY, COPY + "!", final(), *FILLER), k=3)
    state = ask(QUESTION, corpus=retriever)
    assert state.verdict.answer == "vault Orrin"
    assert all(item.score is None for item in state.evidence)
