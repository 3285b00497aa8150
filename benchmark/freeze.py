"""The freeze: what stood still when the late domains' wordings were written.

A policy fitted to the generator's phrases shows on worlds whose wordings came after it, so those are reported apart.
"""

FROZEN_FOLDERS = ("backbones", "nodes")
FREEZE_COMMIT = "5d8d1bbed738111961042dc92836831f605d10d7"

# Domains of `benchmark/worlds/domains` written after the freeze, by somebody who read neither folder.
LATE_DOMAINS = frozenset({"theatre"})
