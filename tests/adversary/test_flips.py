from __future__ import annotations

import numpy as np
import pytest

from fairnlp.adversary import TrigramModel, count_flips, insert_unigrams
from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError
from fairnlp.systems import as_system
from tests.adversary.toys import TEXTS, Words, corpus

GIVEN = corpus(TEXTS[:12])


@pytest.fixture(scope="module")
def attack():
    return insert_unigrams(GIVEN, ["on", "a"], TrigramModel(TEXTS), keep=8, progress=False)


def by_hand(attack, label, target):
    rows = {}
    for row in attack.frame.to_dict(orient="records"):
        old = label(row["text"][: row["start"]] + row["text"][row["end"] :])
        new = label(row["text"])
        counts = rows.setdefault(row["unigram"], [0] * 6)
        for place, hit in enumerate(
            [
                old == target,
                new == target,
                old != target and new == target,
                old == target and new != target,
                old != new,
                True,
            ]
        ):
            counts[place] += hit
    return [[k, *v] for k, v in rows.items()]


COLUMNS = ["unigram", "target_before", "target_after", "to_target", "from_target", "changed", "n"]


@pytest.mark.parametrize("target", ["calm", "angry"])
def test_flips_are_those_of_labels_one_by_one(attack, target):
    system = Words({"on": 1.5, "a": -2.0, "cook": 0.2})
    found = count_flips(attack, system, target=target)
    expected = by_hand(attack, lambda text: system.labels([text])[0], target)
    assert found[COLUMNS].to_numpy().tolist() == expected
    assert found["to_target"].sum() > 0
    sums = found["predicted:calm"] + found["predicted:angry"]
    assert sums.tolist() == found["n"].tolist()


def test_words_and_labels_agree(attack):
    system = Words({"on": 1.5, "a": -2.0, "cook": 0.2})
    labels = as_system(system.labels, name="labels")
    with_words = count_flips(attack, system, target="angry")
    with_labels = count_flips(attack.frame, labels, target="angry")
    assert with_words[COLUMNS].equals(with_labels[COLUMNS])


def test_each_text_is_asked_about_once(attack):
    system = Words({})
    count_flips(attack, system, target="angry")
    assert system.asked == attack.frame["text_id"].nunique() + len(attack.frame)


def test_context_features_stay_as_they_are(attack):
    system = Words({"on": 0.5})
    with_context = GIVEN.assign(**{"context:hour": np.arange(12.0) % 2})
    found = count_flips(attack, system, target="angry", corpus=with_context)
    hour = dict(with_context[["text_id", "context:hour"]].to_numpy())

    def label(row, text):
        score = 0.5 * text.lower().replace(".", " ").split().count("on") - 1 + hour[row["text_id"]]
        return score > 0

    rows = attack.frame[attack.frame["unigram"] == "on"].to_dict(orient="records")
    flips = [
        label(row, row["text"])
        and not label(row, row["text"][: row["start"]] + row["text"][row["end"] :])
        for row in rows
    ]
    assert found.set_index("unigram")["to_target"]["on"] == sum(flips) > 0
    with pytest.raises(OptionError, match="takes no context"):
        count_flips(attack, as_system(system.labels), target="angry", corpus=with_context)
    with pytest.raises(SchemaError, match="lacks the text"):
        count_flips(attack, system, target="angry", corpus=with_context[:1])


def test_a_target_that_is_no_class_is_refused(attack):
    with pytest.raises(UnknownChoiceError, match="'calm', 'angry'"):
        count_flips(attack, Words({}), target="angri")


def test_an_empty_attack_set_has_no_rows(attack):
    found = count_flips(attack.frame[:0], Words({}), target="angry")
    assert found.empty
