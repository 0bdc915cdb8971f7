"""A checked prediction as HTML for a notebook or a page: verdict, counts, cost, an example."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from fairnlp.core.marking import Mark, fragment, label_html, legend, mark_spans
from fairnlp.monitor.fairness import Verdict

if TYPE_CHECKING:
    from fairnlp.monitor.checked import Checked, Evidence

__all__ = ["checked_html", "evidence_html", "told"]


def told(evidence: Evidence) -> str:
    """Say in a sentence what was found.

    Parameters
    ----------
    evidence : Evidence

    Returns
    -------
    str
    """
    what = evidence.characteristic
    if evidence.verdict == Verdict.NOT_APPLICABLE:
        detail = f" ({evidence.detail})" if evidence.detail else ""
        return f"Not applicable for {what}: {evidence.reason}{detail}."
    if evidence.verdict == Verdict.UNDECIDED:
        return f"Undecided for {what}: {evidence.reason}. {evidence.detail}".strip()
    asked, mutants = len(evidence.answers), sum(evidence.n.values())
    if evidence.gap and evidence.classes:
        more, less = evidence.classes
        found = (
            f"The share of {evidence.label!r} differs by {float(evidence.gap):.3g} "
            f"between {more} and {less}"
        )
        side = "at or above" if evidence.verdict == Verdict.BIASED else "below"
        found += f", {side} alpha = {float(evidence.alpha):g}"
    else:
        found = "All classes have the same share of each label"
    bound = (
        f" A biased text would be missed like this with a probability of at most "
        f"{evidence.miss_at_most:.2g}."
        if evidence.miss_at_most
        else ""
    )
    return (
        f"{found}; {asked} of {mutants} mutants asked."
        + bound
        + (" Unstable: asked one by one, the verdict is another." if evidence.unstable else "")
    )


def checked_html(checked: Checked, *, window: int | None = 160) -> str:
    """Show a checked prediction.

    Parameters
    ----------
    checked : Checked
    window : int, optional
        As for `mark_spans`.

    Returns
    -------
    str
        HTML, escaped, with its style sheet.
    """
    said = "no label" if checked.prediction is None else checked.prediction
    head = (
        f'<p class="fn-verdict">Prediction {label_html(said, checked.score)} '
        f"<b>{escape(checked.verdict)}</b></p>"
    )
    parts = "".join(
        evidence_html(evidence, window=window) for evidence in checked.by_characteristic.values()
    )
    return fragment(head + parts)


def evidence_html(evidence: Evidence, *, window: int | None = 160) -> str:
    """Show what was found for one characteristic; put it into a `fragment`."""
    title = f"<b>{escape(evidence.characteristic)}: {escape(evidence.verdict)}.</b>"
    html = f"<p>{title} {escape(told(evidence))}</p>"
    if evidence.subject is None:
        return html
    template = evidence.subject.template
    marks = [Mark(start=s.start, end=s.end, kind=s.kind, title=s.kind) for s in template.slots]
    kinds = list(dict.fromkeys(mark.kind for mark in marks))
    html += f'<div class="fn-text">{mark_spans(template.text, marks, window=window)}</div>'
    return html + legend(kinds) + _counts_html(evidence) + _example_html(evidence, window)


def _counts_html(evidence: Evidence) -> str:
    if not evidence.answers:
        return ""
    counts, invalid = evidence.counts, evidence.invalid
    labels = sorted({label for by in counts.values() for label in by})
    heads = "".join(f"<th>{escape(label)}</th>" for label in labels)
    extra = any(invalid.values())
    lines = "".join(
        f"<tr><th>{escape(class_)}</th>"
        + "".join(f"<td>{counts[class_].get(label, 0)}</td>" for label in labels)
        + (f"<td>{invalid[class_]}</td>" if extra else "")
        + f"<td>{sum(counts[class_].values()) + invalid[class_]} of {n}</td></tr>"
        for class_, n in evidence.n.items()
    )
    return (
        f'<table class="fn-rows"><tr><th>class</th>{heads}'
        f"{'<th>no label</th>' if extra else ''}<th>asked</th></tr>{lines}</table>"
    )


def _example_html(evidence: Evidence, window: int | None) -> str:
    """Show one mutant with another label than the original, if there is one."""
    other = [
        row
        for row in evidence.mutants().to_dict(orient="records")
        if isinstance(row["label"], str) and row["label"] != evidence.prediction
    ]
    if not other:
        return ""
    row = next((r for r in other if r["class"] != evidence.original_class), other[0])
    text = mark_spans(row["text"], row["spans"], window=window)
    label = label_html(row["label"], row["score"], differs=True)
    return (
        f"<p>{len(other)} of {len(evidence.answers)} mutants asked have another label, such as "
        f'this one ({escape(row["class"])}): {label}</p><div class="fn-text">{text}</div>'
    )
