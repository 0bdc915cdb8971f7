"""The linear system labels mutants in batches, against the same mutants one by one."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

from benchmarks import report, seconds
from fairnlp.characteristics.base import Slot
from fairnlp.systems import predict
from fairnlp.systems.training import on_reviews
from fairnlp.templates.template import Template

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAMES = {
    "male": (
        "Adam Alan Andrew Bruno Carl Derek Edwin Frank Gregory Harry Ivan Jack Kevin Louis Mark "
        "Neil Oscar Otto Peter Quentin Roger Ryan Simon Thomas Ulrich Victor Walter Xavier Yusuf "
        "Zachary"
    ),
    "female": (
        "Alma Amanda Betsy Clara Diana Elena Ellen Fiona Gloria Heather Irene Julia Katie Laura "
        "Lucy Melanie Nancy Olivia Paula Priya Queenie Rita Stephanie Tara Ursula Vera Wendy Xenia "
        "Yvonne Zoe"
    ),
}
_PAIRS = {"he": "she", "him": "her", "his": "her", "himself": "herself"}
_FORMS = {m: {"male": m, "female": f} for m, f in _PAIRS.items()} | {
    "she": {"male": "he", "female": "she"},
    "her": {"male": "his", "female": "her"},
    "herself": {"male": "himself", "female": "herself"},
}
_PLACE = re.compile(rf"\b({'|'.join(_FORMS)})\b")
_NAME = re.compile(r"(?<=[a-z] )[A-Z][a-z]+\b")


def templates(texts: list[str]) -> Iterator[Template]:
    """Make slots of all pronouns and of the first name-like word: grammar does not matter here."""
    for text in texts:
        slots = [
            Slot(start=m.start(), end=m.end(), kind="pronoun", forms=_FORMS[m[0]])
            for m in _PLACE.finditer(text)
        ]
        if (name := _NAME.search(text)) and slots:
            slots.append(Slot(start=name.start(), end=name.end(), kind="name", field="name"))
            slots.sort(key=lambda slot: slot.start)
            yield Template(
                text=text,
                slots=tuple(slots),
                characteristic="gender",
                classes=("male", "female"),
                original_class="male",
            )


def main() -> int:
    from fairnlp.corpora import imdb

    reviews = imdb.reviews()
    system = on_reviews(reviews=reviews)
    texts = reviews["text"].sample(60, random_state=0).tolist()
    mutants = [
        template.mutant(class_, name=name)
        for template in templates(texts)
        for class_, names in _NAMES.items()
        for name in names.split()
    ][:1024]
    batch = seconds(lambda: predict(system, mutants)) / len(mutants)
    some = mutants[::8]
    single = seconds(lambda: [predict(system, [text]) for text in some]) / len(some)
    direct = seconds(lambda: [system.labels([text]) for text in some]) / len(some)
    return report(
        "linear: batches against single texts",
        single / batch,
        at_least=10,
        mutants=len(mutants),
        batch_us=round(batch * 1e6, 1),
        single_us=round(single * 1e6, 1),
        single_labels_us=round(direct * 1e6, 1),
    )


if __name__ == "__main__":
    sys.exit(main())
