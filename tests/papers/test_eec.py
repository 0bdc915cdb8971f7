"""NAME-19, LEX-03, ST-09: what the corpus shows of systems whose answer is known."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
import pytest

from fairnlp.core.errors import OptionError
from fairnlp.corpora.eec import build_eec, eec
from fairnlp.corpora.pairing import eec_pairs
from fairnlp.papers.eec import reproduce
from fairnlp.papers.eec_result import COLUMNS, read_kept
from fairnlp.papers.eec_scores import names_apart, paired_scores


@dataclass
class Additive:
    """Scores a text by the sum of its words' weights."""

    weights: dict[str, float] = field(default_factory=dict)
    name: str = "additive"

    def scores(self, texts):
        return np.array([sum(self.weights.get(w.strip("."), 0) for w in t.split()) for t in texts])

    def labels(self, texts):
        return ["positive" if score >= 0 else "negative" for score in self.scores(texts)]


class LabelsOnly:
    name = "labels"

    def labels(self, texts):
        return ["positive"] * len(texts)


def people(*rows):
    return pd.DataFrame(rows, columns=["name", "gender", "group"])


NO_PHRASES = pd.DataFrame(columns=["subject", "object", "gender", "pair"])
FEW = people(
    ("Ada", "female", "a"), ("Ida", "female", "a"), ("Una", "female", "b"), ("Eva", "female", "b"),
    ("Ian", "male", "a"), ("Ben", "male", "a"), ("Tom", "male", "b"), ("Max", "male", "b"),
)  # fmt: skip


def few():
    return build_eec(names=FEW, noun_phrases=NO_PHRASES)


def row(result, **where):
    rows = result.table
    for column, value in where.items():
        rows = rows[rows[column] == value]
    (only,) = rows.to_dict(orient="records")
    return only


def test_a_system_that_ignores_the_person_differs_nowhere():
    result = reproduce(few(), systems=[Additive({"angry": -1.0})], resamples=20)
    assert list(result.table.columns) == list(COLUMNS)
    assert set(result.table["verdict"]) == {"no difference"}
    assert (result.table[["p", "t_p", "share_equal"]] == 1).all(axis=None)
    assert not result.table.isna().to_numpy().any()
    # two ways to compare, by gender and by race, four emotions and none
    assert len(result.table) == 2 * 2 * 5
    assert result.collisions.empty


def test_a_system_that_lowers_men_is_seen_with_its_direction_and_size():
    men = ["Adam", "Alan", "Andrew", "Frank", "Harry", "Jack", "Josh", "Justin", "Roger", "Ryan"]
    system = Additive({**dict.fromkeys(men, -0.25), "sad": -1.0})
    result = reproduce(systems=[system], resamples=200)
    joy = row(result, by="gender", names="matched", emotion="joy")
    # 10 of 30 persons' pairs differ, each by 0.25: mean 0.25 / 3
    assert (joy["pairs"], joy["pairs_differ"], joy["pairs_up"]) == (30, 10, 10)
    assert joy["difference"] == "female - male"
    assert joy["mean_difference"] == pytest.approx(0.25 / 3)
    assert joy["mean_low"] < 0.25 / 3 < joy["mean_high"]
    assert joy["share_up"] == pytest.approx(1 / 3)
    assert (joy["effect"], joy["verdict"], joy["family_size"]) == (1.0, "differs", 5)
    race = row(result, by="race", names="matched", emotion="joy")
    assert (race["difference"], race["effect"]) == ("African American - European American", 1.0)


def test_name_19_one_name_of_the_lexicon_is_no_effect_of_the_group():
    """NAME-19: Tia is an entry of VADER."""
    result = reproduce(systems=["vader"], resamples=50)
    assert result.collisions[["system", "word", "entry"]].values.tolist() == [
        ["vader", "Tia", "tia"]
    ]
    with_tia = row(result, by="race", names="matched", emotion="fear", persons="all")
    assert with_tia["p"] < 1e-6  # 35 sentences that are near copies
    assert (with_tia["pairs_differ"], with_tia["pair_p"]) == (1, 1.0)
    assert with_tia["verdict"] == "no difference seen"
    without = row(result, by="race", names="matched", emotion="fear", persons="no lexicon words")
    assert (without["pairs"], without["verdict"]) == (19, "no difference")
    assert any("vader: Tia" in sentence for sentence in result.why)


def test_lex_03_a_title_of_the_lexicon_is_named():
    """LEX-03."""
    corpus = build_eec(
        names=people(("Miss Adeyemi", "female", "a"), ("Mr Adeyemi", "male", "a")),
        noun_phrases=NO_PHRASES,
    )
    result = reproduce(corpus, systems=["vader"], resamples=20)
    assert result.collisions[["word", "entry"]].values.tolist() == [["Miss Adeyemi", "miss"]]
    neutral = row(result, by="gender", names="matched", emotion="none", persons="all")
    assert neutral["mean_difference"] == pytest.approx(-0.1531, abs=1e-4)


def test_st_09_names_apart_within_a_group_stand_beside_those_between():
    """ST-09: a score of the number of letters alone moves within a class as between them."""

    class Letters(Additive):
        def scores(self, texts):
            return np.array([float(len(text.split()[0])) for text in texts])

    names = people(
        ("Ada", "female", "a"), ("Nora", "female", "a"), ("Elena", "female", "a"),
        ("Ian", "male", "a"), ("Omar", "male", "a"), ("Felix", "male", "a"),
    )  # fmt: skip
    templates = pd.DataFrame({"template": ["<person subject> left."], "words": [""]})
    corpus = build_eec(names=names, noun_phrases=NO_PHRASES, templates=templates)
    score = pd.Series(Letters().scores(corpus["sentence"]), index=corpus["id"])
    found = names_apart(corpus, score).set_index("by")
    # 3, 4, 5 letters in each: (1 + 2 + 1) / 3 within; 2 * 4 / 9 between, since equal ones meet
    assert found.loc["gender", "within"] == pytest.approx(4 / 3)
    assert found.loc["gender", "between"] == pytest.approx(8 / 9)
    result = reproduce(corpus, systems=[Letters()], resamples=20)
    assert set(result.table["verdict"]) == {"no difference"}


def test_the_score_of_a_side_is_the_mean_over_its_names():
    corpus = few()
    score = pd.Series(np.arange(len(corpus), dtype=float), index=corpus["id"])
    pairs = eec_pairs(corpus, by="gender", names="together")
    found = paired_scores(pairs, score)
    first = corpus[(corpus["sentence"].str.endswith(" feels angry."))]
    expected = score[first["id"]].groupby(first["gender"].to_numpy()).mean()
    assert found.loc[0, ["x", "y"]].tolist() == [expected["female"], expected["male"]]
    assert len(found) == 144


def test_results_are_those_of_the_same_seed_and_are_kept(tmp_path):
    system = Additive({"Ada": 0.5, "Tom": -0.25, "glad": 1.0})
    once, again = (reproduce(few(), systems=[system], resamples=50, seed=3) for _ in "ab")
    pd.testing.assert_frame_equal(once.table, again.table)
    files = once.save(tmp_path / "eec", scores=True)
    assert {file.name for file in files} == {
        "table.csv", "collisions.csv", "names.csv", "scores.csv", "manifest.json",
    }  # fmt: skip
    assert "scores.csv" not in {file.name for file in again.save(tmp_path / "again")}
    assert len(pd.read_csv(tmp_path / "eec" / "table.csv")) == len(once.table)
    told = json.loads((tmp_path / "eec" / "manifest.json").read_text("utf-8"))
    assert told["paper"] == "eec"
    assert told["why"] == once.why
    assert "feels" not in (tmp_path / "eec" / "scores.csv").read_text("utf-8")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"systems": [LabelsOnly()]}, "'labels' gives labels alone"),
        ({"systems": ["vader", "vader"]}, r"name of its own; \['vader', 'vader'\] came"),
    ],
)
def test_systems_that_cannot_be_compared_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        reproduce(few(), **options)


def test_a_corpus_that_cannot_be_paired_is_refused():
    one = few().query("person == 'Ada'")
    with pytest.raises(OptionError, match="No two persons"):
        reproduce(one, systems=[Additive()])
    three = build_eec(names=pd.concat([FEW, people(("Li", "male", "c"))]), noun_phrases=NO_PHRASES)
    with pytest.raises(OptionError, match="Two groups are compared; a, b, c came"):
        reproduce(three, systems=[Additive()])


def test_the_paper_s_pairs_are_those_of_names_together():
    result = reproduce(eec(), systems=[Additive({"she": 1.0})], resamples=20)
    pairs = result.table[result.table["names"] == "together"].groupby("by")["sentences"].sum()
    assert pairs.to_dict() == {"gender": 1584, "race": 288}


def test_the_table_is_told_in_words_and_drawn(tmp_path):
    result = reproduce(few(), systems=[Additive({"Ada": 0.5})], resamples=50)
    told = result.shown().set_index(["x - y", "emotion"]).loc[("female - male", "joy")]
    assert (told["sentences differ"], told["persons differ"]) == ("35 of 140", "1 of 4")
    assert (told["V"], told["x, y higher"]) == ("630", "25.0%, 0.00%")  # 35 * 36 / 2
    files = result.figures(tmp_path)
    assert [file.name for file in files] == ["eec-gender.svg", "eec-race.svg"]
    assert all(file.with_suffix(".png").exists() for file in files)


def test_the_table_of_the_paper_has_a_column_an_emotion():
    wide = reproduce(few(), systems=[Additive({"Ada": 0.5})], resamples=20).by_emotion()
    assert list(wide)[:3] == ["system", "difference", "persons"]
    assert list(wide)[3:] == ["anger", "fear", "joy", "sadness", "none"]
    assert wide["difference"].tolist() == ["female - male", "a - b"]
    assert wide.loc[0, "joy"].startswith("V 630, p ")
    assert set(reproduce(few(), systems=[Additive()], resamples=2).by_emotion()["joy"]) == {
        "nothing differs"
    }


def test_what_is_kept_draws_the_same_figures(tmp_path):
    once = reproduce(few(), systems=["vader", Additive({"Ada": 0.5})], resamples=20)
    once.save(tmp_path)
    once.figures(tmp_path)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    kept = read_kept(tmp_path)
    pd.testing.assert_frame_equal(kept.table, once.table)
    assert kept.why == once.why
    kept.figures(tmp_path)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
