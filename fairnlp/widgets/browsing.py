"""The rules of browsing test cases by hand; `TestCaseBrowser` shows them as a widget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.marking import fragment, side_by_side

if TYPE_CHECKING:
    from fairnlp.metamorphic.found import Found

__all__ = ["ANY", "FILTERS", "BrowserState"]

ANY = "any"

FILTERS = {
    "system": ("system",),
    "class": ("class_a", "class_b"),
    "value": ("value_a", "value_b"),
}
"""What can be filtered by, and the columns in which the wanted word may stand."""


@dataclass
class BrowserState:
    """A sample of bias-uncovering test cases (BTCs), and which one is on show.

    Parameters
    ----------
    found : Found or sequence of Found
        One for each system.
    limit : int
        How many BTCs of each system to draw, uniformly.
    seed : int
        Seed of the draw.

    Raises
    ------
    OptionError
        If there is no `Found`, or two are of the same system.
    """

    found: Found | Sequence[Found]
    limit: int = 100
    seed: int = 0
    filters: dict[str, str] = field(init=False)
    position: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        several = self.found if isinstance(self.found, Sequence) else [self.found]
        self._found = {found.system: found for found in several}
        if not self._found or len(self._found) < len(several):
            msg = f"One result for each system is needed; {[f.system for f in several]} came."
            raise OptionError(msg)
        self.filters = dict.fromkeys(FILTERS, ANY)
        self.draw(self.seed)

    def draw(self, seed: int) -> None:
        """Draw another sample; the filters stay where they can."""
        if seed < 0:
            msg = f"seed is {seed}; give a whole number from 0 on."
            raise OptionError(msg)
        self.seed = seed
        self._sample = pd.concat(
            [
                found.pairs(self.limit, seed=seed).assign(system=name)
                for name, found in self._found.items()
            ],
            ignore_index=True,
        )
        for name, wanted in self.filters.items():
            if wanted not in self.options(name):
                self.filters[name] = ANY
        self._go_to_start()

    # What is on show

    @property
    def pairs(self) -> pd.DataFrame:
        """The BTCs of the sample that pass the filters; see `Found.pairs`, with `system`."""
        return self._passing(self.filters)

    def _passing(self, filters: dict[str, str]) -> pd.DataFrame:
        keep = pd.Series(True, index=self._sample.index)
        for name, wanted in filters.items():
            if wanted != ANY:
                keep &= (self._sample[list(FILTERS[name])].astype("str") == wanted).any(axis=1)
        return self._sample[keep].reset_index(drop=True)

    @property
    def current(self) -> pd.Series | None:
        """The BTC on show, a row of `pairs`; None if none passes the filters."""
        return self.pairs.iloc[self.position - 1] if self.position else None

    def options(self, name: str) -> list[str]:
        """Give what can be chosen for a filter: `ANY`, then what stands in the sample, sorted."""
        if name not in FILTERS:
            raise UnknownChoiceError(unknown_choice("filter", name, FILTERS))
        if name == "system":  # also those without a test case: to see that there is none
            return [ANY, *sorted(self._found)]
        words = {str(word) for column in FILTERS[name] for word in self._sample[column]}
        return [ANY, *sorted(words - {""})]

    def choose(self, name: str, wanted: str) -> None:
        """Show only BTCs with a system, or with a class or value on one side; or `ANY`."""
        if wanted not in (options := self.options(name)):
            raise UnknownChoiceError(unknown_choice(name, wanted, options))
        self.filters[name] = wanted
        self._go_to_start()

    def _go_to_start(self) -> None:
        self.position = min(1, len(self.pairs))

    def move(self, by: int) -> None:
        """Go forward or back, at most to the ends."""
        self.position = min(max(self.position + by, min(1, len(self.pairs))), len(self.pairs))

    @property
    def counts(self) -> pd.DataFrame:
        """One row a system: `system`, `templates`, `mutants`, `invalid`, `pairs`, `btcs`, `drawn`.

        All counts but `drawn` are of everything that was found, not of the sample.
        """
        return pd.DataFrame(self._counts())

    def _counts(self) -> list[dict[str, Any]]:
        return [
            {
                "system": name,
                "templates": len(found.table),
                "mutants": int(found.table["n_mutants"].sum()),
                "invalid": int(found.table["n_invalid"].sum()),
                "pairs": int(found.table["pairs"].sum()),
                "btcs": int(found.table["btcs"].sum()),
                "drawn": int((self._sample["system"] == name).sum()),
            }
            for name, found in self._found.items()
        ]

    # HTML

    def to_html(self, *, window: int | None = 90) -> str:
        """Show the BTC on show, or the counts if there is none.

        Parameters
        ----------
        window : int, optional
            As for `mark_spans`; None shows the whole texts.

        Returns
        -------
        str
            HTML, escaped, with its style sheet.
        """
        pair = self.current
        if pair is not None:
            return fragment(
                f"<p>Test case {self.position} of {len(self.pairs)} shown, "
                f"<b>{escape(pair['system'])}</b>, template {escape(pair['template_id'])}</p>"
                f"{side_by_side(dict(pair), window=window)}{self._counts_html()}"
            )
        chosen = {name: wanted for name, wanted in self.filters.items() if wanted != ANY}
        if chosen and len(self._sample):
            said = ", ".join(f"{name} {wanted}" for name, wanted in chosen.items())
            none = f"No test case of the sample passes the filters ({said})."
        else:
            none = "No test cases: no two mutants of different classes got different labels."
        return fragment(f"<p><b>{escape(none)}</b></p>{self._counts_html()}")

    def _counts_html(self) -> str:
        lines = []
        for row in self._counts():
            line = (
                f"{row['system']}: {row['btcs']:,} test cases in {row['pairs']:,} pairs of "
                f"{row['mutants']:,} mutants of {row['templates']:,} templates"
            )
            if row["invalid"]:
                line += f"; without a label: {row['invalid']:,}"
            if row["drawn"] < row["btcs"]:
                line += f"; {row['drawn']:,} drawn, seed {self.seed}"
            lines.append(f"<li>{escape(line)}</li>")
        return f"<ul>{''.join(lines)}</ul>"

    def _repr_html_(self) -> str:
        return self.to_html()
