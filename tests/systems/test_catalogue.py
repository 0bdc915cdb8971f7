"""The table of built-in systems agrees with the systems."""

from __future__ import annotations

import pytest

from fairnlp.systems import BUILT_IN, as_system, describe


def test_every_built_in_system_has_a_row_and_its_package_is_there():
    table = describe()
    assert table["name"].tolist() == sorted(BUILT_IN)
    assert table["version"].ne("not installed").all()


@pytest.mark.parametrize("name", ["afinn", "textblob", "vader"])
def test_cut_and_range_are_those_of_the_system(name):
    row = describe().set_index("name").loc[name]
    system = as_system(name)
    assert row["positive_if"] == system.info["positive"]
    assert row["package"] == system.package
    scores = system.scores(["excellent " * 50, "horrible " * 50])
    if name != "afinn":  # a sum has no bound
        assert row["low"] <= scores[1] < 0 < scores[0] <= row["high"]
