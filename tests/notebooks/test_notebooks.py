"""The notebooks: what holds for all of them, and that they run from top to bottom."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from fairnlp.core.errors import FairnlpError
from fairnlp.corpora.imdb import package_path
from tests.needs import need

nbformat = pytest.importorskip("nbformat")

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

EACH = pytest.mark.parametrize("path", NOTEBOOKS, ids=[path.stem for path in NOTEBOOKS])


def read(path: Path):
    return nbformat.read(path, as_version=4)


def code(path: Path) -> list:
    return [cell for cell in read(path).cells if cell.cell_type == "code"]


def test_there_are_notebooks():
    assert NOTEBOOKS


@EACH
def test_a_notebook_is_valid_and_holds_no_outputs(path):
    nbformat.validate(read(path))
    assert all(not cell.outputs and cell.execution_count is None for cell in code(path))


@EACH
def test_a_notebook_defines_nothing(path):
    """A function that a notebook needs belongs into the package."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
    found = [
        ast.unparse(node)
        for cell in code(path)
        for node in ast.walk(ast.parse(cell.source))
        if isinstance(node, kinds)
    ]
    assert found == []


@EACH
def test_a_notebook_has_title_question_parameters_finding_and_limits_in_this_order(path):
    cells = read(path).cells
    assert cells[0].source.startswith("# ")
    assert "**Question.**" in cells[0].source
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    parts = ["\n## Parameters", "\n## Finding", "\n## Limits"]
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    tagged = [cell for cell in cells if "parameters" in cell.metadata.get("tags", [])]
    assert tagged == [code(path)[0]]


@EACH
def test_the_parameters_are_constants_and_the_test_changes_only_these(path):
    cell = code(path)[0]
    names = []
    for node in ast.parse(cell.source).body:
        assert isinstance(node, ast.Assign)
        ast.literal_eval(node.value)
        names += [target.id for target in node.targets if isinstance(target, ast.Name)]
    assert set(cell.metadata.get("nbmake", {}).get("mock", {})) <= set(names)


@pytest.mark.notebook
@EACH
def test_a_notebook_runs_in_a_fresh_kernel(path):
    """With the small parameters that its cell of parameters names for nbmake."""
    try:
        package_path()
    except FairnlpError as error:
        need(condition=False, reason=str(error))
    pytest.importorskip("nbmake")
    command = [sys.executable, "-m", "pytest", "-q", "--nbmake", "--nbmake-timeout=600"]
    ran = subprocess.run(
        [*command, "-o", "addopts=", "-p", "no:cacheprovider", str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 0, ran.stdout[-4000:]
    assert "1 passed" in ran.stdout
