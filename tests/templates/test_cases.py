"""Failing inputs that users of other tools reported, each with the one right result.

The ids are those of the list of cases that the project keeps; a text stands for a kind of fault.
"""

from __future__ import annotations

import pytest

import fairnlp as fn

# id, text, target, class, name, what the mutant must be
MUTANTS = [
    ("PRO-01", "The critic left after the usher thanked her, and her umbrella stayed behind.", "The critic", "male", "",
     "The critic left after the usher thanked him, and his umbrella stayed behind."),
    ("PRO-03", "His bowl cracked, but the blue one is his too, and the judges forgave him.", "", "female", "",
     "Her bowl cracked, but the blue one is hers too, and the judges forgave her."),
    ("PRO-04", "Ask her about tides, tell her nothing of storms, and give her old boots a wipe.", "", "male", "",
     "Ask him about tides, tell him nothing of storms, and give his old boots a wipe."),
    ("PRO-05", "She waved. Nobody waved back at her", "", "male", "", "He waved. Nobody waved back at him"),
    ("PRO-06", "So he told her that his plan beat hers.", "everyone", "female", "",
     "So she told him that her plan beat his."),
    ("PRO-07", "He'll grumble, but he's fair and he'd never cheat.", "", "female", "",
     "She'll grumble, but she's fair and she'd never cheat."),
    ("NOUN-01", "The hero sketched a heron near Heronsgate while Orson's parson hummed.", "The hero", "female", "",
     "The heroine sketched a heron near Heronsgate while Orson's parson hummed."),
    ("NOUN-02", "Her heritage centre, where other herbs wither, charges her nothing.", "", "male", "",
     "His heritage centre, where other herbs wither, charges him nothing."),
    ("NOUN-04", "Her boyfriend phoned twice.", "boyfriend", "female", "", "Her girlfriend phoned twice."),
    ("NOUN-05", "My wife blamed the fog; her stepbrother agreed with her.", "My wife", "male", "",
     "My husband blamed the fog; his stepbrother agreed with him."),
    ("NOUN-06", "Her mother-in-law arrived; she had driven all night.", "mother-in-law", "male", "",
     "Her father-in-law arrived; he had driven all night."),
    ("NOUN-07", "The actor forgot his line; the actress beside him whispered it.", "The actor", "female", "",
     "The actress forgot her line; the actress beside her whispered it."),
    ("NOUN-11", "Miss Okafor will miss her tram unless Ms Reed runs.", "Miss Okafor", "male", "",
     "Mr Okafor will miss his tram unless Ms Reed runs."),
    ("NOUN-13", "We met Dr. Amsel and Mrs. Dahl. Mrs. Dahl laughed; she had won.", "Mrs. Dahl", "male", "",
     "We met Dr. Amsel and Mr. Dahl. Mr. Dahl laughed; he had won."),
    ("NOUN-14", "MOTHER OF THE YEAR: SHE RAN HER TENTH RACE", "", "male", "",
     "FATHER OF THE YEAR: HE RAN HIS TENTH RACE"),
    ("NAME-01", "Dana Whitlock interviewed Dana Reyes. Reyes said she liked boats.", "Dana Reyes", "male", "Omar",
     "Dana Whitlock interviewed Omar Reyes. Reyes said he liked boats."),
    ("NAME-02", "Priya baked at dawn. By noon Priya slept, and Priya's oven cooled; she snored.", "", "male", "Omar",
     "Omar baked at dawn. By noon Omar slept, and Omar's oven cooled; he snored."),
    ("NAME-04", "Al taught algebra, and he called the alphabet magical.", "", "female", "Elena",
     "Elena taught algebra, and she called the alphabet magical."),
    ("NAME-05", "May will grant Mark a day off in May, since she owes him.", "May", "male", "Omar",
     "Omar will grant Mark a day off in May, since he owes him."),
    ("NAME-08", "The bench heard Dr Amara Nwosu, who closed her file.", "", "male", "Omar",
     "The bench heard Dr Omar Nwosu, who closed his file."),
    ("NAME-09", "Zoë met Łukasz at the café; she’d brought crêpes.", "Zoë", "male", "Omar",
     "Omar met Łukasz at the café; he’d brought crêpes."),
    ("NAME-11", "In İzmir İpek shut the gate; later she slept.", "", "male", "Omar",
     "In İzmir Omar shut the gate; later he slept."),
    ("NAME-12", "Anne-Sophie Brandt-Nilsen praised her crew.", "", "male", "Omar", "Omar Brandt-Nilsen praised his crew."),
    ("NAME-14", "Mary Ann left South Korea, then the Netherlands, because she missed home.", "", "male", "Omar",
     "Omar left South Korea, then the Netherlands, because he missed home."),
    ("NAME-16", "Ines sings like Aretha Doyle, whom she adores.", "Ines", "male", "Omar",
     "Omar sings like Aretha Doyle, whom he adores."),
    ("NAME-20", "In \"Mr. Pickering Goes Home\", Maya plays a pilot; she also narrates 'The Queen's Ladder'.", "Maya", "male", "Omar",
     "In \"Mr. Pickering Goes Home\", Omar plays a pilot; he also narrates 'The Queen's Ladder'."),
    ("COR-04", "Hana and Priit argued until Hana left; she was tired.", "Hana", "male", "Omar",
     "Omar and Priit argued until Omar left; he was tired."),
    ("COR-05", "Leo baked with his mother, and she burned hers while he slept.", "Leo", "female", "Elena",
     "Elena baked with her mother, and she burned hers while she slept."),
    ("COR-06", "The board acquired a rival; the deal pleased Ines, and she cheered.", "Ines", "male", "Omar",
     "The board acquired a rival; the deal pleased Omar, and he cheered."),
    ("TXT-03", "Ines  tested v0.0.16 on 192.168.1.1 - slowly ;\n\tshe (quietly) smiled ...", "", "male", "Omar",
     "Omar  tested v0.0.16 on 192.168.1.1 - slowly ;\n\the (quietly) smiled ..."),
    ("TXT-04", r"Her path is C:\next\xray; 50% of it is hers.", "", "male", "", r"His path is C:\next\xray; 50% of it is his."),
    ("TXT-05", "#TeamInes cheered as Ines opened ines-bakes.example and she waved.", "", "male", "Omar",
     "#TeamInes cheered as Omar opened ines-bakes.example and he waved."),
]  # fmt: skip

# id, text, target, class, name, what the mutant must be unless there is none
MUTANTS_OR_NONE = [
    ("NOUN-10", "She was the first female diver on the crew and the oldest daughter of a miller.", "", "male", "",
     "He was the first male diver on the crew and the oldest son of a miller."),
    ("NAME-06", "PETRA LINDQVIST STUNS AS HER CREW WINS", "", "male", "Omar", "OMAR LINDQVIST STUNS AS HIS CREW WINS"),
    ("NAME-07", "Noor lent Felix a lamp before she moved out.", "", "male", "Omar",
     "Omar lent Felix a lamp before he moved out."),
    ("NAME-21", "I rented Saving Corporal Ludlow and Driving Miss Ashby; Ines said both bored her.", "Ines", "male", "Omar",
     "I rented Saving Corporal Ludlow and Driving Miss Ashby; Omar said both bored him."),
    ("COR-07", "Ravi opened a stall. It rained. Rent rose. Gulls came. The sign fell. A week passed. Dogs slept. Then he sold it.",
     "", "female", "Elena",
     "Elena opened a stall. It rained. Rent rose. Gulls came. The sign fell. A week passed. Dogs slept. Then she sold it."),
]  # fmt: skip

# id, two texts that must be treated alike
ALIKE = [
    (
        "COR-03",
        "Olumide is a weaver, he lives near Jos.",
        "Thomas is a weaver, he lives near Leeds.",
    ),
]

# id, text, reason of the refusal
REFUSALS = [
    ("PRO-10", "The twins said they had lost their kites, and the coach agreed with them.", "plural"),
    ("PRO-11", "Each rower brings his/her own oar; he or she signs here (she/her and he/him are optional).", "paired pronouns"),
    ("NOUN-03", "Two grandmothers judged the cakes.", "plural"),
    ("NOUN-08", "The host server, the mother ship and the king-size manhole kept their maiden names.", None),
    ("NOUN-09", "Man, oh boy, that finale dragged, ladies and gentlemen.", None),
    ("COR-01", "Greta told Paula that her bus had left.", None),
    ("COR-02", "The editor praised the intern. He smiled. Then she bowed.", None),
    ("RUN-10", "The soup was cold.", "no person"),
]  # fmt: skip


def render(template, class_, name):
    return template.mutant(class_, **({"name": name} if template.takes_value else {}))


@pytest.mark.parametrize(("case", "text", "target", "class_", "name", "expected"), MUTANTS)
def test_the_mutant_is_the_right_one(case, text, target, class_, name, expected):
    template = fn.curate_text(text, target=target)
    assert template, template
    assert render(template, class_, name) == expected
    assert template.original() == text


@pytest.mark.parametrize(("case", "text", "target", "class_", "name", "expected"), MUTANTS_OR_NONE)
def test_the_mutant_is_the_right_one_or_there_is_none(case, text, target, class_, name, expected):
    template = fn.curate_text(text, target=target)
    if template:
        assert render(template, class_, name) == expected
    else:
        assert template.reason


@pytest.mark.parametrize(("case", "text", "reason"), REFUSALS)
def test_the_text_is_refused_with_a_reason(case, text, reason):
    refusal = fn.curate_text(text)
    assert not refusal, refusal
    assert refusal.reason == (reason or refusal.reason)
    assert refusal.reason


@pytest.mark.parametrize(("case", "one", "two"), ALIKE)
def test_names_of_all_origins_are_treated_alike(case, one, two):
    templates = [fn.curate_text(text) for text in (one, two)]
    assert all(templates), templates
    kinds = [[(slot.kind, slot.forms) for slot in template.slots] for template in templates]
    assert kinds[0] == kinds[1]


def test_pro_09_the_verbs_agree_with_they():
    text = "She misses the tram, focuses on the hill and is late because she has blisters."
    template = fn.curate_text(text, characteristic="gender_neutral")
    expected = "They miss the tram, focus on the hill and are late because they have blisters."
    assert template, template
    assert template.mutant("nonbinary") == expected


def test_pro_09_a_class_that_was_not_asked_for_is_refused_by_name():
    template = fn.curate_text("She misses the bus.")
    with pytest.raises(ValueError, match="Unknown class 'nonbinary'"):
        template.mutant("nonbinary")
