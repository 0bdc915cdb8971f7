"""The networks against computations by hand, and what influence measures ask of them."""

from __future__ import annotations

import numpy as np

from fairnlp.rationale import MODELS
from fairnlp.rationale.networks import Cnn, LstmAttention
from fairnlp.rationale.recipe import as_recipe
from tests.rationale.posts import posts


def made(torch, kind, **settings):
    recipe = as_recipe(MODELS[kind], dropout=0, hidden=4, filters=3, **settings)
    network = {"lstm": LstmAttention, "cnn": Cnn}[recipe.kind]
    with torch.random.fork_rng():
        torch.manual_seed(0)
        made = network(recipe, size=5, n_context=2, n_classes=3)
        vectors, context = torch.randn(1, 6, 5), torch.randn(1, 2)
    made.layers.eval()
    return made, vectors, context


def test_attention_by_hand(torch):
    """alpha = tanh(v h), A = softmax(alpha), z = [sum A h, c], logits = W z + b."""
    network, vectors, context = made(torch, "lstm")
    mask = torch.ones(1, 6, dtype=torch.bool)
    with torch.no_grad():
        given = network(vectors, mask, context)
        states = network.layers["onward"](vectors)[0][0].numpy().astype(float)
        v = network.layers["attention"].weight[0].numpy()
        out = network.layers["out"]
        weight, bias = out.weight.numpy().astype(float), out.bias.numpy()
    alpha = np.tanh(states @ v)
    share = np.exp(alpha) / np.exp(alpha).sum()
    z = np.concatenate([share @ states, context[0].numpy()])
    np.testing.assert_allclose(given.log_attention[0].exp().numpy(), share, atol=1e-6)
    np.testing.assert_allclose(given.logits[0].numpy(), weight @ z + bias, atol=1e-5)


def test_what_fills_a_text_up_changes_nothing(torch):
    for kind in ("lstm", "bilstm", "cnn"):
        network, vectors, context = made(torch, kind)
        filled = torch.cat([vectors[:, :3], torch.full((1, 4, 5), 9.0)], dim=1)
        mask = torch.arange(7).unsqueeze(0) < 3
        with torch.no_grad():
            alone = network(vectors[:, :3], torch.ones(1, 3, dtype=torch.bool), context)
            beside = network(filled, mask, context)
        np.testing.assert_allclose(beside.logits.numpy(), alone.logits.numpy(), atol=1e-6)
        if kind != "cnn":
            assert (beside.log_attention[0, 3:] == -torch.inf).all()


def test_the_second_direction_is_that_of_torch(torch):
    """Against a bidirectional LSTM of torch with the same weights, on packed texts."""
    network, vectors, _ = made(torch, "bilstm")
    both = torch.nn.LSTM(5, 4, batch_first=True, bidirectional=True)
    state = network.layers.state_dict()
    with torch.no_grad():
        for name, weight in both.named_parameters():
            which = "back" if name.endswith("_reverse") else "onward"
            weight.copy_(state[f"{which}.{name.removesuffix('_reverse')}"])
        texts = torch.cat([vectors, vectors.flip(1)])
        lengths = torch.tensor([4, 6])
        packed = torch.nn.utils.rnn.pack_padded_sequence(
            texts, lengths, batch_first=True, enforce_sorted=False
        )
        states = torch.nn.utils.rnn.pad_packed_sequence(both(packed)[0], batch_first=True)[0]
        mask = torch.arange(6) < lengths.unsqueeze(1)
        alpha = (states @ network.layers["attention"].weight[0]).masked_fill(~mask, -torch.inf)
        found = network(texts, mask, torch.zeros(2, 2)).log_attention
    np.testing.assert_allclose(found.exp().numpy(), torch.softmax(alpha, 1).numpy(), atol=1e-6)


def test_filters_by_hand(torch):
    network, vectors, context = made(torch, "cnn")
    with torch.no_grad():
        found = network(vectors, torch.ones(1, 6, dtype=torch.bool), context).logits[0].numpy()
    text, read = vectors[0].numpy(), []
    for width in (1, 2):
        layer = network.layers[f"width {width}"]
        weight, bias = layer.weight.detach().numpy(), layer.bias.detach().numpy()
        answers = [
            np.tensordot(weight, text[at : at + width].T, axes=2) + bias for at in range(7 - width)
        ]
        read.append(np.maximum(np.max(answers, axis=0), 0))
    out = network.layers["out"]
    z = np.concatenate([*read, context[0].numpy()])
    np.testing.assert_allclose(
        found, out.weight.detach().numpy() @ z + out.bias.detach().numpy(), atol=1e-5
    )


def test_a_text_without_words_has_no_attention_and_no_nan(torch):
    for kind in ("lstm", "bilstm", "cnn"):
        network, vectors, context = made(torch, kind)
        vectors.requires_grad_(True)
        given = network(vectors, torch.zeros(1, 6, dtype=torch.bool), context)
        given.logits.sum().backward()
        assert torch.isfinite(given.logits).all()
        assert torch.isfinite(vectors.grad).all()


def test_attention_of_texts_adds_up_to_one(trained):
    frame = posts(9, seed=4)
    for name in ("lstm", "bilstm_rationale"):
        shares = trained[name].attention([*frame["text"], ""], [*frame["tokens"], []])
        assert [len(share) for share in shares] == [*frame["tokens"].map(len), 0]
        np.testing.assert_allclose([share.sum() for share in shares[:-1]], 1, atol=1e-6)


def test_embeddings_give_the_probabilities_and_gradients(torch, trained):
    frame = posts(9, seed=4)
    texts, spans = [*frame["text"], ""], [*frame["tokens"], []]
    given = np.vstack([frame[["context:quarrels", "context:hour"]].to_numpy(), [[0, 0]]])
    for name in ("cnn", "lstm", "bilstm_rationale"):
        model = trained[name]
        found = model.embedded(texts, spans, given)
        vectors = found.vectors.requires_grad_(True)
        told = model.embedded_probabilities(vectors, *found.beside)
        np.testing.assert_allclose(
            told.detach().numpy(), model.probabilities(texts, given), atol=1e-6
        )
        told[:, 0].sum().backward()
        moved = vectors.grad.abs().sum(dim=2).numpy() > 0
        assert not moved[found.owners < 0].any()
        assert moved.any(axis=1)[:-1].all()
        masked = [[model.unknown] * len(at) for at in spans]
        nothing = model.embedded_probabilities(found.baseline, *found.beside).detach().numpy()
        np.testing.assert_allclose(nothing, model.token_probabilities(masked, given), atol=1e-6)
