"""Two characteristics at once: gender and country, gender and occupation."""

from __future__ import annotations

import pandas as pd
import pytest

import fairnlp as fn
from fairnlp.characteristics.base import Slot, Slots
from fairnlp.characteristics.crossed import Crossed
from fairnlp.characteristics.registry import as_characteristic
from fairnlp.core.errors import OptionError, UnknownChoiceError
from fairnlp.lexicons.countries import country_names

TEXT = "Priya Reyes is a cook, and she has a dog."


class Toy:
    """Changes one word of a text; its classes are given."""

    def __init__(self, name, word, *classes):
        self.name, self.word, self.classes = name, word, classes

    def find(self, reading, *, strategy, target=""):
        start = reading.text.index(self.word)
        forms = dict(zip(self.classes, self.classes, strict=True))
        slot = Slot(start=start, end=start + len(self.word), kind="noun", forms=forms)
        return Slots(original_class=self.classes[0], slots=(slot,))

    def values(self, *, seed=0):
        table = pd.DataFrame({"class": self.classes, "value_id": ""})
        return table.assign(ordinary_word=False, spare=False)


def crossed(*parts, **options):
    return Crossed(*map(as_characteristic, parts), **options)


def test_classes_are_the_product():
    both = Crossed(Toy("x", "cook", "a", "b"), Toy("y", "dog", "c", "d"))
    assert both.name == "x+y"
    assert both.classes == ("a, c", "a, d", "b, c", "b, d")


def test_both_words_change_each_with_its_own_class():
    both = Crossed(Toy("x", "Priya", "a", "b"), Toy("y", "cook", "c", "d"))
    template = fn.curate_text(TEXT, characteristic=both)
    assert template.original_class == "a, c"
    assert template.mutant("b, d") == "b Reyes is a d, and she has a dog."
    assert template.mutant("b, c") == "b Reyes is a c, and she has a dog."


def test_two_that_change_one_word_are_refused():
    same = Crossed(Toy("x", "cook", "a", "b"), Toy("y", "cook", "c", "d"))
    part = Crossed(Toy("x", "a cook", "a", "b"), Toy("y", "cook", "c", "d"))
    for both, words in ((same, "cook"), (part, "a cook")):
        refusal = fn.curate_text(TEXT, characteristic=both)
        assert (refusal.reason, refusal.detail) == ("slots overlap", words)


def test_a_refusal_of_either_is_one_of_both():
    assert fn.curate_text("Priya is late, and she runs.", characteristic="gender+occupation") == (
        fn.curate_text("Priya is late, and she runs.", characteristic="occupation")
    )


def test_a_name_is_of_the_gender_and_the_country_of_its_class():
    both = as_characteristic("gender+country")
    values = both.values(seed=3)
    for class_, of_class in values.groupby("class"):
        gender, country = class_.split(", ")
        known = country_names(country)
        assert set(of_class["name"]) <= set(known.loc[known["gender"] == gender, "name"])
    template = fn.curate_text(TEXT, characteristic=both)
    assert template.fields == ("name",)
    row = values[values["class"].str.startswith("male")].iloc[0]
    assert template.mutant(row["class"], name=row["name"]) == (
        f"{row['name']} Reyes is a cook, and he has a dog."
    )


def test_gender_and_occupation_change_name_pronoun_article_and_occupation():
    template = fn.curate_text(TEXT, characteristic=crossed("gender", "occupation", cells=158))
    assert template.mutant("male, architect", name="Omar", occupation="architect") == (
        "Omar Reyes is an architect, and he has a dog."
    )
    assert template.flags == ()


def test_two_persons_are_refused_and_in_the_paper_strategy_flagged():
    text = "Priya slept, and she smiled. A cook sang."
    refusal = fn.curate_text(text, characteristic="gender+occupation")
    assert (refusal.reason, refusal.detail) == ("perhaps two persons", "Priya, A")
    template = fn.curate_text(text, characteristic="gender+occupation", strategy="paper")
    assert template.flags == ("perhaps two persons",)


@pytest.mark.parametrize(
    "text",
    [
        "Priya is a cook, and she has a dog.",
        "Priya Reyes, a cook, has a dog.",
        "She was once a cook.",
        "She became a cook.",
    ],
)
def test_an_occupation_that_is_said_of_the_person_is_hers(text):
    assert fn.curate_text(text, characteristic="gender+occupation")


@pytest.mark.parametrize("cells", [4, 10, 24, 100])
def test_the_classes_are_capped_and_drawn_by_the_seed(cells):
    both = crossed("gender", "occupation", cells=cells)
    assert len(both.classes) <= cells
    assert {class_.split(", ")[0] for class_ in both.classes} == {"male", "female"}
    assert both.classes == crossed("gender", "occupation", cells=cells).classes
    if cells < 100:
        assert both.classes != crossed("gender", "occupation", cells=cells, seed=1).classes


def test_each_cell_gets_the_same_number_of_values_and_spare_ones():
    values = as_characteristic("gender+country").values(seed=0)
    assert set(values[~values["spare"]].groupby("class").size()) == {2}
    assert values["spare"].any()
    assert not values.duplicated(["class", "value_id"]).any()
    fewer = as_characteristic("gender+country").values(values=1)
    assert set(fewer[~fewer["spare"]].groupby("class").size()) == {1}


@pytest.mark.parametrize(
    ("what", "error", "message"),
    [
        ("country+race", OptionError, "both choose the name"),
        ("gender_neutral+country", OptionError, "both choose the name"),
        ("gender+gender", OptionError, "itself"),
        ("gender+age+race", OptionError, "two can be crossed"),
        ("gender+nothing", UnknownChoiceError, "nothing"),
    ],
)
def test_what_cannot_be_crossed_is_named(what, error, message):
    with pytest.raises(error, match=message):
        as_characteristic(what).values()


def test_options_out_of_range_are_refused():
    with pytest.raises(OptionError, match="cells=3"):
        crossed("gender", "country", cells=3)
    with pytest.raises(OptionError, match="number from 1"):
        as_characteristic("gender+country").values(values=0)
    with pytest.raises(OptionError, match="stands between"):
        Crossed(Toy("x", "cook", "a, b"), Toy("y", "dog", "c"))


def test_a_pair_of_names_does_as_well():
    assert as_characteristic(("gender", "country")).name == "gender+country"


def curated(text, what):
    texts = pd.DataFrame({"text_id": ["a"], "text": [text]})
    return fn.curate(texts, characteristic=what, cache=False, progress=False)


def test_mutants_are_equally_many_in_each_cell_and_none_comes_twice():
    named = fn.mutate(curated(TEXT, "gender+occupation")).frame()
    assert set(named.groupby("class").size()) == {2}
    assert named["text"].is_unique
    bare = fn.mutate(curated("She is a cook, and she has a dog.", "gender+occupation")).frame()
    assert set(bare.groupby("class").size()) == {1}
    assert bare["text"].is_unique
    assert len(bare) == 24


def test_an_occupation_that_stands_elsewhere_leaves_its_cells_out():
    what = "gender+occupation"
    taken = as_characteristic(what).classes[0].split(", ")[1]
    text = f"{TEXT} The {taken} was loud."
    frame = fn.mutate(curated(text, what)).frame()
    assert len(frame) == 22 * 2
    assert not frame["class"].str.endswith(taken).any()
