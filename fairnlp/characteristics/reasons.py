"""What the reason code of a refusal says, in one line each."""

from __future__ import annotations

__all__ = ["REASONS"]

REASONS = {
    "agreement not certain": (
        "A verb of which he or she may be the subject; beside they it would have another form."
    ),
    "ambiguous word": (
        "A word of the list that may have another meaning here, or be part of something else."
    ),
    "bound to the class": (
        "Another word of the text belongs to the class, and would contradict the changed one."
    ),
    "bound to the context": (
        "The text speaks of the work itself, as a court beside a lawyer; another occupation would "
        "not fit."
    ),
    "counterpart in the text": (
        "A noun stands beside its counterpart, such as the actor and the actress; changing one "
        "would make them the same."
    ),
    "far pronoun": "A pronoun stands so far from the noun or name that it may mean somebody else.",
    "film occupation": "An occupation that a text about a film is bound to, such as the director.",
    "fixed figure": "A figure of religion or custom, whose name stands for more than a person.",
    "gender is the topic": "The text argues about gender, and would say something else.",
    "gender not told by pronouns": (
        "No pronoun tells the gender of the person, so that a name of either may be wrong."
    ),
    "gendered word left": (
        "A further word of the same gender may speak of the person and would stay as it is."
    ),
    "generic noun": "Nothing but one man, guy or the like, which may mean anybody.",
    "generic reference": "A pronoun that may mean anybody, as after anyone or somebody.",
    "missed name": "A first name of the same gender was not read as a person.",
    "mixed gender": "Words of both genders seem to speak of the same person.",
    "name used as a label": "A name in front of a noun: a label, such as a series of books.",
    "no neutral word": "A noun or title without a common counterpart for any gender.",
    "no occupation": "No occupation stands in the text as a noun that speaks of a person.",
    "no person": "The text speaks of nobody, or of nobody whose gender shows.",
    "no such person": "The person who was asked for is not in the text.",
    "no word of the list": "No word of the characteristic's list stands in the text.",
    "not neutral": "An occupation whose word tells a gender, or whose work is not honest.",
    "not of a person": "The words of the list are not said of a person.",
    "nothing to change": "No word of the text would change with the class.",
    "noun may be the same person": (
        "A noun such as the woman may or may not be the person spoken of before."
    ),
    "occupation in general": "An occupation that nobody in particular has, as in: doctors say so.",
    "occupation repeated": (
        "The same occupation stands elsewhere, and may or may not be the same person."
    ),
    "occupation told before": (
        "An occupation that may point back to somebody of whom the text has spoken otherwise."
    ),
    "odd name form": "A name that is part of something else, as beside a hyphen or a slash.",
    "old name left": "The name, or one much like it, stands where it is not read as the person.",
    "other sense": "A word that has another sense, such as the pilot of a series.",
    "paired pronouns": "Pronouns in pairs, as in he or she.",
    "part of a compound": (
        "An occupation that is part of something longer, as beside a hyphen or a slash."
    ),
    "perhaps two persons": "The words of crossed characteristics may speak of two persons.",
    "plural": "The text speaks of several people together.",
    "pronouns of two persons": (
        "A sentence has pronouns of both genders; after the change nobody could tell who is who."
    ),
    "quotation": "The person is mentioned between quotation marks, where somebody else may speak.",
    "role name": "Actor and character stand side by side; both names would have to change.",
    "several classes": "Words of two classes of the characteristic stand in the text.",
    "several persons": "Somebody else is mentioned whom the same words could mean.",
    "shared name": "Two people share a name.",
    "skipped: missing": "There is no text.",
    "skipped: not Unicode": "The text holds characters that are no Unicode.",
    "skipped: too long": "The text is longer than the parser takes.",
    "slots overlap": "Crossed characteristics would change the same word in two ways.",
    "title before a name": "An occupation in front of a name, where it serves as a title.",
    "uncertain antecedent": "A pronoun could mean more than one person.",
    "uncertain name": "A word that may be no first name, with nothing to prove it.",
    "unclear pronoun role": "A her that may be his or him.",
    "unknown gender": "Nothing tells the gender of the person.",
    "work title": "A name that is, or may be, the title of a work.",
}
"""Code to its meaning, in alphabetical order."""
