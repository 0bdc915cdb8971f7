from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
import typer

from fairnlp.cli.app import app

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
SLOW = {"README.md", "docs/soundness.md"}  # read real reviews


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def python(page: Path) -> str:
    """Give the Python blocks of a page as one program, each on its own lines of the page."""
    lines = page.read_text("utf-8").splitlines()
    inside = False
    program = []
    for line in lines:
        if line.startswith("```"):
            inside = line == "```python"
            line = ""
        program.append(line if inside else "")
    return "\n".join(program) + "\n"


WITH_PYTHON = [
    pytest.param(page, id=name(page), marks=[pytest.mark.slow] if name(page) in SLOW else [])
    for page in PAGES
    if python(page).strip()
]


@pytest.mark.parametrize("page", WITH_PYTHON)
def test_the_python_of_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # In a notebook `display` is there.
    exec(compile(python(page), name(page), "exec"), {"__name__": "page", "display": repr})


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_links_only_to_what_is_there(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        file, _, part = target.partition("#")
        if "://" in target:
            continue
        linked = (page.parent / file) if file else page
        assert linked.exists(), target
        if part:
            heads = re.findall(r"^#+ (.*)$", linked.read_text("utf-8"), flags=re.MULTILINE)
            assert part in {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in heads}


COMMANDS = [
    (name(page), line)
    for page in PAGES
    for line in re.findall(r"^fairnlp .*$", page.read_text("utf-8"), flags=re.MULTILINE)
]


@pytest.mark.parametrize(("page", "line"), COMMANDS)
def test_a_command_on_a_page_is_one_that_there_is(page: str, line: str) -> None:
    _, command, *words = shlex.split(line, comments=True)
    known = typer.main.get_command(app).commands[command]  # type: ignore[attr-defined]
    # Parsing refuses an unknown option, a missing value and a word too many.
    known.make_context(command, words, resilient_parsing=False)
