"""A copy of a lexicon tool in which words count as their partners do."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import pandas as pd

from fairnlp.core.errors import SchemaError
from fairnlp.debias.debiased import Debiased
from fairnlp.debias.entries import entries_of
from fairnlp.debias.reasons import Reason, reason
from fairnlp.systems.base import as_system

if TYPE_CHECKING:
    from fairnlp.debias.entries import Entries
    from fairnlp.systems.lexicon_tool import LexiconTool

__all__ = ["lexicon"]

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Pair:
    word: str
    partner: str
    title: bool

    @property
    def entry(self) -> str:
        return " ".join(self.word.lower().split())

    @property
    def other(self) -> str:
        return " ".join(self.partner.lower().split())


def lexicon(tool: LexiconTool | str, pairs: pd.DataFrame) -> Debiased:
    """Give each word the score of its partner, in a copy of a lexicon tool.

    Parameters
    ----------
    tool : LexiconTool or str
        VADER, AFINN, TextBlob, SentimentR or a word list, as `as_system` makes them, or their
        name. It stays as it is, and so does every other tool of the process.
    pairs : DataFrame
        ``word``: what is to be patched, such as a cognate; words with capitals are looked up in
        lower case, with a warning, as the tools do. ``partner``: what it is to count as, a word or
        a phrase; unknown to the tool, the word's entry is removed. Optional ``title`` (bool): the
        word is patched only where it is written as here and stands before a word with a capital.

    Returns
    -------
    Debiased
        The patched copy, a system under test, with ``report``, ``undo()`` and ``export(path)``.

    Raises
    ------
    OptionError
        If the tool has no lexicon that is known here.
    SchemaError
        If a column is missing, or a word or partner is no text or blank; the row is named.

    Notes
    -----
    After Zhiltsova, Caton and Mulwa (2019): the entry is changed, added or removed. TextBlob's
    entry is replaced with all its parts of speech, since a plain text is scored by their mean.
    Where a partner is itself a word of another pair, it is patched first, so that both end alike.

    No tool looks at capitals when it looks a word up: as an entry, the title "Miss" cannot be told
    from the verb. With ``title``, the copy reads "Miss Adeyemi" as "Mr Adeyemi" before it scores,
    and leaves "They miss the bakery." alone. A headline ("I Miss You") is read as a title too.

    Examples
    --------
    >>> import pandas as pd
    >>> pairs = pd.DataFrame({"word": ["deficit", "boutique"], "partner": ["shortage", "shop"]})
    >>> patched = lexicon("vader", pairs)
    >>> patched.report[["word", "old", "new", "action"]]
           word  old  new   action
    0   deficit -1.7 -1.0  changed
    1  boutique  NaN  NaN     none
    >>> patched.scores(["A deficit.", "A shortage."]).tolist()
    [-0.25, -0.25]
    """
    made = cast("LexiconTool", as_system(tool)) if isinstance(tool, str) else tool
    kind = entries_of(made)
    rows = _checked(pairs)
    _warn_of_capitals(rows)
    old = kind.read(made)
    found = kind.fires(made, [pair.entry for pair in rows])
    fires = [pair.title or fire for pair, fire in zip(rows, found, strict=True)]
    new, reasons = _patched(made, kind, old, rows, fires)
    report = pd.DataFrame(
        [_line(made, kind, pair, old, new, reasons.get(at)) for at, pair in enumerate(rows)],
        columns=["word", "partner", "old", "new", "action", "kind", "why"],
    )
    report.insert(5, "fires", fires)
    kinds = dict.fromkeys(["word", "partner", "action", "kind", "why"], "str") | {"fires": "bool"}
    return Debiased(
        kind.put(made, new),
        original=kind.put(made, old),
        report=report.astype(kinds | {"old": "float64", "new": "float64"}),
        titles={pair.word: pair.partner for pair in rows if pair.title},
    )


def _checked(pairs: pd.DataFrame) -> list[_Pair]:
    if missing := [name for name in ("word", "partner") if name not in pairs]:
        msg = f"The pairs lack {', '.join(missing)}; give a frame with word and partner."
        raise SchemaError(msg)
    titles = pairs["title"].tolist() if "title" in pairs else [False] * len(pairs)
    rows = []
    for at, (word, partner, title) in enumerate(
        zip(pairs["word"].tolist(), pairs["partner"].tolist(), titles, strict=True)
    ):
        for name, text in (("word", word), ("partner", partner)):
            if not isinstance(text, str) or not text.strip():
                msg = f"Row {at} of the pairs: {name} is {text!r}; give a text that is not blank."
                raise SchemaError(msg)
        if title not in (True, False):
            msg = f"Row {at} of the pairs: title is {title!r}; give True or False."
            raise SchemaError(msg)
        rows.append(_Pair(word.strip(), partner.strip(), bool(title)))
    return rows


def _warn_of_capitals(rows: list[_Pair]) -> None:
    capitals = [pair.word for pair in rows if pair.word != pair.word.lower() and not pair.title]
    if capitals:
        _log.warning(
            "The tools look words up in lower case; so, also where they are no names or titles, "
            "are patched: %s. Mark a title with title=True.",
            ", ".join(dict.fromkeys(capitals)),
        )


def _patched(
    tool: LexiconTool, kind: Entries, old: dict[str, Any], rows: list[_Pair], fires: list[bool]
) -> tuple[dict[str, Any], dict[int, Reason]]:
    """Give the new entries, and why rows were passed over."""
    new = dict(old)
    reasons: dict[int, Reason] = {}
    open_rows: dict[str, int] = {}
    fixed = kind.fixed(tool)
    for at, pair in enumerate(rows):
        if pair.title:
            continue
        if pair.entry in open_rows:
            first = rows[open_rows[pair.entry]].partner
            if " ".join(first.lower().split()) != pair.other:
                reasons[at] = reason("earlier pair", partner=first)
        elif " " in pair.entry and not kind.phrases:
            reasons[at] = reason("phrase")
        elif pair.entry in fixed:
            reasons[at] = reason("shifter")
        elif not fires[at]:
            reasons[at] = reason("never looked up", entry=pair.entry)
        elif pair.entry in pair.other.split() and pair.entry != pair.other:
            reasons[at] = reason("shared word")
        else:
            open_rows[pair.entry] = at

    def visit(entry: str) -> None:
        pair = rows[open_rows.pop(entry)]
        for part in (pair.other, *pair.other.split()):
            if part in open_rows:
                visit(part)
        plain = pair.other in new and pair.other not in fixed and " " not in pair.other
        value = new[pair.other] if plain else kind.like(tool, new, pair.other)
        new.pop(entry, None)
        if value is None and kind.phrases and kind.like(tool, new, entry) is not None:
            value = kind.probe(0.0)  # its parts count by themselves, unless the whole is an entry
        if value is not None:
            new[entry] = value

    for entry in list(open_rows):
        if entry in open_rows:
            visit(entry)
    return new, reasons


def _line(
    tool: LexiconTool,
    kind: Entries,
    pair: _Pair,
    old: dict[str, Any],
    new: dict[str, Any],
    why: Reason | None,
) -> tuple[str, str, float, float, str, str, str]:
    before, after = old.get(pair.entry), new.get(pair.entry)
    if pair.title:
        after, action, why = new.get(pair.other), "rule", reason("rule")
    elif why is not None or before == after:
        action = "none"
    elif before is None:
        action = "added"
    else:
        action = "removed" if after is None else "changed"
    if why is None:
        why = kind.remark(tool, old, new, pair.word, pair.partner)
        if action != "none" and pair.word != pair.word.lower():
            also = reason("lower case", entry=pair.entry)
            why = Reason(why.kind, f"{why.said}; {also.said}") if why.kind else also
    scores = [
        float("nan") if entry is None else kind.score(tool, entry) for entry in (before, after)
    ]
    return pair.word, pair.partner, scores[0], scores[1], action, why.kind, why.said
