from __future__ import annotations

from pathlib import Path

import pytest

pytest_plugins = ["pytester"]

TESTS = """
import pytest
from tests.needs import need

def test_asks_for_what_is_missing():
    need(False, "a parser is missing: install it")

def test_asks_for_what_is_there():
    need(True, "a parser is missing: install it")

def test_imports_what_is_missing():
    pytest.importorskip("no_such_module")

@pytest.mark.xfail(reason="a known fault")
def test_known_fault():
    assert False
"""
MODULE = 'import pytest\npytest.importorskip("no_such_module")'


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    pytester.makeconftest(Path(__file__).with_name("conftest.py").read_text(encoding="utf-8"))
    pytester.makepyfile(test_single=TESTS, test_whole_module=MODULE)
    return pytester


def test_what_is_missing_is_skipped(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("FAIRNLP_NO_SKIP", raising=False)
    suite.runpytest().assert_outcomes(passed=1, skipped=3, xfailed=1)


def test_what_is_missing_fails_when_nothing_may_be_skipped(
    suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("FAIRNLP_NO_SKIP", "1")
    result = suite.runpytest("--continue-on-collection-errors")
    result.assert_outcomes(passed=1, failed=2, errors=1, xfailed=1)
    result.stdout.fnmatch_lines(["*a parser is missing: install it (FAIRNLP_NO_SKIP is set)*"])
