from __future__ import annotations

import pandas as pd
import pytest

from fairnlp.core.errors import SchemaError
from fairnlp.corpora import rationales, without_function_words
from fairnlp.text.words import cut


def test_only_words_that_bear_meaning_stay_marked():
    texts = ["that 's not a dreadful idea !", "of the", "we left"]
    mine = pd.DataFrame({"text": texts, "label": ["x", "y", "y"]})
    mine["spans"] = [[[0, 29]], [[0, 6]], None]
    corpus = rationales(mine, folds=2)
    before = corpus["rationale"].tolist()
    cleaned = without_function_words(corpus)
    words = cut(cleaned.loc[0, "text"], cleaned.loc[0, "tokens"])
    kept = [word for word, mark in zip(words, cleaned.loc[0, "rationale"], strict=True) if mark]
    assert kept == ["dreadful", "idea"]
    assert cleaned.loc[1, "rationale"] == [False, False]  # it stays, with nothing marked
    assert cleaned.loc[2, "rationale"] is None
    assert corpus["rationale"].tolist() == before


def test_a_frame_without_rationales_is_refused():
    with pytest.raises(SchemaError, match="`corpus` lacks `text_id`"):
        without_function_words(pd.DataFrame({"text": ["a"]}))
