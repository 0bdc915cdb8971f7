"""Where fairnlp keeps what can be made or fetched again: parses, archives, trained models."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import user_cache_dir

__all__ = ["cache_folder"]


def cache_folder(*parts: str) -> Path:
    """Give a folder in the user's cache, made if it is not there.

    Parameters
    ----------
    *parts : str
        Folders below it, such as ``"parses"``.

    Returns
    -------
    Path
        Below ``$FAIRNLP_CACHE`` if that is set, else below the cache folder of the platform,
        such as ``~/.cache/fairnlp``. All of it may be deleted at any time.
    """
    root = Path(os.environ.get("FAIRNLP_CACHE") or user_cache_dir("fairnlp", appauthor=False))
    folder = root.expanduser().joinpath(*parts)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
