"""Curation with nothing cached, against the bare spaCy pass over the same texts."""

from __future__ import annotations

import os
import sys
import tempfile
import time

from benchmarks import report

LIMIT = 240
BLOCK = 20


def main() -> int:
    from fairnlp import corpora
    from fairnlp.templates.curate import curate
    from fairnlp.text.models import load_model

    reviews = corpora.reviews(limit=LIMIT, seed=2)
    nlp = load_model().nlp
    with tempfile.TemporaryDirectory() as folder:
        os.environ["FAIRNLP_CACHE"] = folder

        def bare(texts: object) -> None:
            for _ in nlp.pipe(list(texts), batch_size=64):  # type: ignore[call-overload]
                pass

        def curated(texts: object) -> None:
            curate(texts, progress=False)  # type: ignore[arg-type]

        # Whatever is loaded once, such as the list of names, is loaded before.
        bare(reviews["text"].head(3))
        curated(reviews.head(3))
        spent = {"bare": 0.0, "curated": 0.0}
        # In turns, and each first half of the time, so that a machine that slows down or is
        # shared slows both. Processor time: the work is in one thread, and the disk is no part.
        for start in range(BLOCK, LIMIT, BLOCK):
            block = reviews.iloc[start : start + BLOCK]
            steps = [("bare", bare, block["text"]), ("curated", curated, block)]
            for name, step, texts in steps if (start // BLOCK) % 2 else reversed(steps):
                begin = time.process_time()
                step(texts)
                spent[name] += time.process_time() - begin
    return report(
        "curation against the bare parse",
        spent["curated"] / spent["bare"],
        at_most=1.15,
        texts=LIMIT - BLOCK,
        bare_s=round(spent["bare"], 2),
        curated_s=round(spent["curated"], 2),
    )


if __name__ == "__main__":
    sys.exit(main())
