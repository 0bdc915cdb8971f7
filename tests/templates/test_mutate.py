from __future__ import annotations

import random

import numpy as np
import pandas as pd
import pytest

import fairnlp as fn
from fairnlp.characteristics.base import Slot
from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.core.frames import MUTANTS, VALUES
from fairnlp.templates.curate import curate_text
from fairnlp.templates.mutate import mutate
from fairnlp.templates.template import Template, Templates

CLASSES = ("male", "female")
NO_REFUSALS = pd.DataFrame({"text_id": [], "reason": [], "detail": []}, dtype="str")


def template(text, *slots, original="female", name="t"):
    found = []
    for word, forms in slots:
        start = text.index(word)
        kind = "pronoun" if forms else "name"
        field = "" if forms else "name"
        casing = "upper" if word.isupper() else "as is"
        found.append(
            Slot(
                start=start,
                end=start + len(word),
                kind=kind,
                forms=forms or {},
                field=field,
                casing=casing,
            )
        )
    return Template(
        text=text,
        slots=tuple(sorted(found, key=lambda slot: slot.start)),
        characteristic="gender",
        original_class=original,
        classes=CLASSES,
        text_id=name,
        template_id=f"{name}/gender",
    )


def templates(*items):
    return Templates(items, NO_REFUSALS, {"characteristic": "gender"})


def pool(male, female):
    names = [("male", name) for name in male] + [("female", name) for name in female]
    return pd.DataFrame(names, columns=["class", "name"])


HER = {"male": "his", "female": "her"}
NAMED = template("Priya baked, and her oven cooled.", ("Priya", None), ("her", HER), name="t1")
PRONOUN = template("Nobody saw her hat.", ("her", HER), name="t2")
TWO = templates(NAMED, PRONOUN)
POOL = pool(["Omar", "Adam"], ["Elena", "Priya"])


def whole(mutants, size=1024):
    return pd.concat(list(mutants.batches(size)), ignore_index=True)


# --- what comes out --------------------------------------------------------------------------


def test_a_template_takes_each_value_of_each_class_and_one_without_a_name_gives_one_a_class():
    found = whole(mutate(TWO, values=POOL))
    assert list(found.columns) == list(MUTANTS)
    assert found.to_dict("split")["data"] == [
        ["t1/gender", "male", "Omar", "Omar baked, and his oven cooled.", False],
        ["t1/gender", "male", "Adam", "Adam baked, and his oven cooled.", False],
        ["t1/gender", "female", "Elena", "Elena baked, and her oven cooled.", False],
        ["t1/gender", "female", "Priya", "Priya baked, and her oven cooled.", True],
        ["t2/gender", "male", "", "Nobody saw his hat.", False],
        ["t2/gender", "female", "", "Nobody saw her hat.", True],
    ]


@pytest.mark.parametrize("size", [1, 2, 5, 6, 7, 1024])
def test_the_mutants_do_not_depend_on_the_size_of_a_batch(size):
    mutants = mutate(TWO, values=POOL)
    batches = list(mutants.batches(size))
    assert {len(batch) for batch in batches[:-1]} <= {size}
    assert sum(map(len, batches)) == len(mutants) == 6
    pd.testing.assert_frame_equal(pd.concat(batches, ignore_index=True), whole(mutants))


def test_the_number_of_mutants_is_counted_without_rendering():
    many = mutate(templates(*[NAMED, PRONOUN] * 3), values=30)
    assert len(many) == 3 * (2 * 30 + 2 * 1) == len(whole(many))


def test_a_batch_of_nothing_is_refused():
    with pytest.raises(OptionError, match="size=0: a batch holds at least 1 mutant"):
        list(mutate(TWO).batches(0))


def test_without_templates_there_is_no_batch():
    mutants = mutate(templates(), values=POOL)
    assert len(mutants) == 0
    assert list(mutants.batches()) == []
    assert len(mutants.frame()) == 0


def test_run_12_a_mutant_tells_which_way_it_was_changed_and_where():
    found = curate_text("Her brother waved.", target="brother", text_id="r")
    table = mutate(templates(found)).frame()
    assert table["template_id"].tolist() == ["r/gender", "r/gender"]
    assert table["class"].tolist() == ["male", "female"]
    assert table["original_class"].tolist() == ["male", "male"]
    assert table["text"].tolist() == ["Her brother waved.", "Her sister waved."]
    assert table["is_original"].tolist() == [True, False]
    assert table["spans"].tolist() == [[], [("brother", "sister", 4, 10)]]
    (span,) = table["spans"][1]
    assert (span.old, span.new, span.start, span.end) == ("brother", "sister", 4, 10)


def test_the_frame_shows_the_first_mutants_and_all_of_them_only_if_asked():
    mutants = mutate(TWO, values=POOL)
    pd.testing.assert_frame_equal(mutants.frame(limit=None)[list(MUTANTS)], whole(mutants))
    assert mutants.frame(limit=3)["value_id"].tolist() == ["Omar", "Adam", "Elena"]
    assert len(mutants.frame(limit=0)) == 0


def test_chosen_mutants_are_rendered_in_the_order_of_the_keys():
    mutants = mutate(TWO, values=POOL)
    every = mutants.frame(limit=None)
    keys = every.loc[[4, 0, 3, 0], ["template_id", "class", "value_id"]]
    found = mutants.render(keys)
    pd.testing.assert_frame_equal(found, every.loc[[4, 0, 3, 0]].reset_index(drop=True))


@pytest.mark.parametrize(
    "key",
    [
        ("t9/gender", "male", "Omar"),
        ("t1/gender", "neutral", "Omar"),
        ("t1/gender", "female", "Omar"),
        ("t2/gender", "male", "Omar"),
    ],
)
def test_a_mutant_that_is_not_there_cannot_be_rendered(key):
    keys = pd.DataFrame([key], columns=["template_id", "class", "value_id"])
    with pytest.raises(OptionError, match=f"no mutant '{key[0]}', '{key[1]}', '{key[2]}'"):
        mutate(TWO, values=POOL).render(keys)


def test_keys_that_lack_a_column_are_refused():
    with pytest.raises(SchemaError, match="`keys` lacks `value_id`"):
        mutate(TWO).render(pd.DataFrame({"template_id": [], "class": []}))


# --- names that the text holds ---------------------------------------------------------------

ALONZO = "Alonzo waited while Ebony parked; he was early."


def test_name_17_a_name_of_somebody_else_is_not_taken_and_the_original_comes_once():
    found = curate_text(ALONZO, text_id="a")
    assert found.original_class == "male"
    mutants = mutate(templates(found), values=pool(["Alonzo", "Adam"], ["Ebony", "Amanda"]))
    table = whole(mutants)
    female = table[table["class"] == "female"]
    assert female["value_id"].tolist() == ["Amanda"]
    assert female["text"].tolist() == ["Amanda waited while Ebony parked; she was early."]
    assert table["class"].value_counts().to_dict() == {"male": 1, "female": 1}
    assert table.loc[table["is_original"], "value_id"].tolist() == ["Alonzo"]
    assert table["text"].is_unique
    dropped = {"template_id": "a/gender", "taken": 1, "values": 1}
    assert mutants.dropped.to_dict("records") == [dropped]


def test_name_17_a_spare_name_stands_in_for_one_that_is_taken():
    values = fn.mutate(TWO, values=5, seed=3).values
    drawn = values[values["class"] == "female"]
    taken, spare = drawn["name"].iloc[0], drawn["name"].iloc[5]
    item = template(f"Priya and {taken} baked; her hat fell.", ("Priya", None), ("her", HER))
    mutants = mutate(templates(item), values=5, seed=3)
    found = whole(mutants)
    names = found.loc[found["class"] == "female", "value_id"].tolist()
    assert names == [*drawn["name"].iloc[1:5], spare]
    assert found["class"].value_counts().to_dict() == {"male": 5, "female": 5}
    assert len(mutants.dropped) == 0


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Priya met Adamson; her hat fell.", ["Omar", "Adam"]),  # part of a longer word
        ("Priya met ADAM; her hat fell.", ["Omar"]),
        ("Priya met Adam's aunt; her hat fell.", ["Omar"]),
        ('Priya\'s book "Adam" sold; her hat fell.', ["Omar"]),
        ("Priya adamantly left; her hat fell.", ["Omar", "Adam"]),
    ],
)
def test_a_name_is_taken_where_it_stands_as_a_word(text, names):
    item = template(text, ("Priya", None), ("her", HER))
    found = whole(mutate(templates(item), values=POOL))
    assert found.loc[found["class"] == "male", "value_id"].tolist() == names


def test_the_names_own_slots_do_not_make_it_taken():
    text = "Priya baked. Later Priya slept."
    item = template(text, ("Priya", None))
    later = Slot(start=19, end=24, kind="name", field="name")
    item = Template(
        text=text,
        slots=(*item.slots, later),
        characteristic="gender",
        original_class="female",
        classes=CLASSES,
        template_id="p/gender",
    )
    found = whole(mutate(templates(item), values=POOL))
    assert found["text"].tolist() == [
        "Omar baked. Later Omar slept.",
        "Adam baked. Later Adam slept.",
        "Elena baked. Later Elena slept.",
        "Priya baked. Later Priya slept.",
    ]


# --- values ----------------------------------------------------------------------------------


def test_a_seed_gives_the_same_names_each_time_and_another_seed_others():
    first, again, other = (mutate(TWO, values=30, seed=seed) for seed in (7, 7, 8))
    pd.testing.assert_frame_equal(first.values, again.values)
    assert set(whole(first)["value_id"]) != set(whole(other)["value_id"])


def test_run_07_drawing_names_leaves_the_global_random_state_alone():
    before = np.random.get_state()[1].tolist(), random.getstate()  # noqa: NPY002
    whole(mutate(TWO, values=30, seed=7))
    after = np.random.get_state()[1].tolist(), random.getstate()  # noqa: NPY002
    assert before == after


def test_all_templates_take_the_same_names_for_one_gender_each():
    mutants = mutate(templates(NAMED, template("Zoe left.", ("Zoe", None), name="z")), values=30)
    found = whole(mutants)
    names = found.groupby(["template_id", "class"])["value_id"].agg(tuple).unstack()
    assert names["male"].nunique() == names["female"].nunique() == 1
    assert not set(names["male"].iloc[0]) & set(names["female"].iloc[0])
    assert list(mutants.values.columns[: len(VALUES)]) == ["class", "value_id", "name"]


def test_more_names_than_there_are_cannot_be_drawn():
    with pytest.raises(OptionError, match=r"values=100000: choose 1 to \d+; .* male names"):
        mutate(TWO, values=100_000)
    with pytest.raises(OptionError, match="values=0: choose 1 to"):
        mutate(TWO, values=0)


def test_names_of_your_own_go_in_as_they_stand_and_in_their_order():
    mine = pool(["DeShawn", "O'Neil"], ["LaToya", "bell"])
    mutants = mutate(TWO, values=mine)
    found = whole(mutants)
    assert found["value_id"].tolist()[:4] == ["DeShawn", "O'Neil", "LaToya", "bell"]
    assert found["text"][1] == "O'Neil baked, and his oven cooled."
    assert mutants.values["ordinary_word"].tolist() == [False, False, False, True]
