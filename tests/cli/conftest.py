"""A file of texts, and parses in a folder of the tests' own."""

from __future__ import annotations

import pytest

from tests.runs.toys import corpus


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def _own_cache(cache, monkeypatch):
    monkeypatch.setenv("FAIRNLP_CACHE", str(cache))


@pytest.fixture
def texts(tmp_path):
    """Return the path of a small corpus in a file."""
    path = tmp_path / "mine.csv"
    corpus().fillna("negative").to_csv(path, index=False)
    return path
