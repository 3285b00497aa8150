"""A small language model, end to end from the package index; never part of the install or the tests."""
