"""Notebook widgets; the rules are in plain state objects, which also show as plain HTML.

The widgets need ipywidgets (extra ``notebooks``); the states do not.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fairnlp.widgets.browser import TestCaseBrowser
    from fairnlp.widgets.browsing import BrowserState
    from fairnlp.widgets.curation import CurationState
    from fairnlp.widgets.curator import TemplateCurator
    from fairnlp.widgets.exploration import ExplorerState
    from fairnlp.widgets.explorer import MutantExplorer
    from fairnlp.widgets.influence_explorer import InfluenceExplorer
    from fairnlp.widgets.influence_state import InfluenceState
    from fairnlp.widgets.monitoring import MonitorState
    from fairnlp.widgets.pair_explorer import PairExplorer
    from fairnlp.widgets.pairing import PairState
    from fairnlp.widgets.prediction_monitor import PredictionMonitor
    from fairnlp.widgets.rater import RatingWidget

__all__ = [
    "BrowserState",
    "CurationState",
    "ExplorerState",
    "InfluenceExplorer",
    "InfluenceState",
    "MonitorState",
    "MutantExplorer",
    "PairExplorer",
    "PairState",
    "PredictionMonitor",
    "RatingWidget",
    "TemplateCurator",
    "TestCaseBrowser",
]

_HOME = {
    "BrowserState": "browsing",
    "CurationState": "curation",
    "ExplorerState": "exploration",
    "InfluenceExplorer": "influence_explorer",
    "InfluenceState": "influence_state",
    "MonitorState": "monitoring",
    "MutantExplorer": "explorer",
    "PredictionMonitor": "prediction_monitor",
    "PairExplorer": "pair_explorer",
    "PairState": "pairing",
    "RatingWidget": "rater",
    "TemplateCurator": "curator",
    "TestCaseBrowser": "browser",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)


def __dir__() -> list[str]:
    return __all__
