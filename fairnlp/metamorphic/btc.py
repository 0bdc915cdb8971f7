"""Bias-uncovering test cases: ask a system about mutants, count, name the pairs."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

import pandas as pd
from pandas.api.types import union_categoricals

from fairnlp.core.errors import OptionError, SystemUnderTestError
from fairnlp.core.frames import MUTANTS, PREDICTIONS, MutantSource, check_frame
from fairnlp.core.progress import bar
from fairnlp.metamorphic.counting import count_btcs
from fairnlp.metamorphic.found import VERDICTS, Found
from fairnlp.metamorphic.minority import minority_values
from fairnlp.metamorphic.naming import name_btcs
from fairnlp.systems.base import as_system
from fairnlp.systems.cache import Remembered
from fairnlp.systems.prediction import predict

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["VERDICTS", "Found", "count_btcs", "find_btcs", "minority_values", "name_btcs"]

WORDS = ["template_id", "class", "value_id", "label", "error"]
"""Columns whose words come again and again, so that they are kept as categories."""


def find_btcs(
    mutants: MutantSource,
    system: Any,
    *,
    batch_size: int = 1024,
    progress: bool | None = None,
    on_error: Literal["raise", "record"] = "raise",
) -> Found:
    """Find the bias-uncovering test cases (BTCs) of a system.

    Parameters
    ----------
    mutants : MutantSource
        What `mutate` gives. The mutants are made and labelled a batch at a time and thrown away;
        what stays is ids, labels and scores.
    system : object
        A system, or what `as_system` takes: a name, a callable, an estimator, ...
    batch_size : int
        How many mutants to make and label at once.
    progress : bool, optional
        Whether to draw a bar; by default in a notebook or terminal.
    on_error : {"raise", "record"}
        Where the system raises or gives no label: stop, or go on and count the mutant as invalid.

    Returns
    -------
    Found
        Its ``predictions`` have the columns of ``core.frames.PREDICTIONS``, ``error`` (empty
        where there is a label) and ``text_key`` (equal for equal texts).

    Raises
    ------
    SystemUnderTestError
        If the system fails; ``finished`` holds the predictions of the batches before.
    OptionError
        If `batch_size` is less than 1.
    """
    if batch_size < 1:
        msg = f"batch_size is {batch_size}; it must be 1 or more, such as 1024."
        raise OptionError(msg)
    system = Remembered(as_system(system))  # equal texts are predicted once
    done: list[pd.DataFrame] = []
    batches = bar(
        mutants.batches(size=batch_size),
        title=f"{system.name}: {mutants.characteristic} mutants",
        total=math.ceil(len(mutants) / batch_size),
        unit="batches",
        show=progress,
    )
    for number, batch in enumerate(batches):
        check_frame(batch, MUTANTS, name="mutants")
        keys = batch[["template_id", "class", "value_id"]].reset_index(drop=True)
        names = keys["template_id"] + " " + keys["class"] + " " + keys["value_id"]
        try:
            answers = predict(
                system,
                batch["text"].tolist(),
                text_ids=names.str.rstrip().tolist(),
                batch=number,
                on_error=on_error,
            )
        except SystemUnderTestError as error:
            error.finished = _join(done)
            raise
        answers["text_key"] = pd.util.hash_array(batch["text"].to_numpy(dtype=object))
        frame = pd.concat([keys, answers], axis=1)
        done.append(frame.assign(**{name: _categories(frame[name]) for name in WORDS}))
    return Found(
        system=system.name,
        predictions=_join(done),
        mutants=mutants,
        lexicon=frozenset(getattr(system, "lexicon", None) or ()),
    )


def _categories(words: pd.Series) -> pd.Categorical:
    """Keep words as categories in order of appearance, so that the size of batches is no matter."""
    codes, categories = pd.factorize(words)
    return pd.Categorical.from_codes(codes, categories=categories)


def _join(parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Put batches together; the categories are those of all batches, in order of appearance."""
    if not parts:
        kinds = {name: "category" for name in WORDS} | {"score": "float", "text_key": "uint64"}
        columns = [*PREDICTIONS, "error", "text_key"]
        return pd.DataFrame({name: pd.Series(dtype=kinds[name]) for name in columns})
    return pd.DataFrame(
        {
            name: union_categoricals([part[name] for part in parts])
            if name in WORDS
            else pd.concat([part[name] for part in parts], ignore_index=True)
            for name in parts[0].columns
        }
    )
