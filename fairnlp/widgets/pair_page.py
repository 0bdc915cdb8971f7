"""A pair of sentences on a page: its words marked, what they count, and all its sentences."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING, Any

from fairnlp.core.marking import fragment, label_html, mark_spans
from fairnlp.widgets.pair_marks import word_marks

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

    from fairnlp.systems.lexicon_tool import ScoredWord
    from fairnlp.widgets.pairing import PairState

__all__ = ["pair_html", "sentence_name"]


def pair_html(state: PairState) -> str:
    """Show the two sentences, which of their words count, and all sentences of the pair.

    Parameters
    ----------
    state : PairState

    Returns
    -------
    str
        HTML, escaped, with its style sheet.
    """
    of = f"<b>{escape(state.group)}</b>, {escape(state.system)}, {escape(state.emotion)}"
    if not state.unit:
        return fragment(f"<p>{of}: no pair differs.</p>")
    units, rows = state.units, state.sentences
    kind = "pairs that differ" if state.only_differing else "pairs"
    head = (
        f"<p>{of}: <b>{escape(state.unit)}</b>, {units.index(state.unit) + 1} of {len(units)} "
        f"{kind}. Its scores differ in {rows['differs'].sum()} of {len(rows)} sentences.</p>"
    )
    return fragment(head + _pair_html(state, rows) + _words_html(state) + _rows_html(state, rows))


def _pair_html(state: PairState, rows: pd.DataFrame) -> str:
    row = rows.to_dict(orient="records")[state.number]
    words = state.scored_words() or ([], [])
    cells = ["", ""]
    for side, (name, other) in enumerate((("first", "second"), ("second", "first"))):
        text = row[f"{name}_text"]
        marked = mark_spans(text, word_marks(text, row[f"{other}_text"], words[side]))
        cells[0] += f"<th>{escape(state.sides[side])}: {_said(row, name)}</th>"
        cells[1] += f'<td><div class="fn-text">{marked}</div></td>'
    return f'<table class="fn-pair"><tr>{cells[0]}</tr><tr>{cells[1]}</tr></table>'


def _words_html(state: PairState) -> str:
    if (found := state.scored_words()) is None:
        return "<p>This system does not tell which words count.</p>"
    if not any(found):
        return "<p>No word of the two sentences counts.</p>"
    entries = {word.words: word.entry for side in found for word in side}
    counts = [_counts(side) for side in found]
    sides = "".join(f"<th>counts, {escape(name)}</th>" for name in state.sides)
    lines = "".join(
        f"<tr><td>{escape(word)}</td><td>{_number(entry)}</td>"
        + "".join(f"<td>{side.get(word, '–')}</td>" for side in counts)
        + "</tr>"
        for word, entry in entries.items()
    )
    return (
        f'<table class="fn-rows"><tr><th>word</th><th>in the lexicon</th>{sides}</tr>'
        f"{lines}</table>"
    )


def _counts(words: list[ScoredWord]) -> dict[str, str]:
    """Give what each word counts, one after the other where it stands several times."""
    counts: dict[str, list[str]] = {}
    for word in words:
        counts.setdefault(word.words, []).append(_number(word.counts))
    return {word: ", ".join(said) for word, said in counts.items()}


def _rows_html(state: PairState, rows: pd.DataFrame) -> str:
    several = rows["template"].nunique() > 1
    first, second = (escape(side) for side in state.sides)
    lines = []
    for at, row in enumerate(rows.to_dict(orient="records")):
        name = escape(sentence_name(row, several=several))
        name = f"<b>{name}</b> (above)" if at == state.number else name
        lines.append(
            f"<tr><td>{name}</td><td>{_number(row['first'])}</td>"
            f"<td>{_number(row['second'])}</td><td>{_difference(row)}</td></tr>"
        )
    return (
        f'<table class="fn-rows"><tr><th>sentence</th><th>{first}</th><th>{second}</th>'
        f"<th>difference</th></tr>{''.join(lines)}</table>"
    )


def sentence_name(row: Mapping[Any, Any], *, several: bool) -> str:
    """Name a sentence of a pair: by its emotion word, or its template where there are several."""
    word = str(row["emotion_word"])
    if not several:
        return word or str(row["template"])
    return f"{row['template']} {f'({word})' if word else ''}".strip()


def _said(row: Mapping[Any, Any], name: str) -> str:
    if row["error"]:
        return f'<span class="fn-error">{escape(row["error"])}</span>'
    differs = row["first_label"] != row["second_label"] and name == "second"
    return label_html(row[f"{name}_label"], row[name], differs=differs)


def _difference(row: Mapping[Any, Any]) -> str:
    if math.isnan(row["difference"]):
        return escape(row["error"]) or "–"
    said = f"{row['difference']:+.4f}".replace("-", "−")
    return f'<span class="fn-label fn-differs">{said}</span>' if row["differs"] else "0"


def _number(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.4g}".replace("-", "−")
