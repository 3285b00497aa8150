"""The counterfactual benchmark: worlds, runner, scoring, statistics and report."""
