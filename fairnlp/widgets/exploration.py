"""The rules of exploring mutants by hand; `MutantExplorer` shows them as a widget."""

from __future__ import annotations

import math
from dataclasses import astuple, dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.core.errors import FairnlpError, OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import VALUES, check_frame
from fairnlp.core.marking import fragment, label_html, mark_spans
from fairnlp.systems.base import System, as_system
from fairnlp.systems.prediction import predict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.templates.template import Template, Templates

__all__ = ["ExplorerState"]


@dataclass(frozen=True)
class Answer:
    """What a system said about one text: a label and perhaps a score, or what went wrong."""

    label: str | None
    score: float
    error: str


@dataclass
class ExplorerState:
    """One template, the class and value it is rendered for, and what systems say of it.

    It starts with the first template, as the first class that is not the original's.

    Parameters
    ----------
    templates : Templates
    systems : sequence
        Whatever `as_system` takes; their names must differ.
    values : DataFrame
        What may fill the templates; see ``core.frames.VALUES``, such as ``mutants.values``. Rows
        with ``spare`` are not offered: they only stand in for others.

    Raises
    ------
    OptionError
        If there is no template, or two systems have the same name.

    Examples
    --------
    >>> from fairnlp.characteristics.base import Slot
    >>> from fairnlp.templates.template import Template, Templates
    >>> she = Slot(start=0, end=3, kind="pronoun", forms={"male": "He", "female": "She"})
    >>> template = Template(
    ...     text="She is fine.", slots=(she,), characteristic="gender",
    ...     original_class="female", classes=("male", "female"), template_id="a/gender",
    ... )
    >>> templates = Templates((template,), pd.DataFrame(columns=["text_id", "reason", "detail"]))
    >>> values = pd.DataFrame(columns=["class", "value_id", "ordinary_word"])
    >>> state = ExplorerState(templates, ["vader"], values)
    >>> state.text
    'He is fine.'
    >>> state.predictions[["system", "label", "mutant_label", "differs"]]
      system     label mutant_label  differs
    0  vader  positive     positive    False
    """

    templates: Templates
    systems: Sequence[Any]
    values: pd.DataFrame
    number: int = field(default=0, init=False)
    class_: str = field(default="", init=False)
    value: dict[str, str] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        offered = check_frame(self.values, VALUES, name="values")
        self._offered = offered[~offered["spare"]] if "spare" in offered else offered
        if not len(self.templates):
            msg = "There is no template to explore; curate more texts."
            raise OptionError(msg)
        self._systems: list[System] = [as_system(system) for system in self.systems]
        names = [system.name for system in self._systems]
        if len(set(names)) < len(names):
            msg = f"The systems are called {names}; names must differ: as_system(..., name=...)."
            raise OptionError(msg)
        self._known: dict[tuple[str, str], Answer] = {}
        self.choose_template(0)

    # Choosing

    @property
    def template(self) -> Template:
        """The template on show."""
        return self.templates[self.number]

    def choose_template(self, number: int) -> None:
        """Show another template, from 0, as the first class that is not the original's."""
        if not 0 <= number < len(self.templates):
            msg = f"There is no template {number}; there are {len(self.templates)}, from 0."
            raise OptionError(msg)
        self.number = number
        others = [c for c in self.template.classes if c != self.template.original_class]
        self.choose_class(others[0] if others else self.template.original_class)

    def choose_class(self, class_: str) -> None:
        """Render the template for a class, with the value at the same place of its list."""
        if class_ not in self.template.classes:
            raise UnknownChoiceError(unknown_choice("class", class_, self.template.classes))
        choices = self._choices(self.class_)["value_id"].tolist() if self.class_ else []
        chosen = self.value_id
        place = choices.index(chosen) if chosen in choices else 0
        self.class_ = class_
        new = self.choices
        self.value = {}
        if self.template.takes_value and new:
            self.choose_value(new[min(place, len(new) - 1)])

    def flip(self) -> None:
        """Go on to the next class of the template."""
        classes = self.template.classes
        self.choose_class(classes[(classes.index(self.class_) + 1) % len(classes)])

    def _choices(self, class_: str) -> pd.DataFrame:
        return self._offered[self._offered["class"].astype("str") == class_]

    @property
    def choices(self) -> list[str]:
        """Ids of the values of the class on show; none if the template takes no value."""
        if not self.template.takes_value:
            return []
        return self._choices(self.class_)["value_id"].astype("str").tolist()

    @property
    def value_id(self) -> str:
        """Id of the value on show; what was typed if it is not one of the values."""
        rows = self._choices(self.class_)
        for row in rows.to_dict(orient="records"):
            if self.value and all(str(row[name]) == word for name, word in self.value.items()):
                return str(row["value_id"])
        return next(iter(self.value.values()), "")

    def choose_value(self, value: str) -> None:
        """Fill the template with a value, by its id, or with any word if it takes just one."""
        fields = self.template.fields
        if not fields:
            msg = "This template takes no value."
            raise OptionError(msg)
        rows = self._choices(self.class_)
        if missing := [name for name in fields if name not in rows]:
            msg = f"The values have no column {missing[0]!r}, which this template takes."
            raise OptionError(msg)
        chosen = rows[rows["value_id"].astype("str") == value]
        if len(chosen):
            self.value = {name: str(chosen.iloc[0][name]) for name in fields}
        elif len(fields) == 1 and value.strip():
            self.value = {fields[0]: value}
        else:
            raise UnknownChoiceError(unknown_choice("value", value, self.choices))

    def next_value(self) -> None:
        """Go on to the next value of the list; after the last, the first."""
        choices = self.choices
        if not choices:
            msg = f"There are no values of the class {self.class_!r} to go on to."
            raise OptionError(msg)
        at = choices.index(self.value_id) if self.value_id in choices else -1
        self.choose_value(choices[(at + 1) % len(choices)])

    # What comes of it

    @property
    def text(self) -> str:
        """The mutant on show; the original text as long as no value is chosen."""
        if self._lacks_value:
            return self.template.text
        return self.template.mutant(self.class_, **self.value)

    @property
    def _lacks_value(self) -> bool:
        return bool(self.template.takes_value and not self.value)

    @property
    def predictions(self) -> pd.DataFrame:
        """What each system says of the original and the mutant.

        Returns
        -------
        DataFrame, one row a system
            ``system``; ``label``, ``score`` and ``error`` of the original, and the same of the
            mutant as ``mutant_label`` ...; ``differs``: True if both have a label and these are
            not equal.
        """
        rows = [
            (system, *astuple(before), *astuple(after), _differs(before, after))
            for system, before, after in self._answers()
        ]
        said = ("label", "score", "error")
        columns = ["system", *said, *(f"mutant_{name}" for name in said), "differs"]
        types = {"score": float, "mutant_score": float, "differs": bool}
        return pd.DataFrame(rows, columns=columns).astype(types)

    def _answers(self) -> list[tuple[str, Answer, Answer]]:
        """Give name, answer to the original and answer to the mutant of each system."""
        return [
            (system.name, self._ask(system, self.template.text), self._ask(system, self.text))
            for system in self._systems
        ]

    def _ask(self, system: System, text: str) -> Answer:
        """Ask once about each text; what goes wrong is an answer too."""
        key = system.name, text
        if key not in self._known:
            try:
                row = predict(system, [text], text_ids=[self.template.template_id]).iloc[0]
                answer = Answer(str(row["label"]), float(row["score"]), "")
            except FairnlpError as error:
                answer = Answer(None, float("nan"), str(error))
            self._known[key] = answer
        return self._known[key]

    # HTML

    def to_html(self, *, window: int | None = None) -> str:
        """Show the mutant with its changed words marked, and a table of what systems say.

        Parameters
        ----------
        window : int, optional
            As for `mark_spans`.

        Returns
        -------
        str
            HTML, escaped, with its style sheet.
        """
        template = self.template
        head = (
            f"<p><b>{escape(template.template_id)}</b>: original class "
            f"<b>{escape(template.original_class)}</b>, shown as <b>{escape(self.class_)}</b>"
            f"{', ' + escape(self.value_id) if self.value else ''}</p>"
        )
        if self._lacks_value:
            head += '<p class="fn-error">Choose a value; until then, this is the original.</p>'
            spans = []
        else:
            spans = template.spans(self.class_, **self.value)
        body = f'<div class="fn-text">{mark_spans(self.text, spans, window=window)}</div>'
        return fragment(head + body + self._table_html())

    def _table_html(self) -> str:
        answers = self._answers()
        lines = [
            f"<tr><th>{escape(system)}</th><td>{_cell(before)}</td>"
            f"<td>{_cell(after, differs=_differs(before, after))}</td>"
            f"<td>{_change(before, after)}</td></tr>"
            for system, before, after in answers
        ]
        return (
            '<table class="fn-rows"><tr><th>system</th><th>original</th>'
            f"<th>{escape(self.class_)}</th><th>score change</th></tr>{''.join(lines)}</table>"
            f"<p>{escape(_conclusion(answers))}</p>"
        )

    def _repr_html_(self) -> str:
        return self.to_html()


def _differs(before: Answer, after: Answer) -> bool:
    known = before.label is not None and after.label is not None
    return known and before.label != after.label


def _conclusion(answers: list[tuple[str, Answer, Answer]]) -> str:
    changed = [system for system, before, after in answers if _differs(before, after)]
    if changed:
        said = f"The label of {', '.join(changed)} differs from that of the original."
    elif any(None not in (before.label, after.label) for _, before, after in answers):
        said = "No label differs from that of the original."
    else:
        said = "No system labelled both texts."
    labels = {after.label for _, _, after in answers if after.label is not None}
    return said + (" The systems differ from each other on this text." if len(labels) > 1 else "")


def _cell(answer: Answer, *, differs: bool = False) -> str:
    if answer.label is None:
        return f'<div class="fn-error">{escape(answer.error)}</div>'
    return label_html(answer.label, answer.score, differs=differs)


def _change(before: Answer, after: Answer) -> str:
    change = after.score - before.score
    return "" if math.isnan(change) else f"{change:+.3f}"
