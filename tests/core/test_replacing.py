from __future__ import annotations

import os

import pytest

from fairnlp.core.replacing import replace_file


def test_a_file_is_made_with_its_folder_and_then_replaced(tmp_path):
    path = tmp_path / "new" / "file.csv"
    replace_file(path, b"one")
    replace_file(path, b"two")
    assert path.read_bytes() == b"two"
    assert [file.name for file in path.parent.iterdir()] == ["file.csv"]


def test_a_failure_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "file.csv"
    replace_file(path, b"one")

    def full(descriptor):
        raise OSError("no space left")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        replace_file(path, b"two")
    assert path.read_bytes() == b"one"
    assert [file.name for file in tmp_path.iterdir()] == ["file.csv"]
