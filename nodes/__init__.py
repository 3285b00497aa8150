"""One file a graph node: small functions from the evidence state to a delta."""
