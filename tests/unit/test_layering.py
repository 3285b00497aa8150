"""Imports run downward only, and the packages are the repo's own."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ALLOWED = {
    "evidence": set(),
    "retrievers": {"evidence"},
    "backbones": {"evidence"},
    "nodes": {"evidence", "retrievers", "backbones"},
    "graphs": {"evidence", "retrievers", "backbones", "nodes"},
    "benchmark": {"evidence", "retrievers", "backbones", "nodes", "graphs"},
}


def imported(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            yield node.module.split(".")[0]


@pytest.mark.parametrize("package", list(ALLOWED))
def test_a_package_imports_only_what_lies_below_it(package):
    for path in sorted((ROOT / package).rglob("*.py")):
        ours = set(imported(path)) & set(ALLOWED)
        assert ours <= ALLOWED[package] | {package}, path


@pytest.mark.parametrize("package", list(ALLOWED))
def test_the_package_that_is_imported_lies_in_this_repo(package):
    module = __import__(package)
    assert Path(module.__file__).is_relative_to(ROOT)


def test_the_graphs_package_exports_no_name_that_shadows_a_module():
    import graphs

    modules = {path.stem for path in (ROOT / "graphs").glob("*.py")}
    assert not modules & set(graphs.__all__)


def test_langgraph_json_names_every_graph():
    import json

    from graphs.policies import POLICIES

    assert json.loads((ROOT / "langgraph.json").read_text())["graphs"] == {
        name: f"{module}:graph" for name, module in POLICIES.items()
    }
