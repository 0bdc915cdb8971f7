from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pandas as pd
import pytest

from fairnlp.core.errors import OptionError, SystemUnderTestError
from fairnlp.core.frames import PREDICTIONS
from fairnlp.metamorphic.btc import find_btcs
from fairnlp.systems.base import as_system
from tests.metamorphic.oracles import FormatMutants

MUTANTS = FormatMutants(
    {
        "A": "{name} lost {his} hat.",
        "B": "{He} fell.",
        "C": "The cook gave {name} a spoon.",
    },
    {"female": ("Ada", "Nora"), "male": ("Ian", "Omar")},
)


@dataclass
class Pronouns:
    """Positive unless the text has a feminine pronoun; the score is the number of letters."""

    name: str = "pronouns"
    lexicon: frozenset[str] = frozenset({"ada"})
    asked: list[str] = field(default_factory=list)

    def labels(self, texts):
        self.asked += texts
        return ["-" if {"her", "She"} & set(text.split()) else "+" for text in texts]

    def scores(self, texts):
        return np.array([float(len(text)) for text in texts])


def test_test_cases_are_found_by_template():
    found = find_btcs(MUTANTS, Pronouns(), progress=False)
    table = found.table.set_index("template_id")
    assert table["btcs"].to_dict() == {"A": 4, "B": 1, "C": 0}
    assert table["pairs"].to_dict() == {"A": 4, "B": 1, "C": 4}
    assert table["n_texts"].to_dict() == {"A": 4, "B": 2, "C": 4}
    assert found.system == "pronouns"
    assert found.lexicon == {"ada"}
    assert set(PREDICTIONS) <= set(found.predictions)


@pytest.mark.parametrize("batch_size", [1, 3, 1024])
def test_the_size_of_the_batches_does_not_matter(batch_size):
    whole = find_btcs(MUTANTS, Pronouns(), progress=False)
    parts = find_btcs(MUTANTS, Pronouns(), progress=False, batch_size=batch_size)
    pd.testing.assert_frame_equal(whole.predictions, parts.predictions)


def test_rows_stay_in_the_order_of_the_mutants():
    found = find_btcs(MUTANTS, Pronouns(), progress=False, batch_size=3)
    keys = ["template_id", "class", "value_id"]
    expected = pd.concat(MUTANTS.batches())[keys].astype("str").reset_index(drop=True)
    pd.testing.assert_frame_equal(found.predictions[keys].astype("str"), expected)


def test_a_plain_function_is_a_system():
    def short(text: str) -> str:
        return "short" if len(text) < 12 else "long"

    found = find_btcs(MUTANTS, short, progress=False)
    assert found.system == "short"
    assert found.lexicon == frozenset()
    assert found.summary().loc[0, "score_pairs"] == 0


def test_a_failure_keeps_what_was_finished_and_names_the_mutant():
    """RUN-03: the batches before are kept."""

    def fails(texts: list[str]) -> list[str]:
        if any("Omar a spoon" in text for text in texts):
            raise ValueError("no spoons")
        return ["+"] * len(texts)

    with pytest.raises(
        SystemUnderTestError, match=r"'fails', batch 2 .*C male omar.*no spoons"
    ) as at:
        find_btcs(MUTANTS, fails, progress=False, batch_size=4)
    assert len(at.value.finished) == 8
    assert at.value.finished["label"].tolist() == ["+"] * 8


def test_a_failure_at_once_leaves_an_empty_frame_with_all_columns():
    def fails(texts: list[str]) -> list[str]:
        raise ValueError

    with pytest.raises(SystemUnderTestError) as at:
        find_btcs(MUTANTS, fails, progress=False)
    assert len(at.value.finished) == 0
    assert set(PREDICTIONS) <= set(at.value.finished)


def test_recorded_failures_are_counted_as_invalid():
    """RUN-02, RUN-03: nine results and one row with the reason."""

    def fails(texts: list[str]) -> list[str]:
        if any("Omar a spoon" in text for text in texts):
            raise ValueError("no spoons")
        return ["+"] * len(texts)

    found = find_btcs(MUTANTS, fails, progress=False, on_error="record")
    row = found.summary().iloc[0]
    assert (row["mutants"], row["invalid"]) == (9, 1)
    wrong = found.predictions[found.predictions["label"].isna()].iloc[0]
    assert (wrong["template_id"], wrong["value_id"]) == ("C", "omar")
    assert "no spoons" in wrong["error"]


def test_no_mutants_ask_nothing():
    system = Pronouns()
    found = find_btcs(FormatMutants({}, MUTANTS.names), system, progress=False)
    assert system.asked == []
    assert len(found.predictions) == 0
    assert found.summary().loc[0, "verdict"] == "no test: 0 pairs"


def test_a_batch_of_nothing_is_refused():
    with pytest.raises(OptionError, match="batch_size is 0"):
        find_btcs(MUTANTS, Pronouns(), batch_size=0)


def test_parts_put_together_count_as_the_whole():
    """Predictions of a run's parts have categories of their own."""
    whole = find_btcs(MUTANTS, Pronouns(), progress=False)
    parts = [
        find_btcs(FormatMutants({key: text}, MUTANTS.names), Pronouns(), progress=False)
        for key, text in MUTANTS.texts.items()
    ]
    joined = pd.concat([part.predictions for part in parts], ignore_index=True)
    pd.testing.assert_frame_equal(
        type(whole)(system="pronouns", predictions=joined, mutants=MUTANTS).summary(),
        whole.summary(),
    )


def test_equal_texts_are_predicted_once_also_in_different_batches():
    asked: list[str] = []

    def label(texts: list[str]) -> list[str]:
        asked.extend(texts)
        return ["positive"] * len(texts)

    twice = FormatMutants(
        {"A": "{name} spoke.", "B": "{name} spoke."}, {"male": ("Omar",), "female": ("Elena",)}
    )
    made = find_btcs(twice, as_system(label, takes="many"), batch_size=2, progress=False)
    assert len(made.predictions) == 4
    assert sorted(asked) == ["Elena spoke.", "Omar spoke."]
