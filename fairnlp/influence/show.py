"""Texts with their words shaded by influence, as HTML that needs no script."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.core.frames import check_frame
from fairnlp.core.marking import fragment
from fairnlp.influence.frames import INFLUENCES, OK
from fairnlp.influence.masks import mask_of, masks_by_text

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "AGAINST",
    "DARKEST",
    "FOR",
    "STYLE",
    "Shaded",
    "influence_html",
    "legend",
    "shade",
    "word_html",
    "words_html",
]

FOR, AGAINST = "#D55E00", "#0072B2"
"""Colours of words that speak for the target and against it (Okabe and Ito's set)."""

STYLE = "\n".join(
    [
        ".fairnlp .fn-words { line-height: 2.1; overflow-wrap: anywhere; max-width: 50rem; }",
        ".fairnlp .fn-word { padding: 0.1em 0.12em; border-radius: 0.15em; }",
        ".fairnlp .fn-word sup { font-size: 0.65em; opacity: 0.75; }",
        ".fairnlp .fn-marked { border-bottom: 3px solid currentColor; }",
        ".fairnlp .fn-unknown { outline: 1px dashed currentColor; }",
    ]
)

SHOWN = 5
"""How many texts are shown, unless more are asked for."""

DARKEST = 0xB0
"""Opacity of the word with the most influence: the word stays legible on it."""


@dataclass(frozen=True, eq=False)
class Shaded:
    """Texts shaded by influence, to show in a notebook.

    Parameters
    ----------
    html : str
        Escaped, with its style sheet.
    """

    html: str

    def _repr_html_(self) -> str:
        return self.html


def shade(
    influences: pd.DataFrame, rationales: pd.DataFrame | None = None, *, limit: int = SHOWN
) -> Shaded:
    """Show texts with their words shaded by influence, and underlined where people marked them.

    Parameters
    ----------
    influences : DataFrame
        What `leave_one_out` gives.
    rationales : DataFrame, optional
        As `core.frames.RATIONALES`, with the same words.
    limit : int
        How many texts to show.

    Returns
    -------
    Shaded

    Raises
    ------
    SchemaError
        If a column is missing, or the words of a text are not the same in both.
    """
    return Shaded(influence_html(influences, rationales, limit=limit))


def influence_html(
    influences: pd.DataFrame, rationales: pd.DataFrame | None = None, *, limit: int = SHOWN
) -> str:
    """Give the HTML of `shade`."""
    check_frame(influences, INFLUENCES, name="influences")
    groups = list(influences.groupby("text_id", sort=False, observed=True))
    masks = {} if rationales is None else masks_by_text(rationales)
    parts = [_text_html(str(name), rows, masks) for name, rows in groups[:limit]]
    if not groups:
        parts = ["<p>No words.</p>"]
    elif len(groups) > limit:
        parts.append(f"<p>... and {len(groups) - limit:,} more texts.</p>")
    return fragment(f"<style>{STYLE}</style>{''.join(parts)}{legend(bool(masks))}")


def _text_html(name: str, rows: pd.DataFrame, masks: dict[str, Any]) -> str:
    first = rows.iloc[0]
    measure = f"P({first['target']})" if first["measure"] == "probability" else first["measure"]
    if first["measure"] == "label":
        measure = f"label {first['target']}"
    put = f" ({first['replacement']})" if first["replacement"] else ""
    head = (
        f"<p><b>{escape(name)}</b> · {escape(str(first['system']))} · {escape(str(measure))} = "
        f"{first['whole']:.3f} · {escape(str(first['method']))}, "
        f"{escape(str(first['operator']))}{escape(put)}</p>"
    )
    return head + words_html(rows, mask_of(name, rows, masks) if masks else None)


def words_html(rows: pd.DataFrame, mask: np.ndarray | None = None) -> str:
    """Show the words of one text, shaded; where its words stood apart they stand apart."""
    values = rows["influence"].to_numpy(dtype=float)
    scale = float(np.nanmax(np.abs(values), initial=0.0))
    marked = np.zeros(len(rows), dtype=bool) if mask is None else mask
    pieces: list[str] = []
    before = 0
    for row, value, underlined in zip(rows.to_dict(orient="records"), values, marked, strict=True):
        blank = " " if row["start"] > before and pieces else ""
        before = row["end"]
        rank = None if row["rank"] is None or np.isnan(float(row["rank"])) else int(row["rank"])
        note = "" if row["status"] == OK else str(row["status"])
        pieces.append(
            blank
            + word_html(
                row["token"], value, scale=scale, rank=rank, underlined=bool(underlined), note=note
            )
        )
    return f'<div class="fn-words">{"".join(pieces)}</div>'


def word_html(
    word: str,
    influence: float,
    *,
    scale: float,
    rank: int | None = None,
    underlined: bool = False,
    note: str = "",
) -> str:
    """Show one word.

    Parameters
    ----------
    word : str
    influence : float
        NaN if it is not known.
    scale : float
        The influence that is shown darkest.
    rank : int, optional
        The first three are written beside the word, so that nothing hangs on the colour alone.
    underlined : bool
        True where people marked the word.
    note : str
        What else to say where the pointer rests on it.

    Returns
    -------
    str
        Escaped.

    Examples
    --------
    >>> word_html("<b>", 0.5, scale=0.5, rank=0)
    '<span class="fn-word" style="background:#D55E00b0" title="+0.5000, rank 0">&lt;b&gt;\
<sup>1</sup></span>'
    """
    known = not np.isnan(influence)
    said = [f"{influence:+.4f}" if known else "not known"]
    said += [f"rank {rank}"] if rank is not None else []
    said += [note] if note else []
    opacity = round(DARKEST * min(1.0, abs(influence) / scale)) if known and scale > 0 else 0
    colour = FOR if influence > 0 else AGAINST
    style = f' style="background:{colour}{opacity:02x}"' if opacity else ""
    kinds = ["fn-word", *["fn-marked"] * underlined, *["fn-unknown"] * (not known)]
    top = rank is not None and rank < 3 and opacity and influence > 0
    sup = f"<sup>{rank + 1}</sup>" if rank is not None and top else ""
    return (
        f'<span class="{" ".join(kinds)}"{style} title="{escape(", ".join(said))}">'
        f"{escape(word)}{sup}</span>"
    )


def legend(marked: bool) -> str:
    """Say what the colours mean, and the line below a word if `marked`."""
    dark = f"{DARKEST:02x}"
    parts = [
        f'<span class="fn-word" style="background:{FOR}{dark}">speaks for the target</span>',
        f'<span class="fn-word" style="background:{AGAINST}{dark}">against it</span>',
        "<sup>1 2 3</sup> the most influential",
    ]
    if marked:
        parts.append('<span class="fn-word fn-marked">marked by people</span>')
    return f'<div class="fn-legend">{" · ".join(parts)}</div>'
