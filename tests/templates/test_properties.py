"""Texts from a small grammar, of which it is known what they are for the other gender.

The grammar writes a text for a person; curation sees the text alone. If it gives a template, the
mutant must be the text that the grammar writes for the other person, to the last character.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import fairnlp as fn
from fairnlp.lexicons.names import one_gender_names
from fairnlp.lexicons.tables import load_table
from fairnlp.lexicons.words import PRONOUNS, other

ROLES = {
    "s": "subjective",
    "o": "objective",
    "p": "possessive",
    "i": "independent",
    "r": "reflexive",
}

CLAUSES = (
    "{s} waved at the crowd",
    "nobody thanked {o}",
    "{p} hat fell into the river",
    "the blue bowl is {i} too",
    "{s} hurt {r} on the ice",
    "the town praised {p} work",
    "{s}'s late for the meeting",
    "{s}'ll win the race",
    "{s}’d never cheat",
    "the dog ran after {o}",
    "{p} old boots leak",
    "we gave {o} a lamp",
    "that was the day on which {s} left {p} village",
    "I love {o} in this film",
    "{s} plays a pilot",
    "{s} did it {r}",
    "I like {p} best songs",
    "let {o} go",
)
OPENINGS = (
    "{n} waved at the crowd",
    "we met {n} in the hall",
    "{n} Lindqvist painted the fence",
    "{n}'s bike broke",
    "later {n} slept",
    "the letter came from {n}",
)
TITLED = (
    "{t} Lindqvist waved at the crowd",
    "{t} Lindqvist has sold the old piano",
    "we met {t} Lindqvist in the hall",
)
KINSHIP = ("my {k} waved at the crowd", "the letter came from my {k}", "my {k} plays the cello")
ASIDES = (
    "it rained",
    "the soup was cold (as it often is) ...",
    "version v0.0.16 costs $3.50 - or 50%",
    "the train to Leeds was late",
    'a sign said "keep left"',
)
JOINS = (". ", ".  ", ".\n\n", ", and ", "; ", " -- ", "! ", "? ")
TITLES = {"male": ("Mr.", "Mr"), "female": ("Ms.", "Ms")}
KIN = (("uncle", "aunt"), ("brother", "sister"), ("stepfather", "stepmother"), ("nephew", "niece"))

NAMES = {
    str(class_): names.loc[~names["ordinary_word"], "name"].tolist()
    for class_, names in one_gender_names().groupby("gender")
}


@dataclass(frozen=True)
class Story:
    """What is told of one person, whoever it is: clauses, and what stands between them."""

    clauses: tuple[str, ...]
    joins: tuple[str, ...]
    titles: int = 0
    kin: int = 0

    def text(self, gender, name="Nobody"):
        words = {key: PRONOUNS[role][gender] for key, role in ROLES.items()}
        words["n"] = name
        words["t"] = TITLES[gender][self.titles]
        words["k"] = KIN[self.kin][gender == "female"]
        pieces, capital = [], True
        for clause, join in zip(self.clauses, self.joins, strict=True):
            piece = clause.format(**words)
            pieces += [piece[0].upper() + piece[1:] if capital else piece, join]
            capital = join[0] in ".!?"
        return "".join(pieces).rstrip()


def stories(*openings):
    """Stories that begin with one of the openings, if there are any, and go on with clauses."""
    start = st.sampled_from(openings).map(lambda one: [one]) if openings else st.just([])
    rest = st.lists(st.sampled_from([*CLAUSES, *ASIDES]), min_size=1, max_size=4)
    clauses = st.tuples(start, rest).map(lambda both: tuple(both[0] + both[1]))
    return clauses.flatmap(
        lambda found: st.builds(
            Story,
            clauses=st.just(found),
            joins=st.tuples(*[st.sampled_from(JOINS)] * len(found)),
            titles=st.integers(0, 1),
            kin=st.integers(0, len(KIN) - 1),
        )
    )


GENDERS = st.sampled_from(["male", "female"])
PAIRS = st.fixed_dictionaries({class_: st.sampled_from(NAMES[class_]) for class_ in NAMES})
few = settings(max_examples=60)


def render(template, class_, name):
    return template.mutant(class_, **({"name": name} if template.takes_value else {}))


@few
@given(stories(), GENDERS)
def test_a_text_without_names_becomes_that_of_the_other_gender(story, gender):
    text = story.text(gender)
    template = fn.curate_text(text)
    if template:
        assert template.original_class == gender
        assert template.original() == text == template.mutant(gender)
        assert template.mutant(other(gender)) == story.text(other(gender))


@few
@given(stories(*KINSHIP, *TITLED), GENDERS)
def test_a_person_with_a_title_or_a_kin_noun_becomes_one_of_the_other_gender(story, gender):
    template = fn.curate_text(story.text(gender))
    if template:
        assert not template.takes_value
        assert template.mutant(other(gender)) == story.text(other(gender))


@few
@given(stories(*OPENINGS), GENDERS, PAIRS)
def test_a_named_person_becomes_one_of_the_other_gender_with_another_name(story, gender, names):
    text = story.text(gender, names[gender])
    template = fn.curate_text(text)
    if template:
        other_name = names[other(gender)]
        mutant = template.mutant(other(gender), name=other_name)
        assert mutant == story.text(other(gender), other_name)
        assert template.own_values == {"name": names[gender]}
        assert not re.search(rf"\b{names[gender]}\b", mutant)
        assert template.mutant(gender, name=names[gender]) == text


@few
@given(stories(), GENDERS)
def test_swapped_curated_again_and_swapped_back_a_text_without_names_is_itself(story, gender):
    text = story.text(gender)
    there = fn.curate_text(text)
    back = fn.curate_text(there.mutant(other(gender))) if there else there
    if back:
        assert back.mutant(gender) == text


@few
@given(stories(*OPENINGS, *KINSHIP), GENDERS, PAIRS)
def test_only_the_declared_spans_change(story, gender, names):
    text = story.text(gender, names[gender])
    template = fn.curate_text(text)
    if template:
        name = names[other(gender)]
        values = {"name": name} if template.takes_value else {}
        rebuilt = template.mutant(other(gender), **values)
        for span in reversed(template.spans(other(gender), **values)):
            assert span.old != span.new
            rebuilt = rebuilt[: span.start] + span.old + rebuilt[span.end :]
        assert rebuilt == text


@pytest.mark.parametrize("gender", ["male", "female"])
@pytest.mark.parametrize("clause", CLAUSES)
def test_each_clause_gives_a_template_by_itself(clause, gender):
    story = Story((clause,), (". ",))
    template = fn.curate_text(story.text(gender))
    assert template, template
    assert template.mutant(other(gender)) == story.text(other(gender))


@pytest.mark.parametrize("gender", ["male", "female"])
@pytest.mark.parametrize("opening", [*OPENINGS, *TITLED, *KINSHIP])
def test_each_opening_gives_a_template_with_a_pronoun_after_it(opening, gender):
    names = {"male": "Adam", "female": "Elena"}
    story = Story((opening, CLAUSES[0]), ("; ", "."))
    template = fn.curate_text(story.text(gender, names[gender]))
    assert template, template
    mutant = render(template, other(gender), names[other(gender)])
    assert mutant == story.text(other(gender), names[other(gender)])


PAIRED = load_table("gender_nouns").query("one_way == '' and male != 'male'")


@pytest.mark.parametrize(
    ("clause", "gender"),
    [("my {k} waved, and {s} left {p} dog", "male"), ("we met a {k}; the dog bit {o}", "female")],
)
def test_each_gender_noun_becomes_its_counterpart(clause, gender):
    """NOUN-04 to NOUN-07: a pair that curation does not find would leave a half-changed person."""
    wrong = []
    for pair in PAIRED[["male", "female"]].to_dict("records"):
        words = {class_: clause.replace("{k}", pair[class_]) for class_ in pair}
        here, there = (Story((words[c],), (".",)).text(c) for c in (gender, other(gender)))
        template = fn.curate_text(here)
        if not template or template.mutant(other(gender)) != there:
            wrong.append(here)
    assert wrong == []


def test_each_title_with_a_gender_becomes_that_of_the_other():
    wrong = []
    for row in load_table("titles").query("gender != ''").to_dict("records"):
        gender = row["gender"]
        here, there = (f"{row[class_]} Lindqvist" for class_ in (gender, other(gender)))
        template = fn.curate_text(f"We met {here}. {PRONOUNS['subjective'][gender].title()} left.")
        wanted = f"We met {there}. {PRONOUNS['subjective'][other(gender)].title()} left."
        if template and render(template, other(gender), "Lindqvist") != wanted:
            wrong.append(here)
    assert wrong == []
