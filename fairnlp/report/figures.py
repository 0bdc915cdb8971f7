"""The plots of a report, as SVG that stands in the page."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import matplotlib as mpl
from markupsafe import Markup

from fairnlp import plotting
from fairnlp.report.formats import count, percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pandas as pd
    from matplotlib.axes import Axes

    from fairnlp.report.data import ReportData

__all__ = ["figures", "inline_svg"]


def figures(data: ReportData) -> list[dict[str, str]]:
    """Draw the plots of a report.

    Parameters
    ----------
    data : ReportData
        What was found.

    Returns
    -------
    list of dict
        ``svg`` (markup that can stand in a page) and ``caption``.
    """
    with mpl.rc_context({"text.parse_math": False}):  # a dollar sign in a name is one
        return [
            {"svg": inline_svg(axes, name=f"plot-{number}", alt=alt), "caption": caption}
            for number, (axes, alt, caption) in enumerate(_drawn(data))
        ]


def _drawn(data: ReportData) -> Iterator[tuple[Axes, str, str]]:
    """Draw each plot, and say what it shows for those who do not see it."""
    for values, note in (("all", ""), ("without flagged", " Flagged values are left out.")):
        rows = data.summary[data.summary["values"] == values]
        if len(rows):
            axes = plotting.sized_axes(len(rows))
            yield (
                plotting.btc_rates(data.summary, values=values, ax=axes),
                f"BTC rate and placebo rate. {_said(rows, _rates)}",
                "A system whose two marks lie together is jumpy about words; one whose filled "
                f"mark lies further to the right reacts to the class.{note}",
            )
    rows = data.summary[data.summary["values"] == "all"]
    if len(rows):
        yield (
            plotting.templates_with_btc(data.summary, ax=plotting.sized_axes(len(rows))),
            f"Templates with at least one BTC. {_said(rows, _templates)}",
            "The same counted by templates: a few templates can hold very many BTCs.",
        )
    if "score_difference" in data.tables:
        for system, table in data.tables.groupby("system", sort=False, observed=True):
            if (table[["score_difference", "placebo_score_difference"]] > 0).any(axis=None):
                yield (
                    plotting.score_differences(table, ax=plotting.sized_axes(6)),
                    f"Cumulative shares of the templates of {system} by difference of scores.",
                    f"{system}: scores can differ where labels do not. The further a line lies "
                    "to the right, the larger the differences.",
                )
    found = data.recogniser
    if "instrument" in found:  # the table has all; curation uses this one
        found = found[found["instrument"] == "reading"]
    if len(found):
        groups = found.groupby(["group", "gender"], sort=False, observed=True)
        yield (
            plotting.recogniser(found, ax=plotting.sized_axes(len(groups))),
            f"Share of the persons that the recogniser finds. {_said(found, _found)}",
            "Groups that are found less often give fewer templates.",
        )


def _said(rows: pd.DataFrame, sentence: Callable[[pd.Series], str]) -> str:
    return "; ".join(sentence(row) for _, row in rows.iterrows()) + "."


def _rates(row: pd.Series) -> str:
    return (
        f"{row['system']}, {row['characteristic']}: {percent(row['rate'])} of "
        f"{count(row['pairs'])} pairs, placebo {percent(row['placebo_rate'])} of "
        f"{count(row['placebo_pairs'])}"
    )


def _templates(row: pd.Series) -> str:
    return (
        f"{row['system']}, {row['characteristic']}: {count(row['templates_with_btc'])} of "
        f"{count(row['templates_tested'])}"
    )


def _found(row: pd.Series) -> str:
    who = ", ".join(word for word in (row["group"], row["gender"], row["place"]) if word)
    return f"{who}: {count(row['found'])} of {count(row['offered'])}"


def inline_svg(axes: Axes, *, name: str, alt: str) -> Markup:
    """Give a figure as an element for a page.

    Parameters
    ----------
    axes : Axes
        Axes of the figure.
    name : str
        Unlike that of any other figure of the page; goes before all ids, since a page may hold
        an id only once.
    alt : str
        What the figure shows, for those who do not see it.

    Returns
    -------
    Markup
        An ``svg`` element without addresses, dates or sizes: it takes the width that it is given.
        The same figure gives the same text.
    """
    drawn = io.BytesIO()
    # Text stays text: it can be searched and copied.
    with mpl.rc_context({"svg.fonttype": "none", "svg.hashsalt": "fairnlp"}):
        axes.get_figure(root=True).savefig(  # type: ignore[union-attr]
            drawn, format="svg", bbox_inches="tight", metadata={"Date": None, "Creator": None}
        )
    root = ElementTree.fromstring(drawn.getvalue())
    for parent in list(root.iter()):
        for child in list(parent):
            # Metadata holds addresses, and a style sheet inside would rule the whole page.
            if _local(child.tag) in ("metadata", "style"):
                parent.remove(child)
    for element in root.iter():
        # Without namespaces, which a page does not need and which look like addresses.
        element.tag = _local(element.tag)
        given = {_local(key): value for key, value in element.attrib.items()}
        element.attrib.clear()
        element.attrib.update({key: _renamed(key, value, name) for key, value in given.items()})
    for key in ("width", "height", "version"):
        root.attrib.pop(key, None)
    root.attrib.update({"role": "img", "aria-label": alt})
    return Markup(ElementTree.tostring(root, encoding="unicode"))


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _renamed(key: str, value: str, name: str) -> str:
    if key == "id":
        return f"{name}-{value}"
    if key == "href":
        return value.replace("#", f"#{name}-", 1)
    return value.replace("url(#", f"url(#{name}-")
