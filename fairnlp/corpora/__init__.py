"""Texts to work on: real reviews, texts with human rationales, and generated corpora."""

from fairnlp.corpora.catalogue import available
from fairnlp.corpora.ceec import ceec, ceec_pairs
from fairnlp.corpora.cognates import cognate_pairs
from fairnlp.corpora.contents import describe
from fairnlp.corpora.eec import build_eec, eec
from fairnlp.corpora.files import read
from fairnlp.corpora.function_words import without_function_words
from fairnlp.corpora.imdb import reviews
from fairnlp.corpora.pairing import eec_pairs
from fairnlp.corpora.planted import planted
from fairnlp.corpora.rationales import rationales

__all__ = [
    "available",
    "build_eec",
    "ceec",
    "ceec_pairs",
    "cognate_pairs",
    "describe",
    "eec",
    "eec_pairs",
    "planted",
    "rationales",
    "read",
    "reviews",
    "without_function_words",
]
