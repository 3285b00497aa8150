"""Corpora: what is read, how it is split, and how each bad input is refused."""

import hashlib
import json

import pytest
from builders import TEXT_RULE, final

from evidence.errors import InputError
from retrievers.corpus import PASSAGE_WORDS, Document, load_documents, pages_of, passages


def write(path, *lines):
    path.write_text(
        "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), encoding="utf-8"
    )
    return path


def test_a_jsonl_file_gives_documents_with_metadata(tmp_path):
    path = write(tmp_path / "c.jsonl", {"id": "a", "text": "one", "status": "Final"}, "", {"id": "b", "text": "two"})
    assert load_documents(path) == [Document("a", "one", {"status": "Final"}), Document("b", "two", {})]


def test_a_folder_gives_its_text_files_by_their_paths(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "b.md").write_text("two")
    (tmp_path / "a.txt").write_text("one")
    (tmp_path / "c.pdf").write_text("no")
    (tmp_path / "blank.txt").write_text("  \n")
    assert [document.document_id for document in load_documents(tmp_path)] == ["a.txt", "sub/b.md"]


def test_passages_inherit_their_documents_id_hash_metadata_and_record():
    text = final() + "\n\n" + "\n\n".join(f"Paragraph {n}. " + "word " * 90 for n in range(4))
    pages = pages_of([Document("doc", text, {"owner": "registrar"})], TEXT_RULE)
    assert len(pages) > 2
    assert [page.page_id for page in pages] == [f"doc#{n}" for n in range(len(pages))]
    assert {page.document_sha256 for page in pages} == {hashlib.sha256(text.encode()).hexdigest()}
    assert all(page.metadata == {"owner": "registrar"} and page.record.record_id == "HV-1" for page in pages)


def test_passages_hold_every_word_in_order_and_are_short():
    text = "\n\n".join(
        " ".join(f"w{n}x{m}" for m in range(size)) for n, size in enumerate([10, 170, 3, 500, 40, 181])
    )
    parts = passages(text)
    assert " ".join(parts).split() == text.split()
    assert all(len(part.split()) <= PASSAGE_WORDS for part in parts)


@pytest.mark.parametrize(
    ("lines", "words"),
    [
        (['{"id": "a", "text": "x"}', "{broken"], ["line 2", "JSON"]),
        (['["a"]'], ["line 1", "object"]),
        (['{"text": "x"}'], ["line 1", "'id'"]),
        (['{"id": "a"}'], ["line 1", "'text'"]),
        (['{"id": "a", "text": " "}'], ["line 1", "'text'"]),
        (['{"id": 7, "text": "x"}'], ["line 1", "'id'"]),
        (['{"id": "a", "text": "x"}', '{"id": "a", "text": "y"}'], ["line 2", "'a'", "line 1", "unique"]),
        (["", ""], ["empty"]),
        (["[" * 100_000], ["line 1", "JSON"]),
        (['{"id": "a", "text": "' + "x" * 10_000_000 + '"}'], ["line 1", "10,000,0", "split"]),
    ],
    ids=["broken", "list", "no id", "no text", "blank", "number", "twice", "empty", "deep", "10 MB"],
)
def test_a_bad_jsonl_file_is_refused_by_line(tmp_path, lines, words):
    path = write(tmp_path / "c.jsonl", *lines)
    with pytest.raises(InputError) as error:
        load_documents(path)
    message = str(error.value)
    assert str(path) in message
    assert "\n" not in message
    for word in words:
        assert word in message


@pytest.mark.parametrize(("raw", "word"), [(b"\xff\xfe\x01", "UTF-8"), (b"a\x00b", "binary")])
@pytest.mark.parametrize("name", ["c.jsonl", "folder/c.txt"])
def test_binary_files_are_refused(tmp_path, raw, word, name):
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(raw)
    with pytest.raises(InputError, match=word):
        load_documents(path if name == "c.jsonl" else path.parent)


def test_a_large_text_file_is_refused(tmp_path):
    (tmp_path / "a.txt").write_text("x" * 10_000_000)
    with pytest.raises(InputError, match="split"):
        load_documents(tmp_path)


def test_a_missing_or_empty_corpus_is_refused(tmp_path):
    with pytest.raises(InputError, match="no such file or folder"):
        load_documents(tmp_path / "nowhere")
    with pytest.raises(InputError, match="empty"):
        load_documents(tmp_path)
