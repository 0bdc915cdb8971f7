"""Figures of the comparison: ranks, flips, words, and macro-F1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairnlp.papers.high_stakes.settings import NAMES, PLAIN

if TYPE_CHECKING:
    import os
    from pathlib import Path

    import pandas as pd

    from fairnlp.papers.high_stakes.result import HighStakes

__all__ = ["draw"]


def draw(found: HighStakes, folder: str | os.PathLike[str], *, name: str) -> list[Path]:
    """Draw ranks, flips, words and macro-F1, for each setting.

    Parameters
    ----------
    found : HighStakes
    folder : path
    name : str
        Of the corpus: what the files start with.

    Returns
    -------
    list of Path
        The SVG files; each has a PNG and a manifest beside it.
    """
    from fairnlp import plotting
    from fairnlp.plotting.spread import means_with_spread

    files = []
    target = str(found.manifest["options"]["target"])
    for setting in found.manifest["options"]["settings"]:
        stem = f"{name}-{setting.replace('+', '-')}"
        told = {"source": "high-stakes", "corpus": found.manifest["corpus"]["name"],
                "setting": setting}  # fmt: skip
        ranks = found.tables["ranks_by_text"]
        ranks = ranks[(ranks["setting"] == setting) & (ranks["mask"] == "as marked")]
        if (ranks["status"] == "ok").any():
            ranks = ranks.assign(series=ranks["model"].map(NAMES))
            ax = plotting.rank_shares(
                ranks, title="Do the models look where people looked?", ax=plotting.sized_axes(7)
            )
            files.append(
                plotting.save_figure(ax, f"{stem}-ranks", folder=folder, data=ranks, **told)
            )
        flips = _flips(found.tables["flips"], setting)
        ax = means_with_spread(
            flips,
            title=f"How often does a neutral word flip a text to '{target}'?",
            xlabel=f"flips of {int(flips['n'].max())} texts, mean over models",
            ax=plotting.sized_axes(2 * flips["row"].nunique()),
        )
        files.append(plotting.save_figure(ax, f"{stem}-flips", folder=folder, data=flips, **told))
        tokens = found.tables["tokens"]
        tokens = tokens[(tokens["setting"] == setting) & (tokens["model"] == PLAIN)]
        if len(tokens):
            order = ["first_or_second", "first"]
            tokens = tokens.sort_values(order, ascending=False, kind="stable", ignore_index=True)
            ax = plotting.top_words(
                tokens,
                title=f"Which words make the LSTM say '{target}'?",
                limit=20,
                highlight=tokens.loc[tokens["asked"], "token"].tolist(),
                ax=plotting.sized_axes(min(20, len(tokens))),
            )
            files.append(
                plotting.save_figure(ax, f"{stem}-words", folder=folder, data=tokens, **told)
            )
        scores = _scores(found.tables["models"], setting)
        ax = means_with_spread(
            scores,
            title="How well do the models do?",
            xlabel="macro-F1, mean over models",
            ax=plotting.sized_axes(2 * scores["row"].nunique()),
        )
        files.append(
            plotting.save_figure(ax, f"{stem}-macro-f1", folder=folder, data=scores, **told)
        )
    return files


def _flips(table: pd.DataFrame, setting: str) -> pd.DataFrame:
    some = table[(table["setting"] == setting) & (table["direction"] == "to_target")]
    some = some[some["unigram"] != "all"]
    rule = some["words"] == "by rule"
    row = some["unigram"].where(~rule, some["unigram"] + " (by rule)")
    return some.assign(row=row, series=some["model"].map(NAMES)).sort_values(
        "words", kind="stable", ignore_index=True
    )


def _scores(table: pd.DataFrame, setting: str) -> pd.DataFrame:
    told = {"test": "fold left out", "ordinary": "ordinary half", "reversed": "reversed half"}
    some = table[table["setting"] == setting].rename(columns={"macro_f1": "mean"})
    return some.assign(row=some["test"].replace(told), series=some["model"].map(NAMES))
