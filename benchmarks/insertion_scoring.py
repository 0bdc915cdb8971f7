"""The LSTM language model scores all insertions together, against each candidate text alone."""

from __future__ import annotations

import sys

import numpy as np

from benchmarks import report, seconds
from fairnlp.adversary import gaps, insert, train_language_model
from fairnlp.corpora.planted import planted
from fairnlp.text.words import cut, words

UNIGRAMS = ["a", "on", "of", "that", "into", "at"]


def main() -> int:
    texts = planted(size=600)["text"].tolist()
    model = train_language_model(texts, epochs=1, progress=False)
    unigrams = [unigram for unigram in UNIGRAMS if model.knows(unigram)]
    some = texts[:200]
    tokens = [cut(text, words(text)) for text in some]
    places = [gaps(text) for text in some]
    positions = [[gap.position for gap in found] for found in places]

    def together() -> list[np.ndarray]:
        return model.insertions(tokens, positions, unigrams, progress=False)

    tables = together()
    candidates = [
        (insert(text, gap, unigram).text, table[row, column])
        for text, found, table in zip(some, places, tables, strict=True)
        for row, unigram in enumerate(unigrams)
        for column, gap in enumerate(found)
    ]
    few = candidates[:: len(candidates) // 200]
    alone = [model.log_probabilities([text])[0] for text, _ in few]
    np.testing.assert_allclose([score for _, score in few], alone, rtol=1e-5)
    batch = seconds(together, repeat=4) / len(candidates)
    single = seconds(lambda: [model.log_probabilities([text]) for text, _ in few], repeat=2)
    return report(
        "insertion: all together against each candidate alone",
        single / len(few) / batch,
        at_least=20,
        candidates=len(candidates),
        unigrams=len(unigrams),
        together_us=round(batch * 1e6, 1),
        alone_us=round(single / len(few) * 1e6, 1),
    )


if __name__ == "__main__":
    sys.exit(main())
