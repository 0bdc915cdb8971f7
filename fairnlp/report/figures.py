"""The plots of a report, as SVG that stands in the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fairnlp.report.data import ReportData

__all__ = ["figures"]


def figures(data: ReportData) -> list[dict[str, str]]:
    """Draw the plots of a report.

    Returns
    -------
    list of dict
        ``svg`` and ``caption``.
    """
    return []
