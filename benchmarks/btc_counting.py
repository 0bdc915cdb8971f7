"""Counting 1,000,000 predictions: is the growth linear, and how much faster than naming pairs?"""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.metamorphic.btc import count_btcs, name_btcs

if TYPE_CHECKING:
    from collections.abc import Callable

VALUES = 30  # a class, as in the paper; 60 mutants a template
LARGE, SMALL, NAMED = 1_000_020, 250_020, 60_000  # predictions; multiples of 60


def make(n: int, *, seed: int = 0) -> pd.DataFrame:
    """Make predictions of `n` mutants; one template in ten is not unanimous."""
    rng = np.random.default_rng(seed)
    width = 2 * VALUES
    share = rng.choice([0.0, 1.0, 0.9], size=n // width, p=[0.4, 0.5, 0.1])
    positive = rng.random(n) < np.repeat(share, width)
    return pd.DataFrame(
        {
            "template_id": np.repeat([f"imdb-{i}/gender" for i in range(n // width)], width),
            "class": np.tile(np.repeat(["female", "male"], VALUES), n // width),
            "value_id": np.tile([f"name-{i}" for i in range(width)], n // width),
            "label": np.where(positive, "positive", "negative"),
        }
    )


def name_every_pair(predictions: pd.DataFrame) -> pd.DataFrame:
    """Name the pairs of different classes and compare their labels, as the definition reads."""
    pairs = predictions.merge(predictions, on="template_id", suffixes=("_a", "_b"))
    pairs = pairs[pairs["class_a"] < pairs["class_b"]]
    return pairs[pairs["label_a"] != pairs["label_b"]]


def seconds(step: Callable[[pd.DataFrame], pd.DataFrame], frame: pd.DataFrame) -> float:
    """Give the least of five times: the others hold what else the machine did."""
    times = []
    for _ in range(5):
        start = time.process_time()
        step(frame)
        times.append(time.process_time() - start)
    return min(times)


def main() -> dict[str, object]:
    frames = {n: make(n) for n in (LARGE, SMALL, NAMED)}
    counted = {n: seconds(count_btcs, frame) for n, frame in frames.items()}
    few = frames[NAMED]
    found = len(name_every_pair(few))
    if not found == len(name_btcs(few)) == count_btcs(few)["btcs"].sum():
        msg = "Counting and naming do not agree."
        raise AssertionError(msg)
    growth = (counted[LARGE] / LARGE) / (counted[SMALL] / SMALL)
    faster = seconds(name_every_pair, few) / counted[NAMED]
    return {
        "benchmark": "btc_counting",
        "count_1000020_s": round(counted[LARGE], 3),
        "time_per_prediction_against_250020": round(growth, 2),
        "named_predictions": NAMED,
        "named_btcs": found,
        "counting_faster_than_naming_every_pair": round(faster, 1),
        "counting_faster_than_name_btcs": round(seconds(name_btcs, few) / counted[NAMED], 1),
        "passed": bool(growth <= 1.3 and faster >= 20),
    }


if __name__ == "__main__":
    print(json.dumps(main()))
