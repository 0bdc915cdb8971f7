from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING

import fairnlp
from fairnlp.characteristics.reasons import REASONS

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(fairnlp.__file__).parent
SOURCES = [
    *(PACKAGE / "characteristics").glob("*.py"),
    *(PACKAGE / "text").rglob("*.py"),
]


def told(tree: ast.AST) -> Iterator[str]:
    """Find the texts that a function gives as a reason: ``reason=...``, or first of a pair."""
    for node in ast.walk(tree):
        given: list[ast.AST] = []
        if isinstance(node, ast.keyword) and node.arg == "reason":
            given = [node.value]
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple):
            given = node.value.elts[:1]
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            first = node.args[0] if node.args else None
            if node.func.attr == "append" and isinstance(first, ast.Tuple):
                given = first.elts[:1]
        for one in given:
            if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value:
                yield one.value


def test_each_reason_that_is_given_has_a_meaning():
    found = {code for path in SOURCES for code in told(ast.parse(path.read_text("utf-8")))}
    assert len(found) > 15
    assert found <= set(REASONS)


def test_each_reason_with_a_meaning_is_given_somewhere():
    quoted = [path.read_text("utf-8") for path in SOURCES if path.name != "reasons.py"]
    for code in REASONS:
        assert any(f'"{code}"' in text for text in quoted), code


def test_reasons_are_sorted_and_end_as_sentences():
    assert list(REASONS) == sorted(REASONS)
    assert all(meaning.endswith(".") for meaning in REASONS.values())
