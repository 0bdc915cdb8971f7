"""Capitals: a word that stands in for another takes its letter case."""

from __future__ import annotations

__all__ = ["cased"]


def cased(form: str, word: str) -> str:
    """Give a word the capitals of the one that it stands in for.

    Parameters
    ----------
    form : str
        In lower case.
    word : str
        What stands in the text.

    Examples
    --------
    >>> cased("they", "She"), cased("are", "IS"), cased("focus", "focuses")
    ('They', 'ARE', 'focus')
    """
    if word.isupper() and len(word) > 1:
        return form.upper()
    return form[:1].upper() + form[1:] if word[:1].isupper() else form
