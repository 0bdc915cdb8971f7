from __future__ import annotations

import pytest

from fairnlp.monitor.log import VerdictLog


@pytest.fixture
def log(tmp_path):
    with VerdictLog(tmp_path / "log.sqlite") as opened:
        yield opened
