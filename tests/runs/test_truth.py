"""Error rates of the classes in an audit whose answers are certain."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from fairnlp.core.errors import SchemaError
from fairnlp.metamorphic.group_gaps import CLASS_RATES, EQUALITY_GAPS
from fairnlp.runs.audit import audit
from tests.runs.toys import corpus, indifferent, partial


@dataclass
class Trained:
    """Labels by the pronoun, and has seen the texts of Priya before."""

    name: str = "trained"
    trained_on: frozenset[str] = field(default_factory=lambda: frozenset({"t00", "t04"}))

    def labels(self, texts):
        return partial(texts)


@pytest.fixture(scope="module")
def result(cache, tmp_path_factory):
    """8 templates, 4 of texts on women (positive) and 4 on men (negative), 3 names a class."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FAIRNLP_CACHE", str(cache))
        return audit(
            corpus(),
            systems=[partial, indifferent, Trained()],
            values=3,
            out=tmp_path_factory.mktemp("truth") / "run",
        )


def test_rates_are_of_the_mutants_of_labelled_texts(result):
    rates = result.class_rates()
    assert list(rates.columns) == ["system", "characteristic", *CLASS_RATES]
    own = rates[rates["system"] == "partial"].set_index("class")
    # It says positive of women alone: of 12 mutants with a woman, those of negative texts are
    # wrong; of 12 with a man, those of positive texts.
    assert own["n"].to_dict() == {"all": 48, "male": 24, "female": 24}
    assert own["positive_rate"].to_dict() == {"all": 0.5, "male": 0, "female": 1}
    assert own["fpr"].to_dict() == {"all": 0.5, "male": 0, "female": 1}
    assert own["fnr"].to_dict() == {"all": 0.5, "male": 1, "female": 0}
    same = rates[rates["system"] == "indifferent"]
    assert same["fpr"].tolist() == [0, 0, 0]
    assert same["fnr"].tolist() == [1, 1, 1]


def test_gaps_are_sums_over_the_classes(result):
    gaps = result.equality_gaps().set_index("system")
    assert list(gaps.columns) == ["characteristic", *EQUALITY_GAPS]
    assert gaps.loc["partial", ["classes", "templates", "fped", "fned"]].tolist() == [2, 8, 1, 1]
    assert gaps.loc["indifferent", ["fped", "fned"]].tolist() == [0, 0]


def test_texts_that_a_system_was_trained_on_are_left_out(result):
    rates = result.class_rates()
    own = rates[(rates["system"] == "trained") & (rates["class"] == "all")].iloc[0]
    assert own[["templates", "n_positive", "n_negative"]].tolist() == [6, 12, 24]


def test_without_labels_there_are_no_rows(tmp_path):
    bare = audit(corpus().drop(columns="label"), systems=[partial], values=2, out=tmp_path / "x")
    assert list(bare.class_rates().columns) == ["system", "characteristic", *CLASS_RATES]
    assert bare.class_rates().empty
    assert bare.equality_gaps().empty


def test_labels_of_another_kind_need_the_positive_one(tmp_path):
    # Else nothing would be positive, in truth or by the system.
    other = corpus().assign(label=lambda t: t["label"].map({"positive": "good", "negative": "bad"}))

    def says(texts: list[str]) -> list[str]:
        return [{"positive": "good", "negative": "bad"}[label] for label in partial(texts)]

    run = audit(other, systems=[says], values=2, out=tmp_path / "x")
    with pytest.raises(SchemaError, match=r"No true label is 'positive'; they are \['bad', "):
        run.class_rates()
    assert np.isclose(run.equality_gaps(positive="good")["fped"].iloc[0], 1)
