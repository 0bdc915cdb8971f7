"""A sample of test cases: its size, its seed, and that it tells nothing of the systems."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

import pandas as pd
import pytest

from fairnlp.core.errors import MissingDataError, OptionError, SchemaError
from fairnlp.rating.files import read_sheet
from fairnlp.rating.sample import KEY, key_path, read_key, sample_btcs
from tests.widgets.toys import Counting, found

SHE_WINS = Counting({"she": 1.0, "he": -1.0}, name="she wins")
DORA_LOSES = Counting({"Dora": -1.0}, name="dora loses")
SAME = Counting({}, name="same")

# "she wins": templates a and c, 2 men x 2 women each: 8 BTCs. "dora loses": Dora with 2 men in
# each of 3 templates: 6 BTCs.


@dataclass
class Result:
    found: dict


def test_the_size_is_that_of_cochran_for_the_population():
    drawn = sample_btcs([found(SHE_WINS), found(DORA_LOSES)])
    # n0 = 384.15; 384.15 / (1 + 383.15 / 14) = 13.54 -> 14
    assert (drawn.population, len(drawn.key)) == (14, 14)
    assert len(sample_btcs(found(SHE_WINS), margin=0.3).key) == 5  # 10.67 / (1 + 9.67 / 8) = 4.83


def test_all_are_drawn_once_when_all_are_wanted():
    key = sample_btcs([found(SHE_WINS), found(DORA_LOSES)], size=100).key
    assert Counter(key["system"]) == {"she wins": 8, "dora loses": 6}
    assert key["item_id"].is_unique
    assert list(key.columns) == list(KEY)


def test_the_results_of_audits_are_taken_too():
    result = Result({"x": found(SHE_WINS), "y": found(DORA_LOSES)})
    whole = sample_btcs([found(SHE_WINS), found(DORA_LOSES)], size=9, seed=3)
    pd.testing.assert_frame_equal(sample_btcs(result, size=9, seed=3).key, whole.key)
    assert sample_btcs([result, found(SHE_WINS)]).population == 22


def test_the_seed_fixes_the_draw_the_sides_and_the_order():
    one, again, other = (sample_btcs(found(SHE_WINS), size=6, seed=seed).key for seed in (1, 1, 2))
    pd.testing.assert_frame_equal(one, again)
    assert one["item_id"].tolist() != other["item_id"].tolist()


def test_every_case_has_the_same_chance_and_every_class_is_the_first_text_half_of_the_time():
    both = [found(SHE_WINS), found(DORA_LOSES)]
    keys = pd.concat([sample_btcs(both, size=2, seed=seed).key for seed in range(350)])
    counts = keys["item_id"].value_counts()
    # 700 draws of 14 cases: 50 each, standard deviation about 6.5
    assert len(counts) == 14
    assert counts.between(25, 75).all()
    assert (keys["class_1"] == "male").mean() == pytest.approx(0.5, abs=0.08)  # 4 sd


def test_no_template_has_more_than_its_share():
    both = [found(SHE_WINS), found(DORA_LOSES)]  # of 2 and of 3 templates
    drawn = sample_btcs(both, per_template=1)
    assert (drawn.population, len(drawn.key)) == (5, 5)
    assert not drawn.key.duplicated(["system", "template_id"]).any()
    few = sample_btcs(both, per_template=3, size=100).key
    # 3 of 4 in each of two templates; all 2 in each of three
    assert few.groupby(["system", "template_id"]).size().tolist() == [2, 2, 2, 3, 3]
    assert few["item_id"].is_unique
    keys = pd.concat([sample_btcs(both, per_template=1, seed=seed).key for seed in range(60)])
    assert keys["item_id"].nunique() == 14  # which one it is, is drawn


def test_raters_see_two_texts_with_the_words_that_differ_marked_and_nothing_else():
    drawn = sample_btcs(found(SHE_WINS), size=1, seed=0)
    items = drawn.items
    assert list(items.columns) == ["item_id", "text_1", "text_2"]
    row = drawn.key.iloc[0]
    he = {"male": "he", "female": "she"}
    assert f"⟦{row['value_1']}⟧" in row["text_1"]
    assert f"⟦{he[row['class_2']]}⟧" in row["text_2"]
    said = items.to_csv()
    assert not any(word in said for word in ("she wins", "gender", "template"))


def test_the_same_system_in_two_runs_gives_items_of_different_ids():
    key = sample_btcs([found(SHE_WINS), found(SHE_WINS)], size=16).key
    assert key["item_id"].nunique() == 16


def test_without_test_cases_the_sample_is_empty_and_no_sheet_is_written(tmp_path):
    for nothing in (found(SAME), []):
        drawn = sample_btcs(nothing)
        assert (drawn.population, len(drawn.key)) == (0, 0)
        assert list(drawn.items.columns) == ["item_id", "text_1", "text_2"]
        with pytest.raises(OptionError, match="nothing to rate: no bias-uncovering test case"):
            drawn.write(tmp_path / "sheet.csv")


@pytest.mark.parametrize(
    "options", [{"size": 0}, {"per_template": 0}, {"margin": 5}, {"confidence": 95}]
)
def test_a_number_out_of_range_is_refused(options):
    with pytest.raises(OptionError, match=next(iter(options))):
        sample_btcs(found(SHE_WINS), **options)


# Files


def test_sheet_and_key_are_written_and_read_again(tmp_path):
    drawn = sample_btcs(found(SHE_WINS), size=4, seed=5)
    key = drawn.write(tmp_path / "study" / "sheet.csv")
    assert key == key_path(tmp_path / "study" / "sheet.csv")
    pd.testing.assert_frame_equal(read_sheet(tmp_path / "study" / "sheet.csv"), drawn.items)
    read = read_key(key)
    pd.testing.assert_frame_equal(read.key, drawn.key)
    assert (read.population, read.margin, read.confidence, read.seed) == (8, 0.05, 0.95, 5)
    assert "fairnlp" in json.loads(key.read_text("utf-8"))["versions"]


def test_the_sheet_does_not_tell_what_the_system_said(tmp_path):
    sample_btcs(found(SHE_WINS), size=4).write(tmp_path / "sheet.csv")
    said = (tmp_path / "sheet.csv").read_text("utf-8")
    assert not any(word in said for word in ("positive", "negative", "she wins", "male"))


def test_files_that_are_there_are_not_replaced(tmp_path):
    drawn = sample_btcs(found(SHE_WINS), size=4)
    (tmp_path / "sheet-key.json").write_text("mine")
    with pytest.raises(OptionError, match=r"sheet-key\.json is there already"):
        drawn.write(tmp_path / "sheet.csv")
    assert not (tmp_path / "sheet.csv").exists()


def test_what_is_no_key_is_named(tmp_path):
    with pytest.raises(MissingDataError, match="There is no key"):
        read_key(tmp_path / "sheet-key.json")
    for content in ("{", "[]", "{}"):
        (tmp_path / "x.json").write_text(content)
        with pytest.raises(SchemaError, match=r"x\.json is not the key of a sheet"):
            read_key(tmp_path / "x.json")
