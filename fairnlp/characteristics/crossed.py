"""Two characteristics at once, such as gender and country: classes are pairs of classes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairnlp.characteristics.base import Refusal, Slot, Slots
from fairnlp.characteristics.person_names import FIELDS
from fairnlp.core.errors import OptionError
from fairnlp.lexicons.names import is_ordinary_word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairnlp.characteristics.base import Characteristic
    from fairnlp.text.reading import Reading

__all__ = ["BETWEEN", "JOIN", "Crossed"]

JOIN = "+"
"""Between the names of the two, as in "gender+country"."""

BETWEEN = ", "
"""Between the two classes, as in "female, Japan"."""

_NAME = "name"
_OWN = ("class", "value_id", "ordinary_word", "spare")


@dataclass(frozen=True)
class Crossed:
    """Two characteristics whose classes are crossed.

    Parameters
    ----------
    first, second : Characteristic
        At most one of them may take names of both genders (`Gender` and the like), and at most
        one names by the gender of the text (`Country` and the like). If each does, a mutant takes
        a name of both classes.
    cells : int
        How many pairs of classes there are at most. If all are more, some classes of each are
        drawn, and all of these are paired.
    per_cell : int
        How many values a pair of classes gets at most; two or more give a placebo rate.
    seed : int
        Of the draw of classes.

    Raises
    ------
    OptionError
        If `cells` is below 4 or `per_cell` below 1, the two are one, or both choose the same name.

    Notes
    -----
    A text must do for both, and by the parse both must speak of one person, which is rare where
    they change different words. If you make one with options of your own, give it to `mutate` too.

    Examples
    --------
    >>> from fairnlp.characteristics.registry import as_characteristic
    >>> both = as_characteristic("gender+country")
    >>> both.name, len(both.classes), both.classes[0]
    ('gender+country', 24, 'male, Great Britain')
    """

    first: Characteristic
    second: Characteristic
    cells: int = 24
    per_cell: int = 2
    seed: int = 0
    classes: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        if self.cells < 4 or self.per_cell < 1:
            msg = f"cells={self.cells}, per_cell={self.per_cell}: at least 4 and 1 are needed."
            raise OptionError(msg)
        if self.first.name == self.second.name:
            msg = f"{self.first.name!r} cannot be crossed with itself; give two characteristics."
            raise OptionError(msg)
        for class_ in (*self.first.classes, *self.second.classes):
            if BETWEEN in class_:
                msg = f"The class {class_!r} holds {BETWEEN!r}, which stands between two classes."
                raise OptionError(msg)
        object.__setattr__(self, "classes", tuple(map(_joined, self._drawn)))

    @property
    def name(self) -> str:
        """Both names, such as ``"gender+country"``."""
        return f"{self.first.name}{JOIN}{self.second.name}"

    @property
    def word_list(self) -> str:
        """What the two can be made of again, if one is no name."""
        lists = [getattr(part, "word_list", "") for part in (self.first, self.second)]
        parts = (self.first.name, self.second.name)
        whole = JOIN.join(list_ or name for list_, name in zip(lists, parts, strict=True))
        return whole if any(lists) else ""

    @cached_property
    def _drawn(self) -> list[tuple[str, str]]:
        """The pairs of classes: all of some classes of each, in their order."""
        sizes = [len(self.first.classes), len(self.second.classes)]
        if sizes[0] * sizes[1] > self.cells:
            few = min(*sizes, max(2, isqrt(self.cells)))
            many = min(max(sizes), self.cells // few)
            sizes = [few, many] if sizes[0] <= sizes[1] else [many, few]
        drawn = []
        for number, part in enumerate((self.first, self.second)):
            order = np.random.default_rng([self.seed, number]).permutation(len(part.classes))
            drawn.append([part.classes[i] for i in sorted(order[: sizes[number]])])
        return list(product(*drawn))

    def find(self, reading: Reading, *, strategy: str, target: str = "") -> Slots | Refusal:
        """Find the slots of both; see ``Gender.find``.

        Returns
        -------
        Slots or Refusal
            The first refusal of the two, if there is one.
        """
        found: list[Slots] = []
        for part in (self.first, self.second):
            one = part.find(reading, strategy=strategy, target=target)
            if isinstance(one, Refusal):
                return one
            found.append(one)
        slots = self._merged(*found)
        if isinstance(slots, Refusal):
            return Refusal(reason=slots.reason, detail=_words(reading, slots.detail))
        flags = list(dict.fromkeys((*found[0].flags, *found[1].flags)))
        if not _same_person(reading, *found):
            if strategy == "sound":
                words = [reading.text[s.slots[0].start : s.slots[0].end] for s in found]
                return Refusal(reason="perhaps two persons", detail=", ".join(words))
            flags.append("perhaps two persons")
        return Slots(
            original_class=_joined((found[0].original_class, found[1].original_class)),
            slots=slots,
            flags=tuple(flags),
            protected=tuple(reading.protected),
        )

    def _merged(self, first: Slots, second: Slots) -> tuple[Slot, ...] | Refusal:
        """The slots of both; a place that both fill with a name takes one that suits both."""
        slots = []
        others = {(slot.start, slot.end): slot for slot in second.slots}
        for slot in first.slots:
            other = others.pop((slot.start, slot.end), None)
            if other is None:
                slots.append(self._expanded(slot, 0))
            elif slot.kind == other.kind == "name":
                slots.append(replace(slot, field=_NAME))
            else:
                return Refusal(reason="slots overlap", detail=f"{slot.start}:{slot.end}")
        slots += [self._expanded(slot, 1) for slot in others.values()]
        slots.sort(key=lambda slot: slot.start)
        for before, after in zip(slots, slots[1:], strict=False):
            if before.end > after.start:
                return Refusal(reason="slots overlap", detail=f"{before.start}:{after.end}")
        return tuple(slots)

    def _expanded(self, slot: Slot, place: int) -> Slot:
        """The slot with a form for each pair of classes, if the class decides."""
        if slot.field:
            return slot
        return replace(slot, forms={_joined(pair): slot.forms[pair[place]] for pair in self._drawn})

    def values(self, *, values: int | None = None, seed: int = 0, **options: Any) -> pd.DataFrame:
        """Draw values for each pair of classes.

        Parameters
        ----------
        values : int, optional
            The most values a pair of classes, where that is less than `per_cell`.
        seed : int
            Of the draw of values.
        **options
            None: the two draw their values by themselves.

        Returns
        -------
        DataFrame
            ``class``, ``value_id``, the fields of both, ``ordinary_word``, ``spare``.

        Raises
        ------
        OptionError
            If `values` is less than 1, there are options, or both choose the same name.
        """
        if options.get("names") is not None or (values is not None and values < 1):
            msg = "Crossed characteristics draw their own values; give a number from 1 on or None."
            raise OptionError(msg)
        wanted = self.per_cell if values is None else min(values, self.per_cell)
        tables = [_ordered(part.values(seed=seed)) for part in (self.first, self.second)]
        self._check_fields(*tables)
        rows: list[dict[str, object]] = []
        for pair in self._drawn:
            pools = [
                table[table["class"] == class_].to_dict(orient="records")
                for table, class_ in zip(tables, pair, strict=True)
            ]
            for number, both in enumerate(_paired(*pools)):
                row = _row(pair, both)
                rows.append({"class": _joined(pair), **row, "spare": number >= wanted})
        table = pd.DataFrame(rows)
        fields = [column for column in table if column not in _OWN]
        return table[["class", "value_id", *fields, "ordinary_word", "spare"]]

    def _check_fields(self, first: pd.DataFrame, second: pd.DataFrame) -> None:
        fields = [{str(c) for c in table} - set(_OWN) for table in (first, second)]
        by_gender = [set(FIELDS.values()) <= some for some in fields]
        ungendered = set(self.first.classes if by_gender[1] else self.second.classes) - set(FIELDS)
        if fields[0] & fields[1] or (
            any(by_gender) and _NAME in fields[0] | fields[1] and ungendered
        ):
            msg = f"{self.first.name} and {self.second.name} both choose the name of the person."
            raise OptionError(msg)


def _joined(pair: Sequence[str]) -> str:
    return BETWEEN.join(pair)


def _words(reading: Reading, span: str) -> str:
    start, end = map(int, span.split(":"))
    return reading.text[start:end]


def _ordered(table: pd.DataFrame) -> pd.DataFrame:
    """Spare values last."""
    return table.sort_values("spare", kind="stable")


def _paired(first: Sequence[dict], second: Sequence[dict]) -> Iterator[tuple[dict, dict]]:
    """Values of the two side by side; a single one goes with each of the other's."""
    size = max(len(first), len(second)) if 1 in (len(first), len(second)) else None
    if size is None:
        yield from zip(first, second, strict=False)
    else:
        for i in range(size):
            yield first[min(i, len(first) - 1)], second[min(i, len(second) - 1)]


def _row(pair: tuple[str, str], both: tuple[dict, dict]) -> dict[str, object]:
    """The fields of two values in one; a name of the country replaces that of the gender."""
    fields = {k: v for values in both for k, v in values.items() if k not in _OWN}
    ids = [values["value_id"] for values in both if values["value_id"]]
    ordinary = any(values["ordinary_word"] for values in both)
    if _NAME in fields and set(FIELDS.values()) <= set(fields):
        gender = next(class_ for class_ in pair if class_ in FIELDS)
        name = fields[FIELDS[gender]]
        return {"value_id": name, _NAME: name, "ordinary_word": is_ordinary_word(name)}
    return {"value_id": BETWEEN.join(ids), **fields, "ordinary_word": ordinary}


def _same_person(reading: Reading, first: Slots, second: Slots) -> bool:
    """Tell whether a word of the one is, or is said of, a word of the other."""
    places = [{slot.start for slot in slots.slots} for slots in (first, second)]
    if places[0] & places[1]:
        return True
    for own, others in (places, places[::-1]):
        for slot in (first if own is places[0] else second).slots:
            token = next(t for t in reading.doc if t.idx + len(t) >= slot.end)
            said_of = [token.head] if token.dep_ in ("appos", "compound", "amod") else []
            if token.dep_ in ("attr", "acomp"):
                said_of = [c for c in token.head.children if c.dep_ in ("nsubj", "nsubjpass")]
            if any(t.idx in others for head in said_of for t in head.subtree):
                return True
    return False
