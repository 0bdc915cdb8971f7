"""Texts to work on: real reviews and generated corpora."""

from fairnlp.corpora.catalogue import available
from fairnlp.corpora.contents import describe
from fairnlp.corpora.files import read
from fairnlp.corpora.imdb import reviews

__all__ = ["available", "describe", "read", "reviews"]
