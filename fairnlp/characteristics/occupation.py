"""Occupation: the first occupation of a text that can become another, and the 79 for mutants."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.characteristics.base import Refusal, Slot, Slots
from fairnlp.characteristics.job_case import JobCase
from fairnlp.characteristics.job_guards import JOB_CHECKS
from fairnlp.characteristics.job_mentions import job_mentions
from fairnlp.core.errors import OptionError
from fairnlp.lexicons.names import is_ordinary_word
from fairnlp.lexicons.occupations import jobs, mutant_jobs
from fairnlp.text.articles import article
from fairnlp.text.casing import cased
from fairnlp.text.coreference.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from fairnlp.characteristics.job_mentions import JobMention
    from fairnlp.text.coreference.base import Resolver
    from fairnlp.text.reading import Reading

__all__ = ["Occupation"]


@dataclass(frozen=True)
class Occupation:
    """The occupation of a person in a text.

    Parameters
    ----------
    resolver : Resolver
        Taken as by every characteristic; further mentions are found by the word itself.
    classes : tuple of str
        The occupations of the mutants, one value each; by default, 79 honest and gender-neutral
        ones. Others must be in the word list.

    Notes
    -----
    After BiasFinder (Asyrofi et al. 2021), templates for occupation. The original takes the first
    occupation of a text, whatever the text says of it; here (strategy ``"sound"``) it is the first
    that the text does not need. In a review, "director" or "actor" is always needed.
    """

    resolver: Resolver = field(default_factory=Rules)
    name: str = "occupation"
    classes: tuple[str, ...] = field(default_factory=mutant_jobs)

    def __post_init__(self) -> None:
        if unknown := [class_ for class_ in self.classes if class_ not in jobs()]:
            msg = (
                f"{', '.join(map(repr, unknown))}: not in the list of occupations, so that the "
                "plural is not known; choose from fairnlp.lexicons.occupations.jobs()."
            )
            raise OptionError(msg)

    def find(self, reading: Reading, *, strategy: str, target: str = "") -> Slots | Refusal:
        """Find the slots of a text.

        Parameters
        ----------
        reading : Reading
            The text.
        strategy : str
            ``"sound"``: the first occupation that passes all checks; words bound to film, gendered
            ones and dishonest work are left out. ``"paper"``: the first occupation of the text.
        target : str
            Words of the text that hold the occupation which is to change, such as ``"the cook"``;
            no check is made then.

        Returns
        -------
        Slots or Refusal
        """
        found = job_mentions(reading)
        if target:
            chosen = _named(reading, found, target)
        elif strategy == "paper":
            chosen = JobCase(reading, found, found[0]) if found else Refusal(reason="no occupation")
        else:
            chosen = _first_sound(reading, found)
        if isinstance(chosen, Refusal):
            return chosen
        return Slots(
            original_class=chosen.target.job.word,
            slots=tuple(self._slots(chosen)),
            flags=tuple(_flags(chosen)),
            protected=tuple(reading.protected),
        )

    def _slots(self, case: JobCase) -> Iterator[Slot]:
        for mention in case.same:
            if mention.article is not None:
                token = mention.article
                forms = {job: cased(article(job), token.text) for job in self.classes}
                end = token.idx + len(token)
                yield Slot(start=token.idx, end=end, kind="determiner", forms=forms)
            word = mention.span.text
            forms = {
                job: cased(jobs()[job].plural if mention.plural else job, word)
                for job in self.classes
            }
            changed = {job: form for job, form in forms.items() if form != job}
            yield Slot(
                start=mention.start,
                end=mention.end,
                kind="noun",
                forms=changed,
                field="occupation",
            )

    def values(
        self, *, values: int | None = None, seed: int = 0, names: pd.DataFrame | None = None
    ) -> pd.DataFrame:
        """Give each class its one value: the occupation itself.

        Parameters
        ----------
        values : int, optional
            How many classes to draw; all by default.
        seed : int
            Of the draw.
        names : DataFrame, optional
            Your own choice of classes: a column ``class``.

        Returns
        -------
        DataFrame
            ``class``, ``value_id``, ``occupation``, ``ordinary_word``, ``spare``; in the order of
            `classes`.

        Raises
        ------
        OptionError
            If fewer than 1 or more than all are asked for, or a class is not known.

        Examples
        --------
        >>> len(Occupation().values(values=3, seed=0))
        3
        """
        chosen = self.classes
        if names is not None:
            chosen = tuple(names["class"])
            if unknown := [class_ for class_ in chosen if class_ not in self.classes]:
                msg = f"{', '.join(map(repr, unknown))}: not among the classes of this occupation."
                raise OptionError(msg)
        elif values is not None:
            if not 1 <= values <= len(chosen):
                msg = f"values={values}: choose 1 to {len(chosen)}, or None for all occupations."
                raise OptionError(msg)
            drawn = np.random.default_rng(seed).permutation(len(chosen))[:values]
            chosen = tuple(chosen[number] for number in sorted(drawn))
        return pd.DataFrame(
            {
                "class": chosen,
                "value_id": chosen,
                "occupation": chosen,
                "ordinary_word": [is_ordinary_word(job) for job in chosen],
                "spare": False,
            }
        )


def _named(reading: Reading, found: Sequence[JobMention], target: str) -> JobCase | Refusal:
    start = reading.text.find(target)
    if start < 0:
        return Refusal(reason="no such person", detail=f"{target!r} is not in the text")
    for mention in found:
        if mention.start < start + len(target) and start < mention.end:
            return JobCase(reading, found, mention)
    return Refusal(reason="no such person", detail=f"{target!r} was not read as an occupation")


def _first_sound(reading: Reading, found: Sequence[JobMention]) -> JobCase | Refusal:
    """The first occupation that passes; else the reason of the first that might have done."""
    refused: list[tuple[bool, str, str]] = []
    for mention in found:
        case = JobCase(reading, found, mention)
        said = next((said for check in JOB_CHECKS if (said := check(case))), None)
        if said is None:
            return case
        hopeless = mention.job.film or not mention.job.neutral
        refused.append((hopeless, *said))
    if not refused:
        return Refusal(reason="no occupation")
    _, reason, detail = min(refused, key=lambda one: one[0])
    return Refusal(reason=reason, detail=detail)


def _flags(case: JobCase) -> Iterator[str]:
    for mention in case.same:
        words = mention.span.text.split()
        if len(words) > 1:
            yield f"modifier removed: {' '.join(words[:-1])}"
