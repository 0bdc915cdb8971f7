from __future__ import annotations

import re

import pandas as pd
import pytest

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.metamorphic.btc import VERDICTS, Found
from tests.metamorphic.oracles import FormatMutants

NAMES = {"female": ("Ada", "Nora", "Elena", "Rebecca"), "male": ("Ian", "Omar", "Felix", "Anthony")}
BOAT = {"boat": "{name} repaired the boat before noon."}


def found(mutants: FormatMutants, label, score=lambda text: 0.0, **options) -> Found:
    """Apply a rule to every mutant; None is a failure."""
    frame = pd.concat(mutants.batches())
    predictions = frame[["template_id", "class", "value_id"]].assign(
        label=[label(text) for text in frame["text"]],
        score=[score(text) for text in frame["text"]],
        text_key=pd.factorize(frame["text"])[0],
    )
    return Found(
        system="rule", predictions=predictions.reset_index(drop=True), mutants=mutants, **options
    )


def _by_length(text: str) -> float:
    return len(text.split()[0]) / 10


def test_a_system_that_counts_letters_shows_no_group_effect():
    """ST-09: 3, 4, 5 and 7 letters in both classes."""
    result = found(
        FormatMutants(BOAT, NAMES), lambda t: "+" if _by_length(t) > 0.45 else "-", _by_length
    )
    row = result.summary().iloc[0]
    # Two long and two short names a class: 2*2 + 2*2 of 16 pairs between, 2*2 of 6 within each.
    assert (row["pairs"], row["btcs"], row["rate"]) == (16, 8, 0.5)
    assert (row["placebo_pairs"], row["placebo_differs"]) == (12, 8)
    # Gaps of 3, 4, 5, 7: within 1+2+4+1+3+2 = 13 a class; between every gap twice.
    assert row["score_difference"] == pytest.approx(2 * 1.3 / 16)
    assert row["placebo_score_difference"] == pytest.approx(2 * 1.3 / 12)
    assert row["verdict"] == "no group effect above the within-class difference"
    assert "bias" not in row["verdict"]


def test_a_system_that_reads_the_pronoun_differs_beyond_the_placebo():
    texts = {str(n): f"{{name}} lost {{his}} hat {n} times." for n in range(5)}
    result = found(FormatMutants(texts, NAMES), lambda t: "-" if " her " in t else "+")
    row = result.summary().iloc[0]
    assert (row["rate"], row["placebo_rate"], row["difference"]) == (1, 0, 1)
    assert row["difference_low"] == 1
    assert row["verdict"] == VERDICTS["differs"]
    assert row["templates_with_btc"] == row["templates_tested"] == 5
    # Wilson, 5 of 5: low = 5 / (5 + z^2) with z = 1.95996
    assert row["share_with_btc_low"] == pytest.approx(5 / (5 + 1.95996**2), abs=1e-5)
    assert row["share_with_btc_high"] == 1


def test_no_pairs_are_no_test_and_not_a_zero_rate_to_be_proud_of():
    """RUN-02, RUN-10: a class without any label leaves nothing to compare."""
    result = found(
        FormatMutants(BOAT, NAMES), lambda t: "+" if t.split()[0] in NAMES["male"] else None
    )
    row = result.summary().iloc[0]
    assert row["verdict"] == "no test: 0 pairs"
    assert (row["templates"], row["templates_tested"], row["invalid"]) == (1, 0, 4)
    assert (row["rate_low"], row["rate_high"]) == (0, 1)
    assert not result.summary().isna().any(axis=None)


def test_no_mutants_at_all_are_no_test():
    result = found(FormatMutants(BOAT, NAMES), lambda t: "+")
    empty = Found(system="rule", predictions=result.predictions.head(0), mutants=result.mutants)
    assert empty.summary().loc[0, "verdict"] == VERDICTS["no test"]
    assert not empty.summary().isna().any(axis=None)
    assert "no test: 0 pairs" in empty._repr_html_()


def test_without_a_pair_within_a_class_the_verdict_says_so():
    result = found(FormatMutants({"A": "{He} fell."}, NAMES), lambda t: t.split()[0])
    row = result.summary().iloc[0]
    assert (row["pairs"], row["btcs"], row["placebo_pairs"]) == (1, 1, 0)
    assert row["verdict"] == VERDICTS["no control"]
    assert not result.summary().isna().any(axis=None)


def test_templates_without_a_value_are_not_drowned_by_those_with_many():
    """One pair of pronouns weighs little beside 16 pairs of names, and is the clearest case."""
    texts = {str(n): f"{{name}} came {n} times." for n in range(20)} | {"bare": "{He} fell."}
    row = found(FormatMutants(texts, NAMES), lambda t: "-" if "She" in t else "+").summary().iloc[0]
    assert (row["btcs"], row["pairs"]) == (1, 20 * 16 + 1)
    assert (row["templates_without_control"], row["without_control_with_btc"]) == (1, 1)
    assert row["verdict"] == VERDICTS["in part"]


def test_templates_whose_mutants_all_read_alike_are_counted():
    names = {"female": ("Kim", "Pat"), "male": ("Kim", "Pat")}
    texts = {"A": "{name} fell.", "B": "The rain fell on {his} hat.", "C": "Rain fell."}
    result = found(FormatMutants(texts, names), lambda t: "+")
    assert result.table.set_index("template_id")["n_texts"].to_dict() == {"A": 2, "B": 2, "C": 1}
    assert result.summary().loc[0, "templates_alike"] == 1


LEXICON = frozenset({"grace", "good"})
FLAGGED = FormatMutants(
    {str(n): f"{{name}} came {n} times." for n in range(4)},
    {"female": ("Grace", "Rose", "Ada"), "male": ("Ian", "Omar", "Felix")},
    ordinary=("Rose", "Grace"),
)


def _likes_grace(text: str) -> str:
    return "+" if "Grace" in text else "-"


def test_values_that_are_words_carry_a_flag():
    flags = found(FLAGGED, _likes_grace, lexicon=LEXICON).values.set_index("name")["flag"]
    assert flags.to_dict() == {
        "Grace": "ordinary word, in the lexicon of the system",
        "Rose": "ordinary word",
        "Ada": "",
        "Ian": "",
        "Omar": "",
        "Felix": "",
    }


def test_results_come_with_and_without_flagged_values():
    result = found(FLAGGED, _likes_grace, lexicon=LEXICON)
    everything, rest = (result.summary(flagged=flag).iloc[0] for flag in (True, False))
    assert (everything["values"], rest["values"]) == ("all", "without flagged")
    assert everything["btcs"] == 4 * 3  # Grace with each of three men
    assert (rest["btcs"], rest["pairs"]) == (0, 4 * 1 * 3)  # Ada alone is left
    assert rest["verdict"] == VERDICTS["no effect"]
    assert rest.index.tolist() == everything.index.tolist()


def test_the_word_behind_the_minority_labels_comes_first():
    minority = found(FLAGGED, _likes_grace, lexicon=LEXICON).minority
    assert minority["name"].tolist()[0] == "Grace"
    assert minority[["n_mutants", "minority", "share", "btcs"]].iloc[0].tolist() == [4, 4, 1, 12]
    assert minority["minority"].sum() == 4
    assert minority["btcs"].sum() == 2 * 12  # both values of a test case


def test_half_of_the_mutants_are_no_minority():
    texts = {"A": "{name} lost {his} hat."}
    minority = found(FormatMutants(texts, NAMES), lambda t: "-" if " her " in t else "+").minority
    assert minority["minority"].tolist() == [0] * 8


def test_pairs_carry_texts_changed_words_and_direction():
    """RUN-12: original and new word, offsets, classes, template."""
    pairs = found(FLAGGED, _likes_grace).pairs()
    assert len(pairs) == 12
    row = pairs.iloc[0]
    assert (row["class_a"], row["value_a"], row["label_a"]) == ("female", "grace", "+")
    assert (row["text_a"], row["text_b"]) == ("Grace came 0 times.", "Ian came 0 times.")
    (old, new, start, end), *_ = row["spans_a"]
    assert (old, new, row["text_a"][start:end]) == ("Original", "Grace", "Grace")


def test_a_sample_of_pairs_is_the_same_for_the_same_seed():
    result = found(FLAGGED, _likes_grace)
    pd.testing.assert_frame_equal(result.pairs(5, seed=3), result.pairs(5, seed=3))
    assert len(result.pairs(5)) == 5


def test_no_test_cases_give_an_empty_frame_with_all_columns():
    pairs = found(FLAGGED, lambda t: "+").pairs(3)
    assert len(pairs) == 0
    assert {"template_id", "class_a", "text_a", "spans_a", "text_b", "spans_b"} <= set(pairs)


def test_the_result_shows_as_plain_html_with_marked_words():
    """RUN-11: no widget is needed."""
    shown = found(FLAGGED, _likes_grace)._repr_html_()
    assert re.search(r'<mark class="fn-changed"[^>]*>Grace</mark> came', shown)
    assert VERDICTS["no effect"] in shown
    assert "<script" not in shown
    assert re.search(r"<td>Grace</td>", shown)


def test_texts_are_escaped_in_html():
    mutants = FormatMutants({"A": "{name} said <b>no</b> & left."}, NAMES)
    shown = found(mutants, lambda t: t.split()[0])._repr_html_()
    assert "&lt;b&gt;no&lt;/b&gt; &amp; left." in shown


def test_nothing_is_changed_in_place():
    result = found(FLAGGED, _likes_grace)
    before = result.predictions.copy()
    result.summary(flagged=False)
    result._repr_html_()
    pd.testing.assert_frame_equal(result.predictions, before)


def test_predictions_of_two_systems_are_refused():
    result = found(FLAGGED, _likes_grace)
    both = result.predictions.assign(system=["one", "two"] * 12)
    with pytest.raises(OptionError, match="2 systems came"):
        Found(system="one", predictions=both, mutants=FLAGGED)


def test_a_frame_without_scores_column_is_refused_by_name():
    result = found(FLAGGED, _likes_grace)
    with pytest.raises(SchemaError, match="lacks `score`"):
        Found(system="x", predictions=result.predictions.drop(columns="score"), mutants=FLAGGED)


def test_a_mutant_that_comes_twice_is_refused():
    predictions = found(FLAGGED, _likes_grace).predictions
    twice = pd.concat([predictions, predictions.iloc[[3]]])
    message = "1 mutants have more than one prediction; the first: template_id '0', class 'male'"
    with pytest.raises(SchemaError, match=message):
        Found(system="x", predictions=twice, mutants=FLAGGED)


def test_where_nothing_differs_and_there_is_no_placebo_no_comparison_is_claimed():
    mutants = FormatMutants({"A": "{name} spoke."}, {"male": ("Omar",), "female": ("Elena",)})
    (row,) = found(mutants, lambda _: "positive").summary().to_dict("records")
    assert (row["pairs"], row["placebo_pairs"], row["btcs"]) == (1, 0, 0)
    assert row["verdict"] == VERDICTS["no difference"]
