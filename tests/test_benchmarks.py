"""The line that each benchmark prints, and what it returns."""

from __future__ import annotations

import json

import pytest

from benchmarks import report


@pytest.mark.parametrize(
    ("ratio", "bounds", "required", "code"),
    [
        (10.0, {"at_least": 10}, ">= 10", 0),
        (9.9999, {"at_least": 10}, ">= 10", 1),
        (1.15, {"at_most": 1.15}, "<= 1.15", 0),
        (1.1501, {"at_most": 1.15}, "<= 1.15", 1),
        (1.0, {"at_least": 0.9, "at_most": 1.1}, ">= 0.9 and <= 1.1", 0),
    ],
)
def test_a_benchmark_prints_one_line_and_returns_whether_its_ratio_is_met(
    ratio, bounds, required, code, capsys
):
    assert report("x", ratio, **bounds, n=3) == code
    line = json.loads(capsys.readouterr().out)
    assert line == {"benchmark": "x", "ratio": round(ratio, 3), "required": required, "n": 3}
