from __future__ import annotations

import numpy as np
import pytest

from fairnlp.core.errors import OptionError
from fairnlp.rationale import corpus_vectors, read_vectors, train
from tests.rationale.posts import features, posts

SMALL = {"target": "grim", "epochs": 3, "batch_size": 16, "vector_size": 12, "hidden": 8}


def attention_on_rationale(model, frame):
    some = frame[frame["label"] == "grim"]
    shares = model.attention(some["text"].tolist(), some["tokens"].tolist())
    return np.mean(
        [share[mask].sum() for share, mask in zip(shares, some["rationale"], strict=True)]
    )


def test_attention_is_drawn_to_the_rationale(trained):
    frame = posts(60, seed=1)
    drawn = attention_on_rationale(trained["lstm_rationale"], frame)
    assert drawn > attention_on_rationale(trained["lstm"], frame) + 0.1
    assert attention_on_rationale(trained["bilstm_rationale"], frame) > 0.5  # no bound without tanh


@pytest.mark.parametrize("name", ["svm", "cnn", "lstm_rationale"])
def test_the_same_seed_gives_the_same_model(torch, name):
    frame = posts()
    first, again = (train(frame, model=name, seed=3, **SMALL) for _ in range(2))
    other = train(frame, model=name, seed=4, **SMALL)
    for key, array in first.arrays().items():
        np.testing.assert_array_equal(array, again.arrays()[key])
    assert any(
        not np.array_equal(array, other.arrays()[key]) for key, array in first.arrays().items()
    )


@pytest.mark.slow  # on a machine that is busy, threads wait for each other
def test_two_threads_give_the_same_as_one(torch):
    frame = posts()
    one, two = (train(frame, model="lstm", threads=n, **SMALL) for n in (1, 2))
    texts, given = frame["text"].tolist(), features(frame)
    np.testing.assert_allclose(
        one.probabilities(texts, given), two.probabilities(texts, given), atol=1e-4
    )


def test_the_state_of_torch_and_numpy_stays_as_it_was(torch):
    torch.manual_seed(5)
    np.random.seed(5)  # noqa: NPY002
    before = torch.get_rng_state(), np.random.get_state()[1].copy(), torch.get_num_threads()  # noqa: NPY002
    made = train(posts(), model="lstm", **SMALL)
    made.labels(["a cup"], np.zeros((1, 2)))
    assert (torch.get_rng_state() == before[0]).all()
    assert (np.random.get_state()[1] == before[1]).all()  # noqa: NPY002
    assert torch.get_num_threads() == before[2]


def test_the_frame_stays_as_it_was(torch):
    frame = posts()
    copy = frame.copy(deep=True)
    train(frame, model="lstm_rationale", **SMALL)
    assert frame.equals(copy)


def test_texts_without_a_rationale_are_skipped_and_counted(torch):
    """INF-08: an empty rationale, one that is None, and one that is cut off."""
    frame = posts(80, context=False)
    grim = frame.index[frame["label"] == "grim"]
    frame.at[grim[0], "rationale"] = None
    frame.at[grim[1], "rationale"] = [False] * len(frame.at[grim[1], "tokens"])
    late = "the tea of our town is very awful"
    from fairnlp.text.words import words

    frame.at[grim[2], "text"] = late
    frame.at[grim[2], "tokens"] = words(late)
    frame.at[grim[2], "rationale"] = [False] * 7 + [True]
    frame["group"] = ["other"] * len(frame)
    frame.loc[frame.index[40:48], "group"] = "held"
    made = train(frame, model="lstm_rationale", max_length=6, held_out=0.05, seed=1, **SMALL)
    info = made.info
    if info["n_held_out"] > 8:  # the large group was drawn
        pytest.fail("the seed of this test must hold out the small group")
    cut_off = sum(
        not any(mask[:6])
        for label, mask, group in zip(
            frame["label"], frame["rationale"], frame["group"], strict=True
        )
        if label == "grim" and mask is not None and any(mask) and group == "other"
    )
    assert info["no_rationale"] == 2
    assert info["rationale_cut"] == cut_off >= 1
    assert info["rationale"] == 18 - 2 - cut_off
    assert all(np.isfinite(one["attention_loss"]) for one in info["history"])
    assert np.isfinite(made.probabilities(frame["text"].tolist())).all()


def test_the_classes_whose_rationales_count_are_told(torch):
    frame = posts()
    all_of = train(frame, model="lstm_rationale", rationale_classes="all", **SMALL).info
    one = train(frame, model="lstm_rationale", **SMALL).info
    assert (all_of["rationale_classes"], one["rationale_classes"]) == (["glad", "grim"], ["grim"])
    assert all_of["rationale"] > one["rationale"] == 26
    assert "rationale" not in train(frame, model="lstm", **SMALL).info


def test_without_a_target_it_must_be_named(torch):
    with pytest.raises(OptionError, match="say whose count"):
        train(posts(), model="lstm_rationale")


def test_training_stops_when_the_loss_no_longer_falls(torch):
    made = train(posts(), model="cnn", target="grim", epochs=60, learning_rate=0.05, patience=2)
    history = made.info["history"]
    losses = [one["held_out_loss"] for one in history]
    assert len(losses) == made.info["epochs"] < 60
    assert made.info["best_epoch"] == int(np.argmin(losses)) + 1 == len(losses) - 2


def test_vectors_of_ones_own(torch, tmp_path):
    frame = posts()
    tokens = [text.split() for text in frame["text"]]
    given = train(frame, model="lstm", vectors=corpus_vectors(tokens, size=5), **SMALL)
    assert given.info["vectors"] == "texts"
    (tmp_path / "v.txt").write_text("awful 1 0\nlovely 0 1\nunused 1 1\n", encoding="utf-8")
    filed = train(frame, model="lstm", vectors=tmp_path / "v.txt", **SMALL)
    assert filed.info["vectors"] == "v.txt"
    assert filed.known_words == {"awful", "lovely"}
    known = sum(word in ("awful", "lovely") for words in tokens for word in words)
    assert filed.info["coverage"] == pytest.approx(known / sum(map(len, tokens)))


def test_vectors_stay_as_they_are_unless_they_are_trained(torch):
    frame = posts()
    vectors = corpus_vectors([text.split() for text in frame["text"]], size=12)
    frozen = train(frame, model="lstm", vectors=vectors, **SMALL)
    moved = train(frame, model="lstm", vectors=vectors, train_vectors=True, **SMALL)
    np.testing.assert_array_equal(frozen.arrays()["vectors"][2:], vectors.matrix)
    assert (moved.arrays()["vectors"][2:] != vectors.matrix).any()
    assert (moved.arrays()["vectors"][0] == 0).all()
    assert read_vectors  # both ways to get vectors are public


def test_class_weights_change_what_is_answered_in_doubt(torch):
    frame = posts(240)
    rare = frame[(frame["label"] != "grim") | (frame.index % 16 == 0)]
    doubtful = "the cup of tea"
    shares = [
        train(
            rare, model="cnn", context=False, class_weights=how, target="grim", epochs=2
        ).probabilities([doubtful])[0, 2]
        for how in ("none", "root", "balanced")
    ]
    assert shares[0] < shares[1] < shares[2]
