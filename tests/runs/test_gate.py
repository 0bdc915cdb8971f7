"""RUN-13: a gate stops what it was built to stop."""

import pandas as pd
import pytest

from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError
from fairnlp.runs.gate import gate


def summary(*rows: tuple[float, int]) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "system": f"system {number}",
            "characteristic": "gender",
            "templates_tested": n,
            "difference": figure,
            "difference_low": figure,
            "difference_high": figure,
        }
        for number, (figure, n) in enumerate(rows)
    )


def test_a_gap_counts_without_its_sign_and_what_cannot_be_told_does_not_pass():
    told = gate(summary((0.3, 90), (-0.4, 90), (float("nan"), 90), (0.0, 3), (-0.1, 90)), 0.10)
    assert told["outcome"].tolist() == [
        "fail",
        "fail",
        "not testable",
        "undecided: n = 3",
        "pass",
    ]
    assert told["n"].tolist() == [90, 90, 90, 3, 90]


def test_the_limit_itself_passes_only_where_it_is_said_to():
    at_the_limit = summary((0.10, 90))
    assert gate(at_the_limit, 0.10, comparator="<=")["outcome"].tolist() == ["pass"]
    assert gate(at_the_limit, 0.10, comparator="<")["outcome"].tolist() == ["fail"]


def test_what_is_not_known_is_refused_by_name():
    with pytest.raises(UnknownChoiceError, match="comparator '>='; choose one of '<=', '<'"):
        gate(summary((0.3, 90)), 0.10, comparator=">=")
    with pytest.raises(UnknownChoiceError, match="measure 'gap'"):
        gate(summary((0.3, 90)), 0.10, measure="gap")
    with pytest.raises(OptionError, match="at_most is 10"):
        gate(summary((0.3, 90)), 10)
    with pytest.raises(SchemaError, match="lacks `rate`"):
        gate(summary((0.3, 90)), 0.10, measure="rate")
