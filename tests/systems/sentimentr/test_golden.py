"""Every sentence that the real R package scored: the same sentences, words and scores."""

from __future__ import annotations

import logging
from importlib.util import find_spec

import numpy as np
import pandas as pd
import pytest

from fairnlp.systems.sentimentr import sentiment, sentiment_by
from tests.needs import need
from tests.systems.sentimentr import golden

NEAR = 1e-9


def texts_of(rows):
    texts = rows.drop_duplicates("element_id")["text"].tolist()
    return [None if text != text else text for text in texts]


@pytest.mark.parametrize(("name", "n"), [("sentences", 1233), ("imdb_sentences", 2542)])
def test_every_sentence_is_parted_counted_and_scored_as_in_r(data_dir, name, n):
    need(find_spec("icu4py"), "icu4py is missing: pip install 'fairnlp[lexicons]'")
    rows = golden.sentences(data_dir, name)
    found = sentiment(texts_of(rows), tables=golden.tables(data_dir))
    assert len(found) == len(rows) == n
    for column in ("element_id", "sentence_id"):
        assert found[column].tolist() == rows[column].tolist()
    assert found["sentence"].fillna("?").tolist() == rows["sentence"].fillna("?").tolist()
    words = found["word_count"].astype("float64")
    pd.testing.assert_series_equal(words, rows["word_count"].astype("float64"))
    assert np.abs(found["sentiment"] - rows["sentiment"]).max() <= NEAR
    if np.finfo(np.longdouble).nmant == 63:  # as long as in R on the same machine
        assert found["sentiment"].tolist() == rows["sentiment"].tolist()


@pytest.mark.parametrize(("name", "n"), [("sentences_by", 1053), ("imdb_by", 200)])
def test_the_averages_of_every_text_are_those_of_r(data_dir, name, n):
    need(find_spec("icu4py"), "icu4py is missing: pip install 'fairnlp[lexicons]'")
    rows = golden.by(data_dir, name)
    assert len(rows) == n
    missing = rows.get("text_is_na", pd.Series(0, index=rows.index)) == 1
    texts = rows["text"].astype("object").where(~missing, None).tolist()
    columns = {
        "ave_sentiment": "downweighted_zero",
        "ave_sentiment_mean": "mean",
        "ave_sentiment_weighted_mixed": "weighted_mixed",
    }
    for column in columns.keys() & set(rows):
        found = sentiment_by(texts, tables=golden.tables(data_dir), how=columns[column])
        assert found["word_count"].tolist() == rows["word_count"].tolist()
        np.testing.assert_allclose(found["ave_sentiment"], rows[column], rtol=0, atol=NEAR)
        np.testing.assert_allclose(found["sd"], rows["sd"], rtol=0, atol=NEAR)


def test_every_edited_table_scores_as_in_r(data_dir, caplog):
    rows = pd.read_csv(data_dir / "sentimentr_golden_edited_table.csv.gz")
    edits, tables = golden.edits(data_dir), golden.tables(data_dir)
    assert len(rows) == 176
    assert set(rows["edit"]) == set(edits)
    for name, edit in edits.items():
        caplog.clear()
        with caplog.at_level(logging.WARNING):
            edited = tables.edited(
                drop=edit["drop"] or [],
                add=[(row["words"], row["polarity"]) for row in edit["x"] or []],
            )
        assert len(edited.polarity) == edit["nrow_after"]
        changed = {row["x"]: row["y.y"] for row in edit["changed"]}
        added = {row["x"]: row["y"] for row in edit["added"]}
        expected = dict(tables.polarity) | changed | added
        assert edited.polarity == {w: v for w, v in expected.items() if w not in edit["removed"]}
        if edit["warnings"]:
            assert caplog.records
        own = rows[rows["edit"] == name].reset_index(drop=True)
        texts = own.drop_duplicates("text")["text"].tolist()
        found = sentiment(texts, tables=edited)
        assert found["sentence"].tolist() == own["sentence"].tolist()
        assert found["word_count"].tolist() == own["word_count"].tolist()
        assert np.abs(found["sentiment"] - own["sentiment"]).max() <= NEAR
        before = sentiment(texts, tables=tables)["sentiment"]
        assert np.abs(before - own["sentiment_default_table"]).max() <= NEAR


def test_a_text_scores_alone_as_among_others(data_dir):
    tables = golden.tables(data_dir)
    texts = [t for t in texts_of(golden.sentences(data_dir, "sentences")) if t is not None][::7]
    together = sentiment_by(texts, tables=tables)["ave_sentiment"].tolist()
    alone = [sentiment_by([text], tables=tables)["ave_sentiment"][0] for text in texts]
    assert together == alone
