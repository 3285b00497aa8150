"""What RAGDefender's own package removes: run by `make agreement` in an environment that has it, and nothing of ours.

Reads contexts as JSON, each with its texts and their embeddings; writes versions and the removed indices of each.
"""

import json
import sys
from importlib.metadata import version

import torch
from ragdefender import RAGDefender

PACKAGES = ("ragdefender", "torch", "scikit-learn", "sentence-transformers")
TASK_TYPE = "single_hop"


class Embedder:
    """Gives the embeddings that the context brought."""

    def __init__(self, rows: dict[str, list[float]]) -> None:
        self._rows = rows

    def encode(self, texts: list[str], convert_to_tensor: bool = True) -> torch.Tensor:
        """Embeddings of texts, one a row."""
        return torch.tensor([self._rows[text] for text in texts])


def removed(texts: list[str], rows: list[list[float]]) -> list[int]:
    """Indices that the package removes, in order."""
    embedder = Embedder(dict(zip(texts, rows, strict=True)))
    defender = RAGDefender(embedder=embedder, task_type=TASK_TYPE, device="cpu")
    return sorted(defender.defend("", texts, return_indices=True)[1])


def main() -> None:
    """Read contexts on standard input and write what the package made of them."""
    contexts = json.load(sys.stdin)
    result = {
        "versions": {name: version(name) for name in PACKAGES},
        "removed": [removed(context["texts"], context["rows"]) for context in contexts],
    }
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main()
