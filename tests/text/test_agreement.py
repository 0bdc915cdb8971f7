"""PRO-09: verbs agree with "they", or nothing is said of them."""

from __future__ import annotations

import pytest

from fairnlp.text.agreement import Doubt, agreement
from fairnlp.text.annotate import annotate


def they(text: str) -> str:
    """Turn each he and she into they, with the verbs; the words in doubt in brackets."""
    (doc,) = annotate([text], cache=False, progress=False)
    pronouns = [token.i for token in doc if token.lower_ in ("he", "she")]
    verbs = agreement(doc, pronouns)
    if isinstance(verbs, Doubt):
        return f"({verbs.words})"
    changes = [(doc[i].idx, doc[i].idx + len(doc[i]), "they") for i in pronouns]
    for start, end, form in sorted([*changes, *verbs], reverse=True):
        text = text[:start] + form + text[end:]
    return text


@pytest.mark.parametrize(
    ("singular", "plural"),
    [
        ("she is late", "they are late"),
        ("she was late", "they were late"),
        ("he has blisters", "they have blisters"),
        ("he does it well", "they do it well"),
        ("she misses the tram", "they miss the tram"),
        ("she flies home", "they fly home"),
        ("he goes home", "they go home"),
        ("he lies", "they lie"),
        ("she slept", "they slept"),
        ("she can sing", "they can sing"),
        ("he isn't here", "they aren't here"),
        ("he wasn't here", "they weren't here"),
        ("she hasn't slept", "they haven't slept"),
        ("she doesn't sing", "they don't sing"),
        ("he ain't here", "they ain't here"),
        ("does she sing?", "do they sing?"),
        ("was he late?", "were they late?"),
        ("where is she going?", "where are they going?"),
        ("she was late, wasn't she?", "they were late, weren't they?"),
        ("nor was he", "nor were they"),
        ("she has always been kind", "they have always been kind"),
        ("HE WAS LATE", "they WERE LATE"),
    ],
)
def test_pro_09_a_verb_takes_the_form_beside_they(singular, plural):
    assert they(singular) == plural


@pytest.mark.parametrize(
    ("singular", "plural"),
    [
        ("he's late", "they're late"),
        ("he’s late", "they’re late"),
        ("she's singing", "they're singing"),
        ("she's been kind", "they've been kind"),
        ("he's got a car", "they've got a car"),
        ("He's seen it all.", "they've seen it all."),
        ("Where's he going?", "Where are they going?"),
        ("he'd go and she'll stay", "they'd go and they'll stay"),
    ],
)
def test_pro_07_a_contraction_stays_one_where_english_has_one(singular, plural):
    assert they(singular) == plural


@pytest.mark.parametrize(
    ("singular", "plural"),
    [
        ("She sings well and plays the harp.", "they sing well and play the harp."),
        ("She is smart, funny and has a car.", "they are smart, funny and have a car."),
        ("Not only is he great, he also sings.", "Not only are they great, they also sing."),
        ("Maya smiles because she is late.", "Maya smiles because they are late."),
        (
            "When she is on screen, the film is great.",
            "When they are on screen, the film is great.",
        ),
    ],
)
def test_pro_09_verbs_that_share_the_subject_change_and_no_others(singular, plural):
    assert they(singular) == plural


@pytest.mark.parametrize(
    "text",
    [
        "It is he who wins.",
        "He who dares wins.",
        "He's shown us why.",
        "She thinks the film is long and has no plot.",
        "She plays a nurse who is tough and has a dog.",
        "She has always been good. Loves her dog.",
        "At first I thought he just a bad actor.",
    ],
)
def test_pro_09_what_is_not_certain_is_left_in_doubt(text):
    assert they(text).startswith("(")


def test_a_text_without_such_a_pronoun_has_no_verbs_to_change():
    assert they("They were late. It is cold.") == "They were late. It is cold."
