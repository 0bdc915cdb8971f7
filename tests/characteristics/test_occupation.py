"""ART-04 to ART-07 and NOUN-15; what an occupation template changes, and the values for it."""

from __future__ import annotations

import pandas as pd
import pytest

import fairnlp as fn
from fairnlp.characteristics.occupation import Occupation
from fairnlp.core.errors import OptionError
from fairnlp.lexicons.forms import plurals
from fairnlp.lexicons.lint import check_table
from fairnlp.lexicons.occupations import binding_words, jobs, mutant_jobs
from fairnlp.text.articles import article


def curated(text, target="", strategy="sound"):
    return fn.curate_text(text, characteristic="occupation", target=target, strategy=strategy)


def filled(text, job, **how):
    template = curated(text, **how)
    assert template, template
    assert template.original() == text
    return template.mutant(job, occupation=job)


# --- the slots --------------------------------------------------------------------------------


@pytest.mark.parametrize("target", ["race car driver", ""])
def test_art_04_another_person_with_the_same_occupation_stays(target):
    text = "The race car driver thanked the bus driver who towed him."
    got = filled(text, "baker", target=target)
    assert got == "The baker thanked the bus driver who towed him."


def test_art_04_the_modifiers_that_are_removed_are_told():
    template = curated("The race car driver thanked the bus driver who towed him.")
    assert template.flags == ("modifier removed: race car",)


@pytest.mark.parametrize(
    ("job", "wanted"),
    [("teacher", "A teacher called at nine."), ("architect", "An architect called at nine.")],
)
def test_art_05_the_article_keeps_its_capital(job, wanted):
    assert filled("An editor called at nine.", job) == wanted


def test_art_06_a_plural_is_filled_with_a_plural():
    text = "Three nurses and a baker queued."
    assert filled(text, "teacher", target="nurses") == "Three teachers and a baker queued."


def test_art_07_a_surname_is_no_occupation():
    text = "Baker cooked while the cook baked."
    assert filled(text, "pilot", target="the cook") == "Baker cooked while the pilot baked."
    assert curated(text, target="Baker").reason == "no such person"


def test_the_article_is_bound_to_the_word_that_follows_it():
    text = "Omar, a young engineer, met Ada."
    assert filled(text, "baker") == "Omar, a young baker, met Ada."
    assert filled("Omar, an engineer, met Ada.", "baker") == "Omar, a baker, met Ada."
    assert filled("Omar, a baker, met Ada.", "usher") == "Omar, an usher, met Ada."


def test_further_mentions_of_the_same_person_change_too():
    text = "Anna is a teacher. Later the teacher sold her car."
    assert filled(text, "optician") == "Anna is an optician. Later the optician sold her car."


def test_an_occupation_of_several_words_is_one_slot():
    text = "She met an air traffic controller on Monday."
    template = curated(text)
    assert [span.old for span in template.spans("baker", occupation="baker")] == [
        "an",
        "air traffic controller",
    ]
    assert template.flags == ("modifier removed: air traffic",)


def test_a_text_in_capitals_stays_in_capitals():
    text = "SHE HIRED AN ENGINEER."
    assert filled(text, "plumber", target="ENGINEER") == "SHE HIRED A PLUMBER."


def test_a_place_in_front_stays():
    text = "She married a London architect."
    assert filled(text, "plumber", target="architect") == "She married a London plumber."


def test_the_paper_strategy_takes_the_first_occupation_whatever_it_is():
    text = "The director thanked a nurse."
    assert filled(text, "baker", strategy="paper") == "The baker thanked a nurse."


def test_a_target_that_is_not_there_is_refused():
    assert curated("A nurse slept.", target="cook").reason == "no such person"


# --- values -----------------------------------------------------------------------------------


def test_there_are_79_occupations_and_each_is_a_class_with_one_value():
    values = Occupation().values()
    assert len(values) == 79 == len(set(values["class"]))
    assert (values["class"] == values["occupation"]).all()
    assert not values["spare"].any()


def test_a_draw_of_classes_goes_by_the_seed_and_keeps_their_order():
    first = Occupation().values(values=12, seed=3)["class"].to_list()
    again = Occupation().values(values=12, seed=3)["class"].to_list()
    other = Occupation().values(values=12, seed=4)["class"].to_list()
    assert first == again == sorted(first)
    assert len(first) == 12
    assert other != first


@pytest.mark.parametrize("values", [0, -1, 80])
def test_a_draw_of_none_or_of_too_many_is_an_error(values):
    with pytest.raises(OptionError, match="choose 1 to 79"):
        Occupation().values(values=values)


def test_classes_of_your_own_come_from_the_list():
    own = Occupation(classes=("blacksmith", "nurse"))
    template = fn.curate_text("Omar, an engineer, met Ada.", characteristic=own)
    assert template.mutant("nurse", occupation="nurse") == "Omar, a nurse, met Ada."
    assert own.values()["class"].to_list() == ["blacksmith", "nurse"]
    with pytest.raises(OptionError, match="'blaksmith': not in the list"):
        Occupation(classes=("blaksmith",))
    with pytest.raises(OptionError, match="'baker': not among the classes"):
        own.values(names=pd.DataFrame({"class": ["baker"]}))


def test_mutants_take_each_drawn_occupation_but_those_that_the_text_holds_for_others():
    texts = pd.DataFrame({"text_id": ["a"], "text": ["Omar, an engineer, met a baker."]})
    templates = fn.curate(texts, characteristic="occupation", cache=False)
    every = fn.mutate(templates, values=None).frame()
    # 79 less "baker", who is somebody else
    assert len(every) == 78
    assert "baker" not in set(every["class"])
    assert every["is_original"].sum() == 1  # the engineer is one of the 79
    assert len(fn.mutate(templates, values=10, seed=1)) in (9, 10)


def test_only_the_slots_differ_between_mutants():
    text = "Omar, a young engineer, met Ada. Later the engineer slept - at 3.50 o'clock."
    template = curated(text)
    assert template
    for job in mutant_jobs():
        wanted = text.replace("engineer", job)
        assert template.mutant(job, occupation=job) == wanted


# --- the word list ----------------------------------------------------------------------------


def test_noun_15_the_occupations_of_the_mutants_are_neutral_honest_and_not_of_film():
    for job in mutant_jobs():
        assert jobs()[job].neutral, job
        assert not jobs()[job].film, job


def test_noun_15_no_neutral_occupation_tells_a_gender(tmp_path):
    heads = sorted({word.split()[-1] for word, job in jobs().items() if job.neutral})
    path = tmp_path / "neutral.csv"
    path.write_text("word\n" + "\n".join(heads) + "\n", encoding="utf-8")
    path.with_suffix(".toml").write_text(
        'title = "t"\nsource = "s"\nlicence = "l"\n[columns]\nword = "."\n', encoding="utf-8"
    )
    assert [found.detail for found in check_table(path) if found.rule == "gendered"] == []


def test_each_plural_is_that_of_its_singular():
    suppletive = {"salesperson": "salespeople", "paparazzo": "paparazzi"}
    for word, job in jobs().items():
        head, plural = word.split()[-1].split("-")[-1], job.plural.split()[-1].split("-")[-1]
        assert plural == suppletive.get(word) or plural in plurals(head), word


def test_each_field_has_words_that_bind():
    for field in {job.field for job in jobs().values()} - {"crime"}:
        words, beginnings = binding_words(field, near=True)
        assert words or beginnings, field


def test_each_mutant_begins_with_the_article_that_its_sound_asks_for():
    template = curated("Omar, an engineer, met Ada.")
    for job in mutant_jobs():
        assert f"Omar, {article(job)} {job}," in template.mutant(job, occupation=job)
