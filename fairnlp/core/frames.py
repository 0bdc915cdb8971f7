"""The contracts of the data frames that steps hand to each other.

A contract maps a column to what it holds. Steps check what they are given with
`check_frame`, so that a missing column is named before any work is done. Row order is part of a
contract: rows stay in the order of the corpus, then of the templates, classes and values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from fairnlp.core.errors import SchemaError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import pandas as pd

__all__ = [
    "MUTANTS",
    "PREDICTIONS",
    "RATIONALES",
    "REFUSALS",
    "TEMPLATES",
    "TEXTS",
    "VALUES",
    "MutantSource",
    "Span",
    "check_frame",
]

TEXTS = {
    "text_id": "str, unique",
    "text": "str",
}
"""A corpus. Optional columns: `label` (the true label) and `source`."""

TEMPLATES = {
    "template_id": "str, unique",
    "text_id": "str",
    "text": "str, the original text",
    "characteristic": "str, such as 'gender'",
    "original_class": "str, such as 'female'",
    "classes": "str, JSON list of the classes it can be rendered for",
    "slots": "str, JSON list of the slots",
    "takes_value": "bool, True if a value (such as a name) fills a slot",
    "flags": "str, JSON list of what a reader should know",
    "protected": "str, JSON list of spans left alone on purpose",
}

REFUSALS = {
    "text_id": "str",
    "reason": "str, a code",
    "detail": "str, what was seen",
}

VALUES = {
    "class": "str",
    "value_id": "str, unique within the class",
    "ordinary_word": "bool, True if the value is also an ordinary English word",
}
"""What fills the templates; further columns are the fields, such as `name`."""

MUTANTS = {
    "template_id": "str",
    "class": "str",
    "value_id": "str",
    "text": "str",
    "is_original": "bool, True if the text equals the original",
}

PREDICTIONS = {
    "template_id": "str",
    "class": "str",
    "value_id": "str",
    "label": "str",
    "score": "float, NaN where the system gives none",
}

RATIONALES = {
    "text_id": "str, unique",
    "text": "str",
    "label": "str, the class",
    "tokens": "list of (start, end), offsets of the words in `text`",
    "rationale": "list of bool, one a token, True where a person marked it; None if none was asked",
    "fold": "int >= 0, the fold in which the text is tested",
}
"""A corpus with rationales. Columns named `context:...` (float) are context features, and columns
named `annotated:...` (bool) say what a person marked about the context of a text."""


class Span(NamedTuple):
    """One changed span of a mutant.

    Parameters
    ----------
    old, new : str
        What stood there, and what stands there now.
    start, end : int
        Offsets of `new` in the mutant.
    """

    old: str
    new: str
    start: int
    end: int


class MutantSource(Protocol):
    """Mutants that are rendered when they are asked for, a batch at a time.

    Attributes
    ----------
    characteristic : str
        Name of what varies.
    classes : tuple of str
        The classes, in order.
    values : DataFrame
        See `VALUES`.
    """

    @property
    def characteristic(self) -> str: ...  # noqa: D102
    @property
    def classes(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def values(self) -> pd.DataFrame: ...  # noqa: D102

    def __len__(self) -> int: ...

    def batches(self, size: int = 1024) -> Iterator[pd.DataFrame]:
        """Yield frames of at most `size` rows with the columns of `MUTANTS`, in template order."""
        ...

    def render(self, keys: pd.DataFrame) -> pd.DataFrame:
        """Render the mutants whose `template_id`, `class` and `value_id` are in `keys`.

        The result has the columns of `MUTANTS` and `spans`: a list of `(old, new, start, end)`,
        with the offsets of the new words in the mutant.
        """
        ...


def check_frame(frame: pd.DataFrame, contract: Mapping[str, str], *, name: str) -> pd.DataFrame:
    """Return `frame` if it has the columns of `contract`.

    Parameters
    ----------
    frame : DataFrame
        What came.
    contract : mapping of str to str
        Column to what it holds.
    name : str
        How the message calls the frame.

    Returns
    -------
    DataFrame
        `frame` itself.

    Raises
    ------
    SchemaError
        If a column is missing; the message lists all that are.

    Examples
    --------
    >>> import pandas as pd
    >>> check_frame(pd.DataFrame({"text": ["x"]}), TEXTS, name="corpus")
    Traceback (most recent call last):
    fairnlp.core.errors.SchemaError: `corpus` lacks `text_id` (str, unique); it has ['text'].
    """
    missing = [column for column in contract if column not in frame]
    if missing:
        want = ", ".join(f"`{column}` ({contract[column]})" for column in missing)
        msg = f"`{name}` lacks {want}; it has {list(frame.columns)}."
        raise SchemaError(msg)
    return frame
