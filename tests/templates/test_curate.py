from __future__ import annotations

import pandas as pd
import pytest

import fairnlp as fn
from fairnlp.characteristics.gender import Gender
from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError
from fairnlp.core.frames import REFUSALS, TEMPLATES
from fairnlp.templates.curate import curate, curate_text
from fairnlp.templates.template import Template
from fairnlp.text.models import load_model

TEXTS = pd.DataFrame(
    {
        "text_id": ["c", "a", "d", "b"],
        "text": [
            "Priya baked at dawn. By noon Priya slept, and Priya's oven cooled; she snored.",
            "The soup was cold.",
            "Two grandmothers judged the cakes.",
            "He waved. Nobody waved back at him.",
        ],
    }
)


@pytest.fixture(scope="module")
def templates():
    return curate(TEXTS, cache=False, progress=False)


def test_each_text_gives_a_template_or_a_refusal_in_the_order_of_the_corpus(templates):
    assert [template.text_id for template in templates] == ["c", "b"]
    assert templates.frame["template_id"].tolist() == ["c/gender", "b/gender"]
    assert templates.refusals["text_id"].tolist() == ["a", "d"]
    assert templates.refusals["reason"].tolist() == ["no person", "plural"]


def test_the_frames_have_the_columns_of_their_contracts(templates):
    assert list(templates.frame.columns) == list(TEMPLATES)
    assert list(templates.refusals.columns) == list(REFUSALS)
    assert templates.frame["takes_value"].tolist() == [True, False]
    assert templates.frame["original_class"].tolist() == ["female", "male"]


def test_a_template_renders_both_classes(templates):
    priya, he = templates
    assert priya.mutant("male", name="Omar") == (
        "Omar baked at dawn. By noon Omar slept, and Omar's oven cooled; he snored."
    )
    assert priya.mutant("female", name="Priya") == priya.text
    assert he.mutant("female") == "She waved. Nobody waved back at her."


def test_the_info_names_the_model_and_the_strategy(templates):
    assert templates.info["strategy"] == "sound"
    assert templates.info["characteristic"] == "gender"
    assert templates.info["coreference"] == "rules"
    assert templates.info["texts"] == 4
    model = load_model()
    assert templates.info["model"]["name"] == model.name
    assert templates.info["model"]["version"] == model.version


def test_the_public_name_gives_the_same_and_changes_nothing_that_it_was_given(templates):
    before = TEXTS.copy(deep=True)
    again = fn.curate(TEXTS, characteristic=Gender(), model=load_model(), cache=False)
    assert again.items == templates.items
    pd.testing.assert_frame_equal(TEXTS, before)


def test_the_index_and_further_columns_of_the_texts_do_not_matter(templates):
    other = TEXTS.set_axis([9, 9, 3, 1]).assign(label="positive")[["label", "text", "text_id"]]
    assert curate(other, cache=False, progress=False).items == templates.items


def test_one_text_gives_what_it_gives_among_others(templates):
    alone = curate_text(TEXTS["text"][0], text_id="c")
    assert alone == templates[0]


def test_without_a_text_there_is_no_template_and_no_refusal():
    empty = curate(TEXTS[:0], cache=False, progress=False)
    assert len(empty) == 0
    assert list(empty.frame.columns) == list(TEMPLATES)
    assert list(empty.refusals.columns) == list(REFUSALS)
    assert len(empty.refusals) == 0


def test_run_05_a_text_that_is_too_long_is_skipped_with_its_length_and_the_others_are_not():
    texts = pd.DataFrame(
        {"text_id": ["1", "2", "3"], "text": ["She waved.", "a" * 1_100_000, "He waved."]}
    )
    found = curate(texts, cache=False, progress=False)
    assert [template.text_id for template in found] == ["1", "3"]
    (refusal,) = found.refusals.to_dict("records")
    assert refusal["text_id"] == "2"
    assert refusal["reason"] == "skipped: too long"
    assert "1100000 characters" in refusal["detail"]


def test_a_missing_text_is_a_refusal():
    texts = pd.DataFrame({"text_id": ["1", "2"], "text": [None, "She waved."]})
    found = curate(texts, cache=False, progress=False)
    assert [template.text_id for template in found] == ["2"]
    assert found.refusals["reason"].tolist() == ["skipped: missing"]


def test_the_paper_strategy_takes_texts_that_the_sound_one_refuses():
    """BiasFinder counts mentions; nothing there asks who is speaking."""
    text = "Priya baked at dawn. “I burnt her bread,” said the oven."
    assert not curate_text(text, strategy="sound")
    paper = curate_text(text, strategy="paper")
    assert isinstance(paper, Template)
    assert paper.original() == text


@pytest.mark.slow
def test_two_processes_give_the_same_as_one(templates):
    many = pd.concat([TEXTS] * 30, ignore_index=True)
    many["text_id"] = [f"{number:03}" for number in range(len(many))]
    one, two = (
        curate(many, processes=processes, cache=False, progress=False) for processes in (1, 2)
    )
    assert one.items == two.items
    pd.testing.assert_frame_equal(one.refusals, two.refusals)


def test_a_second_run_with_stored_parses_gives_the_same(templates, tmp_path, monkeypatch):
    monkeypatch.setenv("FAIRNLP_CACHE", str(tmp_path))
    for _ in range(2):
        assert curate(TEXTS, progress=False).items == templates.items
    assert list((tmp_path / "parses").iterdir())


# --- what is refused -------------------------------------------------------------------------


@pytest.mark.parametrize("column", ["text_id", "text"])
def test_texts_that_lack_a_column_are_refused(column):
    with pytest.raises(SchemaError, match=f"`texts` lacks `{column}`"):
        curate(TEXTS.drop(columns=column), progress=False)


def test_an_id_that_stands_twice_is_refused():
    with pytest.raises(SchemaError, match="'c' stands there more than once"):
        curate(pd.concat([TEXTS, TEXTS[:1]]), progress=False)


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ({"strategy": "sounds"}, r"Unknown strategy 'sounds'.*Did you mean 'sound'\?"),
        ({"characteristic": "gendre"}, r"Unknown characteristic 'gendre'.*Did you mean 'gender'\?"),
        ({"coreference": "rule"}, r"Unknown coreference backend 'rule'.*Did you mean 'rules'\?"),
    ],
)
def test_a_name_that_is_not_known_is_refused_with_the_nearest_one(option, message):
    with pytest.raises(UnknownChoiceError, match=message):
        curate(TEXTS, **option)
    with pytest.raises(UnknownChoiceError, match=message):
        curate_text("She waved.", **option)


def test_something_else_than_a_text_is_refused():
    with pytest.raises(OptionError, match=r"`text` is DataFrame; give one str\..*curate\(frame\)"):
        curate_text(TEXTS)
