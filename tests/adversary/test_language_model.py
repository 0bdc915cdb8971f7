from __future__ import annotations

import json

import numpy as np
import pytest

from fairnlp.adversary import load_language_model, train_language_model
from fairnlp.adversary.epochs import Options
from fairnlp.core.errors import MissingDataError, OptionError, RunError
from fairnlp.text.words import cut, words
from tests.adversary.toys import OTHERS, TEXTS, need_torch

SMALL = {"layers": 2, "size": 12, "epochs": 3, "batch": 8, "min_count": 1, "progress": False}


@pytest.fixture(scope="module")
def model():
    need_torch()
    return train_language_model(TEXTS, **SMALL)


def tokens_of(texts):
    return [cut(text, words(text)) for text in texts]


@pytest.mark.parametrize("most_words", [100, 8])
def test_insertions_are_what_each_text_alone_scores(model, most_words):
    if most_words == 8:  # some words are not known
        model = train_language_model(TEXTS, **SMALL | {"most_words": 8})
    tokens = tokens_of(TEXTS[:7] + OTHERS)
    unigrams = ["a", "on", "that"] if most_words == 100 else ["on", "the"]
    positions = [list(range(0, len(one) + 1, 1 + (row == 2))) for row, one in enumerate(tokens)]
    tables = model.insertions(tokens, positions, unigrams, progress=False)
    for one, places, table in zip(tokens, positions, tables, strict=True):
        assert table.shape == (len(unigrams), len(places))
        made = [[*one[:at], unigram, *one[at:]] for unigram in unigrams for at in places]
        alone = [model.token_log_probabilities([each])[0] for each in made]
        np.testing.assert_allclose(table.ravel(), alone, rtol=1e-5)


def test_probabilities_of_all_next_words_add_up_to_one(model):
    import torch

    from fairnlp.adversary.network import hidden, log_p

    net = model.nets["forward"]
    with torch.inference_mode():
        outputs, _ = hidden(net, torch.tensor([[0, 3, 4]]))
        n = len(model.vocabulary)
        every = log_p(net, outputs[0, -1].expand(n, -1), torch.arange(n))
    assert float(every.exp().sum()) == pytest.approx(1, abs=1e-5)


def test_the_adaptive_layer_is_a_distribution_too():
    need_torch()
    import torch

    from fairnlp.adversary.network import HEAD, build, hidden, log_p

    with torch.random.fork_rng():
        torch.manual_seed(0)
        net = build(2 * HEAD + 50, size=8, layers=1, dropout=0.0).eval()
    assert hasattr(net["last"], "cutoffs")
    with torch.inference_mode():
        outputs, _ = hidden(net, torch.tensor([[0, 3]]))
        n = 2 * HEAD + 50
        every = log_p(net, outputs[0, -1].expand(n, -1), torch.arange(n))
    assert float(every.exp().sum()) == pytest.approx(1, abs=1e-4)


def test_log_p_is_the_mean_of_both_directions(model):
    from fairnlp.adversary.prefixes import totals

    tokens = tokens_of(OTHERS)
    numbers = [model.vocabulary.numbers(one) for one in tokens]
    forward = totals(model.nets["forward"], numbers)
    backward = totals(model.nets["backward"], [row[::-1] for row in numbers])
    np.testing.assert_allclose(model.log_probabilities(OTHERS), (forward + backward) / 2)


def test_perplexity_is_that_of_the_held_out_texts(model):
    report = model.report.set_index("direction")
    assert report["n_texts"].tolist() == [12, 12]
    assert (report["perplexity"] > 1).all()
    assert (report["perplexity"] < len(model.vocabulary)).all()
    assert (report["epochs"] <= 3).all()
    told = model.perplexity(["the cook came home .", "zebra"]).set_index("direction")
    assert told["n_words"].tolist() == [8, 8]  # five words, one word, two ends
    assert told["unknown"].iloc[0] == pytest.approx(1 / 6)


def test_a_shortlist_leaves_the_other_positions_out(model):
    tokens = tokens_of(TEXTS[:5])
    positions = [range(len(one) + 1) for one in tokens]
    full = model.insertions(tokens, positions, ["on", "a"], progress=False)
    short = model.insertions(tokens, positions, ["on", "a"], shortlist=2, progress=False)
    for whole, part in zip(full, short, strict=True):
        known = ~np.isnan(part)
        assert known.sum(axis=1).tolist() == [2, 2]
        np.testing.assert_allclose(part[known], whole[known], rtol=1e-5)


def test_the_random_state_is_as_it_was_and_a_seed_gives_one_model(model):
    import torch

    torch.manual_seed(7)
    before = torch.random.get_rng_state()
    legacy = np.random.get_state()[1].copy()  # noqa: NPY002
    again = train_language_model(TEXTS, **SMALL)
    assert torch.equal(before, torch.random.get_rng_state())
    assert (legacy == np.random.get_state()[1]).all()  # noqa: NPY002
    assert (again.log_probabilities(OTHERS) == model.log_probabilities(OTHERS)).all()
    other = train_language_model(TEXTS, **SMALL, seed=1)
    assert (other.log_probabilities(OTHERS) != model.log_probabilities(OTHERS)).any()


def test_what_is_saved_is_read_again(model, tmp_path):
    model.save(tmp_path)
    again = load_language_model(tmp_path)
    assert (again.log_probabilities(OTHERS) == model.log_probabilities(OTHERS)).all()
    assert again.report.equals(model.report)
    assert again.options == model.options


def test_a_stopped_training_goes_on_to_the_same_end(model, tmp_path, monkeypatch):
    from fairnlp.adversary import epochs

    kept = []

    def stop(path, state):
        save(path, state)
        kept.append(path.name)
        if len(kept) == 4:  # in the second direction
            raise KeyboardInterrupt

    save = epochs.save_state
    monkeypatch.setattr(epochs, "save_state", stop)
    with pytest.raises(KeyboardInterrupt):
        train_language_model(TEXTS, **SMALL, folder=tmp_path)
    monkeypatch.setattr(epochs, "save_state", save)
    assert not (tmp_path / "model.json").exists()
    trained = []
    one_epoch = epochs._one_epoch
    monkeypatch.setattr(
        epochs, "_one_epoch", lambda *a, **k: (trained.append(1), one_epoch(*a, **k))
    )
    resumed = train_language_model(TEXTS, **SMALL, folder=tmp_path)
    assert len(trained) == 2
    assert (resumed.log_probabilities(OTHERS) == model.log_probabilities(OTHERS)).all()
    trained.clear()
    finished = train_language_model(TEXTS, **SMALL, folder=tmp_path)
    assert not trained
    assert (finished.log_probabilities(OTHERS) == model.log_probabilities(OTHERS)).all()
    assert sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".pt") == [
        "backward.pt",
        "forward.pt",
    ]


def test_another_model_in_the_folder_is_not_replaced(tmp_path):
    need_torch()
    options = SMALL | {"epochs": 1}
    train_language_model(TEXTS, **options, folder=tmp_path)
    with pytest.raises(RunError, match="other texts"):
        train_language_model(TEXTS[:-1], **options, folder=tmp_path)
    with pytest.raises(RunError, match="other options"):
        train_language_model(TEXTS, **options, seed=3, folder=tmp_path)


def test_early_stopping_keeps_the_best_epoch(monkeypatch):
    need_torch()
    from fairnlp.adversary import epochs

    losses = iter([-5.0, -4.0, -6.0, -7.0] * 2)
    monkeypatch.setattr(epochs, "totals", lambda net, texts: np.array([next(losses)]))
    model = train_language_model(TEXTS, **SMALL | {"epochs": 9, "patience": 2})
    assert model.report["epochs"].tolist() == [4, 4]


def test_a_folder_without_a_model_says_so(tmp_path):
    need_torch()
    with pytest.raises(MissingDataError, match="holds no language model"):
        load_language_model(tmp_path)
    (tmp_path / "model.json").write_text(json.dumps({"options": {"layers": 1}}))
    with pytest.raises(MissingDataError, match="damaged"):
        load_language_model(tmp_path)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"layers": 0}, "layers is 0"),
        ({"held_out": 1.0}, "held_out is 1.0"),
        ({"dropout": 1.0}, "dropout is 1.0"),
        ({"rate": 0}, "rate is 0"),
    ],
)
def test_options_out_of_range_are_refused(options, message):
    with pytest.raises(OptionError, match=message):
        Options(**options)


def test_too_few_texts_are_refused():
    need_torch()
    with pytest.raises(OptionError, match="needs more"):
        train_language_model(["the same"] * 9)
    with pytest.raises(OptionError, match="No word comes 2 times"):
        train_language_model(["one two", "three four", "five six"])


def test_scoring_insertions_leaves_the_number_of_threads_as_it_was(model):
    import torch

    before = torch.get_num_threads()
    model.insertions([["the", "dog"]], [[0, 1, 2]], ["a"], progress=False)
    assert torch.get_num_threads() == before
