"""Small texts, and systems whose answers are known."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pandas as pd

from tests.needs import need

SUBJECTS = ("the cook", "a man", "my sister", "the old crew")
VERBS = ("went on", "came home", "walked on", "thought of it", "looked at that")
ENDS = (".", " today .", " with a smile .")
TEXTS = [f"{who} {does}{end}" for who in SUBJECTS for does in VERBS for end in ENDS]
OTHERS = ["The cook came, smiling.", "It's 5:30.", "gone", "A man went home (today)!", "..."]


def need_torch() -> None:
    need(find_spec("torch"), "torch is missing: pip install 'fairnlp[neural]'")


def corpus(texts=OTHERS) -> pd.DataFrame:
    return pd.DataFrame({"text_id": [f"t{n}" for n in range(len(texts))], "text": texts})


class Words:
    """A TokenClassifier: the class with the heavier words; it counts what it was asked."""

    name = "weights"
    classes = ("calm", "angry")
    unknown = "<unk>"

    def __init__(self, weights: dict[str, float], bias: float = -1.0) -> None:
        self.weights, self.bias, self.asked = weights, bias, 0

    def token_probabilities(self, tokens, context=None):
        self.asked += len(tokens)
        score = np.array([sum(self.weights.get(word.lower(), 0) for word in one) for one in tokens])
        score = score + self.bias + (0 if context is None else context[:, 0])
        angry = 1 / (1 + np.exp(-score))
        return np.column_stack([1 - angry, angry])

    def probabilities(self, texts, context=None):
        from fairnlp.text.words import cut, words

        return self.token_probabilities([cut(text, words(text)) for text in texts], context)

    def labels(self, texts):
        return [self.classes[place] for place in self.probabilities(texts).argmax(axis=1)]
