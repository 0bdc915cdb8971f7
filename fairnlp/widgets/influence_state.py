"""The rules of masking and inserting words by hand; `InfluenceExplorer` shows them as a widget."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.adversary.gaps import Gap, check_unigram, gaps, insert
from fairnlp.core.errors import OptionError
from fairnlp.core.frames import TEXTS, check_frame
from fairnlp.influence.asking import Asked, Query, asked, gives_scores
from fairnlp.influence.items import Item, context_of, read_items
from fairnlp.influence.leave_one_out import leave_one_out
from fairnlp.influence.masks import masks_by_text
from fairnlp.influence.operators import OperatorName, operator_for
from fairnlp.systems.base import as_system
from fairnlp.systems.tokens import ClassScores
from fairnlp.widgets.influence_page import page_html

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

__all__ = ["InfluenceState"]


@dataclass(frozen=True)
class Answer:
    """What a system says of one text: the number that is measured, its label, or what failed."""

    value: float
    label: str
    error: str


@dataclass
class InfluenceState:
    """One text, the words that were masked or put in, and what systems say of it.

    Parameters
    ----------
    corpus : DataFrame
        As `core.frames.RATIONALES`; ``text_id`` and ``text`` are enough.
    systems : sequence
        Whatever `as_system` takes, such as a model and its twin that was trained on rationales;
        their names must differ.
    target : str, optional
        The class that is measured, for systems with classes; by default the class that each gives
        the text as it was written.
    operator : {"unknown", "delete", "neutral word"}
        See `fairnlp.leave_one_out`; also what a masked word becomes.

    Attributes
    ----------
    number : int
        Of the text on show, from 0.
    masked : set of int
        Positions of the masked words.
    inserted : dict of int to str
        Gap (how many words stand before it) to the word that was put in.

    Raises
    ------
    OptionError
        If there is no text or system, or two systems have the same name.

    Examples
    --------
    >>> corpus = pd.DataFrame({"text_id": ["a"], "text": ["a good film"]})
    >>> state = InfluenceState(corpus, ["afinn"])
    >>> state.toggle(1)
    >>> state.insert("bad", 2)
    >>> state.text
    'a unk bad film'
    >>> state.scores[["system", "before", "after"]].values.tolist()
    [['afinn', 3.0, -3.0]]
    """

    corpus: pd.DataFrame
    systems: Sequence[Any]
    target: str | None = None
    operator: OperatorName = "unknown"
    number: int = field(default=0, init=False)
    masked: set[int] = field(default_factory=set, init=False)
    inserted: dict[int, str] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        check_frame(self.corpus, TEXTS, name="corpus")
        self._items = read_items(self.corpus)
        if not self._items or not len(self.systems):
            msg = "A text and a system are needed to see an influence."
            raise OptionError(msg)
        self._systems = [as_system(system) for system in self.systems]
        self.names = [system.name for system in self._systems]
        if len(set(self.names)) < len(self.names):
            msg = f"The systems are called {self.names}; names must differ: as_system(..., name=)."
            raise OptionError(msg)
        self._masks = masks_by_text(self.corpus) if "rationale" in self.corpus else {}
        self._influences: dict[tuple[int, str], pd.DataFrame] = {}

    # Choosing and changing

    def choose(self, number: int) -> None:
        """Show another text, from 0, as it was written."""
        if not 0 <= number < len(self._items):
            msg = f"There is no text {number}; there are {len(self._items)}, from 0."
            raise OptionError(msg)
        self.number = number
        self.clear()

    def clear(self) -> None:
        """Take back all changes."""
        self.masked, self.inserted = set(), {}

    def toggle(self, position: int) -> None:
        """Mask a word, or show it again."""
        if not 0 <= position < len(self.item.spans):
            msg = f"There is no word {position}; the text has {len(self.item.spans)}, from 0."
            raise OptionError(msg)
        self.masked ^= {position}

    def insert(self, word: str, gap: int) -> None:
        """Put a word into a gap, in the place of one that was put there before."""
        check_unigram(word)
        if gap not in self.gaps:
            open_ = ", ".join(map(str, self.gaps))
            msg = f"Nothing can be put in after {gap} words; gaps are after {open_}."
            raise OptionError(msg)
        self.inserted[gap] = word

    def take_out(self, gap: int) -> None:
        """Take back what was put into a gap."""
        if gap not in self.inserted:
            msg = f"Nothing was put in after {gap} words."
            raise OptionError(msg)
        del self.inserted[gap]

    # What comes of it

    @property
    def item(self) -> Item:
        """The text on show, as it was written."""
        return self._items[self.number]

    @property
    def rationale(self) -> np.ndarray | None:
        """True for the words that people marked; None if nobody was asked."""
        marked = self._masks.get(self.item.text_id)
        return None if marked is None else marked.mask

    @property
    def gaps(self) -> dict[int, Gap]:
        """Where a word can be put in: how many words stand before it, and the gap."""
        spans = self.item.spans
        return {
            sum(start < gap.offset for start, _ in spans): gap
            for gap in gaps(self.item.text)
            if not any(start < gap.offset < end for start, end in spans)
        }

    @property
    def text(self) -> str:
        """The text as it is now, with the operator's word of the first system."""
        return self._changed(self._systems[0]).text

    @property
    def scores(self) -> pd.DataFrame:
        """What each system says of the text as it was and as it is.

        Returns
        -------
        DataFrame, one row a system
            ``system``, ``target``, ``before``, ``after``, ``change``; ``label_before`` and
            ``label_after``, empty for a system of scores; ``error``.
        """
        rows = []
        for system in self._systems:
            measured = self._measured(system)
            before = self._answer(measured, self.item)
            target = measured.target or before.label
            # The class of the text as it was is followed, whatever the label is now.
            measured.target = target
            after = self._answer(measured, self._changed(system))
            rows.append(
                {
                    "system": system.name,
                    "target": target,
                    "before": before.value,
                    "after": after.value,
                    "change": after.value - before.value,
                    "label_before": before.label,
                    "label_after": after.label,
                    "error": before.error or after.error,
                }
            )
        return pd.DataFrame(rows)

    def influences(self, name: str) -> pd.DataFrame:
        """Give the influence of each word of the text as it was written, on one system."""
        key = self.number, name
        if key not in self._influences:
            system = self._systems[self.names.index(name)]
            self._influences[key] = leave_one_out(
                system,
                self.corpus.iloc[[self.number]],
                target=self._target_for(system),
                operator=self.operator,
                on_error="record",
                progress=False,
            )
        return self._influences[key]

    def _target_for(self, system: Any) -> str | None:
        scored = not isinstance(system, ClassScores) and gives_scores(system)
        return None if scored else self.target

    def _context(self, system: Any) -> np.ndarray | None:
        return context_of(self.corpus.iloc[[self.number]], None, 1, system=system)

    def _measured(self, system: Any) -> Asked:
        target, context = self._target_for(system), self._context(system)
        return asked(system, target, context=context, on_error="record")

    def _answer(self, measured: Asked, item: Item) -> Answer:
        features = self._context(measured.system)
        context = None if features is None else features[0]
        rows, errors = measured.ask([Query(item.text_id, measured.given(item), context)], 0)
        classes = measured.measure == "probability"
        label = measured.columns[int(rows[0].argmax())] if classes and not errors[0] else ""
        column = measured.columns.index(measured.target or label) if len(rows[0]) > 1 else 0
        return Answer(float(rows[0][column]), label, errors[0])

    def _changed(self, system: Any) -> Item:
        """Put in the inserted words, then mask; positions of the masked ones move along."""
        text, spans, masked = self.item.text, list(self.item.spans), set(self.masked)
        for position in sorted(self.inserted, reverse=True):
            gap = self.gaps[position]
            put = insert(text, gap, self.inserted[position])
            longer = put.end - put.start
            at = put.start + (gap.blank == "before")
            spans[position:] = [(a + longer, b + longer) for a, b in spans[position:]]
            spans.insert(position, (at, at + longer - 1))
            masked = {place + (place >= position) for place in masked}
            text = put.text
        changed = Item(self.item.text_id, text, tuple(spans))
        return changed.changed(masked, operator_for(system, self.operator).word)

    @property
    def label(self) -> str:
        """The true label of the text, empty if the corpus has none."""
        return str(self.corpus["label"].iloc[self.number]) if "label" in self.corpus else ""

    def to_html(self) -> str:
        """Show the text shaded by influence on each system, and what they say of it as it is now.

        Returns
        -------
        str
            HTML, escaped, with its style sheet.
        """
        return page_html(self)

    def _repr_html_(self) -> str:
        return self.to_html()
