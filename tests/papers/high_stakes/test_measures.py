"""What is measured of models whose answer is known."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from fairnlp.adversary.insertion import insert_unigrams
from fairnlp.adversary.trigrams import TrigramModel
from fairnlp.papers.high_stakes.cases import Case
from fairnlp.papers.high_stakes.measures import measure_model
from fairnlp.papers.high_stakes.tables import ranks_of_models, token_ratio
from fairnlp.text.words import cut, words


class Weighing:
    """Gives the target where the weights of the words add up to more than a half."""

    name, unknown, context_features = "weighing", "<unknown>", ()

    def __init__(self, weights: dict[str, float], target: str) -> None:
        self.weights, self.classes = weights, (target, "other")

    def token_probabilities(self, tokens, context=None):
        total = np.array([sum(self.weights.get(word, 0.0) for word in text) for text in tokens])
        p = 1 / (1 + np.exp(-8 * (total - 0.5)))
        return np.column_stack([p, 1 - p])

    def probabilities(self, texts, context=None):
        return self.token_probabilities([cut(text, words(text)) for text in texts], context)

    def labels(self, texts, context=None):
        return [self.classes[row] for row in self.probabilities(texts).argmax(axis=1)]


@pytest.fixture(scope="module")
def case() -> Case:
    bad = [f"a {word} day on the {thing}" for word in ("dull", "foul") for thing in "xyz"]
    good = [f"a {word} day at the {thing}" for word in ("fine", "calm") for thing in "xyz"]
    texts = [*bad, *good]
    tokens = [words(text) for text in texts]
    frame = pd.DataFrame(
        {
            "text_id": [f"t{number}" for number in range(12)],
            "text": texts,
            "label": ["bad"] * 6 + ["other"] * 6,
            "tokens": tokens,
            "rationale": [[word in ("dull", "foul") for word in text.split()] for text in bad]
            + [None] * 6,
            "fold": [0, 1] * 6,
        }
    )
    return Case(name="days", frame=frame, target="bad", asked=("on",))


@pytest.fixture(scope="module")
def attack(case):
    return insert_unigrams(case.frame, ["on"], TrigramModel(case.frame["text"]), progress=False)


def measured(weights, case, attack):
    return measure_model(Weighing(weights, "bad"), case, attack, fold=0)


def test_a_model_that_reads_the_rationale_has_rank_0_and_no_flips(case, attack):
    found = measured({"dull": 1.0, "foul": 1.0}, case, attack)
    ranks = found["ranks"].query("mask == 'as marked'")
    assert ranks["rank"].tolist() == [0, 0, 0]
    assert ranks["status"].eq("ok").all()
    assert found["flips"]["to_target"].tolist() == [0]
    assert found["second"]["rank_after"].tolist() == [0, 0, 0]
    assert len(found["influences"]) == 3 * 6
    assert found["context"].empty


def test_a_model_that_reads_a_neutral_word_is_found_out(case, attack):
    found = measured({"on": 1.0, "dull": 0.1, "foul": 0.1}, case, attack)
    assert found["ranks"].query("mask == 'as marked'")["rank"].tolist() == [1, 1, 1]
    assert found["flips"]["to_target"].tolist() == [6]  # every text that was not bad before
    named = {"setting": "paper", "model": "lstm", "fold": 0, "run": 0}
    ratio = token_ratio(found["influences"].assign(**named), ["on"])
    # "on" comes first in all three texts of six words; by chance it is first or second in 2 of 6
    assert ratio[["occurrences", "top", "expected"]].to_numpy().tolist() == [[3, 3, 1.0]]
    assert ratio["ratio"].tolist() == [3.0]
    table = ranks_of_models(found["ranks"].assign(**named))
    row = table[table["mask"] == "as marked"].iloc[0]
    assert (row["mean_rank"], row["first"], row["second"]) == (1.0, 0.0, 1.0)
    assert (row["chance_rank"], row["texts"], row["paper_rank"]) == (2.5, 3, 1.73)


def test_a_model_that_never_gives_the_class_has_flips_alone(case, attack):
    found = measured({}, case, attack)
    assert found["ranks"].empty
    assert found["influences"].empty
    assert found["flips"]["n"].tolist() == [12]
