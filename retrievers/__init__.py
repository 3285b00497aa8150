"""Deterministic retrieval: corpora, the BM25 reference engine and adapters."""
