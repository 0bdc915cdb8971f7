"""A template: the original text and the slots that change; everything else stays byte for byte."""

from __future__ import annotations

import html
import json
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from fairnlp.characteristics.base import Slot
from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import REFUSALS, TEMPLATES, Span, check_frame
from fairnlp.core.marking import Mark, fragment, mark_spans

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

__all__ = ["Span", "Template", "Templates"]


@dataclass(frozen=True, kw_only=True)
class Template:
    """A real text with the slots that speak of one person.

    Parameters
    ----------
    text : str
        The original text, unchanged.
    slots : tuple of Slot
        In the order of the text, without overlap.
    characteristic : str
        What varies, such as ``"gender"``.
    original_class : str
        The class of the person in the original text.
    classes : tuple of str
        The classes that it can be rendered for.
    text_id, template_id : str
        Ids; the template's is the text's and the characteristic's, such as ``"imdb-17/gender"``.
    flags : tuple of str
        What a reader should know of this template.
    protected : tuple of (int, int)
        Spans left alone on purpose, such as titles of works.
    """

    text: str
    slots: tuple[Slot, ...]
    characteristic: str
    original_class: str
    classes: tuple[str, ...]
    text_id: str = ""
    template_id: str = ""
    flags: tuple[str, ...] = ()
    protected: tuple[tuple[int, int], ...] = ()

    @property
    def takes_value(self) -> bool:
        """True if a value, such as a name, fills at least one slot."""
        return any(slot.field for slot in self.slots)

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The fields of a value that the slots take, such as ``("name",)``."""
        return tuple(dict.fromkeys(slot.field for slot in self.slots if slot.field))

    @cached_property
    def own_values(self) -> dict[str, str]:
        """The values that stand in the original text, such as ``{"name": "Priya"}``."""
        own: dict[str, str] = {}
        for slot in self.slots:
            if slot.field:
                own.setdefault(slot.field, self.text[slot.start : slot.end])
        return own

    def mutant(self, class_: str, **values: str) -> str:
        """Render the text for a class.

        Parameters
        ----------
        class_ : str
            One of the classes.
        **values : str
            One value a field, such as ``name="Elena"``. They go in exactly as given, but in
            capitals where the text around is in capitals.

        Returns
        -------
        str
            The text with its slots changed and every other character as it was.

        Raises
        ------
        UnknownChoiceError
            If the class is not one of the template's.
        OptionError
            If a field has no value, or a value has no field.
        """
        self._check(class_, values)
        return self._render(lambda slot: slot.fill(class_, values))

    def spans(self, class_: str, **values: str) -> list[Span]:
        """List the spans in which a mutant differs from the original text; see `mutant`."""
        self._check(class_, values)
        spans, shift = [], 0
        for slot in self.slots:
            old, new = self.text[slot.start : slot.end], slot.fill(class_, values)
            start = slot.start + shift
            if new != old:
                spans.append(Span(old=old, new=new, start=start, end=start + len(new)))
            shift += len(new) - len(old)
        return spans

    def original(self) -> str:
        """Render the template with its own words: equal to `text`, byte for byte."""
        return self._render(lambda slot: self.text[slot.start : slot.end])

    def _render(self, word: Callable[[Slot], str]) -> str:
        pieces, position = [], 0
        for slot in self.slots:
            pieces += [self.text[position : slot.start], word(slot)]
            position = slot.end
        return "".join([*pieces, self.text[position:]])

    def _check(self, class_: str, values: Mapping[str, str]) -> None:
        if class_ not in self.classes:
            raise UnknownChoiceError(unknown_choice("class", class_, self.classes))
        if missing := [name for name in self.fields if not values.get(name)]:
            msg = (
                f"This template takes a value for {', '.join(map(repr, missing))}: "
                f"template.mutant({class_!r}, {missing[0]}=...)."
            )
            raise OptionError(msg)
        if extra := [name for name in values if name not in self.fields]:
            takes = f"takes only {', '.join(self.fields)}" if self.fields else "takes no value"
            msg = f"This template has no slot for {', '.join(map(repr, extra))}; it {takes}."
            raise OptionError(msg)

    def row(self) -> dict[str, object]:
        """Give the template as a row of ``core.frames.TEMPLATES``, for a table or a file."""
        return {
            "template_id": self.template_id,
            "text_id": self.text_id,
            "text": self.text,
            "characteristic": self.characteristic,
            "original_class": self.original_class,
            "classes": json.dumps(self.classes),
            "slots": json.dumps([asdict(slot) for slot in self.slots], ensure_ascii=False),
            "takes_value": self.takes_value,
            "flags": json.dumps(self.flags),
            "protected": json.dumps(self.protected),
        }

    @classmethod
    def from_row(cls, row: Mapping[Any, Any]) -> Template:
        """Read a template back from what `row` gave."""
        return cls(
            text=row["text"],
            slots=tuple(Slot(**slot) for slot in json.loads(row["slots"])),
            characteristic=row["characteristic"],
            original_class=row["original_class"],
            classes=tuple(json.loads(row["classes"])),
            text_id=row["text_id"],
            template_id=row["template_id"],
            flags=tuple(json.loads(row["flags"])),
            protected=tuple(tuple(span) for span in json.loads(row["protected"])),
        )

    def _repr_html_(self) -> str:
        """Show the text with its slots marked."""
        marks = [
            Mark(start=slot.start, end=slot.end, kind=slot.kind, title=slot.kind)
            for slot in self.slots
        ]
        marks += [Mark(start=a, end=b, kind="protected") for a, b in self.protected]
        title = html.escape(f"{self.template_id} ({self.characteristic}: {self.original_class})")
        return fragment(f"<p><b>{title}</b></p><p>{mark_spans(self.text, marks)}</p>")


@dataclass(frozen=True)
class Templates:
    """Templates of a corpus, the texts that gave none, and what was used to find them.

    Parameters
    ----------
    items : tuple of Template
        In the order of the corpus.
    refusals : DataFrame
        See ``core.frames.REFUSALS``: one row for each text without a template.
    info : mapping
        What was used: characteristic, strategy, coreference backend, parser and its version.
    """

    items: tuple[Template, ...]
    refusals: pd.DataFrame
    info: Mapping[str, object] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Template]:
        """Iterate over the templates."""
        return iter(self.items)

    def __len__(self) -> int:
        """Count the templates."""
        return len(self.items)

    def __getitem__(self, index: int) -> Template:
        """Give one template by its position."""
        return self.items[index]

    @cached_property
    def frame(self) -> pd.DataFrame:
        """One row a template; see ``core.frames.TEMPLATES``."""
        return pd.DataFrame([item.row() for item in self.items], columns=_COLUMNS).astype(_TYPES)

    @classmethod
    def from_frame(
        cls, frame: pd.DataFrame, refusals: pd.DataFrame, info: Mapping[str, object]
    ) -> Templates:
        """Read templates back from their frame.

        Raises
        ------
        SchemaError
            If a frame lacks a column.
        """
        check_frame(frame, TEMPLATES, name="templates")
        check_frame(refusals, REFUSALS, name="refusals")
        rows = frame.to_dict(orient="records")
        return cls(tuple(Template.from_row(row) for row in rows), refusals, dict(info))

    def keep(self, template_ids: Iterable[str]) -> Templates:
        """Give only the templates with these ids, in the same order."""
        wanted = set(template_ids)
        kept = tuple(item for item in self.items if item.template_id in wanted)
        return Templates(kept, self.refusals, self.info)

    def sample(self, n: int, *, seed: int = 0) -> Templates:
        """Draw templates at random, to read them; they stay in their order.

        Parameters
        ----------
        n : int
            How many; all, if there are fewer.
        seed : int
            Of the draw.
        """
        drawn = np.random.default_rng(seed).permutation(len(self))[:n]
        return Templates(tuple(self.items[i] for i in sorted(drawn)), self.refusals, self.info)

    @property
    def reasons(self) -> pd.DataFrame:
        """How many texts were refused, a row a reason: `reason`, `texts`, most frequent first."""
        counts = self.refusals.groupby("reason", sort=True).size().rename("texts").reset_index()
        return counts.sort_values(["texts", "reason"], ascending=[False, True], ignore_index=True)

    def _repr_html_(self) -> str:
        """Show the counts, and the reasons for the refusals."""
        texts = len(self.items) + self.refusals["text_id"].nunique()
        lines = "".join(
            f"<li>{html.escape(str(row.reason))}: {row.texts}</li>"
            for row in self.reasons.itertuples()
        )
        return f"<p>{len(self)} templates from {texts} texts. Refused:</p><ul>{lines}</ul>"


_COLUMNS = [*Template(text="", slots=(), characteristic="", original_class="", classes=()).row()]
_TYPES = dict.fromkeys(_COLUMNS, "str") | {"takes_value": "bool"}
