"""Curation with nothing cached, against the bare spaCy pass over the same texts."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from typing import TYPE_CHECKING

from benchmarks import report

if TYPE_CHECKING:
    import pandas as pd

LIMIT = 192
BLOCK = 64


def main() -> int:
    from fairnlp import corpora
    from fairnlp.templates.curate import curate
    from fairnlp.text.models import load_model

    reviews = corpora.reviews(limit=LIMIT, seed=2)
    nlp = load_model().nlp

    def bare(texts: pd.DataFrame) -> None:
        for _ in nlp.pipe(texts["text"].tolist(), batch_size=64):
            pass

    def curated(texts: pd.DataFrame) -> None:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["FAIRNLP_CACHE"] = folder
            curate(texts, progress=False)

    # The pass that comes first pays for what is then there for both: word lists that are loaded,
    # words that are new to the vocabulary.
    bare(reviews)
    curated(reviews.head(3))
    spent = {"bare": 0.0, "curated": 0.0}
    both = [("bare", bare), ("curated", curated)]
    # In turns, and each block in both orders, so that a machine that slows down or is shared
    # slows both. Processor time, since waiting for the machine is no cost of curation.
    for start in range(0, LIMIT, BLOCK):
        for turns in (both, both[::-1]):
            for name, step in turns:
                begin = time.process_time()
                step(reviews.iloc[start : start + BLOCK])
                spent[name] += time.process_time() - begin
    return report(
        "curation against the bare parse",
        spent["curated"] / spent["bare"],
        at_most=1.15,
        texts=LIMIT,
        bare_s=round(spent["bare"] / 2, 2),
        curated_s=round(spent["curated"] / 2, 2),
    )


if __name__ == "__main__":
    sys.exit(main())
