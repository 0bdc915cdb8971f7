"""A monitor whose answers are known."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from types import SimpleNamespace

from fairnlp.characteristics.base import Slot
from fairnlp.monitor.checked import Answer, Checked, Evidence
from fairnlp.monitor.fairness import Verdict
from fairnlp.monitor.records import Records
from fairnlp.monitor.verifying import text_hash


class ToySystem:
    name = "toy"


class ToyMonitor:
    """Finds a text biased if it holds "she"; raises what it is given."""

    system = ToySystem()
    alpha = Fraction(1, 10)
    characteristics = ("gender",)
    strategy = "full"
    keep_texts = True

    def __init__(self, log, *, system_fault=None, check_fault=None, prediction="positive"):
        self.log = log
        self.counters: Counter[str] = Counter()
        self.system_fault, self.check_fault = system_fault, check_fault
        self.prediction = prediction
        self.closed: list[float | None] = []

    def predict(self, texts):
        if self.system_fault:
            raise self.system_fault
        return self.prediction

    def verify_many(self, texts):
        if self.check_fault:
            raise self.check_fault
        found = [checked(text) for text in texts]
        self.log.add(found, setup={"by": "hand"}, texts=texts if self.keep_texts else None)
        return found

    def summary(self):
        return Records().summary(self.counters)

    def close(self, timeout=None):
        self.closed.append(timeout)
        return True


def checked(text: str) -> Checked:
    found = {
        "characteristic": "gender",
        "alpha": Fraction(1, 10),
        "prediction": "positive",
    }
    if "she" in text:
        at = text.index("she")
        slot = Slot(start=at, end=at + 3, kind="pronoun", forms={"female": "she", "male": "he"})
        subject = SimpleNamespace(
            template=SimpleNamespace(text=text, slots=(slot,)),
            texts=dict.fromkeys([("female", "Ada"), ("female", "Mia"), ("male", "Ian")], text),
        )
        evidence = Evidence(
            subject=subject,
            verdict=Verdict.BIASED,
            reason="all asked",
            detail="All 3 mutants were asked about.",
            original_class="female",
            n={"female": 2, "male": 1},
            answers=(
                Answer("female", "Ada", "positive", 0.5),
                Answer("female", "Mia", None, math.nan),
                Answer("male", "Ian", "negative", -0.5),
            ),
            **found,
        )
    else:
        evidence = Evidence(verdict=Verdict.NOT_APPLICABLE, reason="no person", **found)
    return Checked(
        prediction="positive",
        score=math.nan,
        by_characteristic={"gender": evidence},
        text_hash=text_hash(text),
    )
