"""The rules of curating templates by hand; `TemplateCurator` shows them as a widget."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.marking import fragment
from fairnlp.templates.template import Template, Templates
from fairnlp.widgets import editing
from fairnlp.widgets.decisions import STATUSES, Decision, DecisionFile, text_hash
from fairnlp.widgets.showing import decision_html, template_html

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["FILTERS", "CurationState"]

FILTERS = ("all", *STATUSES)


@dataclass
class CurationState:
    """Templates, what a person decided about them, and which one is on show.

    Parameters
    ----------
    templates : Templates
        What was found; it is never changed.
    path : path, optional
        File that keeps the decisions, replaced after each step; if it is there, its decisions are
        taken up again. Lines about templates that are not among these are kept as they are.

    Raises
    ------
    RunError
        If the file cannot be read.
    OptionError
        If two templates have the same id, or the file is about another text of the same id.

    Examples
    --------
    >>> from fairnlp.characteristics.base import Slot
    >>> she = Slot(start=0, end=3, kind="pronoun", forms={"male": "He", "female": "She"})
    >>> template = Template(
    ...     text="She left.", slots=(she,), characteristic="gender",
    ...     original_class="female", classes=("male", "female"), template_id="a/gender",
    ... )
    >>> refusals = pd.DataFrame(columns=["text_id", "reason", "detail"])
    >>> state = CurationState(Templates((template,), refusals))
    >>> state.accept()
    >>> state.counts
    {'undecided': 0, 'accepted': 1, 'rejected': 0}
    >>> len(state.accepted())
    1
    """

    templates: Templates
    path: str | Path | None = None
    shown: str = "undecided"
    steps: list[Decision] = field(default_factory=list, init=False)
    current_id: str | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._found = {template.template_id: template for template in self.templates}
        if len(self._found) < len(self.templates):
            msg = "Two templates have the same template_id; decisions could not be told apart."
            raise OptionError(msg)
        self._undecided = {
            name: Decision(template_id=name, text_hash=text_hash(template.text))
            for name, template in self._found.items()
        }
        self._file = None if self.path is None else DecisionFile(Path(self.path))
        steps = self._file.read() if self._file else []
        for step in steps:
            self._check_known(step)
        self._take(steps)
        self.show(self.shown)

    def _check_known(self, step: Decision) -> None:
        template = self._found.get(step.template_id)
        if template is None:
            return
        if step.text_hash != text_hash(template.text):
            msg = (
                f"{self.path} holds a decision on another text of the id {step.template_id!r}. "
                "Give the file that belongs to these templates, or a new one."
            )
            raise OptionError(msg)
        editing.check_template(_edited(template, step))

    # What is on show

    @property
    def ids(self) -> list[str]:
        """Ids of the templates that pass the filter, in the order of the corpus."""
        return [name for name in self._found if self.shown in ("all", self.decision(name).status)]

    @property
    def current(self) -> Template | None:
        """The template on show, with its slots as edited; None if none passes the filter."""
        return None if self.current_id is None else self.template(self.current_id)

    @property
    def position(self) -> int:
        """Place of the template on show among those that pass the filter, from 1; 0 for none."""
        return 0 if self.current_id is None else self.ids.index(self.current_id) + 1

    @property
    def counts(self) -> dict[str, int]:
        """How many templates have each status."""
        counts = dict.fromkeys(STATUSES, 0)
        for decision in self._last.values():
            counts[decision.status] += 1
        return counts

    def show(self, status: str) -> None:
        """Show only templates of a status, or ``"all"``."""
        if status not in FILTERS:
            raise UnknownChoiceError(unknown_choice("filter", status, FILTERS))
        self.shown = status
        ids = self.ids
        if self.current_id not in ids:
            self.current_id = ids[0] if ids else None

    def go(self, position: int) -> None:
        """Show the template at a place among those that pass the filter, from 1."""
        ids = self.ids
        if not 1 <= position <= len(ids):
            msg = f"There is no place {position}; {len(ids)} templates are shown, from 1."
            raise OptionError(msg)
        self.current_id = ids[position - 1]

    def move(self, by: int) -> None:
        """Go forward or back, at most to the ends."""
        if ids := self.ids:
            self.go(min(max(self.position + by, 1), len(ids)))

    # Decisions

    def decision(self, template_id: str) -> Decision:
        """Give the last decision on a template."""
        return self._last[template_id]

    def template(self, template_id: str) -> Template:
        """Give a template with its slots as edited."""
        return _edited(self._found[template_id], self.decision(template_id))

    def _take(self, steps: list[Decision]) -> None:
        self.steps = steps
        self._last = self._undecided | {
            step.template_id: step for step in steps if step.template_id in self._found
        }

    def accept(self, note: str = "") -> None:
        """Accept the template on show and go on to the next."""
        self._decide("accepted", "", note)

    def reject(self, reason: str, note: str = "") -> None:
        """Reject the template on show, for one of `REASONS`, and go on to the next."""
        self._decide("rejected", reason, note)

    def _decide(self, status: str, reason: str, note: str) -> None:
        before = self.ids
        step = replace(self._current_decision(), status=status, reason=reason, note=note)
        self._keep([*self.steps, step])
        after = self.ids
        following = before[before.index(step.template_id) + 1 :]
        self.current_id = next(
            (name for name in following if name in after),
            step.template_id if step.template_id in after else next(iter(after), None),
        )

    def _current_decision(self) -> Decision:
        if self.current_id is None:
            msg = f"No template is on show: none is {self.shown}."
            raise OptionError(msg)
        return self.decision(self.current_id)

    def _keep(self, steps: list[Decision]) -> None:
        if self._file:
            self._file.write(steps)  # first, so that what cannot be saved is not taken as done
        self._take(steps)

    @property
    def can_undo(self) -> bool:
        """True if there is a step on one of these templates."""
        return any(step.template_id in self._found for step in self.steps)

    def undo(self) -> None:
        """Take back the last step, also one from an earlier session, and show its template."""
        places = [n for n, step in enumerate(self.steps) if step.template_id in self._found]
        if not places:
            msg = "There is no step to undo."
            raise OptionError(msg)
        step = self.steps[places[-1]]
        self._keep(self.steps[: places[-1]] + self.steps[places[-1] + 1 :])
        if self.shown not in ("all", self.decision(step.template_id).status):
            self.shown = "all"
        self.current_id = step.template_id

    # Slots

    def change_slot(
        self,
        index: int,
        *,
        start: int | None = None,
        end: int | None = None,
        forms: Mapping[str, str] | None = None,
    ) -> None:
        """Change a slot of the template on show; see `editing.change_slot`."""
        self._edit(editing.change_slot(self._current(), index, start=start, end=end, forms=forms))

    def remove_slot(self, index: int) -> None:
        """Remove a slot of the template on show; see `editing.remove_slot`."""
        self._edit(editing.remove_slot(self._current(), index))

    def add_slot(
        self, start: int, end: int, *, kind: str, forms: Mapping[str, str] | None = None
    ) -> None:
        """Add a slot to the template on show; see `editing.add_slot`."""
        self._edit(editing.add_slot(self._current(), start, end, kind=kind, forms=forms))

    def _current(self) -> Template:
        return self.template(self._current_decision().template_id)

    def _edit(self, template: Template) -> None:
        decision = self._current_decision()
        if template != self._current():
            self._keep([*self.steps, replace(decision, slots=template.slots)])

    # Results

    @property
    def frame(self) -> pd.DataFrame:
        """One row a template: `template_id`, `status`, `reason`, `note`, `edited`."""
        rows = [
            (name, d.status, d.reason, d.note, self.template(name) != self._found[name])
            for name, d in self._last.items()
        ]
        columns = ["template_id", "status", "reason", "note", "edited"]
        types = dict.fromkeys(columns, "str") | {"edited": "bool"}
        return pd.DataFrame(rows, columns=columns).astype(types)

    def accepted(self, *, undecided: bool = False) -> Templates:
        """Give the templates to go on with, as edited.

        Parameters
        ----------
        undecided : bool
            True also keeps those that nobody has looked at.

        Returns
        -------
        Templates
            In the order of the corpus. A rejected template is a refusal with the reason
            ``"rejected by a reader"``; `info` has the counts under ``"curated"``.
        """
        wanted = {"accepted", "undecided"} if undecided else {"accepted"}
        decisions = self._last
        rejected = [
            {
                "text_id": self._found[name].text_id,
                "reason": "rejected by a reader",
                "detail": ": ".join(filter(None, (decision.reason, decision.note))),
            }
            for name, decision in decisions.items()
            if decision.status == "rejected"
        ]
        refusals = self.templates.refusals
        if rejected:
            refusals = pd.concat([refusals, pd.DataFrame(rejected)], ignore_index=True)
        curated = self.counts | {"edited": int(self.frame["edited"].sum())}
        return Templates(
            tuple(self.template(name) for name in decisions if decisions[name].status in wanted),
            refusals,
            {**self.templates.info, "curated": curated},
        )

    def to_html(
        self, *, window: int | None = None, chosen: int | None = None, as_class: str = ""
    ) -> str:
        """Show progress and the current template.

        Parameters
        ----------
        window : int, optional
            As for `mark_spans`.
        chosen : int, optional
            Slot to frame.
        as_class : str
            A class to read the text as, with the changed words marked; empty for the original.

        Returns
        -------
        str
            HTML, escaped, with its style sheet.
        """
        counts = ", ".join(f"{number} {status}" for status, number in self.counts.items())
        head = f"<p>{len(self._found)} templates: {counts}.</p>"
        if self.current_id is None:
            none = "There are no templates." if not self._found else f"None is {self.shown}."
            return fragment(f"{head}<p><b>{none}</b></p>")
        template = self.template(self.current_id)
        title = decision_html(
            template,
            self.decision(self.current_id),
            place=f"{self.position} of {len(self.ids)} shown",
            edited=template != self._found[self.current_id],
        )
        body = template_html(template, window=window, chosen=chosen, as_class=as_class)
        return fragment(head + title + body)

    def _repr_html_(self) -> str:
        return self.to_html()


def _edited(template: Template, decision: Decision) -> Template:
    return template if decision.slots is None else replace(template, slots=decision.slots)
