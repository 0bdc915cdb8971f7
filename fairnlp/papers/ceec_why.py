"""Sentences that say how to read the tables on cognates, and why they are not the paper's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairnlp.report.formats import percent

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

__all__ = ["why"]


_SAYS = {
    "French": "for French bias in nearly all tools, and none for anger, fear and sadness after it "
    "gave cognates the scores of their synonyms",
    "Spanish": "for Spanish identical scores in all tools after that",
    "Italian": "for Italian bias in no tool",
}


def why(tools: pd.DataFrame, leaks: pd.DataFrame, manifest: dict[str, Any]) -> list[str]:
    """Say how to read the tables; the parameters are those of `CeecResult`."""
    return [
        *_corpora(tools, manifest),
        *_tools(tools),
        *_reported(tools),
        "The paper names counts of differing pairs, and where it finds bias; V and p of its single "
        "tests are not in its text, so that none stand beside ours.",
        "The ten sentences of a pair and emotion are near copies: two pairs that lean the same way "
        "are enough for p below 0.001 over sentences. The verdict stands on pairs, each with one "
        "mean.",
        "V = 0 does not say that scores are alike: it is 0 too where all differences are negative. "
        "See how many differ.",
        *_afinn(tools),
        "Corrected over the tools and emotions of a language (Holm), before and after debiasing "
        "each by itself.",
        *_after(tools),
        *_moved(leaks),
    ]


def _corpora(tools: pd.DataFrame, manifest: dict[str, Any]) -> list[str]:
    first = tools.drop_duplicates("language")
    ours = _and(f"{row.pairs} {row.language}" for row in first.itertuples())
    if manifest["variant"] == "own":
        return [f"Own corpora: {ours} pairs; the paper's are others."]
    return [
        f"Another corpus: the paper's is not public, and its text does not tell the rule that made "
        f"it (292 French and 32 Spanish pairs, Italian not given). Variant "
        f"{manifest['variant']!r} has {ours} pairs; others have other counts."
    ]


def _tools(tools: pd.DataFrame) -> list[str]:
    said = ["Other versions: the paper's are of 2019, ours are in the manifest."]
    for name in tools["system"].unique():
        if name.startswith("SentimentR") and name != "SentimentR":
            said.append(
                f"{name} is not the paper's SentimentR: the algorithm is the same, its lexicon is "
                "another. See docs/howto/sentimentr.md for the key of the R package."
            )
    if any(name.startswith("SentimentR") for name in tools["system"]):
        said.append(
            "SentimentR divides by the root of the number of words, so that a synonym of several "
            "words always scores differently, whatever its origin."
        )
    return said


def _reported(tools: pd.DataFrame) -> list[str]:
    said = [_SAYS[language] for language in tools["language"].unique() if language in _SAYS]
    return [f"The paper finds {'; '.join(said)}."] if said else []


def _afinn(tools: pd.DataFrame) -> list[str]:
    if "afinn" not in set(tools["system"]):
        return []
    return [
        "AFINN adds scores, and the emotion word adds the same to both sentences of a pair: its "
        "four tests of a language are one."
    ]


def _after(tools: pd.DataFrame) -> list[str]:
    patched = tools[tools["differ_after"].notna()]
    said = []
    if names := list(dict.fromkeys(tools.loc[tools["differ_after"].isna(), "system"])):
        said.append(f"Not debiased: {_and(names)}.")
    if patched.empty:
        return said
    clean = patched[patched["differ_after"] == 0]
    said.append(
        f"After debiasing, no pair differs in {len(clean)} of {len(patched)} tools and languages. "
        "Equal scores are equal by construction: the pairs are those that the tools were patched "
        "with."
    )
    for row in patched[patched["differ_after"] > 0].itertuples():
        n = f"{row.differ_after:g}"
        said.append(
            f"{row.language}, {row.system}: {n} of {row.pairs} pairs differ still ({row.kinds})."
        )
    return said


def _moved(leaks: pd.DataFrame) -> list[str]:
    said = []
    for texts, some in leaks.groupby("texts", sort=False):
        parts = []
        for what, rows in some.groupby("what", sort=False):
            moved, n = rows["moved"].sum(), rows["n"].sum()
            parts.append(f"{moved} of {n} {what}s ({percent(moved / n) if n else 'none'})")
        where = (
            "pairs that were held out while the others were patched"
            if texts == "held-out pairs"
            else "real reviews, counted once for each tool and language"
        )
        said.append(f"What debiasing moves on {where}: {_and(parts)}.")
    if len(leaks) and "reviews" not in set(leaks["texts"]):
        said.append("What it moves on real reviews was not counted: ask with reviews=5000.")
    return said


def _and(words: Iterable[object]) -> str:
    *head, last = map(str, words)
    return f"{', '.join(head)} and {last}" if head else last
