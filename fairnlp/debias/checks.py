"""Whether debiased pairs are scored alike now, and what else moved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.debias.reasons import Reason, reason
from fairnlp.stats.proportions import wilson
from fairnlp.systems.prediction import ask

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from fairnlp.systems.base import ScoringSystem

__all__ = ["in_sentences", "leak_check", "retest"]


def in_sentences(pairs: pd.DataFrame, templates: Iterable[str]) -> pd.DataFrame:
    """Put the words of pairs into sentences.

    Parameters
    ----------
    pairs : DataFrame
        ``word`` and ``partner``.
    templates : iterable of str
        Sentences with ``{}`` where the word goes.

    Returns
    -------
    DataFrame, one row a pair and template
        ``word``, ``partner``, ``text`` and ``partner_text``.

    Examples
    --------
    >>> pairs = pd.DataFrame({"word": ["boutique"], "partner": ["dress shop"]})
    >>> in_sentences(pairs, ["The {} made me feel upset."]).loc[0, "partner_text"]
    'The dress shop made me feel upset.'
    """
    templates = list(templates)
    for template in templates:
        if template.count("{}") != 1:
            msg = f"The template {template!r} must have one {{}}, where the word goes."
            raise OptionError(msg)
    rows = [
        (word, partner, template.replace("{}", word), template.replace("{}", partner))
        for word, partner in zip(pairs["word"], pairs["partner"], strict=True)
        for template in templates
    ]
    return pd.DataFrame(rows, columns=["word", "partner", "text", "partner_text"], dtype="str")


def retest(
    original: ScoringSystem,
    patched: ScoringSystem,
    sentences: pd.DataFrame,
    *,
    tolerance: float = 1e-9,
) -> pd.DataFrame:
    """Score pairs of sentences again, before and after.

    Parameters
    ----------
    original, patched : ScoringSystem
        Such as a tool and what `lexicon` made of it.
    sentences : DataFrame
        ``word``, ``partner``, ``text`` and ``partner_text``, as `in_sentences` makes them.
    tolerance : float
        Up to here, scores are equal.

    Returns
    -------
    DataFrame, one row a pair, in the order of the sentences
        ``word``, ``partner``; ``n``: sentences; ``differ_before``, ``differ_after``: in how many
        the two scores differ; ``largest_after``: the largest difference, without sign;
        ``debiased``: whether none differs now; ``kind``, ``why``: what the report of `patched` says
        of the pair, and of one that differs still whatever is known: no such pair is without a
        kind. See `reasons.KINDS`.

    Raises
    ------
    SchemaError
        If a column is missing.

    Examples
    --------
    >>> from fairnlp.debias import lexicon
    >>> from fairnlp.systems import as_system
    >>> pairs = pd.DataFrame({"word": ["deficit"], "partner": ["shortage"]})
    >>> sentences = in_sentences(pairs, ["The {} made me feel upset."])
    >>> found = retest(as_system("vader"), lexicon("vader", pairs), sentences)
    >>> found[["word", "differ_before", "differ_after", "debiased"]]
          word  differ_before  differ_after  debiased
    0  deficit              1             0      True
    """
    wanted = ("word", "partner", "text", "partner_text")
    if missing := [name for name in wanted if name not in sentences]:
        msg = f"The sentences lack {', '.join(missing)}; in_sentences makes them."
        raise SchemaError(msg)
    gaps = {}
    for name, system in (("before", original), ("after", patched)):
        one, other = (system.scores(sentences[c].tolist()) for c in ("text", "partner_text"))
        gaps[name] = np.abs(np.asarray(one) - np.asarray(other))
    rows = sentences[["word", "partner"]].assign(
        n=1,
        differ_before=(gaps["before"] > tolerance).astype(int),
        differ_after=(gaps["after"] > tolerance).astype(int),
        largest_after=gaps["after"],
    )
    found = rows.groupby(["word", "partner"], sort=False, as_index=False).agg(
        {"n": "sum", "differ_before": "sum", "differ_after": "sum", "largest_after": "max"}
    )
    told = _told(getattr(patched, "report", None), found)
    return found.assign(debiased=found["differ_after"] == 0, **told)


def leak_check(
    original: ScoringSystem,
    patched: ScoringSystem,
    texts: Sequence[str] | pd.Series | pd.DataFrame | Mapping[str, Sequence[str] | pd.DataFrame],
    *,
    tolerance: float = 1e-9,
    confidence: float = 0.95,
) -> pd.DataFrame:
    """Count how many scores and labels of other texts moved.

    On the pairs that were patched, equal scores are equal by construction; what a patch costs shows
    on texts that had no part in it.

    Parameters
    ----------
    original, patched : ScoringSystem
    texts : sequence of str, DataFrame, or mapping of name to those
        Such as ``{"reviews": reviews["text"], "held-out pairs": sentences}``; of a frame, the
        columns ``text`` and ``partner_text`` (if it has that) are taken.
    tolerance : float
        Up to here, scores are equal.
    confidence : float

    Returns
    -------
    DataFrame, two rows a set of texts
        ``texts``: its name; ``what``: ``"score"`` or ``"label"``; ``n``: how many texts;
        ``moved``: how many of them; ``share``, ``low``, ``high``: with its Wilson interval.
        The share of no texts is NaN.

    Examples
    --------
    >>> from fairnlp.debias import lexicon
    >>> from fairnlp.systems import as_system
    >>> patched = lexicon("vader", pd.DataFrame({"word": ["deficit"], "partner": ["shortage"]}))
    >>> leak_check(as_system("vader"), patched, ["A trade deficit.", "A good film."])
       texts   what  n  moved  share       low      high
    0  texts  score  2      1    0.5  0.094531  0.905469
    1  texts  label  2      0    0.0  0.000000  0.657620
    """
    sets = texts if isinstance(texts, Mapping) else {"texts": texts}
    rows = []
    for name, given in sets.items():
        several = _texts(given)
        before, after = (ask(system, several) for system in (original, patched))
        labels = zip(before.labels, after.labels, strict=True)
        moved = {
            "score": int((np.abs(after.scores - before.scores) > tolerance).sum()),
            "label": sum(one != other for one, other in labels),
        }
        rows += [(name, what, len(several), count) for what, count in moved.items()]
    found = pd.DataFrame(rows, columns=["texts", "what", "n", "moved"])
    found = found.astype({"texts": "str", "what": "str", "n": "int64", "moved": "int64"})
    low, high = wilson(found["moved"], found["n"], confidence=confidence)
    return found.assign(share=found["moved"] / found["n"], low=low, high=high)


def _told(report: pd.DataFrame | None, found: pd.DataFrame) -> dict[str, pd.Series]:
    """Give kind and reason of each pair; one that differs still always has some."""
    told: dict[tuple[str, str], Reason] = {}
    changed: dict[str, str] = {}
    if report is not None:
        rows = report[["word", "partner", "kind", "why"]].itertuples(index=False)
        told = {(word, partner): Reason(kind, why) for word, partner, kind, why in rows}
        edits = report[report["action"].isin(["added", "changed", "removed"])]
        changed = {word.lower(): word for word in edits["word"]}
    reasons = []
    for word, partner, differs in found[["word", "partner", "differ_after"]].itertuples(
        index=False
    ):
        why = told.get((word, partner), Reason())
        if differs and not why.kind:
            inside = {*word.lower().split(), *partner.lower().split(), partner.lower()}
            others = sorted((inside & changed.keys()) - {word.lower()})
            why = reason("other pair", words=", ".join(others)) if others else reason("unknown")
        reasons.append(why)
    return {
        "kind": pd.Series([why.kind for why in reasons], index=found.index, dtype="str"),
        "why": pd.Series([why.said for why in reasons], index=found.index, dtype="str"),
    }


def _texts(given: Sequence[str] | pd.Series | pd.DataFrame) -> list[str]:
    if isinstance(given, str):
        msg = f"Give a list of texts, not one text: {given[:40]!r}."
        raise OptionError(msg)
    if isinstance(given, pd.DataFrame):
        if not (columns := [name for name in ("text", "partner_text") if name in given]):
            msg = f"The frame has no column text, but {', '.join(map(str, given))}."
            raise SchemaError(msg)
        return [text for name in columns for text in given[name]]
    return list(given)
