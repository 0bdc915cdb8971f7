"""What a report shows: plain frames and mappings, so that the page needs to know no step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fairnlp.core.frames import check_frame

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pandas as pd

__all__ = [
    "CLASS_RATES",
    "CROSSED",
    "EQUALITY_GAPS",
    "GAPS",
    "PAIRS",
    "RECOGNISER",
    "REFUSED",
    "SUMMARY",
    "SYSTEMS",
    "TABLE",
    "TEMPLATE_COUNTS",
    "VALUES_BEHIND",
    "ReportData",
]

SUMMARY = {
    "system": "str",
    "characteristic": "str",
    "values": "str, 'all' or 'without flagged'",
    "templates": "int",
    "templates_tested": "int, with at least one pair of different classes",
    "templates_with_btc": "int",
    "share_with_btc": "float in [0, 1], of the templates tested",
    "share_with_btc_low": "float",
    "share_with_btc_high": "float",
    "mutants": "int, with a label",
    "invalid": "int, mutants without a label",
    "pairs": "int, of mutants of different classes",
    "btcs": "int",
    "rate": "float in [0, 1], btcs / pairs",
    "rate_low": "float",
    "rate_high": "float",
    "placebo_pairs": "int, of mutants of one class",
    "placebo_differs": "int",
    "placebo_rate": "float in [0, 1]",
    "placebo_rate_low": "float",
    "placebo_rate_high": "float",
    "difference": "float in [-1, 1], rate - placebo_rate",
    "difference_low": "float",
    "difference_high": "float",
    "confidence": "float in (0, 1), of every interval",
    "verdict": "str, a sentence",
}
"""`metamorphic.found.Found.summary`, one row a system, characteristic and choice of values."""

GAPS = {
    "system": "str",
    "characteristic": "str",
    "values": "str, 'all' or 'without flagged'",
    "class_a": "str",
    "class_b": "str",
    "templates": "int, with scores for both classes",
    "gap": "float, mean score of b - mean score of a, mean over templates, units of the score",
    "low": "float, bootstrap interval over templates and values; NaN where there is none",
    "high": "float",
    "templates_up": "int, whose mean score is higher for b",
    "templates_down": "int, whose mean score is lower for b",
    "verdict": "str, a sentence",
}
"""`metamorphic.found.Found.gaps`, with rows as in `SUMMARY`, for each two classes."""

CLASS_RATES = {
    "system": "str",
    "characteristic": "str",
    "class": "str, 'all' for all mutants together",
    "n": "int, mutants of labelled texts",
    "positive_rate": "float in [0, 1], share of n predicted positive; NaN if n is 0",
    "positive_rate_low": "float, bootstrap interval over templates; NaN where there is none",
    "positive_rate_high": "float",
    "n_negative": "int, of n, of texts that are not positive in truth",
    "fpr": "float in [0, 1], share of n_negative predicted positive; NaN if that is 0",
    "fpr_low": "float",
    "fpr_high": "float",
    "n_positive": "int, of n, of texts that are positive in truth",
    "fnr": "float in [0, 1], share of n_positive not predicted positive; NaN if that is 0",
    "fnr_low": "float",
    "fnr_high": "float",
}
"""`metamorphic.group_gaps.class_rates`, one row a system, characteristic and class."""

EQUALITY_GAPS = {
    "system": "str",
    "characteristic": "str",
    "classes": "int, how many enter",
    "templates": "int, of labelled texts",
    "fped": "float, 0 or more; NaN where a class has no rate",
    "fped_low": "float, bootstrap interval over templates; NaN where there is none",
    "fped_high": "float",
    "fned": "float, 0 or more; NaN where a class has no rate",
    "fned_low": "float",
    "fned_high": "float",
}
"""`metamorphic.group_gaps.equality_gaps`, one row a system and characteristic."""

CROSSED = {
    "system": "str",
    "characteristic": "str, two that are joined, such as 'gender+country'",
    "factor": "str, what the two mutants of a pair differ in; 'neither' is the placebo",
    "pairs": "int",
    "btcs": "int, pairs with different labels",
    "rate": "float in [0, 1], btcs / pairs; NaN without pairs",
    "low": "float, bootstrap interval over templates; NaN without pairs",
    "high": "float",
}
"""`metamorphic.crossing.crossed_table`, rows for each system and crossed characteristic."""

SYSTEMS = {
    "system": "str, unique",
    "about": "str, one sentence: what it is, cut-offs, version; may be empty",
    "accuracy": "float in [0, 1], on the labelled texts of the corpus; NaN if there are none",
    "accuracy_n": "int, how many labelled texts; 0 if there are none",
    "accuracy_low": "float, Wilson; NaN if there are none",
    "accuracy_high": "float, Wilson; NaN if there are none",
}
"""The systems under test, in the order of the report."""

TEMPLATE_COUNTS = {
    "characteristic": "str",
    "original_class": "str",
    "templates": "int",
    "with_value": "int, of these, templates that a value such as a name fills",
}
"""Templates by the class of the person in the original text; one row a class, zeros included."""

REFUSED = {
    "characteristic": "str",
    "reason": "str, a code",
    "meaning": "str, one line: what the code says; may be empty",
    "texts": "int",
}
"""Texts without a template; one row a characteristic and reason, most frequent first."""

TABLE = {
    "system": "str",
    "characteristic": "str",
    "template_id": "str",
    "original_class": "str",
    "pairs": "int",
    "btcs": "int",
    "placebo_pairs": "int",
    "placebo_differs": "int",
}
"""`Found.table` with the class of the original; one row a system and template.

Optional: `score_difference`, `placebo_score_difference` (float, NaN where unknown).
"""

PAIRS = {
    "system": "str",
    "characteristic": "str",
    "template_id": "str",
    "class_a": "str",
    "value_a": "str, the value_id; empty if no value fills the template",
    "label_a": "str",
    "text_a": "str, the whole mutant",
    "spans_a": "list of (old, new, start, end), offsets in text_a",
    "class_b": "str",
    "value_b": "str",
    "label_b": "str",
    "text_b": "str",
    "spans_b": "list of (old, new, start, end)",
}
"""What `report.telling.draw_cases` gives, one frame for all systems.

Optional: `score_a`, `score_b` (float, NaN where unknown).
"""

VALUES_BEHIND = {
    "system": "str",
    "characteristic": "str",
    "class": "str",
    "value_id": "str",
    "flag": "str, such as 'ordinary word'; empty if there is nothing to know",
    "n_mutants": "int",
    "minority": "int, mutants whose label less than half of their template's mutants have",
    "share": "float in [0, 1], minority / n_mutants",
    "btcs": "int, in how many BTCs the value takes part",
}
"""`Found.minority`, all rows. Optional: `name`, which is shown in place of `value_id`."""

RECOGNISER = {
    "group": "str, such as 'African American'",
    "gender": "str, such as 'female'; empty if both are in one row",
    "place": "str, where in the sentence, such as 'first word'",
    "offered": "int, how many names were put into a sentence",
    "found": "int, how many of them were found as persons",
    "low": "float in [0, 1], Wilson interval of found / offered",
    "high": "float in [0, 1]",
}
"""How many persons the recogniser finds, by group of names; one row a group, gender and place.

Optional: `instrument`, who was asked, with one row each: 'reading' (what curation uses: the
parser's entities and the list of names together) or another, such as 'parser'.
"""


@dataclass(frozen=True, kw_only=True)
class ReportData:
    """All that a report shows.

    Rows are shown in the order given. All texts are escaped by the page, so nothing is to be
    escaped here.

    Parameters
    ----------
    title : str
        What was run, such as ``"Gender in 2,000 reviews, 4 systems"``.
    corpus : mapping
        ``"name"`` (such as ``"imdb"``), ``"texts"`` (how many were read, that is, templates and
        refusals together), ``"hash"`` (SHA-256 of the corpus frame), and any further facts to be
        listed, such as ``"duplicates"``, ``"empty"``, ``"licence"``.
    summary : DataFrame
        See `SUMMARY`. Each system and characteristic has a row with ``values == "all"``; one with
        ``"without flagged"`` follows it where a value is flagged.
    gaps : DataFrame
        See `GAPS`; may be empty.
    class_rates : DataFrame
        See `CLASS_RATES`; empty where no true label is known.
    equality_gaps : DataFrame
        See `EQUALITY_GAPS`; empty where no true label is known.
    crossed : DataFrame
        See `CROSSED`; empty where no characteristic is crossed.
    systems : DataFrame
        See `SYSTEMS`.
    templates : DataFrame
        See `TEMPLATE_COUNTS`.
    refusals : DataFrame
        See `REFUSED`.
    tables : DataFrame
        See `TABLE`.
    pairs : DataFrame
        See `PAIRS`; the page shows the most telling.
    pairs_drawn : int
        From at most how many templates of a system and characteristic `pairs` were drawn.
    values : DataFrame
        See `VALUES_BEHIND`.
    recogniser : DataFrame
        See `RECOGNISER`; may be empty.
    recogniser_warning : str
        A sentence if the groups differ in how many are found, else empty.
    manifest : mapping
        See `core.provenance.manifest`: kind, options, inputs, versions, machine.
    info : mapping of str to mapping
        Characteristic to `Templates.info`: parser and its version, strategy, coreference.
    notes : tuple of str
        Further sentences that a reader should know, such as "The net was not there".

    Raises
    ------
    SchemaError
        If a frame lacks a column.
    """

    title: str
    corpus: Mapping[str, Any]
    summary: pd.DataFrame
    gaps: pd.DataFrame
    class_rates: pd.DataFrame
    equality_gaps: pd.DataFrame
    crossed: pd.DataFrame
    systems: pd.DataFrame
    templates: pd.DataFrame
    refusals: pd.DataFrame
    tables: pd.DataFrame
    pairs: pd.DataFrame
    pairs_drawn: int
    values: pd.DataFrame
    recogniser: pd.DataFrame
    recogniser_warning: str = ""
    manifest: Mapping[str, Any] = field(default_factory=dict)
    info: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for name, contract in _CONTRACTS.items():
            check_frame(getattr(self, name), contract, name=name)


_CONTRACTS = {
    "summary": SUMMARY,
    "gaps": GAPS,
    "class_rates": CLASS_RATES,
    "equality_gaps": EQUALITY_GAPS,
    "crossed": CROSSED,
    "systems": SYSTEMS,
    "templates": TEMPLATE_COUNTS,
    "refusals": REFUSED,
    "tables": TABLE,
    "pairs": PAIRS,
    "values": VALUES_BEHIND,
    "recogniser": RECOGNISER,
}
