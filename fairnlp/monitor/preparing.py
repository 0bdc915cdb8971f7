"""From a text that arrives to the mutants that can be asked about, or why there are none."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pandas as pd

from fairnlp.characteristics.base import Refusal
from fairnlp.characteristics.registry import as_characteristic
from fairnlp.core.errors import OptionError
from fairnlp.core.frames import REFUSALS
from fairnlp.templates.curate import check_strategy, curate_doc
from fairnlp.templates.mutate import Mutants, mutate
from fairnlp.templates.template import Template, Templates
from fairnlp.text.annotate import Model, annotate, load_model, model_info

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from fairnlp.characteristics.base import Characteristic

__all__ = ["Preparer", "Subject"]

NO_VALUES = "no values"
"""Reason: the text already holds the values of all classes but one."""


@dataclass(frozen=True, kw_only=True)
class Subject:
    """A text with one characteristic that can vary in it.

    Parameters
    ----------
    template : Template
    mutants : Mutants
        Those of this template alone.
    texts : mapping of (str, str) to str
        Class and value to the rendered mutant, in the order of classes and values.
    """

    template: Template
    mutants: Mutants
    texts: Mapping[tuple[str, str], str]


class Preparer:
    """Reads texts, each once, and makes them templates for every characteristic.

    Parameters
    ----------
    characteristics : sequence of str or Characteristic
    values : int or DataFrame, optional
        As for `mutate`: drawn once, so that all texts are asked about the same values.
    seed : int
        Of the draw.
    curation, coreference : str
        The strategy and the backend of `curate`.
    model : Model, str or Path, optional
        The parser.
    cache : bool
        Take parses from, and keep them in, the user's cache. They hold the words of the texts.
    max_chars : int
        A longer text is not read.
    """

    def __init__(
        self,
        characteristics: Sequence[str | Characteristic],
        *,
        values: int | pd.DataFrame | None,
        seed: int,
        curation: str,
        coreference: str,
        model: Model | str | Path | None,
        cache: bool,
        max_chars: int,
    ) -> None:
        check_strategy(curation)
        self.curation, self.coreference = curation, coreference
        self.cache, self.max_chars = cache, max_chars
        self.model = model if isinstance(model, Model) else load_model(model)
        self.characteristics: dict[str, Characteristic] = {}
        self._values: dict[str, Mutants] = {}
        for given in characteristics:
            what = as_characteristic(given, coreference=coreference)
            if what.name in self.characteristics:
                msg = f"The characteristic {what.name!r} is named twice."
                raise OptionError(msg)
            self.characteristics[what.name] = what
            none = Templates((), pd.DataFrame(columns=[*REFUSALS]), {"characteristic": what.name})
            self._values[what.name] = mutate(none, values=values, seed=seed, characteristic=what)
        # The parser and its vocabulary are shared, and not made for several threads at once.
        self._lock = threading.Lock()

    def values(self, characteristic: str) -> pd.DataFrame:
        """The values of a characteristic; see ``core.frames.VALUES``."""
        return self._values[characteristic].values

    def info(self) -> dict[str, Any]:
        """What a log should say of how texts are read."""
        return {
            "curation": self.curation,
            "coreference": self.coreference,
            "model": model_info(self.model),
        }

    def prepare(self, texts: Sequence[str | None]) -> list[dict[str, Subject | Refusal]]:
        """Make texts templates.

        Parameters
        ----------
        texts : sequence of str or None

        Returns
        -------
        list of dict
            For each text, characteristic to what can be asked about, or why nothing can.
        """
        with self._lock, self.model.nlp.memory_zone():  # else the vocabulary grows with each text
            docs = annotate(
                texts,  # type: ignore[arg-type]  # a missing text gives a refusal
                model=self.model,
                cache=self.cache,
                max_chars=self.max_chars,
                progress=False,
            )
            curated = [
                [
                    (name, curate_doc(doc, what, self.curation, text_id="text"))
                    for name, what in self.characteristics.items()
                ]
                for doc in docs
            ]
        return [{name: self._subject(name, made) for name, made in row} for row in curated]

    def _subject(self, name: str, made: Template | Refusal) -> Subject | Refusal:
        if not isinstance(made, Template):
            return made
        drawn = self._values[name]
        mutants = replace(drawn, templates=replace(drawn.templates, items=(made,)))
        texts = {
            (str(class_), str(value)): str(text)
            for batch in mutants.batches()
            for class_, value, text in zip(
                batch["class"], batch["value_id"], batch["text"], strict=True
            )
        }
        if len({class_ for class_, _ in texts}) < 2:
            return Refusal(reason=NO_VALUES, detail="fewer than two classes have a value to take")
        return Subject(template=made, mutants=mutants, texts=texts)
