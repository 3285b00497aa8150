"""Counterfactual worlds: their generator, their files and their declared invariants."""
