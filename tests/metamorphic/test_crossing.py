"""Test cases of crossed characteristics, counted by what differs."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from fairnlp.core.errors import OptionError
from fairnlp.metamorphic.crossing import CROSSED, crossed_table
from fairnlp.metamorphic.found import Found


class Source:
    """Mutants that are never rendered."""

    classes = ()
    values = pd.DataFrame()

    def __init__(self, characteristic="gender+country"):
        self.characteristic = characteristic


def found(rows, source=None):
    columns = ["template_id", "class", "value_id", "label"]
    predictions = pd.DataFrame(rows, columns=columns).assign(score=np.nan)
    return Found(system="toy", predictions=predictions, mutants=source or Source())


def cells(label, templates=("t", "u"), values=("v", "w")):
    """One mutant a template, cell and value, labelled by a function of gender and country."""
    return [
        (t, f"{g}, {c}", v, label(g, c))
        for t in templates
        for g in ("male", "female")
        for c in ("Japan", "Peru")
        for v in values
    ]


def rates(rows):
    return crossed_table(found(rows), resamples=50).set_index("factor")["rate"].to_dict()


def test_a_system_that_reacts_to_gender_differs_where_gender_differs():
    # "both" differs in gender too
    assert rates(cells(lambda g, c: g)) == {
        "gender": 1,
        "country": 0,
        "gender and country": 1,
        "neither": 0,
    }


def test_a_system_that_reacts_to_one_cell_shows_in_the_interaction():
    # (female, Japan) is labelled otherwise: it is in 1 of 2 pairs of each kind of cells
    table = rates(cells(lambda g, c: str((g, c) == ("female", "Japan"))))
    assert table == {"gender": 0.5, "country": 0.5, "gender and country": 0.5, "neither": 0}
    # equal genders and countries, as in "exclusive or": each alone differs, both never do
    table = rates(cells(lambda g, c: str((g == "male") == (c == "Japan"))))
    assert table == {"gender": 1, "country": 1, "gender and country": 0, "neither": 0}


def test_a_system_that_reacts_to_the_value_shows_in_the_placebo():
    rows = [(*row[:3], row[2]) for row in cells(lambda g, c: "")]
    assert rates(rows) == {"gender": 0.5, "country": 0.5, "gender and country": 0.5, "neither": 1}


def test_counts_are_those_of_naming_every_pair():
    rng = np.random.default_rng(5)
    rows = [(*row[:3], str(rng.integers(2))) for row in cells(lambda g, c: "")]
    rows[3] = (*rows[3][:3], None)  # the system failed on one
    table = crossed_table(found(rows), resamples=50).set_index("factor")
    counted = {factor: [0, 0] for factor in table.index}
    for (t, class_a, _, a), (u, class_b, _, b) in combinations(rows, 2):
        if t != u or a is None or b is None:
            continue
        differs = [x != y for x, y in zip(class_a.split(", "), class_b.split(", "), strict=True)]
        names = [n for n, one in zip(("gender", "country"), differs, strict=True) if one]
        factor = " and ".join(names) or "neither"
        counted[factor][0] += 1
        counted[factor][1] += a != b
    assert table[["pairs", "btcs"]].T.to_dict("list") == counted
    assert ((table["low"] <= table["rate"]) & (table["rate"] <= table["high"])).all()
    assert [*table.reset_index()] == [*CROSSED]


def test_a_cell_without_a_second_value_has_no_placebo():
    table = crossed_table(found(cells(lambda g, c: g, values=("v",))), resamples=50)
    row = table.set_index("factor").loc["neither"]
    assert row["pairs"] == 0
    assert np.isnan(row["rate"])


def test_mutants_of_one_characteristic_are_refused():
    with pytest.raises(OptionError, match="one characteristic"):
        crossed_table(found(cells(lambda g, c: g), Source("gender")))
