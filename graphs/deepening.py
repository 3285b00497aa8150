"""Deeper retrieval: the question again, past the pages already seen."""

from graphs.machine import build_machine
from nodes.deepener import deepener

graph = build_machine(deepener, "deepening")
