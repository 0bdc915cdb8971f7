"""Texts to work on: real reviews and generated corpora."""

from fairnlp.corpora.catalogue import available
from fairnlp.corpora.ceec import ceec
from fairnlp.corpora.cognates import cognate_pairs
from fairnlp.corpora.contents import describe
from fairnlp.corpora.eec import build_eec, eec
from fairnlp.corpora.files import read
from fairnlp.corpora.imdb import reviews
from fairnlp.corpora.pairing import eec_pairs

__all__ = [
    "available",
    "build_eec",
    "ceec",
    "cognate_pairs",
    "describe",
    "eec",
    "eec_pairs",
    "read",
    "reviews",
]
