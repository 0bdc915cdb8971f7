"""A template on show: its slots coloured by kind, or the text as another class reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairnlp.report.marking import Mark, legend, mark_spans

if TYPE_CHECKING:
    from fairnlp.templates.template import Template

__all__ = ["template_html"]


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
