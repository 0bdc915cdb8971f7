"""A seeded sample of test cases for people to read, without what the systems said."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import pandas as pd

from fairnlp.core.errors import MissingDataError, OptionError, SchemaError
from fairnlp.core.frames import check_frame
from fairnlp.core.marking import mark_differences
from fairnlp.core.provenance import versions
from fairnlp.core.replacing import replace_file
from fairnlp.metamorphic.found import Found
from fairnlp.rating.files import ITEMS, sheet_bytes
from fairnlp.rating.marks import mark
from fairnlp.stats.proportions import sample_size

if TYPE_CHECKING:
    import os

__all__ = ["KEY", "Sample", "key_path", "read_key", "sample_btcs"]

SIDE = ("class", "value", "label", "text")

KEY = {
    "item_id": "str, unique",
    "system": "str, whose test case it is",
    "characteristic": "str",
    "template_id": "str",
    **{f"{name}_{side}": "str" for side in "12" for name in SIDE},
}
"""What stands behind the items of a sheet. Raters must not see it."""


class Audited(Protocol):
    """The result of an audit: what was found, by system."""

    @property
    def found(self) -> Mapping[Any, Found]: ...  # noqa: D102


@dataclass(frozen=True, kw_only=True)
class Sample:
    """Test cases drawn for people to read, in an order that tells nothing.

    Parameters
    ----------
    key : DataFrame
        See `KEY`; ``text_1`` and ``text_2`` have the changed words in ``⟦ ⟧``. Which of the two
        texts is the first is drawn.
    population : int
        Of how many bias-uncovering test cases (BTCs) they were drawn.
    margin, confidence : float
        What the size was chosen for.
    seed : int
        Of the draw and of the order.
    """

    key: pd.DataFrame
    population: int
    margin: float
    confidence: float
    seed: int

    @property
    def items(self) -> pd.DataFrame:
        """What raters see: ``item_id``, ``text_1``, ``text_2``."""
        return self.key[[*ITEMS]].copy()

    def write(self, path: str | os.PathLike[str]) -> Path:
        """Write an empty sheet, and beside it the key (``sheet.csv``, ``sheet-key.json``).

        Give each rater a copy of the sheet, and keep the key away from them.

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
            If one of the files is there: it may hold ratings, or belong to some. Or if the sample
            is empty.
        """
        if self.key.empty:
            msg = "There is nothing to rate: no bias-uncovering test case was found."
            raise OptionError(msg)
        sheet, key = Path(path), key_path(path)
        if there := [str(file) for file in (sheet, key) if file.exists()]:
            msg = (
                f"{' and '.join(there)} is there already and is not replaced; choose another name."
            )
            raise OptionError(msg)
        said = asdict(self) | {"key": self.key.to_dict(orient="records"), "versions": versions()}
        replace_file(key, json.dumps(said, indent=1).encode())
        replace_file(sheet, sheet_bytes(self.items))
        return key


def sample_btcs(
    source: Found | Audited | Sequence[Found | Audited],
    *,
    size: int | None = None,
    per_template: int | None = None,
    margin: float = 0.05,
    confidence: float = 0.95,
    seed: int = 0,
) -> Sample:
    """Draw bias-uncovering test cases (BTCs) for people to read.

    By default the sample is so large that the share of true positives is known to within the
    margin; see `stats.proportions.sample_size`.

    Parameters
    ----------
    source : Found, AuditResult, or several of them
        Each system's BTCs are cases of their own, also where two systems have the same pair.
    size : int, optional
        How many to draw, in place of what margin and confidence ask for.
    per_template : int, optional
        At most so many of each template (and system). Test cases of one template are read alike,
        and some templates have hundreds; with 1, each counts once, and the share of true
        positives is one of templates. By default, every BTC has the same chance.
    margin : float
        Half the width of the interval, in (0, 1).
    confidence : float
        Of the interval, in (0, 1).
    seed : int
        Of the draw and of the order.

    Returns
    -------
    Sample
        Empty if there is no BTC.

    Raises
    ------
    OptionError
        If a number is out of its range.

    Notes
    -----
    The user study of BiasFinder (Asyrofi et al. 2021) draws in this way for each characteristic:
    375 of 14,916 BTCs for gender.
    """
    for name, number in (("size", size), ("per_template", per_template)):
        if number is not None and number < 1:
            msg = f"{name} is {number}; draw at least 1 test case."
            raise OptionError(msg)
    strata = [
        (number, one, template, count)
        for number, one in enumerate(_found(source))
        for template, count in _counts(one, per_template)
    ]
    counts = np.array([count for *_, count in strata], dtype=int)
    population = int(counts.sum())
    wanted = sample_size(population, confidence=confidence, margin=margin)
    if size is not None:
        wanted = min(size, population)
    rng = np.random.default_rng(seed)
    shares = rng.multivariate_hypergeometric(counts, wanted, method="marginals")
    drawn = [
        _only(one, template)
        .pairs(int(share), seed=int(rng.integers(2**31)))
        .assign(system=one.system, characteristic=one.mutants.characteristic, source=number)
        for (number, one, template, _), share in zip(strata, shares, strict=True)
        if share
    ]
    rows = [
        _item({str(name): cell for name, cell in pair.items()}, swap=bool(rng.integers(2)))
        for frame in drawn
        for pair in frame.astype(object).to_dict(orient="records")
    ]
    order = rng.permutation(len(rows))
    key = pd.DataFrame([rows[place] for place in order], columns=[*KEY], dtype="str")
    return Sample(key=key, population=population, margin=margin, confidence=confidence, seed=seed)


def _found(source: Found | Audited | Sequence[Found | Audited]) -> list[Found]:
    several = source if isinstance(source, Sequence) else [source]
    found: list[Found] = []
    for one in several:
        found += [one] if isinstance(one, Found) else list(one.found.values())
    return found


def _counts(found: Found, per_template: int | None) -> list[tuple[str | None, int]]:
    """Say how many may be drawn: of all templates together, or of each that has any."""
    table = found.table
    if per_template is None:
        return [(None, int(table["btcs"].sum()))]
    some = table[table["btcs"] > 0]
    counts = some["btcs"].clip(upper=per_template)
    return list(zip(some["template_id"].astype("str"), map(int, counts), strict=True))


def _only(found: Found, template: str | None) -> Found:
    if template is None:
        return found
    rows = found.predictions[found.predictions["template_id"] == template]
    return replace(found, predictions=rows.reset_index(drop=True))


def _item(pair: dict[str, Any], *, swap: bool) -> dict[str, str]:
    """Name the two sides of a pair, and hide behind a number what it is."""
    marks = mark_differences(pair["spans_a"], pair["spans_b"])
    for side, found in zip("ab", marks, strict=True):
        pair[f"text_{side}"] = mark(pair[f"text_{side}"], found)
    names = ["source", "system", "characteristic", "template_id"]
    told = [pair[name] for name in names] + [pair[f"{n}_{s}"] for s in "ab" for n in SIDE]
    digest = hashlib.sha256(json.dumps(told, default=str).encode("utf-8", "surrogatepass"))
    sides = ("b", "a") if swap else ("a", "b")
    return {
        "item_id": digest.hexdigest()[:12],
        **{name: str(pair[name]) for name in names[1:]},
        **{
            f"{name}_{number}": str(pair[f"{name}_{side}"])
            for number, side in zip("12", sides, strict=True)
            for name in SIDE
        },
    }


def key_path(path: str | os.PathLike[str]) -> Path:
    """Name the key that belongs to a sheet.

    Examples
    --------
    >>> key_path("study/sheet.csv").as_posix()
    'study/sheet-key.json'
    """
    sheet = Path(path)
    return sheet.with_name(f"{sheet.stem}-key.json")


def read_key(path: str | os.PathLike[str]) -> Sample:
    """Read what `Sample.write` wrote.

    Parameters
    ----------
    path : path
        Of the key, such as ``sheet-key.json``.

    Raises
    ------
    MissingDataError
        If there is no such file.
    SchemaError
        If it is no key.
    """
    try:
        said = json.loads(Path(path).read_bytes())
        key = pd.DataFrame(said["key"], dtype="str")
        options = {name: said[name] for name in ("population", "margin", "confidence", "seed")}
    except FileNotFoundError as error:
        msg = f"There is no key {path}. It was written beside the sheet, as sheet-key.json."
        raise MissingDataError(msg) from error
    except (ValueError, TypeError, KeyError) as error:
        msg = f"{path} is not the key of a sheet ({error}); `fairnlp rate sample` writes one."
        raise SchemaError(msg) from error
    return Sample(key=check_frame(key, KEY, name=str(path)), **options)
