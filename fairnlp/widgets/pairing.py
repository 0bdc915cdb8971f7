"""The rules of looking at pairs of sentences; `PairExplorer` shows them as a widget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import check_frame
from fairnlp.papers.scoring import named_systems
from fairnlp.systems.prediction import predict

if TYPE_CHECKING:
    import pandas as pd

    from fairnlp.systems.base import System
    from fairnlp.systems.lexicon_tool import ScoredWord

__all__ = ["SENTENCE_PAIRS", "PairState"]

SENTENCE_PAIRS = {
    "unit": "str, what is compared, such as 'deficit/shortage'",
    "template": "str",
    "emotion": "str, empty for none",
    "emotion_word": "str",
}
"""What pairs of sentences have, beside ``sentence_`` and a side, for two sides."""


@dataclass
class PairState:
    """One pair of sentences, and what a system says of it.

    Parameters
    ----------
    pairs : mapping of str to DataFrame
        A group, such as a language, to its pairs of sentences: columns as `SENTENCE_PAIRS` and
        two that begin with ``sentence_``, such as of `fairnlp.corpora.ceec_pairs` or of
        `fairnlp.corpora.eec_pairs` with ``form="wide"``.
    systems : sequence, or mapping of str to sequence
        Whatever `as_system` takes, the same for all groups or those of each, such as tools that
        are debiased for a language.
    tolerance : float
        Up to here, scores are equal.

    Raises
    ------
    OptionError
        If there is no pair or no system, a frame has not two sides, or two systems of a group have
        the same name.
    SchemaError
        If a column is missing.

    Examples
    --------
    >>> from fairnlp.corpora import ceec, ceec_pairs
    >>> state = PairState({"Italian": ceec_pairs(ceec("Italian"))}, ["vader"])
    >>> state.choose_unit("influenza/flu")
    >>> state.sentences[["emotion_word", "first", "second", "difference"]].head(2)
      emotion_word   first  second  difference
    0        angry -0.5106 -0.7096      0.1990
    1      annoyed -0.3818 -0.6369      0.2551
    """

    pairs: Mapping[str, pd.DataFrame]
    systems: Sequence[Any] | Mapping[str, Sequence[Any]]
    tolerance: float = 1e-9
    group: str = field(default="", init=False)
    system: str = field(default="", init=False)
    emotion: str = field(default="", init=False)
    unit: str = field(default="", init=False)
    number: int = field(default=0, init=False)
    only_differing: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        if not self.pairs or any(frame.empty for frame in self.pairs.values()):
            msg = "Each group needs pairs of sentences, such as {'French': ceec_pairs(...)}."
            raise OptionError(msg)
        self._sides = {name: _sides(name, frame) for name, frame in self.pairs.items()}
        several = self.systems
        if not isinstance(several, Mapping):
            made = named_systems(several)
            self._systems = dict.fromkeys(self.pairs, made)
        elif missing := [name for name in self.pairs if name not in several]:
            msg = f"There are no systems for {', '.join(missing)}; give some for each group."
            raise OptionError(msg)
        else:
            self._systems = {name: named_systems(several[name]) for name in self.pairs}
        if not all(self._systems.values()):
            msg = "There is no system; give at least one, such as 'vader'."
            raise OptionError(msg)
        self._known: dict[tuple[int, str], tuple[str | None, float, str]] = {}
        self.choose_group(next(iter(self.pairs)))

    # Choosing

    @property
    def groups(self) -> list[str]:
        """What can be chosen as group."""
        return [*self.pairs]

    @property
    def system_names(self) -> list[str]:
        """What can be chosen as system of the group."""
        return [system.name for system in self._systems[self.group]]

    @property
    def sides(self) -> tuple[str, str]:
        """What the two sentences of a pair are, such as cognate and synonym."""
        return self._sides[self.group]

    @property
    def emotions(self) -> list[str]:
        """What can be chosen as emotion; "none" for sentences without one."""
        return list(dict.fromkeys(_emotions(self.pairs[self.group])))

    @property
    def units(self) -> list[str]:
        """What can be chosen as pair: all of the emotion, or those of which a sentence differs."""
        rows = self._rows()
        if self.only_differing:
            rows = rows[self._scored(rows)["differs"].to_numpy()]
        return list(dict.fromkeys(rows["unit"]))

    def choose_group(self, group: str) -> None:
        """Show the pairs of another group; the system and the emotion stay if it has them."""
        _check("group", group, self.groups)
        at = self.system_names.index(self.system) if self.group else 0
        self.group = group
        names = self.system_names
        self.system = self.system if self.system in names else names[min(at, len(names) - 1)]
        self.emotion = self.emotion if self.emotion in self.emotions else self.emotions[0]
        self._stay(self.unit)

    def choose_system(self, system: str) -> None:
        """Ask another system."""
        _check("system", system, self.system_names)
        self.system = system
        self._stay(self.unit)

    def choose_emotion(self, emotion: str) -> None:
        """Show sentences of another emotion."""
        _check("emotion", emotion, self.emotions)
        self.emotion = emotion
        self._stay(self.unit)

    def choose_unit(self, unit: str) -> None:
        """Show another pair."""
        _check("pair", unit, self.units)
        self.unit, self.number = unit, 0

    def choose_sentence(self, number: int) -> None:
        """Show another sentence of the pair, from 0."""
        n = len(self.sentences)
        if not 0 <= number < n:
            msg = f"There is no sentence {number}; there are {n}, from 0."
            raise OptionError(msg)
        self.number = number

    def show_only_differing(self, only: bool) -> None:
        """Offer only pairs of which a sentence differs, or all."""
        self.only_differing = only
        self._stay(self.unit)

    def step(self, by: int) -> None:
        """Go some pairs on, or back."""
        units = self.units
        at = units.index(self.unit) + by if self.unit in units else 0
        if not 0 <= at < len(units):
            msg = "There is no pair in this direction."
            raise OptionError(msg)
        self.choose_unit(units[at])

    def _stay(self, unit: str) -> None:
        units = self.units
        self.unit = unit if unit in units else next(iter(units), "")
        self.number = min(self.number, max(len(self.sentences) - 1, 0))

    # What comes of it

    @property
    def sentences(self) -> pd.DataFrame:
        """What the system says of the sentences of the pair on show.

        Returns
        -------
        DataFrame, one row a pair of sentences
            ``template``, ``emotion_word``; ``first_text``, ``second_text``; ``first_label``,
            ``second_label``; ``first``, ``second``: the scores, NaN where there is none;
            ``difference``: first - second; ``differs``; ``error``, empty if all went well.
        """
        rows = self._rows()
        rows = rows[(rows["unit"] == self.unit).to_numpy()]
        return self._scored(rows).reset_index(drop=True)

    def _rows(self) -> pd.DataFrame:
        frame = self.pairs[self.group]
        return frame[[emotion == self.emotion for emotion in _emotions(frame)]]

    def _system(self) -> System:
        return self._systems[self.group][self.system_names.index(self.system)]

    def _scored(self, rows: pd.DataFrame) -> pd.DataFrame:
        texts = [rows[f"sentence_{side}"].tolist() for side in self.sides]
        answers = [self._ask(some) for some in texts]
        found = rows[["template", "emotion_word"]].copy()
        for name, some, said in zip(("first", "second"), texts, answers, strict=True):
            found[f"{name}_text"] = some
            found[f"{name}_label"] = [label for label, _, _ in said]
            found[name] = [score for _, score, _ in said]
        found["error"] = [one[2] or other[2] for one, other in zip(*answers, strict=True)]
        found["difference"] = (found["first"] - found["second"]).round(10)
        return found.assign(differs=found["difference"].abs() > self.tolerance)

    def _ask(self, texts: list[str]) -> list[tuple[str | None, float, str]]:
        """Ask once about each text; what goes wrong is an answer too."""
        system = self._system()
        new = [text for text in dict.fromkeys(texts) if (id(system), text) not in self._known]
        if new:
            said = predict(system, new, on_error="record").to_dict(orient="records")
            for text, row in zip(new, said, strict=True):
                label = row["label"] if isinstance(row["label"], str) else None
                self._known[id(system), text] = (label, float(row["score"]), str(row["error"]))
        return [self._known[id(system), text] for text in texts]

    def scored_words(self) -> tuple[list[ScoredWord], list[ScoredWord]] | None:
        """Tell which words count in each of the two sentences; None if the system cannot tell."""
        tell = getattr(self._system(), "scored_words", None)
        if tell is None or not self.unit:
            return None
        row = self.sentences.iloc[self.number]
        return tell(row["first_text"]), tell(row["second_text"])

    # HTML

    def to_html(self) -> str:
        """Show the two sentences, which of their words count, and all sentences of the pair.

        Returns
        -------
        str
            HTML, escaped, with its style sheet.
        """
        from fairnlp.widgets.pair_page import pair_html

        return pair_html(self)

    def _repr_html_(self) -> str:
        return self.to_html()


def _sides(name: str, frame: pd.DataFrame) -> tuple[str, str]:
    check_frame(frame, SENTENCE_PAIRS, name=f"pairs of {name}")
    sides = [column for column in frame if str(column).startswith("sentence_")]
    if len(sides) != 2:
        msg = f"The pairs of {name} need two columns sentence_..., not {sides}."
        raise OptionError(msg)
    first, second = (str(side).removeprefix("sentence_") for side in sides)
    return first, second


def _emotions(frame: pd.DataFrame) -> list[str]:
    return [emotion or "none" for emotion in frame["emotion"]]


def _check(kind: str, value: str, options: Sequence[str]) -> None:
    if value not in options:
        raise UnknownChoiceError(unknown_choice(kind, value, options))
