from __future__ import annotations

import json

import pytest

from fairnlp.papers.high_stakes.clock import Clock


def test_time_adds_up_over_stops(tmp_path):
    path = tmp_path / "run" / "seconds.json"
    path.parent.mkdir()
    with pytest.raises(KeyboardInterrupt), Clock(path)("training"):
        raise KeyboardInterrupt
    first = json.loads(path.read_text())["training"]["wall"]
    assert first > 0
    clock = Clock(path)
    with clock("training"):
        pass
    assert json.loads(path.read_text())["training"]["wall"] > first
    assert set(clock.seconds()["training"]) == {"wall", "cpu"}
    assert Clock(path, fresh=True).seconds() == {}
