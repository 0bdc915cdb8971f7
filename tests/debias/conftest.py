"""The four tools, each fresh, and a small table for SentimentR."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from fairnlp.systems import as_system
from fairnlp.systems.sentimentr import SentimentR, Tables

if TYPE_CHECKING:
    from fairnlp.systems.lexicon_tool import LexiconTool

TABLES = Tables(
    polarity={"deficit": -0.75, "shortage": -0.5, "miss": -0.25, "fine": 0.5, "upset": -1.0},
    shifters={"not": 1, "very": 2},
    key="toy",
)


def fresh(name: str) -> LexiconTool:
    """Make a tool that nothing was done to."""
    return SentimentR(TABLES) if name == "sentimentr" else as_system(name)


@pytest.fixture(params=["vader", "afinn", "textblob", "sentimentr"])
def tool(request: pytest.FixtureRequest) -> LexiconTool:
    return fresh(request.param)
