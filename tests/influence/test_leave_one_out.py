"""Leave-one-out influence against systems whose answer is known."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fairnlp as fn
from fairnlp.core.errors import (
    OptionError,
    SchemaError,
    SystemUnderTestError,
    UnknownChoiceError,
)
from fairnlp.influence import asking, stream
from fairnlp.influence.frames import INFLUENCES
from fairnlp.text.words import words
from tests.influence.oracles import Additive, Constant, Words

WEIGHTS = {"fine": 1.0, "mess": -2.0, "crew": 0.25}


@pytest.mark.parametrize("operator", ["unknown", "delete", "neutral word"])
def test_an_additive_scorer_gives_back_its_weights(operator):
    texts = ["Such a fine crew , what a mess", "crew mess", "nothing here"]
    found = fn.leave_one_out(Additive(WEIGHTS), texts, operator=operator)
    np.testing.assert_allclose(found["influence"], [WEIGHTS.get(t, 0) for t in found["token"]])
    assert list(found.columns) == list(INFLUENCES)
    assert set(found["operator"]) == {operator}
    assert (found["status"] == "ok").all()
    assert set(found["text_id"]) == {"0", "1", "2"}


@given(
    st.lists(st.lists(st.sampled_from("abcdef"), max_size=7), max_size=5),
    st.lists(st.integers(-8, 8), min_size=6, max_size=6),
    st.integers(1, 9),
)
def test_additive_whatever_the_texts_and_the_size_of_batches(texts, weights, size):
    table = dict(zip("abcdef", map(float, weights), strict=True))
    found = fn.leave_one_out(
        Additive(table), [" ".join(text) for text in texts], batch_size=size, operator="delete"
    )
    assert found["token"].tolist() == [word for text in texts for word in text]
    np.testing.assert_allclose(found["influence"], [table[word] for word in found["token"]])


def test_the_same_word_three_times_has_three_positions():  # INF-01
    system = Additive({"fine": 1.0, "Fine": 1.0})
    found = fn.leave_one_out(system, "Fine crew, fine boat, fine mess.", operator="delete")
    rows = found[found["token"].str.lower() == "fine"]
    assert rows["position"].tolist() == [0, 3, 6]
    assert rows["influence"].tolist() == [1, 1, 1]
    assert "Fine crew, boat, fine mess." in system.asked


def test_one_word_is_replaced_and_the_operator_named():  # INF-02
    system = Words({"Dreadful": 2.0}, refuses_empty=True)
    found = fn.leave_one_out(system, "Dreadful", target="loss")
    assert ("<unk>",) in system.asked
    assert found["influence"].item() == pytest.approx(1 / (1 + np.exp(-2)) - 0.5)
    assert found[["operator", "replacement"]].values.tolist() == [["unknown", "<unk>"]]


def test_an_error_on_the_empty_text_is_reported_not_raised():  # INF-02
    found = fn.leave_one_out(
        Words({"Dreadful": 2.0}, refuses_empty=True),
        ["Dreadful", "Dreadful weather"],
        target="loss",
        operator="delete",
    )
    assert found["influence"].isna().tolist() == [True, False, False]
    assert found["status"][0] == "no answer without the word: ValueError: no words"
    assert found["rank"].isna().tolist() == [True, False, False]


def test_a_score_of_the_empty_text_that_fails_is_reported_too():
    class Picky(Additive):
        def scores(self, texts):
            if "" in texts:
                msg = "empty"
                raise ValueError(msg)
            return super().scores(texts)

    found = fn.leave_one_out(Picky({"Bad": -1.0}), ["Bad", "Bad film"], operator="delete")
    assert found["status"].tolist() == ["no answer without the word: ValueError: empty", "ok", "ok"]


def test_words_cut_the_text_exactly():  # INF-03
    text = "An unputdownable naïveté, isn't it?"
    found = fn.leave_one_out(Constant(), text)
    assert [text[a:b] for a, b in zip(found["start"], found["end"], strict=True)] == [
        "An", "unputdownable", "naïveté", ",", "isn't", "it", "?",
    ]  # fmt: skip


def test_the_words_of_a_frame_are_used():
    frame = pd.DataFrame(
        {"text_id": ["a"], "text": ["isn't bad"], "tokens": [[(0, 2), (2, 5), (6, 9)]]}
    )
    found = fn.leave_one_out(Words({"n't": 1.0}), frame, target="loss")
    assert found["token"].tolist() == ["is", "n't", "bad"]
    assert found["influence"].round(3).tolist() == [0, 0.231, 0]


def test_a_system_with_classes_is_measured_by_the_class_it_gives_unless_told():
    texts = ["gone", "fine gone"]
    system = Words({"gone": 1.0, "fine": -3.0})
    found = fn.leave_one_out(system, texts)
    assert found["target"].tolist() == ["loss", "other", "other"]
    told = fn.leave_one_out(system, texts, target="other")
    np.testing.assert_allclose(told["influence"][1:], found["influence"][1:])
    assert told["influence"][0] == pytest.approx(-found["influence"][0])
    assert set(found["measure"]) == {"probability"}


def test_a_system_of_words_is_asked_about_words_and_equal_inputs_once():
    system = Words({"so": 0.5})
    fn.leave_one_out(system, ["so so", "so so"], operator="delete", target="loss")
    assert sorted(system.asked) == [("so",), ("so", "so")]


def test_windows_and_their_memory_change_nothing(monkeypatch):
    texts = ["so fine a crew", "what a mess", "so fine a crew", "mess"]
    want = fn.leave_one_out(Additive(WEIGHTS), texts)
    monkeypatch.setattr(stream, "WINDOW", 1)
    monkeypatch.setattr(stream, "MEMORY", 2)
    system = Additive(WEIGHTS)
    found = fn.leave_one_out(system, texts, batch_size=3)
    pd.testing.assert_frame_equal(found, want)
    assert max(system.sizes) <= 3


def test_inputs_of_like_length_go_together():
    texts = [" ".join(f"w{i}x{n}" for i in range(n)) for n in (40, 4, 39, 5, 38, 6)]
    seen = []

    class Watching(Words):
        def token_probabilities(self, tokens, context=None):
            seen.append({len(ws) for ws in tokens})
            return super().token_probabilities(tokens, context)

    fn.leave_one_out(Watching({}), texts, target="loss", batch_size=20)
    assert sum(max(lengths) - min(lengths) > 3 for lengths in seen[1:]) == 1  # where 6 meets 37


def test_labels_alone_need_a_target_and_give_zero_or_one():
    def classify(text: str) -> str:
        return "bad" if "mess" in text else "good"

    with pytest.raises(OptionError, match="gives labels and no scores"):
        fn.leave_one_out(classify, "a mess")
    found = fn.leave_one_out(classify, ["a mess", "a film"], target="bad")
    assert found["influence"].tolist() == [0, 1, 0, 0]
    assert set(found["measure"]) == {"label"}
    assert set(found["target"]) == {"bad"}
    with pytest.raises(UnknownChoiceError, match="Did you mean 'bad'"):
        fn.leave_one_out(classify, "a mess", target="bda")


def test_context_features_go_with_their_text():
    frame = pd.DataFrame(
        {"text_id": ["a", "b"], "text": ["gone", "gone"], "context:mood": [0.0, 2.0]}
    )
    found = fn.leave_one_out(Words({"gone": 1.0}), frame, target="loss")
    logistic = [1 / (1 + np.exp(-x)) for x in (1, 0, 3, 2)]
    assert found["influence"].tolist() == pytest.approx(
        [logistic[0] - logistic[1], logistic[2] - logistic[3]]
    )
    given = fn.leave_one_out(
        Words({"gone": 1.0}), ["gone", "gone"], target="loss", context=[[0.0], [2.0]]
    )
    assert given["influence"].tolist() == found["influence"].tolist()


def test_what_does_not_fit_is_said():
    with pytest.raises(OptionError, match="leave out target"):
        fn.leave_one_out("vader", "A film.", target="positive")
    with pytest.raises(UnknownChoiceError, match="Did you mean 'loss'"):
        fn.leave_one_out(Words({}), "A film.", target="los")
    with pytest.raises(UnknownChoiceError, match="Did you mean 'delete'"):
        fn.leave_one_out("vader", "A film.", operator="deleted")
    with pytest.raises(OptionError, match="takes no context"):
        fn.leave_one_out("vader", "A film.", context=[[1.0]])
    with pytest.raises(OptionError, match=r"shape \(1, 1\)"):
        fn.leave_one_out(Words({}), ["a", "b"], context=[[1.0]])
    with pytest.raises(OptionError, match="cannot take the place"):
        fn.leave_one_out("vader", "A film.", unknown="two words")
    with pytest.raises(OptionError, match="leave it out"):
        fn.leave_one_out("vader", "A film.", operator="delete", unknown="unk")
    with pytest.raises(OptionError, match="batch_size is 0"):
        fn.leave_one_out("vader", "A film.", batch_size=0)
    with pytest.raises(SchemaError, match="Text 1 is a float"):
        fn.leave_one_out("vader", ["A film.", float("nan")])
    with pytest.raises(SchemaError, match="twice"):
        fn.leave_one_out("vader", pd.DataFrame({"text_id": ["a", "a"], "text": ["x", "y"]}))
    with pytest.raises(SchemaError, match="overlaps"):
        fn.leave_one_out(
            "vader", pd.DataFrame({"text_id": ["a"], "text": ["x"], "tokens": [[(0, 2)]]})
        )


class Fragile(Words):
    def token_probabilities(self, tokens, context=None):
        if any("crash" in ws for ws in tokens):
            msg = "cannot read crash"
            raise RuntimeError(msg)
        return super().token_probabilities(tokens, context)


def test_a_failing_system_is_named_or_recorded():
    texts = ["gone crash", "gone home"]
    with pytest.raises(SystemUnderTestError, match=r"'words', batch 0 .*cannot read crash"):
        fn.leave_one_out(Fragile({"gone": 1.0}), texts, target="loss")
    found = fn.leave_one_out(
        Fragile({"gone": 1.0}), texts, target="loss", on_error="record", progress=False
    )
    assert found["status"].str.startswith("no answer to the text: RuntimeError").tolist() == [
        True, True, False, False,
    ]  # fmt: skip
    assert found["influence"].isna().tolist() == [True, True, False, False]


def test_probabilities_of_the_wrong_shape_are_refused():
    class Odd(Words):
        def token_probabilities(self, tokens, context=None):
            return np.ones((len(tokens), 3))

    with pytest.raises(SystemUnderTestError, match=r"shape \(1, 2\), got \(1, 3\)"):
        fn.leave_one_out(Odd({}), "gone")


@pytest.mark.parametrize("texts", [[], "", "  \n"])
def test_without_words_there_is_no_row(texts):
    found = fn.leave_one_out(Additive({}), texts)
    assert found.empty
    assert list(found.columns) == list(INFLUENCES)


@given(st.text(max_size=30), st.sampled_from([None, "unk", "[UNK]"]), st.data())
def test_the_other_words_stay(text, word, data):
    from fairnlp.influence.items import read_items

    (item,) = read_items(text)
    if not item.spans:
        return
    at = data.draw(st.integers(0, len(item.spans) - 1))
    changed = item.changed([at], word)
    assert changed.text == item.left_out(at, word)
    rest = item.tokens[:at] + item.tokens[at + 1 :]
    if word is None:
        assert changed.tokens == rest
        if words(text) == list(item.spans):
            again = [changed.text[a:b] for a, b in words(changed.text)]
            assert again == rest
    else:
        assert changed.tokens == item.tokens[:at] + [word] + item.tokens[at + 1 :]


def test_inputs_are_made_a_window_at_a_time(monkeypatch):
    monkeypatch.setattr(stream, "WINDOW", 2)
    made, ahead = 0, []

    class Watching(Additive):
        def scores(self, texts):
            ahead.append(made - len(self.asked))
            return super().scores(texts)

    def queries():
        nonlocal made
        for number in range(50):
            made += 1
            yield asking.Query(str(number), f"text {number}", None)

    measured = asking.asked(Watching({}), None, context=None)
    answers, errors = stream.ask_all(measured, queries(), 50, batch_size=5)
    assert answers.shape == (50, 1)
    assert errors == {}
    assert max(ahead) <= 10


def test_a_text_of_blanks_may_fail():
    class Picky(Additive):
        def scores(self, texts):
            if not all(text.strip() for text in texts):
                msg = "blank"
                raise ValueError(msg)
            return super().scores(texts)

    found = fn.leave_one_out(Picky({"bad": -1.0}), ["  ", "bad film"])
    assert found["influence"].tolist() == [-1, 0]


def test_classes_of_an_estimator_are_measured():
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    texts = ["rude man", "sad day", "fine day", "rude day", "sad man", "fine man"]
    model = make_pipeline(CountVectorizer(), LogisticRegression())
    model.fit(texts, ["complaint", "sorrow", "other"] * 2)
    found = fn.leave_one_out(model, "a rude man", target="complaint")
    assert found["rank"].tolist()[1] == 0
    assert set(found["measure"]) == {"probability"}
    want = model.predict_proba(["a rude man", "a unk man"])[:, 0]
    assert found["influence"][1] == pytest.approx(want[0] - want[1])
