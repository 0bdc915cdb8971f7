"""What a test needs of the machine: one place to say that it is missing.

With ``FAIRNLP_NO_SKIP`` set (as in continuous integration) nothing may be missing: each skip is a
failure. ``conftest.py`` turns the skips that do not come from here, such as ``importorskip``.
"""

from __future__ import annotations

import os

import pytest


def skips_fail() -> bool:
    """Tell whether the run was asked to fail where it would skip."""
    return os.environ.get("FAIRNLP_NO_SKIP", "") not in ("", "0")


def need(condition: object, reason: str) -> None:
    """Go on if ``condition`` is true; else skip the test, or fail it under ``FAIRNLP_NO_SKIP``.

    ``reason`` says what is missing and how to get it: "Chromium is missing: apt install chromium".
    """
    if condition:
        return
    if skips_fail():
        pytest.fail(f"{reason} (FAIRNLP_NO_SKIP is set)", pytrace=False)
    pytest.skip(reason)
