"""Tables of a reproduction as files: CSV, and a manifest that says how to read them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.core.errors import MissingDataError
from fairnlp.core.replacing import replace_file

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

__all__ = ["keep", "read"]

_MANIFEST = "manifest.json"


def keep(
    folder: str | os.PathLike[str],
    tables: Mapping[str, pd.DataFrame],
    manifest: Mapping[str, Any],
) -> list[Path]:
    """Write tables, each as ``name.csv``, and ``manifest.json``.

    Returns
    -------
    list of Path
        The files, each whole.
    """
    place, files = Path(folder), []
    for name, table in tables.items():
        files.append(place / f"{name}.csv")
        # LF on every system: the same table gives the same bytes.
        replace_file(files[-1], table.to_csv(index=False, lineterminator="\n").encode())
    told = json.dumps(dict(manifest), indent=2, ensure_ascii=False)
    replace_file(place / _MANIFEST, f"{told}\n".encode())
    return [*files, place / _MANIFEST]


def read(
    folder: str | os.PathLike[str],
    contracts: Mapping[str, Mapping[str, str]],
    *,
    paper: str | None = None,
) -> tuple[dict[str, pd.DataFrame], dict[str, Any]]:
    """Read what `keep` wrote.

    Parameters
    ----------
    folder : path
    contracts : mapping of str to mapping
        For each table, its columns and what they hold; texts begin with ``"str"``, whole numbers
        that may be missing with ``"Int64"``.
    paper : str, optional
        What `fairnlp reproduce` calls what is kept; by default, as the folder is called.

    Returns
    -------
    tables, manifest

    Raises
    ------
    MissingDataError
        If a file is not there.
    """
    place = Path(folder)
    wanted = [*(f"{name}.csv" for name in contracts), _MANIFEST]
    if missing := [name for name in wanted if not (place / name).exists()]:
        msg = (
            f"{place} has no {', '.join(missing)}; make it: fairnlp reproduce "
            f"{paper or place.name} --figures FOLDER."
        )
        raise MissingDataError(msg)
    tables = {}
    for name, contract in contracts.items():
        texts = [name for name, told in contract.items() if told.startswith("str")]
        whole = [name for name, told in contract.items() if told.startswith("Int64")]
        # "nan" is bread, and "None" a word: only a number can be missing.
        tables[name] = pd.read_csv(
            place / f"{name}.csv",
            dtype=dict.fromkeys(texts, "str") | dict.fromkeys(whole, "Int64"),
            keep_default_na=False,
            na_values={column: [""] for column in contract if column not in texts},
        )
    return tables, json.loads((place / _MANIFEST).read_text("utf-8"))
