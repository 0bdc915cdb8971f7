"""Figures as files: SVG and PNG, and a manifest that says what they were drawn from."""

from __future__ import annotations

import json
import re
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
import pandas as pd
from matplotlib.figure import Figure

from fairnlp.core.errors import OptionError
from fairnlp.core.provenance import file_hash, frame_hash, versions

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

    from matplotlib.axes import Axes

__all__ = ["save_figure"]

PACKAGES = ("fairnlp", "matplotlib", "numpy", "pandas", "scipy", "seaborn", "statsmodels")


def save_figure(
    figure: Figure | Axes,
    name: str,
    *,
    folder: str | os.PathLike[str] = "figures",
    data: pd.DataFrame | Mapping[str, pd.DataFrame] | None = None,
    seed: int | None = None,
    **info: Any,
) -> Path:
    """Write a figure as SVG and PNG, with a manifest beside them.

    Parameters
    ----------
    figure : Figure or Axes
        What to write; of axes, their whole figure.
    name : str
        Of the files, without ending: small letters, digits, "-" and "_".
    folder : path
        Where to write; made if it is not there.
    data : DataFrame or mapping of str to DataFrame, optional
        What was drawn; the manifest holds its hash, rows and columns.
    seed : int, optional
        The seed of what was drawn.
    **info
        Further facts for the manifest, such as ``corpus="imdb"``. Must go into JSON.

    Returns
    -------
    Path
        The SVG. ``name.png`` and ``name.json`` lie beside it. The same figure gives the same
        bytes: there is no date in the files, and no path of the machine.

    Raises
    ------
    OptionError
        If the name will not do, or a fact is an absolute path.
    """
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]*", name):
        msg = f"name is {name!r}; use small letters, digits, '-' and '_', such as '01_btc-rates'."
        raise OptionError(msg)
    for key, value in info.items():
        if _is_absolute(value):
            msg = f"{key} is a path of this machine ({value}); give a name or a relative path."
            raise OptionError(msg)
    drawn = figure if isinstance(figure, Figure) else figure.get_figure(root=True)
    if drawn is None:
        msg = "These axes belong to no figure any more; draw them again."
        raise OptionError(msg)
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    files = {ending: place / f"{name}.{ending}" for ending in ("svg", "png")}
    # Text stays text: small, searchable, and read aloud by screen readers.
    with mpl.rc_context({"svg.hashsalt": name, "svg.fonttype": "none"}):
        drawn.savefig(files["svg"], bbox_inches="tight", metadata={"Date": None, "Creator": None})
        drawn.savefig(files["png"], bbox_inches="tight", dpi=150, metadata={"Software": None})
    frames = {"data": data} if isinstance(data, pd.DataFrame) else dict(data or {})
    manifest = {
        "name": name,
        "files": {path.name: file_hash(path) for path in files.values()},
        "data": {
            key: {"hash": frame_hash(frame), "rows": len(frame), "columns": list(frame.columns)}
            for key, frame in frames.items()
        },
        "seed": seed,
        "info": info,
        "versions": versions(PACKAGES),
    }
    text = json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
    (place / f"{name}.json").write_text(text, encoding="utf-8")
    return files["svg"]


def _is_absolute(value: object) -> bool:
    if not isinstance(value, str | Path):
        return False
    return PurePosixPath(value).is_absolute() or PureWindowsPath(value).is_absolute()
