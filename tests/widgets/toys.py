"""Small templates, systems whose answers are known, and a source of mutants."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.characteristics.base import Slot
from fairnlp.metamorphic.found import Found
from fairnlp.templates.template import Template, Templates

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

CLASSES = ("male", "female")
NAMES = {"male": ("Al", "Bo"), "female": ("Cleo", "Dora")}

VALUES = pd.DataFrame(
    [
        {"class": class_, "value_id": name, "name": name, "ordinary_word": False}
        for class_, names in NAMES.items()
        for name in names
    ]
)

SUBJECT = {"male": "he", "female": "she"}
POSSESSIVE = {"male": "his", "female": "her"}


def slot(text: str, words: str, forms: dict[str, str] | None = None, *, nth: int = 0) -> Slot:
    """Make a slot at the nth place of the words: a name without forms, else a pronoun."""
    start = -1
    for _ in range(nth + 1):
        start = text.index(words, start + 1)
    kind, field = ("pronoun", "") if forms else ("name", "name")
    return Slot(start=start, end=start + len(words), kind=kind, forms=forms or {}, field=field)


def template(name: str, text: str, *slots: Slot, **options: object) -> Template:
    return Template(
        text=text,
        slots=tuple(sorted(slots, key=lambda item: item.start)),
        characteristic="gender",
        original_class="female",
        classes=CLASSES,
        text_id=name,
        template_id=f"{name}/gender",
        **options,  # type: ignore[arg-type]
    )


def templates(*items: Template) -> Templates:
    if not items:
        ann = "Ann <b>sings</b> & she smiles at her friend. Her coat is red."
        eva = "Eva is here."
        may = "May said she left."
        items = (
            template("a", ann, slot(ann, "Ann"), slot(ann, "she", SUBJECT)),
            template("b", eva, slot(eva, "Eva")),
            template("c", may, slot(may, "May"), slot(may, "she", SUBJECT)),
        )
    refusals = pd.DataFrame(
        {"text_id": ["x"], "reason": ["no person"], "detail": ["nothing found"]}, dtype="str"
    )
    return Templates(tuple(items), refusals, {"strategy": "sound"})


@dataclass
class Counting:
    """A system that counts words: positive from a threshold on; it keeps what it was asked."""

    weights: dict[str, float]
    name: str = "counting"
    threshold: float = 0.0

    def __post_init__(self) -> None:
        self.asked: list[str] = []

    def scores(self, texts: Sequence[str]) -> np.ndarray:
        self.asked += texts
        return np.array(
            [sum(self.weights.get(word.strip(".,"), 0.0) for word in t.split()) for t in texts]
        )

    def labels(self, texts: Sequence[str]) -> list[str]:
        return ["positive" if s >= self.threshold else "negative" for s in self.scores(texts)]


@dataclass
class Failing:
    """A system that raises on texts with a word."""

    word: str
    name: str = "failing"

    def labels(self, texts: Sequence[str]) -> list[str]:
        if any(self.word in text for text in texts):
            msg = f"cannot read <{self.word}>"
            raise ValueError(msg)
        return ["positive"] * len(texts)


@dataclass(frozen=True)
class Source:
    """Every mutant of some templates with the values above."""

    items: Templates
    characteristic: str = "gender"
    classes: tuple[str, ...] = CLASSES
    values: pd.DataFrame = field(default_factory=lambda: VALUES)

    def __len__(self) -> int:
        return len(self.items) * len(VALUES)

    def rows(self) -> Iterator[dict[str, object]]:
        for item in self.items:
            for value in VALUES.to_dict(orient="records"):
                class_, name = value["class"], value["name"]
                spans = item.spans(class_, name=name)
                yield {
                    "template_id": item.template_id,
                    "class": class_,
                    "value_id": name,
                    "text": item.mutant(class_, name=name),
                    "spans": [(s.old, s.new, s.start, s.end) for s in spans],
                    "is_original": not spans,
                }

    def batches(self, size: int = 1024) -> Iterator[pd.DataFrame]:
        yield pd.DataFrame(list(self.rows()))

    def render(self, keys: pd.DataFrame) -> pd.DataFrame:
        on = ["template_id", "class", "value_id"]
        return keys[on].merge(pd.DataFrame(list(self.rows())), on=on)


def found(system: Counting, items: Templates | None = None) -> Found:
    source = Source(items or templates())
    mutants = next(source.batches())
    predictions = mutants[["template_id", "class", "value_id"]].assign(
        label=system.labels(mutants["text"].tolist()),
        score=system.scores(mutants["text"].tolist()),
    )
    return Found(system=system.name, predictions=predictions, mutants=source)
