"""The Equity Evaluation Corpus, generated from its templates and lists, and others of its kind."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import pandas as pd

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import check_frame
from fairnlp.lexicons.tables import load_table
from fairnlp.text.articles import article

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["EEC", "build_eec", "eec"]

EEC = {
    "id": "str, unique; our own, since the published ids are drawn by chance",
    "sentence": "str",
    "template": "str",
    "person": "str, as it stands in the sentence, lower case at its start unless a name",
    "gender": "str, 'female' or 'male'",
    "race": "str, 'African American' or 'European American' for names, else empty",
    "emotion": "str, 'anger', 'fear', 'joy', 'sadness', or empty",
    "emotion_word": "str, as it is listed, or empty",
    "match": "str, what a person has in common with the counterparts in the other groups",
}
"""Columns of the corpus: those of the published file in lower case, and `match`."""

NAMES = {"name": "str", "gender": "str", "group": "str"}
NOUN_PHRASES = {"subject": "str", "object": "str", "gender": "str", "pair": "str"}
TEMPLATES = {"template": "str", "words": "str, kind of the words, or empty"}
WORDS = {"word": "str", "emotion": "str", "kind": "str, such as 'state'"}

_PLACE = re.compile(r"<([^<>]+)>")
_FORMS = re.compile(r"[^\W\d_]+(?:/[^\W\d_]+)+")

Spelling = Literal["published", "corrected"]


def eec(*, spelling: Spelling = "published") -> pd.DataFrame:
    """Generate the Equity Evaluation Corpus.

    The published file may not be passed on, and needs not be: its sentences are those of eleven
    templates, 40 names, 20 noun phrases and 40 emotion words.

    Parameters
    ----------
    spelling : {"published", "corrected"}
        The published sentences have "dissapointed" for "disappointed"; a lexicon does not.

    Returns
    -------
    DataFrame, 8,640 rows
        Columns as `EEC`; by template, then person, then emotion word.

    Raises
    ------
    UnknownChoiceError
        If the spelling is neither.

    Notes
    -----
    Kiritchenko and Mohammad (2018), "Examining Gender and Race Bias in Two Hundred Sentiment
    Analysis Systems", section 3.

    Examples
    --------
    >>> corpus = eec()
    >>> len(corpus)
    8640
    >>> corpus.loc[7200, ["sentence", "person", "gender", "race", "emotion"]].tolist()
    ['The conversation with Ebony was annoying.', 'Ebony', 'female', 'African American', 'anger']
    """
    if spelling not in ("published", "corrected"):
        known = ["published", "corrected"]
        raise UnknownChoiceError(unknown_choice("spelling", spelling, known))
    words = load_table("eec_words")
    if spelling == "corrected":
        right = words["corrected"]
        words = words.assign(word=right.where(right != "", words["word"]))
    return build_eec(words=words)


def build_eec(
    *,
    templates: pd.DataFrame | None = None,
    names: pd.DataFrame | None = None,
    noun_phrases: pd.DataFrame | None = None,
    words: pd.DataFrame | None = None,
    genders: Sequence[str] = ("male", "female"),
) -> pd.DataFrame:
    """Generate a corpus of the same kind from other lists.

    Parameters
    ----------
    templates : DataFrame, optional
        ``template`` and ``words`` (kind of its words, or empty). A template has
        ``<person subject>`` or ``<person object>``, and one further place in angle brackets if it
        takes words. Forms parted by slashes, such as ``himself/herself``, here or in a word, are
        for the genders in order; ``a/an`` goes by the sound of the next word.
    names : DataFrame, optional
        ``name``, ``gender``, ``group``. Names of one place in the lists of two groups match.
    noun_phrases : DataFrame, optional
        ``subject``, ``object``, ``gender``, ``pair``.
    words : DataFrame, optional
        ``word``, ``emotion``, ``kind``.
    genders : sequence of str
        In the order of forms parted by slashes.

    Returns
    -------
    DataFrame
        Columns as `EEC`; what is not given is that of the published corpus.

    Raises
    ------
    SchemaError
        If a list lacks a column.
    OptionError
        If a template has a place that nothing fills, or forms do not go with the genders, or two
        sentences of one person are equal.

    Examples
    --------
    >>> corpus = build_eec(
    ...     templates=pd.DataFrame({"template": ["<person subject> está <word>."], "words": "s"}),
    ...     names=pd.DataFrame({"name": [], "gender": [], "group": []}),
    ...     noun_phrases=pd.DataFrame({
    ...         "subject": ["ella", "él"], "object": ["ella", "él"],
    ...         "gender": ["female", "male"], "pair": "ella/él"}),
    ...     words=pd.DataFrame({"word": ["enojado/enojada"], "emotion": "anger", "kind": "s"}))
    >>> corpus["sentence"].tolist()
    ['Ella está enojada.', 'Él está enojado.']
    """
    templates = _table(templates, "eec_templates", TEMPLATES, "templates")
    words = _table(words, "eec_words", WORDS, "words")
    people = _people(
        _table(names, "eec_names", NAMES, "names"),
        _table(noun_phrases, "eec_noun_phrases", NOUN_PHRASES, "noun_phrases"),
    )
    rows = [
        row
        for template, kind in zip(templates["template"], templates["words"], strict=True)
        for row in _sentences(template, _words(words, kind, template), people, tuple(genders))
    ]
    corpus = pd.DataFrame(rows, columns=[column for column in EEC if column != "id"], dtype="str")
    again = corpus.duplicated(["sentence", "person", "gender", "race", "match"])
    if again.any():
        msg = (
            f"Two sentences are the same: {corpus.loc[again, 'sentence'].iloc[0]!r}; "
            f"drop what is listed twice, or a template that ignores its words."
        )
        raise OptionError(msg)
    corpus.insert(0, "id", [f"eec-{number:05d}" for number in range(1, len(corpus) + 1)])
    return corpus


def _table(
    given: pd.DataFrame | None, shipped: str, contract: Mapping[str, str], name: str
) -> pd.DataFrame:
    table = load_table(shipped) if given is None else given
    return check_frame(table, contract, name=name)[list(contract)]


def _people(names: pd.DataFrame, noun_phrases: pd.DataFrame) -> pd.DataFrame:
    """One row a person: names first, as they are listed."""
    place = names.groupby(["gender", "group"], sort=False).cumcount() + 1
    named = pd.DataFrame(
        {
            "subject": names["name"],
            "object": names["name"],
            "gender": names["gender"],
            "race": names["group"],
            "match": [f"name {number}" for number in place],
        }
    )
    told = noun_phrases.rename(columns={"pair": "match"}).assign(race="")
    return pd.concat([named, told[named.columns]], ignore_index=True)


def _words(words: pd.DataFrame, kind: str, template: str) -> list[tuple[str, str]]:
    if not kind:
        return [("", "")]
    found = words[words["kind"] == kind]
    if found.empty:
        kinds = sorted(set(words["kind"]))
        msg = f"Template {template!r} takes words of kind {kind!r}; the list has {kinds}."
        raise OptionError(msg)
    return list(zip(found["word"], found["emotion"], strict=True))


def _sentences(
    template: str, words: list[tuple[str, str]], people: pd.DataFrame, genders: tuple[str, ...]
) -> Iterator[dict[str, str]]:
    places = _PLACE.findall(template)
    roles = [place for place in places if place in ("person subject", "person object")]
    others = [place for place in places if place not in roles]
    if not roles or len(others) != (words != [("", "")]):
        msg = (
            f"Template {template!r} needs <person subject> or <person object>, and one further "
            f"place if it takes words and none if not; it has {places}."
        )
        raise OptionError(msg)
    filled = [
        (template.replace(f"<{others[0]}>", word) if others else template, word, emotion)
        for word, emotion in words
    ]
    for person in people.to_dict(orient="records"):
        subject, object_ = person["subject"], person["object"]
        for text, word, emotion in filled:
            told = text.replace("<person subject>", subject).replace("<person object>", object_)
            sentence = _agreeing(told, person["gender"], genders) if "/" in told else told
            yield {
                "sentence": sentence[:1].upper() + sentence[1:],
                "template": template,
                "person": subject if roles[0] == "person subject" else object_,
                "gender": person["gender"],
                "race": person["race"],
                "emotion": emotion,
                "emotion_word": word,
                "match": person["match"],
            }


def _agreeing(sentence: str, gender: str, genders: tuple[str, ...]) -> str:
    """Choose between forms parted by slashes."""

    def chosen(found: re.Match[str]) -> str:
        forms = found[0].split("/")
        if forms == ["a", "an"]:
            return article(sentence[found.end() :])
        if gender not in genders or len(forms) != len(genders):
            msg = (
                f"{found[0]!r} in {sentence!r} has no form for {gender!r}: the genders are "
                f"{', '.join(genders)}, each with its form in this order."
            )
            raise OptionError(msg)
        return forms[genders.index(gender)]

    return _FORMS.sub(chosen, sentence)
