"""The report of a run: one HTML page that needs nothing else, and the same content as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from fairnlp.core.marking import STYLE, side_by_side
from fairnlp.core.store import RunFolder
from fairnlp.report import formats
from fairnlp.report.content import content
from fairnlp.report.figures import figures

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping
    from pathlib import Path

    from fairnlp.report.data import ReportData

__all__ = ["PRODUCTS", "page", "write"]

PRODUCTS = ("report.html", "report.json")
"""The files that `write` makes."""

CLASS_LIMIT = 10
"""Up to how many classes the page has a row for each."""


def write(data: ReportData, folder: str | os.PathLike[str]) -> Path:
    """Write a report: ``report.html`` and, with the same content, ``report.json``.

    Each file is written whole or not at all. The same data give the same bytes.

    Parameters
    ----------
    data : ReportData
        What was found.
    folder : path
        Where to write; it is made if it is not there.

    Returns
    -------
    Path
        The page.
    """
    store = RunFolder(folder)
    said = content(data)
    store.write_json("report.json", said)
    return store.write_text("report.html", page(said, figures(data)))


def page(said: Mapping[str, Any], drawn: list[dict[str, str]]) -> str:
    """Lay out the page.

    Parameters
    ----------
    said : mapping
        See `content`.
    drawn : list of dict
        See `figures`.

    Returns
    -------
    str
        HTML. Everything that comes from a text, a name or an option is escaped.
    """
    return _environment().get_template("page.html.jinja").render(**said, figures=drawn)


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("fairnlp.report", ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {name: getattr(formats, name) for name in formats.__all__}
    # What these give is escaped by themselves, or is our own.
    environment.globals |= {
        "class_limit": CLASS_LIMIT,
        "marking_style": Markup(STYLE),
        "side_by_side": lambda pair: Markup(side_by_side(pair)),
    }
    return environment
