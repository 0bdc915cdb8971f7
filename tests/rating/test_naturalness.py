"""Blind sheets of inserted and original texts, and what they say."""

from __future__ import annotations

import pandas as pd
import pytest
from statsmodels.stats.proportion import proportion_confint

from fairnlp.adversary import TrigramModel, insert_unigrams
from fairnlp.core.errors import MissingDataError, OptionError, SchemaError
from fairnlp.rating.files import read_ratings, read_sheet, sheet_bytes
from fairnlp.rating.naturalness import NATURALNESS, read_naturalness_key, sample_insertions
from fairnlp.rating.naturalness_results import naturalness_agreement, naturalness_rates
from fairnlp.stats.agreement import cohen_kappa

TEXTS = [
    f"The {who} {does}." for who in ("cook", "crew", "man") for does in ("went", "came", "sat")
]


@pytest.fixture(scope="module")
def attack():
    corpus = pd.DataFrame({"text_id": [f"t{n}" for n in range(9)], "text": TEXTS})
    scorer = TrigramModel([*TEXTS, "They went on a bus."])
    return insert_unigrams(corpus, ["on", "a"], scorer, progress=False)


def test_no_text_comes_twice_and_half_are_originals(attack):
    drawn = sample_insertions(attack, per_unigram=2, seed=3)
    assert drawn.key["text_id"].is_unique
    assert drawn.key["item_id"].is_unique
    assert drawn.key["kind"].value_counts().to_dict() == {"generated": 4, "original": 4}
    assert drawn.key.groupby("unigram").size().to_dict() == {"": 4, "a": 2, "on": 2}
    texts = dict(zip((f"t{n}" for n in range(9)), TEXTS, strict=True))
    rows = attack.frame.set_index(["text_id", "unigram"])["text"]
    for row in drawn.key.to_dict(orient="records"):
        made = row["kind"] == "generated"
        assert row["text"] == (
            rows[row["text_id"], row["unigram"]] if made else texts[row["text_id"]]
        )
    assert drawn.population == 18
    assert drawn.key.equals(sample_insertions(attack.frame, per_unigram=2, seed=3).key)
    assert not drawn.key.equals(sample_insertions(attack, per_unigram=2, seed=4).key)


def test_where_texts_are_few_the_originals_still_get_theirs(attack):
    kinds = sample_insertions(attack, per_unigram=50).key["kind"].value_counts().to_dict()
    assert kinds == {"generated": 4, "original": 4}
    kinds = sample_insertions(attack, per_unigram=50, originals=0).key["kind"].value_counts()
    assert kinds.to_dict() == {"generated": 9}


def test_a_sheet_tells_nothing_and_its_key_everything(attack, tmp_path):
    drawn = sample_insertions(attack, per_unigram=2)
    key = drawn.write(tmp_path / "sheet.csv")
    head = (tmp_path / "sheet.csv").read_text("utf-8-sig").splitlines()[0]
    assert head == "item_id,text,source,naturalness,note,rater"
    assert read_naturalness_key(key).key.equals(drawn.key)
    with pytest.raises(OptionError, match="not replaced"):
        drawn.write(tmp_path / "sheet.csv")
    with pytest.raises(MissingDataError, match="no key"):
        read_naturalness_key(tmp_path / "other.json")
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(SchemaError, match="not the key"):
        read_naturalness_key(tmp_path / "bad.json")
    with pytest.raises(SchemaError, match="text_1"):  # it is no sheet of test cases
        read_sheet(tmp_path / "sheet.csv")


def test_ratings_give_shares_with_intervals_and_agreement(attack, tmp_path):
    drawn = sample_insertions(attack, per_unigram=2)
    items = drawn.items
    said = {"r1": [], "r2": []}
    for number, kind in enumerate(drawn.key["kind"]):
        said["r1"].append((kind, "awkward" if kind == "generated" else "natural"))
        said["r2"].append(("original", "natural" if number else ""))
    for rater, answers in said.items():
        given = {
            item: {"source": source, "naturalness": natural}
            for item, (source, natural) in zip(items["item_id"], answers, strict=True)
        }
        content = sheet_bytes(items, given, rater=rater, form=NATURALNESS)
        (tmp_path / f"{rater}.csv").write_bytes(content)
    files = [tmp_path / "r1.csv", tmp_path / "r2.csv"]
    ratings = read_ratings(files, items=items, form=NATURALNESS)
    rates = naturalness_rates(ratings, drawn.key).set_index(
        ["rater", "kind", "unigram", "question", "answer"]
    )
    row = rates.loc[("r1", "generated", "all", "source", "generated")]
    assert row[["items", "n", "count", "share"]].tolist() == [4, 4, 4, 1.0]
    low, high = proportion_confint(4, 4, method="wilson")
    assert (row["low"], row["high"]) == pytest.approx((low, high))
    assert rates.loc[("r1", "generated", "on", "naturalness", "awkward"), "n"] == 2
    assert rates.loc[("r2", "generated", "all", "source", "original"), "share"] == 1
    natural = rates.loc["r2"].xs("natural", level="answer")
    assert natural.loc[["generated", "original"]].groupby("kind")["missing"].max().sum() == 1
    majority = rates.loc[("majority", "original", "all", "source", "original")]
    assert majority[["count", "share"]].tolist() == [4, 1.0]
    tied = rates.loc[("majority", "generated", "all", "source", "generated")]
    assert tied[["n", "missing"]].tolist() == [0, 4]
    agreement = naturalness_agreement(ratings).set_index("question")
    first, second = ([one for one, _ in said[rater]] for rater in ("r1", "r2"))
    assert agreement.loc["source", "value"] == cohen_kappa(first, second).value == 0
    one = naturalness_agreement(ratings[ratings["rater"] == "r1"])
    assert one["status"].tolist() == ["undefined: fewer than two raters"] * 2
    with pytest.raises(SchemaError, match="another sheet"):
        naturalness_rates(ratings, drawn.key[1:])


def test_an_answer_that_is_not_allowed_is_named(attack, tmp_path):
    items = sample_insertions(attack, per_unigram=1).items
    given = {items["item_id"][0]: {"source": "machine"}}
    (tmp_path / "r1.csv").write_bytes(sheet_bytes(items, given, form=NATURALNESS))
    with pytest.raises(SchemaError, match="'generated', 'original'"):
        read_ratings(tmp_path / "r1.csv", form=NATURALNESS)


def test_numbers_out_of_range_and_empty_sets_are_refused(attack, tmp_path):
    with pytest.raises(OptionError, match="per_unigram is 0"):
        sample_insertions(attack, per_unigram=0)
    with pytest.raises(OptionError, match="nothing to rate"):
        sample_insertions(attack.frame[:0]).write(tmp_path / "sheet.csv")
