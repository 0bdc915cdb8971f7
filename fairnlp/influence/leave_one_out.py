"""Leave-one-out influence: what a system says when one word is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairnlp.core.errors import UnknownChoiceError, unknown_choice
from fairnlp.influence.asking import OnError, asked
from fairnlp.influence.frames import InfluenceFrame, influence_frame
from fairnlp.influence.items import context_of, read_items
from fairnlp.influence.measuring import asking, measure
from fairnlp.influence.operators import NEUTRAL, OperatorName, operator_for
from fairnlp.influence.ranks import NOISE
from fairnlp.systems.base import as_system

if TYPE_CHECKING:
    from fairnlp.influence.asking import Asked

__all__ = ["METHOD", "leave_one_out"]

METHOD = "leave one out"


def leave_one_out(
    system: Any,
    texts: Any,
    *,
    target: str | None = None,
    operator: OperatorName = "unknown",
    unknown: str | None = None,
    neutral: str = NEUTRAL,
    context: Any = None,
    batch_size: int = 1024,
    tolerance: float = NOISE,
    on_error: OnError = "raise",
    progress: bool | None = None,
) -> InfluenceFrame:
    """Measure how much each word of a text moves a system, by leaving it out.

    Parameters
    ----------
    system : object
        A system, or what `as_system` takes. One that takes words (`systems.tokens.TokenClassifier`)
        is asked about words; any other about texts in which nothing but the word changes.
    texts : str, sequence of str, or DataFrame
        One text, several, or a frame with ``text_id`` and ``text``. Words are those of
        `text.words.words`, or the column ``tokens`` of a frame like `core.frames.RATIONALES`.
    target : str, optional
        The class whose probability is measured; by default, for each text, the class that the
        system gives it. Left out for a system with one score a text. For a system with labels
        alone, the label: 1 if the system gives it, else 0.
    operator : {"unknown", "delete", "neutral word"}
        What is done with the word: replaced by the unknown word, as in the paper, deleted, or
        replaced by a neutral word. These are different questions, so the result names it.
    unknown : str, optional
        The unknown word; by default the system's or its tokenizer's, else ``"unk"``.
    neutral : str
        The neutral word.
    context : array-like, optional
        A row of context features a text, for a system that takes such; by default the columns
        ``context:...`` of the frame.
    batch_size : int
        Inputs in one call of the system.
    tolerance : float
        Influences that are this near are tied; see `influence_ranks`.
    on_error : {"raise", "record"}
        Where the system fails on a text: stop, or go on and say so in ``status``. A failure on
        the empty text that deletion leaves of a single word is never raised.
    progress : bool, optional
        Whether to draw a bar; by default in a notebook or terminal.

    Returns
    -------
    InfluenceFrame, one row a word
        See `influence.frames.INFLUENCES`. ``influence`` is what the system says of the whole text
        minus what it says without the word: positive where the word speaks for the target. A word
        that comes twice has two rows. A text without words has none.

    Raises
    ------
    SystemUnderTestError
        If the system fails, with its name, the batch and the text's id.
    OptionError
        If an option does not fit the system, or is out of range.
    SchemaError
        If something is not a text, or a frame lacks a column.

    Notes
    -----
    Zhong et al. (2019), section on influence: I_i = y - y_{-i}. All words of all texts are asked
    about together; equal inputs once.

    Examples
    --------
    >>> found = leave_one_out("afinn", "A good, good film.", operator="delete")
    >>> found[["position", "token", "influence", "rank"]]
       position token  influence  rank
    0         0     A        0.0     2
    1         1  good        3.0     0
    2         2     ,        0.0     2
    3         3  good        3.0     0
    4         4  film        0.0     2
    5         5     .        0.0     2
    """
    items = read_items(texts)
    system = as_system(system)
    features = context_of(texts, context, len(items), system=system)
    measured = asked(system, target, context=features, on_error=on_error)
    chosen = operator_for(measured.system, operator, unknown=unknown, neutral=neutral)
    ask = asking(measured, batch_size=batch_size, progress=progress)
    found = measure(measured, items, features, chosen, ask)
    _check_seen(measured)
    return influence_frame(
        items,
        found.influences,
        whole=found.whole.values,
        statuses=found.statuses,
        targets=found.whole.targets,
        tolerance=tolerance,
        system=measured.system.name,
        measure=measured.measure,
        method=METHOD,
        operator=chosen.name,
        replacement=chosen.word or "",
    )


def _check_seen(measured: Asked) -> None:
    """A label that the system never gives is most likely misspelt."""
    if measured.measure == "label" and measured.seen and measured.target not in measured.seen:
        raise UnknownChoiceError(unknown_choice("target", measured.target, sorted(measured.seen)))
