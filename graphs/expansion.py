"""The matched control: an ordinary relevance-oriented query."""

from graphs.machine import build_machine
from nodes.expander import expander

graph = build_machine(expander, "expansion")
