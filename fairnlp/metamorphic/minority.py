"""The values behind minority labels: often one or two words explain every test case."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pandas as pd

__all__ = ["minority_values"]

KEYS = ["class", "value_id"]


def minority_values(
    predictions: pd.DataFrame, values: pd.DataFrame, *, fields: Sequence[str]
) -> pd.DataFrame:
    """Count, for each value, how often its mutants have a label that few mutants have.

    Parameters
    ----------
    predictions : DataFrame
        One system's; see ``core.frames.PREDICTIONS``. Rows without a label are left out.
    values : DataFrame
        What filled the templates, with ``flag``; see ``core.frames.VALUES``.
    fields : sequence of str
        The columns of `values` that hold words, such as ``("name",)``.

    Returns
    -------
    DataFrame, one row a value, those with most minority labels first
        ``class``, ``value_id``, the fields, ``flag``; ``n_mutants``; ``minority``, how many of
        them have a label that less than half of their template's mutants have; ``share`` =
        minority / n_mutants; ``btcs``, in how many bias-uncovering test cases the value takes
        part (each counts for both of its values).
    """
    rows = predictions.loc[predictions["label"].notna(), ["template_id", *KEYS, "label"]]
    everyone, of_class, of_label, of_both = (
        rows.groupby(["template_id", *keys], observed=True)["label"].transform("size")
        for keys in ([], ["class"], ["label"], ["class", "label"])
    )
    rows = rows.astype(dict.fromkeys(KEYS, "str")).assign(
        minority=2 * of_label < everyone, btcs=everyone - of_class - of_label + of_both
    )
    counts = (
        rows.groupby(KEYS, sort=False)
        .agg(n_mutants=("label", "size"), minority=("minority", "sum"), btcs=("btcs", "sum"))
        .reset_index()
    )
    counts.insert(4, "share", counts["minority"] / counts["n_mutants"])
    named = values[[*KEYS, *fields, "flag"]].astype(dict.fromkeys(KEYS, "str"))
    return (
        named.merge(counts, on=KEYS, how="inner")
        .sort_values(["minority", "btcs"], ascending=False, kind="stable")
        .reset_index(drop=True)
    )
