"""Which unigrams are neutral, and which of them a model looks at."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.core.errors import OptionError
from fairnlp.core.frames import check_frame
from fairnlp.corpora.function_words import is_function_word

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["influential_unigrams", "judged"]

INFLUENCE = {
    "text_id": "str",
    "token": "str",
    "influence": "float",
    "rank": "int, how many words of the text have a higher influence",
}


def influential_unigrams(influences: pd.DataFrame, *, within: int = 2) -> pd.DataFrame:
    """Find unigrams that are often among the most influential words of their text.

    Parameters
    ----------
    influences : DataFrame
        ``text_id``, ``token``, ``influence`` and ``rank`` (0 for the highest), a row a word, as
        leave-one-out influence gives them for the texts with the label of interest. Words whose
        rank is not known are left out.
    within : int
        A word is at the top if its rank is below this: 2 for the first or second.

    Returns
    -------
    DataFrame, one row a unigram (letter case does not count)
        ``unigram``; ``n`` (times it stands in the texts), ``top`` (times at the top), ``share`` =
        top / n, ``mean_influence``, and ``function_word``, ``scored_by``, ``neutral`` as
        `candidate_unigrams` has them. Those most often at the top come first.

    Raises
    ------
    SchemaError
        If a column is missing.
    OptionError
        If `within` is below 1.

    Notes
    -----
    Zhong et al. (2019): "a" was the first or second in 47 of 419 texts, "on" in 75.

    Examples
    --------
    >>> influences = pd.DataFrame({
    ...     "text_id": ["a", "a", "a", "b", "b"], "token": ["Come", "on", "fool", "on", "top"],
    ...     "influence": [0.0, 0.2, 0.5, 0.1, 0.3], "rank": [2, 1, 0, 1, 0]})
    >>> influential_unigrams(influences)[["unigram", "n", "top", "neutral"]].values.tolist()[0]
    ['on', 2, 2, True]
    """
    check_frame(influences, INFLUENCE, name="influences")
    if within < 1:
        msg = f"within is {within}; give 1 or more."
        raise OptionError(msg)
    known = influences[influences["rank"].notna()]
    rows = pd.DataFrame(
        {
            "unigram": known["token"].str.lower(),
            "top": known["rank"].astype(int) < within,
            "influence": known["influence"].astype(float),
        }
    )
    grouped = rows.groupby("unigram", sort=True)
    frame = pd.DataFrame(
        {
            "n": grouped.size(),
            "top": grouped["top"].sum().astype(int),
            "share": grouped["top"].mean(),
            "mean_influence": grouped["influence"].mean(),
        }
    ).reset_index()
    frame = frame.sort_values(["top", "share"], ascending=False, kind="stable")
    return judged(frame.reset_index(drop=True))


def judged(frame: pd.DataFrame) -> pd.DataFrame:
    """Add what helps to pick by hand: ``function_word``, ``scored_by`` and ``neutral``.

    Parameters
    ----------
    frame : DataFrame
        With ``unigram``, in lower case.

    Returns
    -------
    DataFrame
        A copy; see `candidates.candidate_unigrams`.

    Examples
    --------
    >>> judged(pd.DataFrame({"unigram": ["on", "awful", "bus"]}))["neutral"].tolist()
    [True, False, False]
    """
    lexicons = _lexicons()
    function = [any(map(str.isalpha, word)) and is_function_word(word) for word in frame["unigram"]]
    scored = [
        ", ".join(name for name, known in lexicons.items() if word in known)
        for word in frame["unigram"]
    ]
    neutral = [is_one and not by for is_one, by in zip(function, scored, strict=True)]
    return frame.assign(
        function_word=pd.Series(function, index=frame.index, dtype=bool),
        scored_by=pd.Series(scored, index=frame.index, dtype="str"),
        neutral=pd.Series(neutral, index=frame.index, dtype=bool),
    )


@cache
def _lexicons() -> Mapping[str, frozenset[str]]:
    from fairnlp.systems.afinn import Afinn
    from fairnlp.systems.vader import Vader

    return {"VADER": Vader().lexicon, "AFINN": Afinn().lexicon}
