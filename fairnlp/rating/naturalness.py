"""Do people see that a word was put in? A blind sheet of inserted and original texts."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from fairnlp.adversary.insertion import ATTACK, AttackSet
from fairnlp.core.errors import MissingDataError, OptionError, SchemaError
from fairnlp.core.frames import check_frame
from fairnlp.core.provenance import versions
from fairnlp.core.replacing import replace_file
from fairnlp.rating.files import Form, sheet_bytes
from fairnlp.rating.sample import key_path

if TYPE_CHECKING:
    import os

__all__ = [
    "KEY",
    "NATURALNESS",
    "NaturalnessSample",
    "read_naturalness_key",
    "sample_insertions",
]

NATURALNESS = Form(
    items={"item_id": "str, unique", "text": "str"},
    questions={
        "source": ("generated", "original"),
        "naturalness": ("natural", "awkward", "nonsensical"),
    },
)
"""One text: did a program write into it, and how does it read?"""

KEY = {
    "item_id": "str, unique",
    "text": "str",
    "kind": "str, 'generated' or 'original'",
    "unigram": "str, what was inserted; empty for an original",
    "text_id": "str",
    "rank": "int, in the attack set; 0 for an original",
}
"""What stands behind the items. Raters must not see it."""


@dataclass(frozen=True, kw_only=True)
class NaturalnessSample:
    """Inserted and original texts for people to read, in an order that tells nothing.

    Parameters
    ----------
    key : DataFrame
        See `KEY`.
    population : int
        Of how many insertions they were drawn.
    seed : int
        Of the draw and of the order.
    """

    key: pd.DataFrame
    population: int
    seed: int

    @property
    def items(self) -> pd.DataFrame:
        """What raters see: ``item_id`` and ``text``; the new word is not marked."""
        return self.key[[*NATURALNESS.items]].copy()

    def write(self, path: str | os.PathLike[str]) -> Path:
        """Write an empty sheet, and beside it the key (``sheet.csv``, ``sheet-key.json``).

        Parameters
        ----------
        path : path
            Of the sheet, a CSV file.

        Returns
        -------
        Path
            Of the key.

        Raises
        ------
        OptionError
            If one of the files is there, or the sample is empty.
        """
        if self.key.empty:
            msg = "There is nothing to rate: the attack set is empty."
            raise OptionError(msg)
        sheet, key = Path(path), key_path(path)
        if there := [str(file) for file in (sheet, key) if file.exists()]:
            msg = (
                f"{' and '.join(there)} is there already and is not replaced; choose another name."
            )
            raise OptionError(msg)
        said = asdict(self) | {"key": self.key.to_dict(orient="records"), "versions": versions()}
        replace_file(key, json.dumps(said, indent=1).encode())
        replace_file(sheet, sheet_bytes(self.items, form=NATURALNESS))
        return key


def sample_insertions(
    attack: AttackSet | pd.DataFrame,
    *,
    per_unigram: int = 20,
    originals: int | None = None,
    seed: int = 0,
) -> NaturalnessSample:
    """Draw insertions and originals for people to read.

    No text comes twice, neither with two unigrams nor with and without one: who has read the one
    would know the other.

    Parameters
    ----------
    attack : AttackSet or DataFrame
        See `adversary.insertion.ATTACK`.
    per_unigram : int
        How many insertions of each unigram; fewer where there are not so many other texts.
    originals : int, optional
        How many texts as they were, of the same attack set; by default as many as insertions.
    seed : int
        Of the draw and of the order.

    Returns
    -------
    NaturalnessSample

    Raises
    ------
    SchemaError
        If a column is missing.
    OptionError
        If a number is out of its range.

    Notes
    -----
    In Zhong et al. (2019) experts say of generated and original texts which is which, and whether
    they are natural, awkward or nonsensical.

    Examples
    --------
    >>> attack = pd.DataFrame({
    ...     "text_id": ["a", "b"], "unigram": "on", "gap": 1, "start": [4, 2], "end": [7, 5],
    ...     "text": ["Come on home.", "We on went."], "log_p": 0.0, "naturalness": 0.0,
    ...     "rank": [1, 2]})
    >>> drawn = sample_insertions(attack, per_unigram=1)
    >>> sorted(drawn.key["kind"]), list(drawn.items)
    (['generated', 'original'], ['item_id', 'text'])
    """
    for name, number, least in (("per_unigram", per_unigram, 1), ("originals", originals, 0)):
        if number is not None and number < least:
            msg = f"{name} is {number}; give {least} or more."
            raise OptionError(msg)
    frame = check_frame(
        attack.frame if isinstance(attack, AttackSet) else attack, ATTACK, name="attack"
    )
    rng = np.random.default_rng(seed)
    mixed = frame.iloc[rng.permutation(len(frame))]
    rows: list[dict[str, object]] = []
    used: set[str] = set()
    left = dict.fromkeys(frame["unigram"], per_unigram)
    # One of each in turn, so that scarce texts are shared out; half are left for the originals.
    texts = frame["text_id"].nunique()
    most = min(sum(left.values()), texts // 2 if originals is None else max(0, texts - originals))
    waiting = {name: some.to_dict(orient="records") for name, some in mixed.groupby("unigram")}
    while len(rows) < most and any(left.values()):
        for unigram in [name for name, number in left.items() if number]:
            fresh = next((row for row in waiting[unigram] if row["text_id"] not in used), None)
            left[unigram] -= 1
            if fresh is None:
                left[unigram] = 0
            elif len(rows) < most:
                used.add(fresh["text_id"])
                rows.append(_item(fresh, "generated"))
    wanted = len(rows) if originals is None else originals
    others = mixed.drop_duplicates("text_id")
    others = others[~others["text_id"].isin(used)].head(wanted)
    rows += [_item(row, "original") for row in others.to_dict(orient="records")]
    order = rng.permutation(len(rows))
    key = pd.DataFrame([rows[place] for place in order], columns=[*KEY])
    return NaturalnessSample(key=key, population=len(frame), seed=seed)


def _item(row: dict, kind: str) -> dict[str, object]:
    made = kind == "generated"
    text = row["text"] if made else row["text"][: row["start"]] + row["text"][row["end"] :]
    told = json.dumps([kind, row["text_id"], row["unigram"] if made else "", text])
    return {
        "item_id": hashlib.sha256(told.encode("utf-8", "surrogatepass")).hexdigest()[:12],
        "text": text,
        "kind": kind,
        "unigram": row["unigram"] if made else "",
        "text_id": row["text_id"],
        "rank": int(row["rank"]) if made else 0,
    }


def read_naturalness_key(path: str | os.PathLike[str]) -> NaturalnessSample:
    """Read what `NaturalnessSample.write` wrote.

    Raises
    ------
    MissingDataError
        If there is no such file.
    SchemaError
        If it is no key of such a sheet.
    """
    try:
        said = json.loads(Path(path).read_bytes())
        key = pd.DataFrame(said["key"])
        options = {name: said[name] for name in ("population", "seed")}
    except FileNotFoundError as error:
        msg = f"There is no key {path}. It was written beside the sheet, as sheet-key.json."
        raise MissingDataError(msg) from error
    except (ValueError, TypeError, KeyError) as error:
        msg = f"{path} is not the key of a sheet of naturalness ({error})."
        raise SchemaError(msg) from error
    return NaturalnessSample(key=check_frame(key, KEY, name=str(path)), **options)
