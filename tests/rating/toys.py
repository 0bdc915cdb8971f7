"""Items and ratings that are typed in."""

from __future__ import annotations

import pandas as pd

ITEMS = pd.DataFrame(
    {
        "item_id": ["i1", "i2", "i3"],
        "text_1": ["⟦Al⟧ sings, <b>he</b> said.", "=2+2, ⟦he⟧ said.\r\nTwo lines.", 'A "⟦man⟧";'],
        "text_2": ["⟦Cleo⟧ sings, <b>he</b> said.", "=2+2, ⟦she⟧ said.\r\nTwo.", 'A "⟦woman⟧";'],
    }
)


def ratings(**raters: list[str]) -> pd.DataFrame:
    """Write ratings as ``r1=["yy++", "yn", ""]``: coherent of both texts, sentiment of both."""
    words = {"y": "yes", "n": "no", "+": "positive", "-": "negative", "0": "neutral"}
    words |= {"?": "unsure", " ": ""}
    rows = []
    for rater, said in raters.items():
        for number, signs in enumerate(said, 1):
            first, second, one, other = (words[sign] for sign in f"{signs:4}")
            rows.append((rater, f"i{number}", first, one, second, other, ""))
    columns = ["coherent_1", "sentiment_1", "coherent_2", "sentiment_2"]
    return pd.DataFrame(rows, columns=["rater", "item_id", *columns, "note"])
