from __future__ import annotations

import numpy as np
import pytest

from fairnlp.rationale.losses import attention_loss, class_weights, words_loss


def test_the_attention_loss_is_the_divergence(torch):
    """KL(A* || A) by hand: A* is (0, 1/2, 1/2), A is (1/2, 1/4, 1/4)."""
    share = torch.tensor([[0.5, 0.25, 0.25], [0.2, 0.3, 0.5]])
    goals = torch.tensor([[0.0, 0.5, 0.5], [0.0, 0.0, 0.0]])
    found = attention_loss(share.log(), goals)
    want = 0.5 * np.log(0.5 / 0.25) * 2
    assert float(found) == pytest.approx(want / 2)  # the second text has no goal and adds 0


def test_attention_that_lies_where_it_should_costs_nothing(torch):
    goals = torch.tensor([[0.0, 0.5, 0.5]])
    assert float(attention_loss(goals.log(), goals)) == pytest.approx(0)


def test_places_without_a_word_give_no_nan(torch):
    alpha = torch.tensor([[1.0, 2.0, 0.0]], requires_grad=True)
    mask = torch.tensor([[True, True, False]])
    log = torch.log_softmax(alpha.masked_fill(~mask, -1e9), dim=1).masked_fill(~mask, -torch.inf)
    for goals in (torch.tensor([[0.0, 1.0, 0.0]]), torch.zeros(1, 3)):
        loss = attention_loss(log, goals)
        loss.backward(retain_graph=True)
        assert torch.isfinite(loss)
        assert torch.isfinite(alpha.grad).all()


def test_the_loss_of_words_weighs_both_kinds_alike(torch):
    marks = torch.tensor([[0.0, 0.0, 0.0, -torch.inf], [5.0, -5.0, 0.0, 0.0]], requires_grad=True)
    goals = torch.tensor([[1.0, 0.0, 0.0, 0.0], [0.0] * 4])
    loss = words_loss(marks, goals)
    assert loss.item() == pytest.approx(np.log(2) / 2)  # log 2 for either kind; one text of two
    loss.backward()
    assert torch.isfinite(marks.grad).all()
    assert (marks.grad[1] == 0).all()


def test_class_weights_balance():
    labels = np.array([0, 1, 1, 1, 1, 1, 1, 1])
    weights = class_weights(labels, 2, "balanced")
    assert weights[labels].mean() == pytest.approx(1)
    assert weights[0] == pytest.approx(7 * weights[1])
    np.testing.assert_allclose(class_weights(labels, 2, "root") ** 2, weights)
    assert class_weights(labels, 2, "none").tolist() == [1, 1]
