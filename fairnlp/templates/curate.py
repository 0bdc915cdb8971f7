"""Curating templates from real texts: each text gives a template, or a refusal with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from fairnlp.characteristics.base import Characteristic, Refusal
from fairnlp.characteristics.registry import as_characteristic
from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import REFUSALS, TEXTS, check_frame
from fairnlp.templates.template import Template, Templates
from fairnlp.text.annotate import Model, Skipped, annotate, load_model, model_info
from fairnlp.text.people import read

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.tokens import Doc


__all__ = ["STRATEGIES", "check_strategy", "curate", "curate_doc", "curate_text"]

STRATEGIES = ("sound", "paper")
"""``"sound"`` refuses whatever is uncertain; ``"paper"`` counts as the code of BiasFinder does."""


def curate(
    texts: pd.DataFrame,
    *,
    characteristic: str | Characteristic = "gender",
    strategy: str = "sound",
    coreference: str = "rules",
    model: Model | str | Path | None = None,
    processes: int = 1,
    cache: bool = True,
    progress: bool | None = None,
) -> Templates:
    """Find the texts that speak of one person, and make each a template.

    Parameters
    ----------
    texts : DataFrame
        ``text_id`` and ``text``, as `fairnlp.corpora.reviews` gives them.
    characteristic : str or Characteristic
        What is to vary: a name, such as ``"gender"``, ``"country"`` or ``"age"``, or the path of a
        word list of your own. Two that are joined by a plus are crossed: ``"gender+country"``.
    strategy : str
        ``"sound"`` (default): a text of which anything is uncertain gives no template.
        ``"paper"``: a text gives a template if exactly one of its people is mentioned twice or
        more, as the published code of BiasFinder counts; expect a third of them to be unsound.
    coreference : str
        The backend that tells which mentions speak of the same person.
    model : Model, str or Path, optional
        The parser; by default, the best spaCy model that is installed.
    processes : int
        How many processes parse.
    cache : bool
        Keep the parses in the user's cache, so that the next time costs little.
    progress : bool, optional
        Show a bar; by default in a terminal and in a notebook.

    Returns
    -------
    Templates
        In the order of the texts; ``.refusals`` has one row for each text that gave none.

    Raises
    ------
    SchemaError
        If a column is missing or ids are not unique.
    UnknownChoiceError
        If a name is not known.

    Notes
    -----
    BiasFinder (Asyrofi et al. 2021), "template generation". Parsing takes nearly all of the time.
    """
    check_frame(texts, TEXTS, name="texts")
    twice = texts["text_id"][texts["text_id"].duplicated()]
    if len(twice):
        msg = f"`text_id` must be unique; {twice.iloc[0]!r} stands there more than once."
        raise SchemaError(msg)
    what = as_characteristic(characteristic, coreference=coreference)
    check_strategy(strategy)
    parser = model if isinstance(model, Model) else load_model(model)
    docs = annotate(
        texts["text"], model=parser, processes=processes, cache=cache, progress=progress
    )
    items, refusals = [], []
    for text_id, doc in zip(texts["text_id"], docs, strict=True):
        found = curate_doc(doc, what, strategy, text_id=str(text_id))
        if isinstance(found, Template):
            items.append(found)
        else:
            refusals.append((found.text_id, found.reason, found.detail))
    info = {
        "characteristic": what.name,
        "word_list": getattr(what, "word_list", ""),
        "strategy": strategy,
        "coreference": coreference,
        "texts": len(texts),
        "model": model_info(parser),
    }
    return Templates(tuple(items), pd.DataFrame(refusals, columns=[*REFUSALS], dtype="str"), info)


def curate_text(
    text: str,
    *,
    characteristic: str | Characteristic = "gender",
    target: str = "",
    strategy: str = "sound",
    coreference: str = "rules",
    model: Model | str | Path | None = None,
    text_id: str = "text",
) -> Template | Refusal:
    """Make one text a template, or say why not.

    Parameters
    ----------
    text : str
    characteristic, strategy, coreference, model
        As for `curate`.
    target : str
        Words of the text that name the person who is to change, where it speaks of several;
        ``"everyone"`` swaps all people at once.
    text_id : str
        The id that the template gets.

    Returns
    -------
    Template or Refusal
        A refusal is false, has a ``reason`` and a ``detail``, and is never raised.

    Examples
    --------
    >>> template = curate_text("Priya baked at dawn, and her bread rose.")
    >>> template.original_class, template.mutant("male", name="Omar")
    ('female', 'Omar baked at dawn, and his bread rose.')
    >>> curate_text("Two grandmothers judged the cakes.").reason
    'plural'
    """
    if not isinstance(text, str):
        msg = f"`text` is {type(text).__name__}; give one str. For a table of texts: curate(frame)."
        raise OptionError(msg)
    what = as_characteristic(characteristic, coreference=coreference)
    check_strategy(strategy)
    (doc,) = annotate([text], model=model, cache=False, progress=False)
    return curate_doc(doc, what, strategy, text_id=text_id, target=target)


def check_strategy(strategy: str) -> None:
    """Refuse a strategy that is not one of `STRATEGIES`."""
    if strategy not in STRATEGIES:
        raise UnknownChoiceError(unknown_choice("strategy", strategy, STRATEGIES))


def curate_doc(
    doc: Doc | Skipped,
    characteristic: Characteristic,
    strategy: str,
    *,
    text_id: str,
    target: str = "",
) -> Template | Refusal:
    """Make one text that is parsed already a template, or say why not; see `curate_text`."""
    if isinstance(doc, Skipped):
        return Refusal(reason=doc.reason, detail=doc.detail, text_id=text_id)
    found = characteristic.find(read(doc), strategy=strategy, target=target)
    if isinstance(found, Refusal):
        return Refusal(reason=found.reason, detail=found.detail, text_id=text_id)
    return Template(
        text=doc.text,
        slots=found.slots,
        characteristic=characteristic.name,
        original_class=found.original_class,
        classes=characteristic.classes,
        text_id=text_id,
        template_id=f"{text_id}/{characteristic.name}",
        flags=found.flags,
        protected=found.protected,
    )
