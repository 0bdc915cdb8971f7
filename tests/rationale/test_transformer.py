"""An adapted transformer: a real one, with two small layers and weights drawn by a seed."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from fairnlp.core.errors import MissingDataError, OptionError, SchemaError
from fairnlp.rationale import load, save, train
from fairnlp.rationale.transformer import pieces
from fairnlp.systems.tokens import AttentionClassifier, GradientClassifier, TokenClassifier
from tests.needs import need
from tests.rationale.posts import EVIDENCE, NEUTRAL, features, posts

SETTINGS = {"target": "grim", "epochs": 6, "batch_size": 8, "learning_rate": 5e-3}
# "splendid" and "awful" are cut into two pieces.
PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "aw", "##ful", "splen", "##did"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    need(
        find_spec("torch") and find_spec("transformers"),
        "torch or transformers is missing: make neural",
    )
    import torch
    import transformers

    path = tmp_path_factory.mktemp("models") / "tiny"
    path.mkdir()
    whole = [w for of in EVIDENCE.values() for w in of if w not in ("awful", "splendid")]
    words = [*PIECES, *dict.fromkeys(NEUTRAL), *whole]
    (path / "vocab.txt").write_text("\n".join(words))
    transformers.BertTokenizerFast.from_pretrained(path, model_max_length=64).save_pretrained(path)
    config = transformers.BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=24,
    )
    with torch.random.fork_rng():
        torch.manual_seed(0)
        transformers.BertModel(config).save_pretrained(path)
    return path


@pytest.fixture(scope="module")
def adapted(folder):
    frame = posts()
    return {
        loss: train(
            frame,
            model="transformer",
            folder=str(folder),
            rationale_weight=weight,
            rationale_loss=loss if weight else "attention",
            **SETTINGS,
        )
        for loss, weight in {"none": 0.0, "attention": 4.0, "words": 1.0}.items()
    }


def test_it_keeps_the_contracts(adapted):
    for model in adapted.values():
        for contract in (TokenClassifier, GradientClassifier, AttentionClassifier):
            assert isinstance(model, contract)
        assert model.unknown == "[UNK]"


def test_neighbours_do_not_matter_and_no_words_do(adapted):
    texts = ["an awful cup", "", "the tea of our town " * 3, "splendid"]
    given = np.zeros((4, 2))
    for model in adapted.values():
        together = model.probabilities(texts, given)
        alone = [model.probabilities([text], given[:1])[0] for text in texts]
        np.testing.assert_allclose(together, alone, atol=1e-5)
        np.testing.assert_allclose(together.sum(axis=1), 1, rtol=1e-12)


def test_words_are_the_unit(adapted):
    """INF-03: pieces belong to words, and their attention adds up to that of the word."""
    model = adapted["none"]
    ids, owners = pieces(model.tokenizer, [["an", "awful", "cup"]], 20)
    assert owners == [[-1, 0, 1, 1, 2, -1]]
    assert model.tokenizer.convert_ids_to_tokens(ids[0])[2:4] == ["aw", "##ful"]
    (share,) = model.attention(["an awful cup"], [[(0, 2), (3, 8), (9, 12)]])
    assert share.shape == (3,)
    assert share.sum() == pytest.approx(1, abs=1e-5)


def test_the_unknown_word_stands_for_any(adapted):
    found = adapted["none"].token_probabilities(
        [["a", "[UNK]", "cup"], ["a", "zzz", "cup"]], np.zeros((2, 2))
    )
    assert (found[0] == found[1]).all()


def test_attention_is_drawn_to_the_rationale(adapted):
    frame = posts(60, seed=1)
    some = frame[frame["label"] == "grim"]
    mean = {
        name: np.mean(
            [
                share[mask].sum()
                for share, mask in zip(
                    model.attention(some["text"].tolist(), some["tokens"].tolist()),
                    some["rationale"],
                    strict=True,
                )
            ]
        )
        for name, model in adapted.items()
    }
    assert mean["attention"] > max(mean["none"], 0.99)
    assert adapted["words"].info["history"][-1]["attention_loss"] < 0.1  # log 2 = 0.69 by chance


def test_embeddings_give_the_probabilities(adapted):
    frame = posts(6, seed=4)
    for model in adapted.values():
        given = model.embedded(frame["text"], frame["tokens"], features(frame))
        told = model.embedded_probabilities(given.vectors, *given.beside).detach().numpy()
        want = model.probabilities(frame["text"].tolist(), features(frame))
        np.testing.assert_allclose(told, want, atol=1e-5)
        masked = [["[UNK]"] * given.owners[row].max(initial=0) for row in range(6)]
        assert masked
        assert (given.baseline != given.vectors).any(dim=2).numpy()[given.owners >= 0].any()
        assert not (given.baseline != given.vectors).any(dim=2).numpy()[given.owners < 0].any()


def test_a_cut_rationale_is_counted(folder):
    frame = posts()
    made = train(
        frame,
        model="transformer",
        folder=str(folder),
        rationale_weight=4.0,
        **SETTINGS | {"epochs": 1},
        max_length=4,
    )
    assert made.max_length == 4
    assert made.info["rationale_cut"] > 0
    assert np.isfinite([one["attention_loss"] for one in made.info["history"]]).all()


def test_the_length_is_bounded_by_the_table_of_positions(adapted):
    assert adapted["none"].max_length == 24


def test_it_is_saved_as_a_folder_and_answers_as_before(adapted, tmp_path):
    frame = posts(9, seed=4)
    for name, model in adapted.items():
        path = save(model, tmp_path / name)
        again = load(path)
        given = (frame["text"].tolist(), features(frame))
        np.testing.assert_allclose(
            again.probabilities(*given), model.probabilities(*given), atol=1e-6
        )
        assert (again.recipe, again.name) == (model.recipe, "transformer")
        save(model, path)  # replaces what is there
        assert {p.name for p in path.iterdir()} >= {"model.safetensors", "facts.json", "head.npz"}
        (path / "head.npz").write_bytes(b"")
        with pytest.raises(SchemaError, match="head.npz is missing or damaged"):
            load(path)


def test_the_same_seed_gives_the_same_model(folder):
    import torch

    state = torch.get_rng_state()
    settings = SETTINGS | {"epochs": 1}
    first, again = (
        train(posts(40), model="transformer", folder=str(folder), **settings) for _ in range(2)
    )
    for key, array in first.arrays().items():
        np.testing.assert_array_equal(array, again.arrays()[key])
    assert (torch.get_rng_state() == state).all()


def test_a_folder_without_a_model_is_told(tmp_path):
    need(find_spec("transformers"), "transformers is missing: make neural")
    with pytest.raises(MissingDataError, match="holds no model .config.json"):
        train(posts(), model="transformer", folder=str(tmp_path))


def test_a_tokenizer_without_a_mark_at_the_start_is_refused(folder, tmp_path):
    import json
    import shutil

    bare = tmp_path / "bare"
    shutil.copytree(folder, bare)
    rules = json.loads((bare / "tokenizer.json").read_text("utf-8"))
    rules["post_processor"] = None
    (bare / "tokenizer.json").write_text(json.dumps(rules), "utf-8")
    config = json.loads((bare / "tokenizer_config.json").read_text("utf-8"))
    config["tokenizer_class"] = "PreTrainedTokenizerFast"
    (bare / "tokenizer_config.json").write_text(json.dumps(config), "utf-8")
    (bare / "vocab.txt").unlink(missing_ok=True)
    with pytest.raises(OptionError, match="puts no mark before a text"):
        train(posts(), model="transformer", folder=str(bare))


def test_over_folds_and_runs(folder, tmp_path):
    from fairnlp.rationale import cross_train
    from fairnlp.rationale.recipe import as_recipe

    recipe = as_recipe("transformer", folder=str(folder), epochs=1, batch_size=16)
    found = cross_train(
        posts(48), models=[recipe], folds=1, runs=1, out=tmp_path / "run", progress=False
    )
    assert len(found.results) == 1
    assert found.model("transformer", fold=0, run=0).classes == ("calm", "glad", "grim")
