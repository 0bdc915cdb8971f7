"""Mutants of templates: rendered when they are asked for, in batches, and never all in memory."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import pandas as pd

from fairnlp.characteristics.registry import as_characteristic
from fairnlp.core.errors import OptionError
from fairnlp.core.frames import MUTANTS, VALUES, check_frame

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fairnlp.characteristics.base import Characteristic
    from fairnlp.templates.template import Template, Templates

__all__ = ["Mutants", "mutate"]

_NO_VALUE = ""


class Value(NamedTuple):
    """What fills the slots of one mutant: the id, and a text for each field."""

    value_id: str
    fields: Mapping[str, str]


@dataclass(frozen=True)
class Mutants:
    """The mutants of some templates, which exist only while they are looked at.

    Parameters
    ----------
    templates : Templates
    characteristic : str
        What varies.
    classes : tuple of str
        In the order in which a template's mutants come.
    values : DataFrame
        See ``core.frames.VALUES``; ``spare`` marks values that only stand in for others.
    """

    templates: Templates
    characteristic: str
    classes: tuple[str, ...]
    values: pd.DataFrame

    def __len__(self) -> int:
        """Count the mutants, without rendering one."""
        return sum(len(values) for t in self.templates for values in self._chosen(t).values())

    def batches(self, size: int = 1024) -> Iterator[pd.DataFrame]:
        """Render the mutants a batch at a time.

        Parameters
        ----------
        size : int
            Mutants a batch, at least 1.

        Yields
        ------
        DataFrame
            Columns of ``core.frames.MUTANTS``; in the order of templates, classes and values.

        Raises
        ------
        OptionError
            If `size` is below 1.
        """
        if size < 1:
            msg = f"size={size}: a batch holds at least 1 mutant."
            raise OptionError(msg)
        rows: list[tuple[str, str, str, str, bool]] = []
        for row in self._rows():
            rows.append(row)
            if len(rows) == size:
                yield _frame(rows)
                rows = []
        if rows:
            yield _frame(rows)

    def frame(self, *, limit: int | None = 1000) -> pd.DataFrame:
        """Render the first mutants, with what changed.

        Parameters
        ----------
        limit : int, optional
            How many at most; None for all, which can need much memory.

        Returns
        -------
        DataFrame
            As `batches`, and `original_class` and `spans`: a list of `Span` (old, new, start, end).
        """
        rows: list[tuple[Template, str, Value]] = []
        for template in self.templates:
            for class_, values in self._chosen(template).items():
                for value in values:
                    if limit is not None and len(rows) >= limit:
                        return _with_spans(rows)
                    rows.append((template, class_, value))
        return _with_spans(rows)

    def render(self, keys: pd.DataFrame) -> pd.DataFrame:
        """Render chosen mutants, in the order of `keys`.

        Parameters
        ----------
        keys : DataFrame
            ``template_id``, ``class`` and ``value_id``.

        Returns
        -------
        DataFrame
            As `frame`.

        Raises
        ------
        OptionError
            If there is no such mutant.
        """
        check_frame(
            keys, {k: MUTANTS[k] for k in ("template_id", "class", "value_id")}, name="keys"
        )
        rows = []
        for template_id, class_, value_id in zip(
            keys["template_id"], keys["class"], keys["value_id"], strict=True
        ):
            template = self._by_id.get(template_id)
            values = self._chosen(template).get(class_, ()) if template else ()
            value = next((value for value in values if value.value_id == value_id), None)
            if template is None or value is None:
                msg = f"There is no mutant {template_id!r}, {class_!r}, {value_id!r}."
                raise OptionError(msg)
            rows.append((template, class_, value))
        return _with_spans(rows)

    @cached_property
    def dropped(self) -> pd.DataFrame:
        """How many values each template lacks, since they or their partners were taken.

        Returns
        -------
        DataFrame
            ``template_id``, ``taken`` (values that the text already holds for somebody) and
            ``values`` (what is left for each class); only templates that lost any.
        """
        wanted = int((~self.values["spare"]).groupby(self.values["class"]).sum().max())
        rows = []
        for template in self.templates:
            if template.takes_value:
                left = min(len(values) for values in self._chosen(template).values())
                if left < wanted:
                    rows.append((template.template_id, wanted - left, left))
        return pd.DataFrame(rows, columns=["template_id", "taken", "values"])

    @cached_property
    def _by_id(self) -> dict[str, Template]:
        return {template.template_id: template for template in self.templates}

    @cached_property
    def _pools(self) -> dict[str, tuple[list[Value], int]]:
        """For each class, the values with the spare ones last, and how many a template takes."""
        known = ("class", "value_id", "ordinary_word", "spare")
        fields = [column for column in self.values if column not in known]
        pools = {}
        for class_ in self.classes:
            rows = self.values[self.values["class"] == class_].sort_values("spare", kind="stable")
            values = [
                Value(row["value_id"], {str(name): row[name] for name in fields})
                for row in rows.to_dict(orient="records")
            ]
            pools[class_] = (values, int((~rows["spare"]).sum()))
        return pools

    def _chosen(self, template: Template) -> dict[str, Sequence[Value]]:
        """The values of each class for one template, equally many in all classes.

        A value that the text already holds for somebody else is replaced by a spare one. The
        template's own value stays, since its mutant is the original.
        """
        if not template.takes_value:
            return {class_: (Value(_NO_VALUE, {}),) for class_ in self.classes}
        rest = _rest(template)
        own = template.own_values
        chosen = {}
        for class_, (values, wanted) in self._pools.items():
            free: list[Value] = []
            seen: set[tuple[str, ...]] = set()
            for value in values:
                fields = _fields(template, value)
                words = tuple(fields.values())
                if words in seen:
                    continue  # of a name and an occupation, a text may take the occupation alone
                seen.add(words)
                if fields == own or not any(_stands_in(rest, word) for word in words):
                    free.append(value)
                if len(free) == wanted:
                    break
            chosen[class_] = free
        some = {class_: free for class_, free in chosen.items() if free}
        if len(some) > 1 or all(wanted <= 1 for _, wanted in self._pools.values()):
            chosen = some  # an occupation is one value: where it is taken, the class is left out
        fewest = min(map(len, chosen.values()), default=0)
        return {class_: values[:fewest] for class_, values in chosen.items()}

    def _rows(self) -> Iterator[tuple[str, str, str, str, bool]]:
        for template in self.templates:
            for class_, values in self._chosen(template).items():
                for value in values:
                    text = template.mutant(class_, **_fields(template, value))
                    same = text == template.text
                    yield template.template_id, class_, value.value_id, text, same


def mutate(
    templates: Templates,
    *,
    values: int | pd.DataFrame | None = 30,
    seed: int = 0,
    characteristic: str | Characteristic | None = None,
) -> Mutants:
    """Make the mutants of templates.

    Parameters
    ----------
    templates : Templates
    values : int or DataFrame, optional
        How many values a class (BiasFinder takes 30 names a gender), or a table of your own
        (``class`` and ``name``).
    seed : int
        Of the draw of values. All templates take the same values.
    characteristic : str or Characteristic, optional
        By default, the one that the templates were curated for.

    Returns
    -------
    Mutants
        A template without a place for a value gives one mutant a class.

    Raises
    ------
    OptionError
        If there are fewer values than asked for.

    Notes
    -----
    BiasFinder (Asyrofi et al. 2021), "mutant generation".
    """
    curated_for = templates.info.get("word_list") or templates.info["characteristic"]
    what = as_characteristic(characteristic or str(curated_for))
    if isinstance(values, pd.DataFrame):
        table = what.values(values=None, names=values)
    else:
        table = what.values(values=values, seed=seed)
    check_frame(table, VALUES, name="values")
    drawn = tuple(class_ for class_ in what.classes if (table["class"] == class_).any())
    return Mutants(templates, what.name, drawn, table)


def _fields(template: Template, value: Value) -> dict[str, str]:
    return {name: value.fields[name] for name in template.fields}


def _rest(template: Template) -> str:
    """The text without the places that a value fills."""
    pieces, position = [], 0
    for slot in template.slots:
        if slot.field:
            pieces.append(template.text[position : slot.start])
            position = slot.end
    return " ".join([*pieces, template.text[position:]])


def _stands_in(text: str, word: str) -> bool:
    """Tell whether a word stands in a text, as it is or in capitals."""
    forms = "|".join(re.escape(form) for form in (word, word.upper()) if form in text)
    return bool(forms) and re.search(rf"(?<!\w)(?:{forms})(?!\w)", text) is not None


def _frame(rows: Sequence[tuple[str, str, str, str, bool]]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=[*MUTANTS])


def _with_spans(rows: Sequence[tuple[Template, str, Value]]) -> pd.DataFrame:
    full = []
    for template, class_, value in rows:
        fields = _fields(template, value)
        text = template.mutant(class_, **fields)
        spans = template.spans(class_, **fields)
        same = text == template.text
        key = (template.template_id, class_, value.value_id)
        full.append((*key, text, same, template.original_class, spans))
    return pd.DataFrame(full, columns=[*MUTANTS, "original_class", "spans"])
