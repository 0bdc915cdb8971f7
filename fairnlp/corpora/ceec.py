"""Sentences about a cognate and about its synonym, as in the Cognate Equity Evaluation Corpus."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pandas as pd

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import check_frame
from fairnlp.corpora.cognates import cognate_pairs
from fairnlp.lexicons.tables import load_table

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from fairnlp.corpora.cognates import Variant

__all__ = ["CEEC", "CEEC_PAIRS", "TEMPLATE", "ceec", "ceec_pairs"]

CEEC = {
    "sentence": "str",
    "pair_id": "str, code of the language and the cognate",
    "side": "str, 'cognate' or 'synonym'",
    "object": "str, as it stands in the sentence",
    "emotion": "str, 'anger', 'fear', 'joy' or 'sadness'",
    "emotion_word": "str, as it stands in the sentence",
    "template": "str",
}
"""Columns of the corpus; sentences of a pair match by `emotion_word` and `template`."""

CEEC_PAIRS = {
    "pair_id": "str, as in the corpus",
    "unit": "str, the two words, such as 'deficit/shortage'",
    "cognate": "str",
    "synonym": "str",
    "template": "str",
    "emotion": "str",
    "emotion_word": "str",
    "sentence_cognate": "str",
    "sentence_synonym": "str",
}
"""Columns of `ceec_pairs`; one row a pair of sentences."""

TEMPLATE = "Talking about <object> made me feel <emotion word>."

WORDS = {"word": "str", "emotion": "str"}


def ceec(
    language: str,
    *,
    variant: Variant = "both-examples",
    near_spellings: bool = True,
    multiword: bool | None = None,
    proper_names: bool = True,
    exclude: Collection[str] = (),
    underscores: bool = False,
    templates: Sequence[str] = (TEMPLATE,),
    words: pd.DataFrame | None = None,
    spelling: Literal["published", "corrected"] = "published",
    candidates: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Generate a corpus like the Cognate Equity Evaluation Corpus.

    A writer takes a word that is alike in their first language; does a lexicon score it as it
    scores its English synonym? The paper's own corpus is not public and cannot be had from its
    text, so this is one of its kind.

    Parameters
    ----------
    language : str
        "French", "Spanish", "Italian", their ISO 639-3 codes, or another that has been built with
        ``fairnlp corpora build ceec --language``.
    variant, near_spellings, multiword, proper_names, exclude, candidates
        As for `cognate_pairs`.
    underscores : bool
        True leaves a synonym of several words as WordNet has it: dress_shop.
    templates : sequence of str
        Each with ``<object>`` and ``<emotion word>``.
    words : DataFrame, optional
        ``word``, ``emotion``; by default the 40 of the Equity Evaluation Corpus, 10 an emotion.
    spelling : {"published", "corrected"}
        Of these 40 words: "dissapointed" or "disappointed".

    Returns
    -------
    DataFrame
        Columns as `CEEC`; by pair, then template, then emotion word, the cognate before the
        synonym. The sentences of one pair are near copies of each other: a test over sentences
        counts them as if they were not, so test over pairs, too.

    Raises
    ------
    UnknownChoiceError
        If language, variant or spelling is not known.
    MissingDataError
        If the language is neither shipped nor built.
    OptionError
        If a template lacks a place.
    SchemaError
        If a table lacks a column.

    Notes
    -----
    Zhiltsova, Caton and Mulwa (2019), "Mitigation of Unintended Biases against Non-Native English
    Texts in Sentiment Analysis". The pairs are derived from the Etymological Wordnet (CC-BY-SA-3.0)
    and WordNet 3.0; their terms stand beside the shipped files.

    Examples
    --------
    >>> corpus = ceec("Italian")
    >>> len(corpus), corpus["pair_id"].nunique()
    (2480, 31)
    >>> corpus.loc[:1, ["sentence", "side"]].to_numpy().tolist()
    [['Talking about arsenal made me feel angry.', 'cognate'],
     ['Talking about armory made me feel angry.', 'synonym']]
    """
    pairs = cognate_pairs(
        language,
        variant=variant,
        near_spellings=near_spellings,
        multiword=multiword,
        proper_names=proper_names,
        exclude=exclude,
        candidates=candidates,
    )
    told = _words(words, spelling)
    if not underscores:
        pairs = pairs.assign(synonym=pairs["synonym"].str.replace("_", " "))
    for template in templates:
        if template.count("<object>") != 1 or template.count("<emotion word>") != 1:
            msg = f"Template {template!r} needs <object> and <emotion word>, each once."
            raise OptionError(msg)
    rows = [
        (
            template.replace("<object>", thing).replace("<emotion word>", word),
            pair_id,
            side,
            thing,
            emotion,
            word,
            template,
        )
        for pair_id, *things in pairs[["pair_id", "cognate", "synonym"]].itertuples(index=False)
        for template in templates
        for word, emotion in told
        for side, thing in zip(("cognate", "synonym"), things, strict=True)
    ]
    return pd.DataFrame(rows, columns=list(CEEC), dtype="str")


def ceec_pairs(corpus: pd.DataFrame) -> pd.DataFrame:
    """Put each sentence about a cognate beside the one about its synonym.

    Parameters
    ----------
    corpus : DataFrame
        As of `ceec`, or some rows of it.

    Returns
    -------
    DataFrame
        Columns as `CEEC_PAIRS`, in the order of the corpus. A sentence without a counterpart is
        left out.

    Raises
    ------
    SchemaError
        If a column is missing.

    Examples
    --------
    >>> pairs = ceec_pairs(ceec("Italian"))
    >>> len(pairs), pairs.loc[0, "unit"]
    (1240, 'arsenal/armory')
    """
    check_frame(corpus, CEEC, name="corpus")
    key = ["pair_id", "template", "emotion", "emotion_word"]
    cognates, synonyms = (
        corpus.loc[corpus["side"] == side, [*key, "object", "sentence"]].rename(
            columns={"object": side, "sentence": f"sentence_{side}"}
        )
        for side in ("cognate", "synonym")
    )
    pairs = cognates.merge(synonyms, on=key, validate="one_to_one")
    return pairs.assign(unit=pairs["cognate"] + "/" + pairs["synonym"])[[*CEEC_PAIRS]]


def _words(words: pd.DataFrame | None, spelling: str) -> list[tuple[str, str]]:
    if spelling not in ("published", "corrected"):
        known = ["published", "corrected"]
        raise UnknownChoiceError(unknown_choice("spelling", spelling, known))
    if words is None:
        words = load_table("eec_words")
        if spelling == "corrected":
            right = words["corrected"]
            words = words.assign(word=right.where(right != "", words["word"]))
    check_frame(words, WORDS, name="words")
    return list(zip(words["word"], words["emotion"], strict=True))
