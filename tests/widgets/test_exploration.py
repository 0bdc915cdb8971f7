from __future__ import annotations

import pandas as pd
import pytest

from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError
from fairnlp.widgets.exploration import ExplorerState
from tests.widgets.toys import SUBJECT, VALUES, Counting, Failing, slot, template, templates

HE_LOSES = {"she": 1.0, "he": -1.0}


def explorer(*systems, **options) -> ExplorerState:
    return ExplorerState(templates(), systems or (Counting(HE_LOSES),), VALUES, **options)


def test_it_starts_with_the_other_class_and_its_first_value():
    state = explorer()
    assert (state.class_, state.value_id) == ("male", "Al")
    assert state.text == "Al <b>sings</b> & he smiles at her friend. Her coat is red."


def test_flipping_keeps_the_place_in_the_list_of_values():
    state = explorer()
    state.choose_value("Bo")
    state.flip()
    assert (state.class_, state.value_id) == ("female", "Dora")
    state.flip()
    assert (state.class_, state.value_id) == ("male", "Bo")


def test_labels_and_scores_stand_beside_those_of_the_original():
    """The original has one "she": 1; the mutant one "he": -1."""
    row = explorer().predictions.iloc[0].to_dict()
    assert row == {
        "system": "counting",
        "label": "positive",
        "score": 1.0,
        "error": "",
        "mutant_label": "negative",
        "mutant_score": -1.0,
        "mutant_error": "",
        "differs": True,
    }


def test_a_system_is_asked_once_about_each_text():
    system = Counting(HE_LOSES)
    state = explorer(system)
    for _ in range(4):
        state.flip()
        state.to_html()
    asked = {text: system.asked.count(text) for text in system.asked}
    assert len(asked) == 3  # the original, and one text for each class
    assert max(asked.values()) == 2  # once for the label, once for the score


def test_a_system_that_raises_is_an_answer_and_the_others_go_on():
    state = explorer(Failing(" he smiles"), Counting(HE_LOSES))
    failed, counted = state.predictions.to_dict(orient="records")
    assert failed["label"] == "positive"
    assert pd.isna(failed["mutant_label"])
    assert failed["mutant_error"] == (
        "System 'failing', batch 0 (text a/gender): it raised ValueError: cannot read < he smiles>"
    )
    assert not failed["differs"]
    assert counted["differs"]
    page = state.to_html()
    assert "ValueError: cannot read &lt; he smiles&gt;" in page


def test_a_system_of_the_wrong_shape_is_an_answer_too():
    class Short:
        name = "short"

        def labels(self, texts):
            return []

    row = explorer(Short()).predictions.iloc[0]
    assert "System 'short'" in row["error"]
    assert pd.isna(row["label"])
    assert "No system labelled both texts." in explorer(Short()).to_html()


def test_disagreement_is_marked_and_said_in_words():
    page = explorer(Counting(HE_LOSES), Counting({}, name="constant")).to_html()
    assert '<span class="fn-label fn-differs">≠ negative</span> -1.000' in page
    assert "<td>-2.000</td>" in page
    assert "The label of counting differs from that of the original." in page
    assert "The systems differ from each other on this text." in page
    page = explorer(Counting({}, name="constant")).to_html()
    assert "fn-differs" not in page.split("</style>")[1]
    assert "No label differs from that of the original." in page


def test_changed_words_are_marked_in_place_and_the_text_is_escaped():
    page = explorer().to_html()
    assert 'title="was: Ann">Al</mark> &lt;b&gt;sings&lt;/b&gt; &amp; <mark' in page
    assert "<b>sings" not in page


def test_any_word_can_be_typed_as_a_value():
    state = explorer()
    state.choose_value("<i>Zoë</i>")
    assert state.text.startswith("<i>Zoë</i> <b>sings")
    assert "<i>Zoë" not in state.to_html()
    with pytest.raises(UnknownChoiceError, match="Unknown value ' '; choose one of 'Al', 'Bo'"):
        state.choose_value(" ")


def test_the_next_value_after_the_last_is_the_first():
    state = explorer()
    seen = []
    for _ in range(3):
        state.next_value()
        seen.append(state.value_id)
    assert seen == ["Bo", "Al", "Bo"]
    state.choose_value("Zoë")
    state.next_value()
    assert state.value_id == "Al"


def test_a_template_without_values_has_nothing_to_choose():
    text = "There she goes."
    item = template("a", text, slot(text, "she", SUBJECT))
    state = ExplorerState(templates(item), [Counting(HE_LOSES)], VALUES)
    assert (state.choices, state.value_id, state.text) == ([], "", "There he goes.")
    with pytest.raises(OptionError, match="takes no value"):
        state.choose_value("Al")
    with pytest.raises(OptionError, match="There are no values of the class 'male'"):
        state.next_value()


def test_without_values_for_a_class_the_original_is_shown_until_one_is_typed():
    state = ExplorerState(templates(), [Counting({})], VALUES[VALUES["class"] == "female"])
    assert state.text == templates()[0].text
    assert "Choose a value" in state.to_html()
    state.choose_value("Al")
    assert state.text.startswith("Al ")


def test_values_that_lack_a_field_or_a_column_are_refused_by_name():
    with pytest.raises(SchemaError, match="`values` lacks `value_id`"):
        ExplorerState(templates(), [], VALUES.drop(columns="value_id"))
    with pytest.raises(OptionError, match="have no column 'name', which this template takes"):
        ExplorerState(templates(), [], VALUES.drop(columns="name"))


def test_what_is_not_there_cannot_be_chosen():
    state = explorer()
    with pytest.raises(OptionError, match="There is no template 3; there are 3, from 0"):
        state.choose_template(3)
    with pytest.raises(UnknownChoiceError, match="Unknown class 'mail'"):
        state.choose_class("mail")
    with pytest.raises(OptionError, match="names must differ"):
        explorer(Counting({}), Counting({}))
    with pytest.raises(OptionError, match="no template to explore"):
        ExplorerState(templates().keep([]), [], VALUES)


def test_another_template_starts_anew():
    state = explorer()
    state.flip()
    state.choose_template(1)
    assert (state.class_, state.value_id, state.text) == ("male", "Al", "Al is here.")


def test_a_system_may_be_given_by_name():
    state = explorer("vader")
    assert state.predictions["system"].tolist() == ["vader"]


def test_a_text_is_cut_around_the_changed_words():
    text = "word " * 80 + "Then she left. " + "word " * 80
    item = template("a", text, slot(text, "she", SUBJECT))
    state = ExplorerState(templates(item), [], VALUES)
    assert state.to_html().count("word ") > 150
    assert state.to_html(window=30).count("word") < 20


def test_spare_values_are_not_offered():
    values = VALUES.assign(spare=VALUES["name"].isin(["Al", "Dora"]))
    state = ExplorerState(templates(), [], values)
    assert (state.choices, state.value_id) == (["Bo"], "Bo")


def test_a_system_that_gives_no_label_is_an_answer_too():
    class Silent:
        name = "silent"

        def labels(self, texts):
            return [None] * len(texts)

    row = explorer(Silent()).predictions.iloc[0]
    assert "gave no label" in row["error"]
    assert pd.isna(row["label"])
