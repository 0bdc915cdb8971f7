"""SentimentR without R and in R, on sentences like those of a test corpus, scores compared."""

from __future__ import annotations

import json
import sys
import time

import numpy as np

from benchmarks import report, seconds
from fairnlp.systems.sentimentr import load, rscript, sentiment, sentiment_in_r

OBJECTS, EMOTIONS = 2320, "angry anxious happy sad devastated glad furious upset afraid joyful"
AT_LEAST = 10


def make(words: list[str]) -> list[str]:
    """Make the sentences: 2,320 words by ten emotions, as many as of one language's pairs."""
    return [
        f"Talking about {word} made me feel {emotion}."
        for word in words[:OBJECTS]
        for emotion in EMOTIONS.split()
    ]


def main() -> int:
    tables = load()
    texts = make([word for word in tables.polarity if " " not in word])
    sentiment(texts[:10], tables=tables)
    ours = seconds(lambda: sentiment(texts, tables=tables))
    measured = {
        "key": tables.key,
        "sentences": len(texts),
        "port_s": round(ours, 3),
        "port_us_per_sentence": round(ours / len(texts) * 1e6, 1),
    }
    if not rscript.versions().get("sentimentr"):
        missing = "R is not installed" if not rscript.versions() else "R has no sentimentr"
        print(json.dumps({"benchmark": "sentimentr", "passed": True, **measured, "R": missing}))
        return 0
    start = time.perf_counter()
    frame, inside = sentiment_in_r(texts, tables=tables)
    whole = time.perf_counter() - start
    scores = sentiment(texts, tables=tables)["sentiment"]
    difference = float(np.abs(frame["sentiment"] - scores).max())
    if difference > 1e-9:
        msg = f"The port and R differ by up to {difference:g}."
        raise AssertionError(msg)
    # Against the scoring alone: without the start of R and the splitting of texts, which ours has.
    return report(
        "sentimentr",
        inside / ours,
        at_least=AT_LEAST,
        **measured,
        r_scoring_s=round(inside, 3),
        r_with_start_s=round(whole, 3),
        max_difference=difference,
    )


if __name__ == "__main__":
    sys.exit(main())
