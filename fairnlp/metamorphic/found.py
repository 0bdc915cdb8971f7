"""What a system under test did with the mutants: counts, the words behind them, and the pairs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pandas as pd
from pandas.api.types import is_string_dtype

from fairnlp.core.errors import OptionError, SchemaError
from fairnlp.core.frames import PREDICTIONS, VALUES, MutantSource, check_frame
from fairnlp.metamorphic.counting import count_btcs
from fairnlp.metamorphic.gaps import score_gaps
from fairnlp.metamorphic.minority import minority_values
from fairnlp.metamorphic.naming import name_btcs
from fairnlp.metamorphic.placebo import difference_interval
from fairnlp.metamorphic.show import found_html
from fairnlp.stats.proportions import wilson
from fairnlp.stats.resampling import ratio_interval

__all__ = ["VERDICTS", "Found"]

VERDICTS = {
    "differs": "differs between classes beyond the within-class difference",
    "no effect": "no group effect above the within-class difference",
    "in part": (
        "no group effect above the within-class difference; "
        "but some templates that take no value differ between classes"
    ),
    "no control": "differs between classes; no pair within a class to compare with",
    "no difference": "no label differs between classes; no pair within a class to compare with",
    "no test": "no test: 0 pairs",
}
"""What `Found.summary` can conclude. None of them says that a system is free of bias."""


@dataclass(frozen=True, kw_only=True)
class Found:
    """The bias-uncovering test cases (BTCs) of one system.

    Parameters
    ----------
    system : str
        Name of the system under test.
    predictions : DataFrame
        One row a mutant; see ``core.frames.PREDICTIONS``. With a column ``text_key`` (a number
        that is equal for equal texts), templates whose mutants all read alike are counted.
    mutants : MutantSource
        Where the predictions come from; renders the texts of the pairs.
    lexicon : frozenset of str
        Words, in lower case, that the system has a score for by themselves; may be empty.
    """

    system: str
    predictions: pd.DataFrame
    mutants: MutantSource
    lexicon: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        check_frame(self.predictions, PREDICTIONS, name="predictions")
        if "system" in self.predictions and self.predictions["system"].nunique() > 1:
            msg = (
                f"Predictions of {self.predictions['system'].nunique()} systems came; "
                "make one Found for each."
            )
            raise OptionError(msg)
        keys = self.predictions[["template_id", "class", "value_id"]]
        if (twice := keys.duplicated()).any():
            first = keys[twice].iloc[0].to_dict()
            key = ", ".join(f"{name} {value!r}" for name, value in first.items())
            msg = f"{twice.sum()} mutants have more than one prediction; the first: {key}."
            raise SchemaError(msg)

    @cached_property
    def table(self) -> pd.DataFrame:
        """One row a template: the columns of `count_btcs`, and ``n_texts`` if texts are known.

        ``n_texts`` is the number of mutants that read differently; with 1, no BTC is possible.
        """
        table = count_btcs(self.predictions.drop(columns="system", errors="ignore"))
        if "text_key" in self.predictions:
            texts = self.predictions.groupby("template_id", sort=False, observed=True)["text_key"]
            table["n_texts"] = texts.nunique().to_numpy()
        return table

    @cached_property
    def values(self) -> pd.DataFrame:
        """The values that fill the templates, with a column ``flag``.

        ``flag`` is "ordinary word", "in the lexicon of the system" (which then reacts to the word
        and not to a person), both joined by ", ", or empty.
        """
        values = check_frame(self.mutants.values, VALUES, name="values").reset_index(drop=True)
        in_lexicon = np.zeros(len(values), dtype=bool)
        for field in self._fields(values):
            words = values[field].astype("str").str.lower()
            in_lexicon |= words.isin(self.lexicon).to_numpy()
            in_lexicon |= [not self.lexicon.isdisjoint(parts) for parts in words.str.split(r"\W+")]
        reasons = (
            (values["ordinary_word"].astype(bool), "ordinary word"),
            (in_lexicon, "in the lexicon of the system"),
        )
        flags = [
            ", ".join(text for holds, text in reasons if holds[row]) for row in range(len(values))
        ]
        return values.assign(flag=pd.Series(flags, dtype="str"))

    def without_flagged(self) -> Found:
        """Leave out every mutant whose value has a flag; see `values`."""
        flagged = self.values.loc[self.values["flag"] != "", ["class", "value_id"]]
        keys = pd.MultiIndex.from_frame(self.predictions[["class", "value_id"]].astype("str"))
        keep = ~keys.isin(pd.MultiIndex.from_frame(flagged.astype("str")))
        return replace(self, predictions=self.predictions[keep].reset_index(drop=True))

    def summary(
        self,
        *,
        flagged: bool = True,
        confidence: float = 0.95,
        resamples: int = 2000,
        seed: int = 0,
    ) -> pd.DataFrame:
        """Sum up all templates.

        Parameters
        ----------
        flagged : bool
            False leaves out the values with a flag; see `values`.
        confidence : float
            Of every interval, in (0, 1).
        resamples : int
            How many bootstrap resamples.
        seed : int
            Seed of the resampling.

        Returns
        -------
        DataFrame, one row
            - ``system``, ``characteristic``, ``values`` ("all" or "without flagged"),
            - ``templates``, and of these ``templates_tested`` (with at least one pair of different
              classes), ``templates_alike`` (whose mutants all read alike; no BTC is possible),
              ``templates_with_btc``; ``share_with_btc`` of those tested, ``_low``, ``_high``
              (Wilson); ``templates_without_control`` (tested, but with no pair within a class, as
              where only pronouns change) and of these ``without_control_with_btc``,
            - ``mutants`` and ``invalid`` (without a label, in no pair),
            - ``pairs``, ``btcs`` and ``rate`` = btcs / pairs; ``placebo_pairs``,
              ``placebo_differs`` and ``placebo_rate``; each rate with ``_low`` and ``_high``
              (bootstrap over templates),
            - ``difference`` = rate - placebo_rate, ``_low``, ``_high`` (bootstrap over templates
              and values, so that it speaks of other values too),
            - ``score_pairs``, ``score_difference``, ``placebo_score_pairs``,
              ``placebo_score_difference``: mean absolute difference of scores between classes and
              within a class, in units of the score,
            - ``confidence``, ``verdict`` (one of `VERDICTS`).

            Where there is nothing to divide by, a rate is 0 and its interval all that is possible:
            read it with its n. An interval from 0 to 0 says that nothing was seen in any template;
            ``share_with_btc_high`` tells how much may have been missed.

        Notes
        -----
        Rates are pooled over pairs, so a template with 30 values a class weighs 900 times as much
        as one in which only pronouns change. The latter hardly move a rate; they are counted by
        themselves, and the verdict says so if some of them differ.
        """
        if not flagged:
            rest = self.without_flagged().summary(
                confidence=confidence, resamples=resamples, seed=seed
            )
            return rest.assign(values="without flagged")
        table = self.table
        options = {"confidence": confidence, "resamples": resamples, "seed": seed}
        tested = int((table["pairs"] > 0).sum())
        with_btc = int((table["btcs"] > 0).sum())
        share_low, share_high = wilson(with_btc, tested, confidence=confidence)
        row: dict[str, object] = {
            "system": self.system,
            "characteristic": self.mutants.characteristic,
            "values": "all",
            "templates": len(table),
            "templates_tested": tested,
            "templates_alike": int((table["n_texts"] == 1).sum()) if "n_texts" in table else 0,
            "templates_with_btc": with_btc,
            "share_with_btc": with_btc / tested if tested else 0.0,
            "share_with_btc_low": float(share_low),
            "share_with_btc_high": float(share_high),
            "mutants": int(table["n_mutants"].sum()),
            "invalid": int(table["n_invalid"].sum()),
        }
        row |= self._rate("pairs", "btcs", "rate", options)
        row |= self._rate("placebo_pairs", "placebo_differs", "placebo_rate", options)
        bare = table[(table["pairs"] > 0) & (table["placebo_pairs"] == 0)]
        row |= {
            "templates_without_control": len(bare),
            "without_control_with_btc": int((bare["btcs"] > 0).sum()),
        }
        low, high = -1.0, 1.0
        difference = 0.0
        if row["pairs"] and row["placebo_pairs"]:
            difference = row["rate"] - row["placebo_rate"]  # type: ignore[operator]
            low, high = difference_interval(self.predictions, **options)  # type: ignore[arg-type]
        row |= {"difference": difference, "difference_low": low, "difference_high": high}
        for name in ("score", "placebo_score"):
            pairs = table[name.replace("score", "pairs")].where(table[f"{name}_difference"].notna())
            n = int(pairs.sum())
            total = (table[f"{name}_difference"] * pairs).sum()
            row |= {f"{name}_pairs": n, f"{name}_difference": float(total / n) if n else 0.0}
        row |= {"confidence": confidence, "verdict": VERDICTS[_conclude(row)]}
        return pd.DataFrame([row])

    def _rate(self, pairs: str, differs: str, name: str, options: dict) -> dict[str, object]:
        n, k = int(self.table[pairs].sum()), int(self.table[differs].sum())
        low, high = ratio_interval(self.table[differs], self.table[pairs], **options)
        known = n > 0
        return {
            pairs: n,
            differs: k,
            name: k / n if known else 0.0,
            f"{name}_low": low if known else 0.0,
            f"{name}_high": high if known else 1.0,
        }

    def gaps(
        self,
        *,
        flagged: bool = True,
        confidence: float = 0.95,
        resamples: int = 2000,
        seed: int = 0,
    ) -> pd.DataFrame:
        """Tell which way the scores move between each two classes.

        Parameters
        ----------
        flagged, confidence, resamples, seed
            As for `summary`.

        Returns
        -------
        DataFrame
            ``system``, ``characteristic``, ``values`` and the columns of `gaps.GAPS`.
        """
        if not flagged:
            rest = self.without_flagged().gaps(
                confidence=confidence, resamples=resamples, seed=seed
            )
            return rest.assign(values="without flagged")
        gaps = score_gaps(self.predictions, confidence=confidence, resamples=resamples, seed=seed)
        gaps.insert(0, "system", self.system)
        gaps.insert(1, "characteristic", self.mutants.characteristic)
        gaps.insert(2, "values", "all")
        return gaps

    @cached_property
    def minority(self) -> pd.DataFrame:
        """The values behind the labels that few mutants have; see `minority_values`."""
        return minority_values(self.predictions, self.values, fields=self._fields(self.values))

    def pairs(self, limit: int | None = None, *, seed: int = 0) -> pd.DataFrame:
        """Name BTCs with their texts.

        Parameters
        ----------
        limit : int, optional
            How many to draw, uniformly; by default all, which can be very many.
        seed : int
            Seed of the draw.

        Returns
        -------
        DataFrame, one row a BTC
            The columns of `name_btcs`, and for both sides ``text`` and ``spans``: what differs
            from the original text, a list of ``(old, new, start, end)``.
        """
        pairs = name_btcs(
            self.predictions.drop(columns="system", errors="ignore"), limit=limit, seed=seed
        )
        sides = {
            mark: pairs[["template_id", f"class_{mark}", f"value_{mark}"]]
            .set_axis(["template_id", "class", "value_id"], axis=1)
            .astype("str")
            for mark in "ab"
        }
        keys = pd.concat(sides.values()).drop_duplicates(ignore_index=True)
        texts = self.mutants.render(keys)[[*keys.columns, "text", "spans"]]
        for mark, side in sides.items():
            drawn = side.merge(texts, on=list(keys.columns), how="left", validate="many_to_one")
            pairs[f"text_{mark}"] = drawn["text"]
            spans = [[tuple(span) for span in changed] for changed in drawn["spans"]]
            pairs[f"spans_{mark}"] = pd.Series(spans, dtype=object)
        return pairs

    def _fields(self, values: pd.DataFrame) -> list[str]:
        """Give the columns of the values that hold words which go into a text."""
        own = {*VALUES, "flag"}
        return [
            name for name in values.columns if name not in own and is_string_dtype(values[name])
        ]

    def _repr_html_(self) -> str:
        return found_html(self.summary(), self.minority, self.pairs(3), system=self.system)


def _conclude(row: dict) -> str:
    if not row["pairs"]:
        return "no test"
    if not row["btcs"]:
        return "no effect" if row["placebo_pairs"] else "no difference"
    if not row["placebo_pairs"]:
        return "no control"
    if row["difference_low"] > 0:
        return "differs"
    return "in part" if row["without_control_with_btc"] else "no effect"
