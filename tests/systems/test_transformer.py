"""A transformer from a folder: a real one, with two small layers and weights drawn by a seed."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from fairnlp.core.errors import (
    MissingDataError,
    MissingDependencyError,
    OptionError,
    UnknownChoiceError,
)
from fairnlp.systems import as_system, check_batch_invariance, predict
from fairnlp.systems.tokens import ClassScores
from fairnlp.text.words import words
from tests.needs import need

TEXTS = ["a good film", "a bad film , so bad", "good", "", "film " * 30, "good film " * 4]
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "a", "good", "bad", "film", "so", ","]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    need(
        find_spec("torch") and find_spec("transformers"),
        "torch or transformers is missing: pip install 'fairnlp[neural]'",
    )
    import torch
    import transformers

    path = tmp_path_factory.mktemp("models") / "tiny"
    path.mkdir()
    (path / "vocab.txt").write_text("\n".join(WORDS))
    transformers.BertTokenizerFast.from_pretrained(path, model_max_length=512).save_pretrained(path)
    config = transformers.BertConfig(
        vocab_size=len(WORDS),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=20,
        num_labels=2,
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        model = transformers.BertForSequenceClassification(config).eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(path)
    with torch.no_grad():  # both labels occur, and none by rounding
        model.classifier.weight *= 100
        sides = tokenizer(["good", "so bad"], padding=True, return_tensors="pt")
        model.classifier.bias -= model(**sides).logits.mean(dim=0)
    model.save_pretrained(path)
    return path


def by_hand(folder, text, length=20):
    """Give the probabilities of one text, alone and without padding."""
    import torch
    import transformers

    tokenizer = transformers.AutoTokenizer.from_pretrained(folder)
    model = transformers.AutoModelForSequenceClassification.from_pretrained(folder).eval()
    tokens = tokenizer(text, truncation=True, max_length=length, return_tensors="pt")
    with torch.inference_mode():
        return torch.softmax(model(**tokens).logits[0].double(), dim=-1).numpy()


@pytest.mark.parametrize("batch_size", [1, 2, 32])
def test_a_folder_gives_what_the_model_gives_text_by_text(folder, batch_size):
    system = as_system(folder, positive="LABEL_1", batch_size=batch_size)
    want = np.array([by_hand(folder, text)[1] for text in TEXTS])
    found = predict(system, TEXTS)
    np.testing.assert_allclose(found["score"], want, atol=1e-6)
    assert found["label"].tolist() == ["positive" if p > 0.5 else "negative" for p in want]
    assert set(found["label"]) == {"positive", "negative"}


def test_without_a_declaration_the_labels_are_the_models_own(folder):
    system = as_system(str(folder))
    assert system.name == "tiny"
    found = predict(system, TEXTS)
    assert set(found["label"]) == {"LABEL_0", "LABEL_1"}
    assert found["score"].isna().all()
    turned = as_system(folder, labels={"LABEL_0": "positive", "LABEL_1": "negative"})
    np.testing.assert_allclose(turned.scores(["good"]), by_hand(folder, "good")[:1], atol=1e-6)


def test_no_texts_give_no_answers(folder):
    assert (as_system(folder).labels([]), as_system(folder).scores([]).shape) == ([], (0,))


def test_padding_changes_no_label(folder):
    """RUN-06."""
    assert check_batch_invariance(as_system(folder), TEXTS).empty


def test_texts_that_are_equal_up_to_the_cut_are_asked_about_once(folder, monkeypatch):
    system = as_system(folder, positive="LABEL_1", max_length=5)
    rows = []
    ask = system.model.forward
    monkeypatch.setattr(
        system.model,
        "forward",
        lambda **batch: rows.append(len(batch["input_ids"])) or ask(**batch),
    )
    scores = system.scores(["a good film , so", "a good film , bad", "good", "a good film"])
    assert sum(rows) == 2
    assert scores[0] == scores[1] == scores[3] != scores[2]
    np.testing.assert_allclose(scores[0], by_hand(folder, "a good film", 5)[1], atol=1e-6)


def test_the_length_is_bounded_by_the_table_of_positions(folder):
    """The tokenizer says 512, the model has 20."""
    assert as_system(folder).max_length == 20
    with pytest.raises(OptionError, match="from 3 to 20 tokens"):
        as_system(folder, max_length=21)


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"positive": "POSITIVE"}, UnknownChoiceError, "'LABEL_0', 'LABEL_1'"),
        ({"threshold": 0.5}, OptionError, "declare `positive`"),
        ({"batch_size": 0}, OptionError, "at least 1"),
    ],
)
def test_options_that_do_not_fit_are_refused(folder, options, error, message):
    with pytest.raises(error, match=message):
        as_system(folder, **options)


def test_a_pipeline_object_agrees_with_the_folder(folder):
    import transformers

    pipeline = transformers.pipeline(
        "text-classification", model=str(folder), tokenizer=str(folder), device="cpu"
    )
    pipeline.tokenizer.model_max_length = 20
    own, other = as_system(folder, positive="LABEL_1"), as_system(pipeline, positive="LABEL_1")
    assert own.labels(TEXTS) == other.labels(TEXTS)
    np.testing.assert_allclose(own.scores(TEXTS), other.scores(TEXTS), atol=1e-5)


def test_a_folder_without_a_model_says_how_to_write_one(folder, tmp_path):
    with pytest.raises(MissingDataError, match="save_pretrained"):
        as_system(tmp_path)


def test_without_torch_the_command_that_installs_it_is_shown(tmp_path, monkeypatch):
    monkeypatch.setattr("fairnlp.core.optional.find_spec", lambda name: None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'fairnlp\[neural\]'"):
        as_system(tmp_path)


def test_it_gives_the_probability_of_each_class(folder):
    system = as_system(str(folder), device="cpu")
    assert isinstance(system, ClassScores)
    assert system.classes == ("LABEL_0", "LABEL_1")
    for text, row in zip(TEXTS, system.probabilities(TEXTS), strict=True):
        np.testing.assert_allclose(row, by_hand(folder, text), atol=1e-6)
    assert system.probabilities([]).shape == (0, 2)
    flipped = as_system(str(folder), device="cpu", positive="LABEL_0")
    assert flipped.classes == ("positive", "negative")
    np.testing.assert_allclose(flipped.probabilities(TEXTS), system.probabilities(TEXTS))


def test_embeddings_give_the_same_probabilities_and_know_their_words(folder):
    system = as_system(str(folder), device="cpu")
    texts = ["a good film", "so bad"]
    given = system.embedded(texts, [words(text) for text in texts])
    assert given.owners.tolist() == [[-1, 0, 1, 2, -1], [-1, 0, 1, -1, -1]]
    found = system.embedded_probabilities(given.vectors, *given.beside)
    np.testing.assert_allclose(found.detach().numpy(), system.probabilities(texts), atol=1e-6)
    nothing = system.embedded_probabilities(given.baseline, *given.beside).detach().numpy()
    unknown = system.probabilities(["[UNK] [UNK] [UNK]", "[UNK] [UNK]"])
    np.testing.assert_allclose(nothing, unknown, atol=1e-6)


def test_attention_goes_to_words_and_marks_and_is_all_there_is(folder):
    system = as_system(str(folder), device="cpu")
    texts = ["a good film", "so bad"]
    before = system.model.config._attn_implementation
    spans = [words(text) for text in texts]
    weights = system.attention(texts, spans)
    assert [len(weight) for weight in weights] == [3, 2]
    assert all((weight > 0).all() and weight.sum() < 1 for weight in weights)
    (alone,) = system.attention(texts[1:], spans[1:])
    np.testing.assert_allclose(alone, weights[1], atol=1e-6)
    assert system.model.config._attn_implementation == before
