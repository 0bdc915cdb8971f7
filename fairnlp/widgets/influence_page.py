"""The page of `InfluenceState`: shaded words, what was changed, and what the systems say."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from fairnlp.core.marking import fragment, label_html
from fairnlp.influence.show import STYLE, legend, word_html, words_html

if TYPE_CHECKING:
    import pandas as pd

    from fairnlp.widgets.influence_state import InfluenceState

__all__ = ["page_html"]


def page_html(state: InfluenceState) -> str:
    """Show the text shaded by influence on each system, and what they say of it as it is now.

    Parameters
    ----------
    state : InfluenceState

    Returns
    -------
    str
        HTML, escaped, with its style sheet.
    """
    item = state.item
    place = f"text {state.number + 1:,} of {len(state.corpus):,}"
    label = f", label {escape(state.label)}" if state.label else ""
    parts = [f"<p><b>{escape(item.text_id)}</b> ({place}){label}</p>"]
    if not item.spans:
        parts.append("<p>No words.</p>")
    for name in state.names:
        words = state.influences(name)
        shaded = words_html(words, state.rationale)
        parts.append(f"<p>Influence on <b>{escape(name)}</b>{_target(words)}</p>{shaded}")
    parts.append(legend(state.rationale is not None))
    if state.masked or state.inserted:
        parts.append(f"<p>As it is now:</p>{_changes_html(state)}")
    return fragment(f"<style>{STYLE}</style>{''.join(parts)}{_table_html(state.scores)}")


def _changes_html(state: InfluenceState) -> str:
    pieces = []
    for position, token in enumerate([*state.item.tokens, ""]):
        if position in state.inserted:
            pieces.append(f"<ins><b>{escape(state.inserted[position])}</b></ins>")
        if token:
            plain = word_html(token, 0.0, scale=0.0)
            pieces.append(f"<del>{escape(token)}</del>" if position in state.masked else plain)
    return f'<div class="fn-words">{" ".join(pieces)}</div>'


def _table_html(scores: pd.DataFrame) -> str:
    lines = []
    for row in scores.to_dict(orient="records"):
        flipped = row["label_before"] != row["label_after"]
        cells = [
            escape(str(row["system"])),
            escape(str(row["target"])),
            _cell(row["label_before"], row["before"]),
            _cell(row["label_after"], row["after"], differs=flipped),
            "" if math.isnan(row["change"]) else f"{row['change']:+.3f}",
        ]
        if row["error"]:
            cells[3] = f'<div class="fn-error">{escape(str(row["error"]))}</div>'
        lines.append(f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>")
    heads = ("system", "measured", "as written", "as it is now", "change")
    head = "".join(f"<th>{name}</th>" for name in heads)
    return f'<table class="fn-rows"><tr>{head}</tr>{"".join(lines)}</table>'


def _cell(label: str, value: float, *, differs: bool = False) -> str:
    return label_html(label, value, differs=differs) if label else f"{value:.3f}"


def _target(words: pd.DataFrame) -> str:
    if words.empty:
        return ""
    first = words.iloc[0]
    what = f"P({first['target']})" if first["measure"] == "probability" else str(first["target"])
    return escape(f": {what} = {first['whole']:.3f}")
