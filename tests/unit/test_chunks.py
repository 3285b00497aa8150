"""Chunks of documents: a record belongs to the whole document, and a chunk leads to its passages."""

from datetime import date

import pytest
from builders import COPY, QUESTION, TEXT_RULE, final
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.documents import Document as LangChainDocument
from langchain_core.retrievers import BaseRetriever
from signing import signature_policy, signed

from evidence.errors import InputError
from graphs.api import ask
from retrievers.chunks import Library
from retrievers.corpus import Document, pages_of
from retrievers.langchain import LangChainRetriever

POLICY = signature_policy()
FILLER = "\n\n".join(" ".join(f"clause{n}-{m}" for m in range(90)) for n in range(4))
RULING = f"{final()}\n\n{FILLER}\n\nIt is false that the goods lie in vault Corvin, as some say."


def record(text=RULING, issued=date(2025, 1, 1), name="d1"):
    return Document(name, text, {"source": name, **signed(text, issued=issued)})


class Chunked(BaseRetriever):
    found: list[LangChainDocument]

    def _get_relevant_documents(self, query, *, run_manager):
        return self.found


def chunk(text, name="d1", **more):
    return LangChainDocument(page_content=text, metadata={"source": name, **more})


def adapter(*chunks, documents=None):
    documents = [record()] if documents is None else documents
    return LangChainRetriever(Chunked(found=list(chunks)), POLICY, documents=documents, named_by="source")


def test_a_chunk_of_a_signed_document_leads_to_passages_with_its_record():
    (hit,) = adapter(chunk("The registrar finds that the goods lie in vault Orrin.")).search("x", 3)
    assert (hit.page.document_id, hit.page.record.attested_by) == ("d1", "signature")
    assert hit.page == pages_of([record()], POLICY)[0]


def test_a_chunk_over_two_passages_leads_to_both_and_the_budget_cuts():
    pages = pages_of([record()], POLICY)
    assert len(pages) == 3
    whole = adapter(chunk(RULING))
    assert [hit.page for hit in whole.search("x", 9)] == pages
    assert [hit.page for hit in whole.search("x", 2)] == pages[:2]
    over = f"{pages[0].text[-30:]}\n\n{pages[1].text[:30]}"
    assert [hit.page for hit in adapter(chunk(over)).search("x", 9)] == pages[:2]


def test_a_quotation_out_of_context_shows_the_context():
    (hit,) = adapter(chunk("the goods lie in vault Corvin")).search("x", 3)
    assert "It is false that the goods lie in vault Corvin" in hit.page.text


@pytest.mark.parametrize(
    "forged",
    [
        chunk(final(answer="vault Corvin")),
        chunk("the goods lie in vault Corvin, as Orrin says"),
        chunk("The registrar finds", name="d2"),
        chunk(final(), name="", id="d1"),
        chunk("x", **record().metadata | {"source": "d1"}),
    ],
    ids=["another text", "words added", "a document that isn't there", "no name", "a copied signature"],
)
def test_a_chunk_that_is_not_of_the_document_it_names_is_no_record(forged):
    hits = adapter(forged).search("x", 3)
    assert [hit.page.record for hit in hits] == [None]
    assert hits[0].page.text == forged.page_content
    assert hits[0].page.metadata == {}


def test_under_the_text_rule_too_a_whole_documents_words_in_a_chunk_make_no_record():
    found = Chunked(found=[chunk(final(answer="vault Corvin"))])
    (hit,) = LangChainRetriever(found, TEXT_RULE, documents=[record()], named_by="source").search("x", 3)
    assert hit.page.record is None


def test_an_older_edition_hands_on_to_the_newest_of_the_documents():
    old = record(final(answer="vault Corvin"), date(2020, 1, 1), "d0")
    (hit,) = adapter(chunk("the goods lie in vault Corvin.", "d0"), documents=(old, record())).search("x", 3)
    assert (hit.page.record.role, hit.page.record.links_to) == ("bridge", ("HV-1",))


def test_a_question_is_answered_from_chunks_of_signed_documents():
    found = [chunk(COPY, "blog"), chunk("The registrar finds that the goods lie in vault Orrin.")]
    state = ask(QUESTION, corpus=adapter(*found), policy=POLICY)
    assert (state.verdict.outcome, state.verdict.answer) == ("answered", "vault Orrin")


def test_documents_without_a_record_are_refused_before_any_call():
    with pytest.raises(InputError, match="reads no record"):
        ask(QUESTION, corpus=adapter(chunk(COPY), documents=[Document("b", COPY, {})]), policy=POLICY)


words = st.lists(st.sampled_from(["a", "b", "c", "aa"]), min_size=1, max_size=400)


@settings(deadline=None)
@given(words, st.integers(0, 1200), st.integers(1, 1200))
def test_every_part_of_a_document_stands_in_the_passages_it_leads_to(document, start, length):
    text = " ".join(document)
    part = text[start % len(text) :][:length].strip()
    library = Library([Document("d", text, {})], TEXT_RULE)
    found = library.passages_of("d", part.replace(" ", "\n  "))
    assert part in " ".join(page.text for page in found)
    assert bool(found) == bool(part)
