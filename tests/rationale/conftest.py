from __future__ import annotations

from importlib.util import find_spec

import pytest

from fairnlp.rationale import train
from tests.needs import need
from tests.rationale.posts import posts


def need_torch() -> None:
    need(find_spec("torch"), "torch is missing: make neural")


@pytest.fixture
def torch():
    need_torch()
    import torch

    return torch


@pytest.fixture(scope="package")
def trained():
    """One small model of each kind, trained once."""
    need_torch()
    frame = posts(300)
    settings = {
        "target": "grim",
        "epochs": 10,
        "learning_rate": 0.02,
        "batch_size": 16,
        "vector_size": 12,
        "hidden": 8,
    }
    names = ("svm", "cnn", "lstm", "lstm_rationale", "bilstm_rationale")
    return {name: train(frame, model=name, filters=8, **settings) for name in names}


@pytest.fixture(params=["svm", "cnn", "lstm", "lstm_rationale", "bilstm_rationale"])
def model(request, trained):
    return trained[request.param]
