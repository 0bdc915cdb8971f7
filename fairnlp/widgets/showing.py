"""A template on show: what was decided, and its text with the slots coloured by kind."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from fairnlp.core.marking import Mark, legend, mark_spans

if TYPE_CHECKING:
    from fairnlp.templates.template import Template
    from fairnlp.widgets.decisions import Decision

__all__ = ["decision_html", "template_html"]


def decision_html(template: Template, decision: Decision, *, place: str, edited: bool) -> str:
    """Show the id of a template, what was decided about it, and what a reader should know of it.

    Parameters
    ----------
    template : Template
    decision : Decision
    place : str
        Where it stands among those shown.
    edited : bool
        True if its slots are not as they were found.

    Returns
    -------
    str
        HTML, escaped; put it into a `fragment`.
    """
    said = ": ".join(filter(None, (decision.status, decision.reason, decision.note)))
    said += ", edited" if edited else ""
    title = (
        f"<p><b>{escape(template.template_id)}</b> ({escape(place)}), original class "
        f"<b>{escape(template.original_class)}</b>, {escape(said)}</p>"
    )
    if template.flags:
        title += f"<p>Note: {escape('; '.join(template.flags))}</p>"
    return title


def template_html(
    template: Template,
    *,
    window: int | None = None,
    chosen: int | None = None,
    as_class: str = "",
) -> str:
    """Show the text of a template, with a legend.

    Parameters
    ----------
    template : Template
    window : int, optional
        As for `mark_spans`.
    chosen : int, optional
        Number of the slot to frame, from 0.
    as_class : str
        A class to read the text as, with the changed words marked and ``[name]`` for a value;
        empty for the original text with its slots marked.

    Returns
    -------
    str
        HTML, escaped; put it into a `fragment`.
    """
    if as_class:
        values = {field: f"[{field}]" for field in template.fields}
        text, kinds = template.mutant(as_class, **values), ["changed"]
        body = mark_spans(text, template.spans(as_class, **values), window=window)
    else:
        marks = _slot_marks(template, chosen) + _protected_marks(template)
        body = mark_spans(template.text, marks, window=window)
        kinds = list(dict.fromkeys(mark.kind for mark in marks))
    return f'<div class="fn-text">{body}</div>{legend(kinds)}'


def _slot_marks(template: Template, chosen: int | None) -> list[Mark]:
    return [
        Mark(
            start=slot.start,
            end=slot.end,
            kind=slot.kind,
            title=f"{slot.kind}: {slot.field or ' / '.join(slot.forms.values())}",
            chosen=number == chosen,
        )
        for number, slot in enumerate(template.slots)
    ]


def _protected_marks(template: Template) -> list[Mark]:
    """Mark the protected spans that touch neither a slot nor each other."""
    marks, position = [], 0
    for start, end in sorted(template.protected):
        free = all(end <= slot.start or slot.end <= start for slot in template.slots)
        if free and position <= start < end:
            marks.append(Mark(start=start, end=end, kind="protected", title="left as it is"))
            position = end
    return marks
