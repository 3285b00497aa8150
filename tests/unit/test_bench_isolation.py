"""A policy process can read no label: not in its module graph, not in the files it opens."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from benchmark.world_files import write_worlds
from benchmark.worlds.generate import WorldSpec

ROOT = Path(__file__).resolve().parents[2]
RUNNERS = ("benchmark.worker", "benchmark.runner", "benchmark.wanted", "benchmark.run_folder", "benchmark.execute")
SCORERS = {
    "benchmark.labelled",
    "benchmark.scoring",
    "benchmark.report",
    "benchmark.separability",
    "benchmark.separability_tables",
    "benchmark.world_check",
    "benchmark.world_files",
    "benchmark.world_show",
    "benchmark.worlds.case",
    "benchmark.worlds.attack_invariants",
    "benchmark.worlds.attacks",
    "benchmark.worlds.generate",
    "benchmark.worlds.labels",
    "benchmark.worlds.invariants",
}
LABEL_NAMES = {"read_labels", "Labels", "LABELS_FILE", "labels.jsonl"}


def source(module):
    path = ROOT / Path(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def imports(module):
    """Our own modules that a module imports, at its top or later."""
    found = set()
    for node in ast.walk(ast.parse(source(module).read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        found |= {name for name in names if (ROOT / name.split(".")[0]).is_dir() and source(name).is_file()}
    return found


def reachable(modules):
    seen, waiting = set(), list(modules)
    while waiting:
        module = waiting.pop()
        if module not in seen:
            seen.add(module)
            waiting += imports(module)
    return seen


def test_no_module_that_scores_is_reachable_from_the_runner():
    found = reachable(RUNNERS)
    assert "nodes.elenchus" in found
    assert not found & SCORERS


def test_no_module_that_the_runner_reaches_names_the_labels():
    for module in reachable(RUNNERS):
        tree = ast.parse(source(module).read_text(encoding="utf-8"))
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        names |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)} & LABEL_NAMES
        names |= {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
        assert not names & LABEL_NAMES, module


AUDITED = """
import sys
opened = []
sys.addaudithook(lambda event, arguments: opened.append(str(arguments[0])) if event == "open" else None)
from pathlib import Path
from rich.console import Console
from benchmark.execute import execute
from benchmark.wanted import Wanted
from benchmark.settings import GUARDED, PAPER
worlds, out = Path(sys.argv[1]), Path(sys.argv[2])
policies = ("socratic", "expansion", "links", "self-ask", "robustrag", "trustrag-wide")
wanted = Wanted(policies=policies, variants=(PAPER, GUARDED))
execute(wanted, worlds, out, 1, Console(quiet=True))
inside = {Path(path).name for path in opened if str(worlds) in path}
assert inside == {"runtime.jsonl", "spec.json"}, inside
assert not [name for name in sys.modules if name in ("benchmark.scoring", "benchmark.labelled")]
"""


@pytest.mark.slow
def test_a_run_opens_the_runtime_file_and_its_spec_alone(tmp_path):
    write_worlds(tmp_path / "worlds", WorldSpec(count=2, background=8, replicas=4, seed=7))
    done = subprocess.run(
        [sys.executable, "-c", AUDITED, str(tmp_path / "worlds"), str(tmp_path / "run")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
