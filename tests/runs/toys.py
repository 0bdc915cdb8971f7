"""A small corpus, and systems whose answers are known."""

from __future__ import annotations

import hashlib
import time
from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PEOPLE = (
    ("Priya", "She", "her"),
    ("Mark", "He", "his"),
    ("Anna", "She", "her"),
    ("John", "He", "his"),
)


def corpus(texts: int = 10) -> pd.DataFrame:
    """Each text speaks of one person, but the last two, which give no template."""
    rows = []
    for i in range(texts - 2):
        name, subject, possessive = PEOPLE[i % len(PEOPLE)]
        text = f"{name} sang song {i}. {subject} smiled, and {possessive} friends were happy."
        rows.append((f"t{i:02}", text, "positive" if subject == "She" else "negative"))
    rows.append((f"t{texts - 2:02}", "The soup was cold.", "negative"))
    rows.append((f"t{texts - 1:02}", "Two grandmothers judged the cakes.", None))
    return pd.DataFrame(rows, columns=["text_id", "text", "label"])


def partial(texts: list[str]) -> list[str]:
    """Label a text by the pronoun alone: every pair of a man and a woman differs, no other."""
    return ["positive" if "She " in text else "negative" for text in texts]


def indifferent(texts: list[str]) -> list[str]:
    """Give every text the same label."""
    return ["negative" for _ in texts]


class Jumpy:
    """Labels and scores drawn from the text itself, after a short and ever different wait."""

    name = "jumpy"

    def labels(self, texts: Sequence[str]) -> list[str]:
        return ["positive" if score > 0.5 else "negative" for score in self.scores(texts)]

    def scores(self, texts: Sequence[str]) -> list[float]:
        digests = [hashlib.sha256(text.encode()).digest() for text in texts]
        time.sleep(sum(digest[1] for digest in digests[:3]) / 12_000)
        return [digest[0] / 255 for digest in digests]


jumpy = Jumpy()


def files(folder: Path) -> dict[str, bytes]:
    """Everything in a run folder but the lock."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != ".lock"
    }
