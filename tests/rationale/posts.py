"""Small corpora with rationales, made by a seed."""

from __future__ import annotations

import numpy as np
import pandas as pd

from fairnlp.text.words import words

NEUTRAL = "the a cup of tea on our way to town and then home with it".split()
EVIDENCE = {"grim": ["awful", "dreadful", "rotten"], "glad": ["lovely", "splendid", "jolly"]}


def posts(n: int = 120, *, seed: int = 0, folds: int = 3, context: bool = True) -> pd.DataFrame:
    """Three classes; one word tells "grim" or "glad", and is the rationale; "calm" has none."""
    rng = np.random.default_rng(seed)
    rows = []
    for number in range(n):
        label = ["grim", "glad", "calm", "calm"][number % 4]
        tokens = rng.choice(NEUTRAL, size=int(rng.integers(4, 10))).tolist()
        mask = [False] * len(tokens)
        if label in EVIDENCE:
            place = int(rng.integers(len(tokens)))
            tokens[place] = str(rng.choice(EVIDENCE[label]))
            mask[place] = True
        text = " ".join(tokens)
        row = {
            "text_id": f"t{number}",
            "text": text,
            "label": label,
            "tokens": words(text),
            "rationale": mask if label in EVIDENCE else None,
            "fold": (number // 4) % folds,
        }
        if context:
            row["context:quarrels"] = float(rng.normal(3.0 * (label == "grim"), 1))
            row["context:hour"] = float(rng.integers(24))
        rows.append(row)
    return pd.DataFrame(rows)


def features(frame: pd.DataFrame) -> np.ndarray:
    """Give the context features of a frame as models take them."""
    return frame[[c for c in frame if c.startswith("context:")]].to_numpy(dtype=float)
