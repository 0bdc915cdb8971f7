"""How often a label flips when a neutral word is put into the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.adversary.insertion import ATTACK, AttackSet
from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import check_frame
from fairnlp.systems.prediction import predict
from fairnlp.systems.tokens import ClassScores, TokenClassifier
from fairnlp.text.words import cut, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.systems.base import System

__all__ = ["FLIPS", "count_flips"]

FLIPS = {
    "unigram": "str, what was inserted",
    "n": "int, texts of the attack set",
    "target_before": "int, texts that had the target label without the unigram",
    "target_after": "int, texts that have it with the unigram",
    "to_target": "int, texts that had another label and have the target now",
    "from_target": "int, texts that had the target and have another label now",
    "changed": "int, texts with another label than before, whatever it is",
}
"""Flips of one system. Columns named ``predicted:...`` count the labels without the unigram."""


def count_flips(
    attack: AttackSet | pd.DataFrame,
    system: System | ClassScores,
    *,
    target: str,
    corpus: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Count the labels that flip with each unigram, in both directions.

    Parameters
    ----------
    attack : AttackSet or DataFrame
        See `insertion.ATTACK`.
    system : System
        See ``systems.as_system``. One that takes words (``systems.tokens.TokenClassifier``) is
        given the words, which is faster.
    target : str
        The label to which, and from which, flips are counted, such as ``"aggression"``.
    corpus : DataFrame, optional
        With ``text_id`` and the columns ``context:...``: for a system that was trained on context
        features, which stay as they are. See ``core.frames.RATIONALES``.

    Returns
    -------
    DataFrame, one row a unigram
        See `FLIPS`.

    Raises
    ------
    SchemaError
        If a column is missing, or the corpus lacks a text of the attack set.
    UnknownChoiceError
        If the system has no such class.
    OptionError
        If the corpus has context features and the system takes none.
    SystemUnderTestError
        If the system fails.

    Notes
    -----
    Zhong et al. (2019) count flips from non-positive to positive of 800 texts a unigram. How
    often a system gives the target at all moves that count too, so it stands beside.

    Examples
    --------
    >>> from fairnlp.systems import as_system
    >>> def angry(texts: list[str]) -> list[str]:
    ...     return ["angry" if " on " in text else "calm" for text in texts]
    >>> attack = pd.DataFrame({
    ...     "text_id": ["a", "b"], "unigram": "on", "gap": 1, "start": [4, 2], "end": [7, 5],
    ...     "text": ["Come on home.", "We on went on and on."], "log_p": 0.0,
    ...     "naturalness": 0.0, "rank": [1, 2]})
    >>> counts = count_flips(attack, as_system(angry), target="angry")
    >>> counts[["n", "target_before", "to_target", "from_target"]].values.tolist()
    [[2, 1, 1, 0]]
    """
    frame = check_frame(
        attack.frame if isinstance(attack, AttackSet) else attack, ATTACK, name="attack"
    )
    classes = getattr(system, "classes", None)
    if classes is not None and target not in classes:
        raise UnknownChoiceError(unknown_choice("target", target, classes))
    stretches = zip(frame["text"], frame["start"], frame["end"], strict=True)
    frame = frame.assign(original=[text[:start] + text[end:] for text, start, end in stretches])
    frame = frame.reset_index(drop=True)
    once = frame.drop_duplicates("text_id")
    if (frame.groupby("text_id")["original"].nunique() > 1).any():
        msg = "One text_id of `attack` has two original texts; text_id must name one text."
        raise SchemaError(msg)
    given = _label(system, once["original"], once["text_id"], corpus)
    before = frame["text_id"].map(dict(zip(once["text_id"], given, strict=True)))
    after = pd.Series(_label(system, frame["text"], frame["text_id"], corpus))
    labels = sorted({*(classes or ()), *before.unique()})
    rows = []
    for unigram, places in frame.groupby("unigram", sort=False, observed=True).groups.items():
        old, new = before[places].to_numpy(), after[places].to_numpy()
        rows.append(
            {
                "unigram": unigram,
                "n": len(places),
                "target_before": int((old == target).sum()),
                "target_after": int((new == target).sum()),
                "to_target": int(((old != target) & (new == target)).sum()),
                "from_target": int(((old == target) & (new != target)).sum()),
                "changed": int((old != new).sum()),
                **{f"predicted:{label}": int((old == label).sum()) for label in labels},
            }
        )
    return pd.DataFrame(rows, columns=[*FLIPS, *(f"predicted:{label}" for label in labels)])


def _label(
    system: System | ClassScores,
    texts: pd.Series,
    text_ids: pd.Series,
    corpus: pd.DataFrame | None,
) -> list[str]:
    context = _context(corpus, text_ids)
    given: Sequence[str] = texts.tolist()
    if isinstance(system, TokenClassifier):
        tokens = [cut(text, words(text)) for text in given]
        best = np.asarray(system.token_probabilities(tokens, context)).argmax(axis=1)
        return [system.classes[number] for number in best]
    if context is not None:
        if not isinstance(system, ClassScores):
            msg = f"{system.name} takes no context features; leave out corpus."
            raise OptionError(msg)
        best = np.asarray(system.probabilities(given, context)).argmax(axis=1)
        return [system.classes[number] for number in best]
    found: list[str] = predict(system, given, text_ids=text_ids.tolist())["label"].tolist()
    return found


def _context(corpus: pd.DataFrame | None, text_ids: pd.Series) -> np.ndarray | None:
    if corpus is None:
        return None
    check_frame(corpus, {"text_id": "str, unique"}, name="corpus")
    columns = [name for name in corpus if str(name).startswith("context:")]
    if not columns:
        return None
    places = pd.Index(corpus["text_id"]).get_indexer(pd.Index(text_ids))
    if (places < 0).any():
        msg = f"`corpus` lacks the text {text_ids.iloc[int((places < 0).argmax())]!r} of `attack`."
        raise SchemaError(msg)
    found: np.ndarray = corpus[columns].to_numpy(dtype=float)[places]
    return found
