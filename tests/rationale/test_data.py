from __future__ import annotations

import numpy as np
import pytest

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.rationale.data import covered_classes, hold_out, read
from tests.rationale.posts import posts


def changed(column, value, *, row=1):
    frame = posts(8, folds=2)
    frame[column] = [value if at == row else old for at, old in enumerate(frame[column])]
    return frame


def test_a_frame_is_read_as_words_masks_and_context():
    marked = read(posts(12))
    assert marked.classes == ("calm", "glad", "grim")
    assert marked.context_names == ("quarrels", "hour")
    assert marked.context.shape == (12, 2)
    for label, words, mask in zip(marked.labels, marked.tokens, marked.masks, strict=True):
        assert (mask is None) == (label == "calm")
        if mask is not None:
            assert [word for word, marks in zip(words, mask, strict=True) if marks][0] not in "the"


def test_a_frame_from_parquet_reads_alike(tmp_path):
    import pandas as pd

    frame = posts(12)
    frame.to_parquet(tmp_path / "posts.parquet")
    first, second = read(frame), read(pd.read_parquet(tmp_path / "posts.parquet"))
    assert first.tokens == second.tokens
    for one, other in zip(first.masks, second.masks, strict=True):
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (posts(8).drop(columns=["rationale", "fold"]), "lacks `rationale`.*`fold`"),
        (posts(8).head(0), "no rows"),
        (changed("text_id", "t0"), "'t0' twice"),
        (changed("text", None), "text 't1': `text` is nan"),
        (changed("label", 3), "text 't1': `label` is 3"),
        (changed("tokens", [(0, 999)]), r"text 't1': the word at \(0, 999\) is outside"),
        (changed("tokens", [3, 4]), "text 't1': `tokens` is no list"),
        (changed("rationale", [True]), "text 't1': 1 rationale marks for"),
        (changed("context:hour", float("nan")), "text 't1': `context:hour` is nan"),
        (posts(8).assign(fold=0), "`fold` has"),
        (posts(8).assign(fold=0.5), "`fold` has"),
    ],
)
def test_a_row_that_breaks_the_contract_is_named(frame, message):
    with pytest.raises(SchemaError, match=message):
        read(frame)


def test_groups_across_folds_are_told(caplog):
    read(posts(12).assign(group="one document"))
    assert "1 groups, such as 'one document', lie in several folds" in caplog.text


def test_a_class_is_held_out_by_its_share():
    marked = read(posts(80))
    kept, held = hold_out(marked, share=0.2, rng=np.random.default_rng(0))
    assert sorted([*kept, *held]) == list(range(80))
    counts = {label: [marked.labels[row] for row in held].count(label) for label in marked.classes}
    assert counts == {"calm": 8, "glad": 4, "grim": 4}


def test_a_group_is_not_divided():
    frame = posts(80, folds=2).assign(group=[f"document {at // 8}" for at in range(80)])
    frame["fold"] = [at // 8 % 2 for at in range(80)]
    marked = read(frame)
    kept, held = hold_out(marked, share=0.2, rng=np.random.default_rng(0))
    documents = [{marked.groups[row] for row in rows} for rows in (kept, held)]
    assert not documents[0] & documents[1]
    assert len(held) == 16


def test_too_few_texts_to_hold_out_are_refused():
    with pytest.raises(OptionError, match="none is held out with held_out=0.125"):
        hold_out(read(posts(8)), share=0.125, rng=np.random.default_rng(0))
    lone = read(posts(8).assign(group=["a"] * 4 + ["b"] * 4, label=["grim"] * 4 + ["calm"] * 4))
    with pytest.raises(OptionError, match="No text of class '(grim|calm)' is left"):
        hold_out(lone, share=0.125, rng=np.random.default_rng(0))


def test_whose_rationales_count():
    marked = read(posts(12))
    assert covered_classes(marked, "target", "grim") == ("grim",)
    assert covered_classes(marked, "all", None) == ("glad", "grim")
    assert covered_classes(marked, ("glad",), None) == ("glad",)
    only = marked.take([row for row, label in enumerate(marked.labels) if label != "glad"])
    assert covered_classes(only, "target", None) == ("grim",)


@pytest.mark.parametrize(
    ("wanted", "target", "message"),
    [
        ("target", None, "2 classes have rationales.*say whose count, such as target='glad'"),
        ("target", "calm", "no rationale of 'calm'"),
        (("grim", "sad"), None, "no rationale of 'sad'"),
    ],
)
def test_rationales_that_are_not_there_are_refused(wanted, target, message):
    with pytest.raises(OptionError, match=message):
        covered_classes(read(posts(12)), wanted, target)


def test_no_rationales_at_all():
    bare = read(posts(12).assign(rationale=None))
    with pytest.raises(OptionError, match="no rationale of any class"):
        covered_classes(bare, "all", None)
    with pytest.raises(OptionError, match="0 classes have rationales"):
        covered_classes(bare, "target", None)
