from __future__ import annotations

import json

import numpy as np
import pytest

from fairnlp.core.errors import MissingDataError, SchemaError
from fairnlp.rationale import corpus_vectors, load, save, train
from fairnlp.rationale.files import save_words
from tests.rationale.posts import features, posts

FRAME = posts(12, seed=2)


def test_a_model_that_was_saved_answers_as_before(model, tmp_path):
    again = load(save(model, tmp_path / "model.npz"))
    assert type(again) is type(model)
    given = (FRAME["text"].tolist(), features(FRAME))
    np.testing.assert_array_equal(again.probabilities(*given), model.probabilities(*given))
    np.testing.assert_array_equal(
        again.context_contributions(*given), model.context_contributions(*given)
    )
    assert (again.recipe, again.info, again.name) == (model.recipe, model.info, model.name)


def test_the_same_model_gives_the_same_bytes(model, tmp_path):
    first, second = (save(model, tmp_path / name).read_bytes() for name in ("a.npz", "b.npz"))
    assert first == second


def test_no_pickle_is_read(tmp_path):
    path = tmp_path / "evil.npz"
    np.savez(path, facts=np.array([{"form": 1}], dtype=object))
    with pytest.raises(SchemaError, match=r"evil.npz holds no model, or is damaged \(ValueError"):
        load(path)


def test_models_share_a_file_of_words(torch, tmp_path):
    frame = posts()
    vectors = corpus_vectors([text.split() for text in frame["text"]], size=6)
    made = train(frame, model="lstm", vectors=vectors, epochs=1)
    words_at = save_words(vectors, tmp_path / "words.npz")
    shared = save(made, tmp_path / "shared.npz", words_at=words_at)
    with np.load(shared) as arrays:
        assert "vectors" not in arrays.files
        assert "words" not in arrays.files
    given = (FRAME["text"].tolist(), features(FRAME))
    np.testing.assert_array_equal(load(shared).probabilities(*given), made.probabilities(*given))
    save_words(corpus_vectors([["other", "words"]] * 3, size=6), words_at)
    with pytest.raises(SchemaError, match="holds other words than those that shared.npz"):
        load(shared)
    words_at.unlink()
    with pytest.raises(MissingDataError, match="no model at .*words.npz"):
        load(shared)


def test_what_is_no_model_is_told(trained, tmp_path):
    with pytest.raises(MissingDataError, match="There is no model at"):
        load(tmp_path / "none.npz")
    with pytest.raises(MissingDataError, match="There is no model at"):
        load(tmp_path)
    whole = save(trained["svm"], tmp_path / "model.npz").read_bytes()
    for name, content in {"empty": b"", "half": whole[: len(whole) // 2], "text": b"hello"}.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(SchemaError, match="holds no model, or is damaged"):
            load(tmp_path / name)
    np.save(tmp_path / "bare.npy", np.zeros(3))
    with pytest.raises(SchemaError, match="holds no model"):
        load(tmp_path / "bare.npy")


def test_another_version_is_told(trained, tmp_path):
    path = save(trained["svm"], tmp_path / "model.npz")
    with np.load(path) as file:
        arrays = dict(file)
    facts = json.loads(arrays["facts"].tobytes()) | {"form": 99}
    arrays["facts"] = np.frombuffer(json.dumps(facts).encode(), dtype=np.uint8)
    np.savez(path, **arrays)
    with pytest.raises(SchemaError, match="another version \\(99"):
        load(path)
