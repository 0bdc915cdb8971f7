"""The word lists that are shipped, and the check that fits each list."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pandas as pd

from fairnlp.core.errors import MissingDataError
from fairnlp.lexicons.concept_lint import check_concepts
from fairnlp.lexicons.concepts import load, shipped_lists
from fairnlp.lexicons.lint import Finding, check_table
from fairnlp.lexicons.tables import describe, folder, load_table

__all__ = ["check_list", "shipped"]


def shipped() -> pd.DataFrame:
    """List the word lists that are shipped.

    Returns
    -------
    DataFrame
        ``name``; ``characteristic``: True if the name can be given to ``fairnlp.curate``;
        ``rows``, ``title``, ``source``, ``licence``. Characteristics first, then by name.

    Examples
    --------
    >>> lists = shipped()
    >>> lists.loc[lists["characteristic"], "name"].tolist()[:2]
    ['age', 'disability']
    """
    rows = []
    for name, path in shipped_lists().items():
        about, table, _ = load(path)
        told = [about[key] for key in ("title", "source", "licence")]
        rows.append((name, True, len(table), *told))
    for path in sorted(folder().glob("*.csv")):
        told = [describe(path)[key] for key in ("title", "source", "licence")]
        rows.append((path.stem, False, len(load_table(path.stem)), *told))
    columns = ["name", "characteristic", "rows", "title", "source", "licence"]
    return pd.DataFrame(rows, columns=columns)


def check_list(what: str | Path) -> list[Finding]:
    """Check a word list with the check that fits it.

    Parameters
    ----------
    what : str or Path
        The TOML or CSV of a list of your own, or the name of one that is shipped.

    Returns
    -------
    list of Finding
        Empty if nothing is wrong; see `lint.check_table` and `concept_lint.check_concepts`.

    Raises
    ------
    MissingDataError
        If there is no such list.

    Examples
    --------
    >>> check_list("religion")
    []
    """
    if what in shipped_lists():
        return check_concepts(shipped_lists()[str(what)])
    path = Path(what)
    inner = folder() / f"{what}.csv" if path.suffix not in (".toml", ".csv") else path
    if not inner.is_file():
        known = ", ".join(shipped()["name"])
        msg = f"There is no {path}; give the TOML or CSV of a list, or a shipped name: {known}."
        raise MissingDataError(msg)
    inner = inner.with_suffix(".csv")
    if inner.resolve().parent == folder().resolve() and not _has_classes(inner):
        return check_table(inner)
    return check_concepts(inner)


def _has_classes(path: Path) -> bool:
    toml = path.with_suffix(".toml")
    return toml.is_file() and "classes" in tomllib.loads(toml.read_text(encoding="utf-8"))
