from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from fairnlp.adversary import TrigramModel, gaps, insert, insert_unigrams, train_language_model
from fairnlp.adversary.insertion import ATTACK
from fairnlp.core.errors import OptionError, SchemaError
from tests.adversary.toys import OTHERS, TEXTS, corpus, need_torch


class Slow:
    """A scorer of whole texts: another model, asked for one text at a time."""

    name = "slow"

    def __init__(self, model):
        self.model = model

    def log_probabilities(self, texts):
        return np.array([self.model.log_probabilities([text])[0] for text in texts])


@pytest.fixture(scope="module")
def trigrams():
    return TrigramModel([*TEXTS, *OTHERS])


def test_the_attack_set_is_what_trying_all_texts_gives(trigrams):
    given = corpus([*OTHERS, *TEXTS[:6]])
    found = insert_unigrams(given, ["on", "a"], trigrams, keep=4, progress=False)
    assert list(found.frame) == [*ATTACK]
    for unigram in ("on", "a"):
        best = []
        for text_id, text in given.to_numpy():
            made = [insert(text, gap, unigram).text for gap in gaps(text)]
            if made:
                scores = trigrams.log_probabilities(made).round(4)
                gain = (scores.max() - trigrams.log_probabilities([text])[0].round(4)).round(4)
                best.append((gain, text_id, made[scores.argmax()]))
        best.sort(key=lambda row: -row[0])
        rows = found.frame[found.frame["unigram"] == unigram]
        assert rows["rank"].tolist() == [1, 2, 3, 4]
        assert rows["text_id"].tolist() == [text_id for _, text_id, _ in best[:4]]
        assert rows["text"].tolist() == [text for *_, text in best[:4]]
        np.testing.assert_allclose(rows["naturalness"], [gain for gain, *_ in best[:4]])
    assert found.without_gap == ("t4",)  # "..."
    assert found.n_texts == 10
    assert found.scorer == trigrams.name


def test_without_the_stretch_a_text_is_the_original(trigrams):
    given = corpus([*OTHERS, *TEXTS])
    frame = insert_unigrams(given, ["on", "that"], trigrams, progress=False).frame
    texts = dict(given.to_numpy())
    for row in frame.to_dict(orient="records"):
        assert row["text"][: row["start"]] + row["text"][row["end"] :] == texts[row["text_id"]]
        assert row["text"][row["start"] : row["end"]].strip().lower() == row["unigram"]


def test_a_scorer_of_whole_texts_finds_the_same(trigrams):
    given = corpus([*OTHERS, *TEXTS[:5]])
    one, other = (
        insert_unigrams(given, ["on", "a"], scorer, keep=5, progress=False).frame
        for scorer in (trigrams, Slow(trigrams))
    )
    pd.testing.assert_frame_equal(one, other)


def test_the_lstm_gives_what_whole_texts_give():
    need_torch()
    options = {"layers": 1, "size": 8, "epochs": 1, "min_count": 1, "progress": False}
    model = train_language_model([*TEXTS, *OTHERS], **options)
    given = corpus([*OTHERS, *TEXTS[:5]])
    one, other = (
        insert_unigrams(given, ["on", "a"], scorer, keep=5, progress=False).frame
        for scorer in (model, Slow(model))
    )
    pd.testing.assert_frame_equal(one, other, atol=1e-3)


def test_the_summary_counts_what_reads_better_than_before(trigrams):
    found = insert_unigrams(corpus(["come home"]), ["on", "a"], trigrams, progress=False)
    told = found.summary()
    assert told["unigram"].tolist() == ["on", "a"]
    assert told["n"].tolist() == [1, 1]
    assert told["above_zero"].tolist() == [int(x > 0) for x in found.frame["naturalness"]]


def test_no_text_with_a_gap_gives_an_empty_set(trigrams):
    found = insert_unigrams(corpus(["", "?!"]), ["on"], trigrams, progress=False)
    assert found.frame.empty
    assert list(found.frame) == [*ATTACK]
    assert found.without_gap == ("t0", "t1")


@pytest.mark.parametrize(
    ("unigrams", "options", "message"),
    [
        ("on", {}, "give a list of words"),
        ([], {}, "give a list of words"),
        (["on top"], {}, "is not one word"),
        (["on", "on"], {}, "comes twice"),
        (["zebra"], {}, "does not know 'zebra'"),
        (["on"], {"keep": 0}, "keep is 0"),
        (["on"], {"shortlist": 0}, "shortlist is 0"),
    ],
)
def test_what_cannot_be_inserted_is_refused(trigrams, unigrams, options, message):
    with pytest.raises(OptionError, match=message):
        insert_unigrams(corpus(), unigrams, trigrams, progress=False, **options)


def test_a_corpus_needs_ids_of_its_own(trigrams):
    with pytest.raises(SchemaError, match="text_id"):
        insert_unigrams(pd.DataFrame({"text": ["on"]}), ["on"], trigrams)
    with pytest.raises(OptionError, match="comes twice"):
        insert_unigrams(corpus().assign(text_id="t"), ["on"], trigrams)
    with pytest.raises(OptionError, match="leave out shortlist"):
        insert_unigrams(corpus(), ["on"], Slow(trigrams), shortlist=2)
