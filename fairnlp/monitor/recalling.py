"""Verdicts that are remembered, so that equal texts are checked once; faults that stay small."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from math import nan
from typing import TYPE_CHECKING

from fairnlp.core.errors import OptionError, SystemUnderTestError
from fairnlp.monitor.checked import TRANSIENT, Checked
from fairnlp.monitor.verifying import Predicted, Verifier, text_hash
from fairnlp.systems.outputs import OutputError
from fairnlp.systems.prediction import ask

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Desk", "Memory"]

_log = logging.getLogger(__name__)


class Memory:
    """The latest verdicts by the hash of their text.

    Parameters
    ----------
    limit : int
        How many; 0 for none.
    """

    def __init__(self, limit: int) -> None:
        if limit < 0:
            msg = f"remember is {limit}; give the number of texts to remember, 0 or more."
            raise OptionError(msg)
        self.limit = limit
        self._lock = threading.Lock()
        self._kept: OrderedDict[str, Checked] = OrderedDict()

    def get(self, text: str | None) -> Checked | None:
        """Give what was found for an equal text."""
        if text is None or not self.limit:
            return None
        key = text_hash(text)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, found: Sequence[Checked]) -> None:
        """Remember verdicts, but none whose reason may be gone the next time."""
        with self._lock:
            for checked in found:
                reasons = {evidence.reason for evidence in checked.by_characteristic.values()}
                if not reasons & TRANSIENT:
                    self._kept[checked.text_hash] = checked
            while len(self._kept) > self.limit:
                self._kept.popitem(last=False)


class Desk:
    """Where predictions come in and verdicts go out.

    Parameters
    ----------
    verifier : Verifier
    memory : Memory
    """

    def __init__(self, verifier: Verifier, memory: Memory) -> None:
        self.verifier, self.memory = verifier, memory
        self.system = verifier.checker.system

    def predict(self, texts: Sequence[str | None]) -> list[Predicted]:
        """Ask the system about the texts themselves, but for those that are remembered.

        Raises
        ------
        SystemUnderTestError
            If the answers cannot be read. What the system raises passes through.
        """
        known = {
            text: Predicted(text, checked.prediction, checked.score)
            for text in texts
            if (checked := self.memory.get(text)) is not None
        }
        return [known.get(one.text, one) for one in self._ask(texts, set(known))]

    def _ask(self, texts: Sequence[str | None], known: set[str | None]) -> list[Predicted]:
        new = [text for text in dict.fromkeys(texts) if text is not None and text not in known]
        try:
            found = ask(self.system, new)
        except OutputError as error:
            at = [f"row {position}" for position in error.positions]
            raise SystemUnderTestError(str(error), system=self.system.name, text_ids=at) from error
        said = dict(zip(new, zip(found.labels, found.scores.tolist(), strict=True), strict=True))
        return [Predicted(text, *said.get(text or "", (None, nan))) for text in texts]

    def check(self, predicted: Sequence[Predicted]) -> list[Checked]:
        """Check predictions together, those of equal texts once."""
        seen: dict[Predicted, Checked] = {}
        for one in predicted:
            checked = self.memory.get(one.text)
            # Where the system now says something else of the text, it is another prediction.
            if checked is not None and checked.prediction == one.label:
                seen[one] = checked.again()
        fresh = self._verified([one for one in dict.fromkeys(predicted) if one not in seen])
        self.memory.keep([checked for one, checked in fresh.items() if one.text is not None])
        found: list[Checked] = []
        for one in predicted:
            if one not in seen:
                found.append(fresh[one])
                seen[one] = fresh[one].again()
            else:
                found.append(seen[one])
        return found

    def _verified(self, predicted: Sequence[Predicted]) -> dict[Predicted, Checked]:
        """Check; what raises is undecided, and takes no other text with it."""
        reason = "system failed"
        try:
            told = self._told(predicted)
            reason = "check failed"
            found = self.verifier.verify(told)
        except Exception as error:
            if len(predicted) > 1:
                return {k: v for one in predicted for k, v in self._verified([one]).items()}
            _log.exception("The check of a prediction of %r failed", self.system.name)
            if isinstance(error.__cause__, OutputError):
                reason = "unusable answers"
            detail = f"{type(error).__name__}: {error}"
            return {one: self.verifier.undecided(one, reason, detail) for one in predicted}
        return dict(zip(predicted, found, strict=True))

    def _told(self, predicted: Sequence[Predicted]) -> list[Predicted]:
        """Ask for the labels of the texts whose answers did not tell them."""
        untold = [one.text for one in predicted if not one.told]
        found = {one.text: one for one in self._ask(untold, set())} if untold else {}
        return [one if one.told else found.get(one.text, one) for one in predicted]
