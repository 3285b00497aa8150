"""Repeated retrieval: the question again."""

from graphs.machine import build_machine
from nodes.repeater import repeater

graph = build_machine(repeater, "repetition")
