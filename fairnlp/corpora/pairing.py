"""Which sentences of the Equity Evaluation Corpus are compared: pairs by gender or by race."""

from __future__ import annotations

import re
from typing import Literal

import pandas as pd

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import check_frame
from fairnlp.corpora.eec import EEC

__all__ = ["PAIRS", "eec_pairs"]

PAIRS = {
    "pair_id": "str, unique for a pair: template, emotion word and unit",
    "unit": "str, who is compared, such as 'she/he' or 'female name 3'",
    "side": "str, the group: a gender or a race",
    **EEC,
}
"""Columns of `eec_pairs` in the long form; one row a sentence."""

_WORD_PLACE = re.compile(r"<(?!person )[^<>]+>")


def eec_pairs(
    corpus: pd.DataFrame,
    *,
    by: Literal["gender", "race"],
    names: Literal["matched", "together"] = "matched",
    form: Literal["long", "wide"] = "long",
) -> pd.DataFrame:
    """Pair the sentences that differ in the gender, or in the race, of the person alone.

    Parameters
    ----------
    corpus : DataFrame
        As of `eec` or `build_eec`, or some rows of it.
    by : {"gender", "race"}
        Gender: noun phrases with their counterparts, and names of one race. Race: names of one
        gender; noun phrases have none.
    names : {"matched", "together"}
        ``"matched"``: one name with the one of the same place in the other list, an arbitrary
        choice that gives pairs of sentences. ``"together"``: all names of one side against all of
        the other, as Kiritchenko and Mohammad compare their mean scores; by gender, over both
        races.
    form : {"long", "wide"}
        One row a sentence or one row a pair; wide only for pairs of sentences.

    Returns
    -------
    DataFrame
        Long: columns as `PAIRS`, pairs in the order of the corpus, sides in theirs. Wide:
        ``pair_id``, ``unit``, ``template``, ``emotion``, ``emotion_word``, and for each side
        ``id``, ``sentence`` and ``person`` with the side behind an underscore. What lacks a
        counterpart is left out.

    Raises
    ------
    SchemaError
        If a column is missing.
    OptionError
        If an option is unknown, or ``form="wide"`` is asked for names together.

    Notes
    -----
    Kiritchenko and Mohammad (2018), section 4. The corpus has 144 sentences but for the person;
    with 10 pairs of noun phrases and the names together they give 1,584 pairs by gender.

    Examples
    --------
    >>> from fairnlp.corpora import eec
    >>> pairs = eec_pairs(eec(), by="race", form="wide")
    >>> len(pairs)
    2880
    >>> pairs.loc[1, ["unit", "sentence_African American", "sentence_European American"]].tolist()
    ['female name 1', 'Ebony feels annoyed.', 'Amanda feels annoyed.']
    """
    for value, known, kind in (
        (by, ["gender", "race"], "`by`"),
        (names, ["matched", "together"], "`names`"),
        (form, ["long", "wide"], "`form`"),
    ):
        if value not in known:
            raise UnknownChoiceError(unknown_choice(kind, value, known))
    if form == "wide" and names == "together":
        msg = "Names together have many sentences a side; wide needs names='matched'."
        raise OptionError(msg)
    check_frame(corpus, EEC, name="corpus")
    named = corpus["race"] != ""
    rows = corpus[named] if by == "race" else corpus
    unit = rows["match"].where(~named, _names(rows, by, names))
    bases = [_filled(*base) for base in zip(rows["template"], rows["emotion_word"], strict=True)]
    pair_id = pd.Series(bases, index=rows.index, dtype="str") + " | " + unit
    long = rows.assign(pair_id=pair_id, unit=unit, side=rows[by])[list(PAIRS)]
    sides = list(dict.fromkeys(long["side"]))
    several = long.groupby("pair_id", sort=False)["side"].transform("nunique") > 1
    rank = long["pair_id"].map({pair: n for n, pair in enumerate(dict.fromkeys(pair_id))})
    side = long["side"].map(sides.index)
    long = long.assign(_pair=rank, _side=side)[several]
    long = long.sort_values(["_pair", "_side"], kind="stable", ignore_index=True)
    long = long.drop(columns=["_pair", "_side"])
    return long if form == "long" else _wide(long, sides)


def _filled(template: str, word: str) -> str:
    return _WORD_PLACE.sub(lambda _: word, template)


def _names(rows: pd.DataFrame, by: str, names: str) -> pd.Series:
    """Say for each sentence with a name who is compared in it."""
    if by == "race":
        return rows["gender"] + (" names" if names == "together" else " " + rows["match"])
    if names == "together":
        return pd.Series("names", index=rows.index, dtype="str")
    return rows["race"] + " " + rows["match"]


def _wide(long: pd.DataFrame, sides: list[str]) -> pd.DataFrame:
    key = ["pair_id", "unit", "template", "emotion", "emotion_word"]
    fields = ["id", "sentence", "person"]
    table = long.pivot(index="pair_id", columns="side", values=fields)
    order = [(field, side) for field in fields for side in sides]
    table = table.reindex(columns=pd.MultiIndex.from_tuples(order))
    table.columns = [f"{field}_{side}" for field, side in order]
    return long[key].drop_duplicates("pair_id").merge(
        table, left_on="pair_id", right_index=True, how="left"
    ).reset_index(drop=True)  # fmt: skip
