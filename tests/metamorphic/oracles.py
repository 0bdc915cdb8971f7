"""Mutants and predictions that are typed in or follow a rule, so that the answer is known."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(frozen=True)
class FormatMutants:
    """Mutants of format strings: ``{name}`` is the value, ``{He}`` and ``{his}`` go by class."""

    texts: dict[str, str]  # template_id -> format string
    names: dict[str, tuple[str, ...]]  # class -> names
    characteristic: str = "gender"
    ordinary: tuple[str, ...] = ()

    @property
    def classes(self) -> tuple[str, ...]:
        return tuple(self.names)

    @property
    def values(self) -> pd.DataFrame:
        rows = [
            {
                "class": class_,
                "value_id": name.lower(),
                "ordinary_word": name in self.ordinary,
                "name": name,
            }
            for class_, names in self.names.items()
            for name in names
        ]
        return pd.DataFrame(rows)

    def _keys(self) -> Iterator[tuple[str, str, str, str]]:
        for template_id, text in self.texts.items():
            for class_, names in self.names.items():
                for name in names if "{name}" in text else [""]:
                    yield template_id, class_, name.lower(), name

    def _row(self, template_id: str, class_: str, value_id: str, name: str) -> dict:
        words = {"female": ("She", "her"), "male": ("He", "his")}[class_]
        text = self.texts[template_id].format(name=name, He=words[0], his=words[1])
        return {
            "template_id": template_id,
            "class": class_,
            "value_id": value_id,
            "text": text,
            "is_original": False,
        }

    def __len__(self) -> int:
        return sum(1 for _ in self._keys())

    def batches(self, size: int = 1024) -> Iterator[pd.DataFrame]:
        rows = [self._row(*key) for key in self._keys()]
        for start in range(0, len(rows), size):
            yield pd.DataFrame(rows[start : start + size])

    def render(self, keys: pd.DataFrame) -> pd.DataFrame:
        wanted = set(keys[["template_id", "class", "value_id"]].itertuples(index=False, name=None))
        rows = []
        for key in self._keys():
            if key[:3] in wanted:
                row = self._row(*key)
                new = key[3] or row["text"].split()[0]
                at = row["text"].find(new)
                rows.append(row | {"spans": [("Original", new, at, at + len(new))]})
        names = ["template_id", "class", "value_id", "text", "is_original", "spans"]
        return pd.DataFrame(rows, columns=names)


def predictions(labels: dict[str, dict[str, str]], **columns: object) -> pd.DataFrame:
    """Write predictions as ``{"A": {"male": "++-", "female": "+?"}}``; "?" is a failure."""
    rows = [
        {
            "template_id": template_id,
            "class": class_,
            "value_id": f"{class_[0]}{number}",
            "label": None if label == "?" else {"+": "positive", "-": "negative"}.get(label, label),
            "score": float("nan"),
        }
        for template_id, classes in labels.items()
        for class_, signs in classes.items()
        for number, label in enumerate(signs)
    ]
    return pd.DataFrame(
        rows, columns=["template_id", "class", "value_id", "label", "score"]
    ).assign(**columns)


def pairs_by_hand(frame: pd.DataFrame) -> dict[str, tuple[int, int, int, int]]:
    """Count pairs, BTCs, placebo pairs and placebo differences by looking at every pair."""
    counts = {}
    for template_id, group in frame.groupby("template_id", sort=False):
        rows = list(group[group["label"].notna()][["class", "label"]].itertuples(index=False))
        count = [0, 0, 0, 0]
        for (i, a), (j, b) in product(enumerate(rows), repeat=2):
            if i < j:
                place = 0 if a[0] != b[0] else 2
                count[place] += 1
                count[place + 1] += a[1] != b[1]
        counts[str(template_id)] = tuple(count)
    return counts
