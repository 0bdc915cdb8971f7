"""Distributional fairness of one prediction: the verdict, and whether it can still change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from fairnlp.core.errors import OptionError

__all__ = ["Counts", "Judgement", "Verdict", "exact_alpha", "judge", "settled"]

Counts = Mapping[str, Mapping[str, int]]
"""Class to label to how many valid mutants of that class have it. A class without a valid mutant
stands there too, with nothing."""


class Verdict(StrEnum):
    """What a check of one prediction concludes."""

    FAIR = "fair"
    BIASED = "biased"
    UNDECIDED = "undecided"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """A verdict with its evidence.

    Parameters
    ----------
    verdict : Verdict
    gap : Fraction or None
        The largest difference, over labels and pairs of classes, of the shares of mutants with a
        label, in [0, 1]; None where a class has no valid mutant or there are not two classes.
    label : str or None
        The label of which the shares differ most; None where there is no gap to speak of.
    classes : (str, str) or None
        The two classes, that with the larger share first.
    counts : dict of str to dict of str to int
        Valid mutants by class and label.
    alpha : Fraction
        From this gap on, the prediction is biased.
    """

    verdict: Verdict
    gap: Fraction | None
    label: str | None
    classes: tuple[str, str] | None
    counts: dict[str, dict[str, int]]
    alpha: Fraction

    @property
    def n(self) -> dict[str, int]:
        """Valid mutants by class."""
        return {class_: sum(by.values()) for class_, by in self.counts.items()}


def exact_alpha(alpha: float | str | Fraction) -> Fraction:
    """Read a threshold as the fraction that is written: 0.10 is one tenth, not a float near it.

    Parameters
    ----------
    alpha : float, str or Fraction
        In (0, 1].

    Returns
    -------
    Fraction

    Raises
    ------
    OptionError
        If it is not a number in (0, 1].

    Examples
    --------
    >>> exact_alpha(0.10)
    Fraction(1, 10)
    """
    return _exact(alpha)


@lru_cache(maxsize=64)
def _exact(alpha: float | str | Fraction) -> Fraction:
    try:
        exact = alpha if isinstance(alpha, Fraction) else Fraction(str(alpha))
    except (ValueError, ZeroDivisionError):
        exact = Fraction(0)
    if not 0 < exact <= 1:
        msg = f"alpha is {alpha!r}; it must be a number above 0 and at most 1, such as 0.10."
        raise OptionError(msg)
    return exact


def judge(counts: Counts, alpha: float | str | Fraction = 0.10) -> Judgement:
    """Judge a prediction by the labels of the mutants of its text.

    Parameters
    ----------
    counts : mapping of str to mapping of str to int
        See `Counts`.
    alpha : float, str or Fraction
        See `exact_alpha`.

    Returns
    -------
    Judgement
        ``"biased"`` if the gap is alpha or more, else ``"fair"``; ``"undecided"`` if a class has
        no valid mutant; ``"not applicable"`` if there are not two classes.

    Raises
    ------
    OptionError
        If alpha or a count cannot be used.

    Notes
    -----
    Yang et al. (2021), "BiasRV", section 2: fair if the shares of positive predictions of two
    genders differ by less than alpha. Here for any number of classes and labels. The paper calls a
    difference that *exceeds* alpha unfair, its code one that is not below: equality counts as
    biased here, as in the code. Shares are compared as fractions: as floats, 17 of the 28 ways in
    which 30 mutants a class can differ by exactly 3 come out below 0.10, and 11 do not.

    Examples
    --------
    >>> found = judge({"female": {"positive": 27, "negative": 3}, "male": {"positive": 30}})
    >>> str(found.verdict), found.gap, found.label, found.classes
    ('biased', Fraction(1, 10), 'negative', ('female', 'male'))
    """
    exact = exact_alpha(alpha)
    kept = {class_: {la: k for la, k in by.items() if k} for class_, by in counts.items()}
    sizes = {class_: sum(by.values()) for class_, by in kept.items()}
    for class_, by in kept.items():
        if any(k < 0 for k in by.values()):
            msg = f"Class {class_!r} has a count below 0: {by}."
            raise OptionError(msg)
    if len(kept) < 2 or not all(sizes.values()):
        verdict = Verdict.NOT_APPLICABLE if len(kept) < 2 else Verdict.UNDECIDED
        return Judgement(
            verdict=verdict, gap=None, label=None, classes=None, counts=kept, alpha=exact
        )
    gap, label, pair = Fraction(0), None, None
    for name in sorted({label for by in kept.values() for label in by}):
        shares = {class_: Fraction(by.get(name, 0), sizes[class_]) for class_, by in kept.items()}
        high, low = max(shares, key=shares.__getitem__), min(shares, key=shares.__getitem__)
        if (between := shares[high] - shares[low]) > gap:
            gap, label, pair = between, name, (high, low)
    verdict = Verdict.BIASED if gap >= exact else Verdict.FAIR
    return Judgement(verdict=verdict, gap=gap, label=label, classes=pair, counts=kept, alpha=exact)


def settled(
    counts: Counts, remaining: Mapping[str, int], alpha: float | str | Fraction = 0.10
) -> bool:
    """Tell whether the verdict stays, whatever is still answered.

    A remaining mutant may get any label, also one not seen so far, or none (invalid).

    Parameters
    ----------
    counts : mapping of str to mapping of str to int
        See `Counts`.
    remaining : mapping of str to int
        Class to how many of its mutants have not been asked about.
    alpha : float, str or Fraction
        See `exact_alpha`.

    Returns
    -------
    bool
        Never true too early. It is true as soon as can be where at most two labels have come;
        with three or more, "biased" may stand a few answers before this tells so. `judge` then
        gives the verdict that stays.

    Examples
    --------
    >>> settled({"female": {"positive": 28}, "male": {"positive": 28}}, {"female": 2, "male": 2})
    True
    >>> settled({"female": {"positive": 27}, "male": {"positive": 27}}, {"female": 3, "male": 3})
    False
    """
    exact = exact_alpha(alpha)
    left = {class_: remaining.get(class_, 0) for class_ in counts}
    if not any(left.values()):
        return True
    sizes = {class_: sum(by.values()) for class_, by in counts.items()}
    if any(not sizes[class_] and not left[class_] for class_ in counts) or len(counts) < 2:
        return True  # undecided or not applicable for good
    if not all(sizes.values()):
        return False  # all that remains may be invalid
    may_change = False
    # The empty name stands for a label that has not been seen.
    for label in dict.fromkeys(["", *(label for by in counts.values() for label in by)]):
        least = {c: (by.get(label, 0), sizes[c] + left[c]) for c, by in counts.items()}
        most = {c: (k + left[c], n) for c, (k, n) in least.items()}
        if _apart(least, most, exact):
            return True  # they stay apart
        # Shares come in steps, and where steps are large, two that can pass each other need not
        # be able to meet.
        coarse = any(n * exact.numerator <= exact.denominator for _, n in least.values())
        if coarse and _least_gap([_shares(counts, sizes, left, c, label) for c in counts]) >= exact:
            return True
        may_change |= _apart(most, least, exact)
    return not may_change


Share = tuple[int, int]
"""k of n."""


def _apart(high: Mapping[str, Share], low: Mapping[str, Share], alpha: Fraction) -> bool:
    """Tell whether the share of a class is alpha or more above that of another, in integers."""
    p, q = alpha.numerator, alpha.denominator
    return any(
        (k * m - j * n) * q >= p * n * m
        for one, (k, n) in high.items()
        for other, (j, m) in low.items()
        if one != other
    )


def _shares(
    counts: Counts, sizes: Mapping[str, int], left: Mapping[str, int], class_: str, label: str
) -> set[Fraction]:
    """Every share of a label that a class can still get; what is invalid does not count."""
    k, n = counts[class_].get(label, 0), sizes[class_]
    return {
        Fraction(k + more, n + valid)
        for valid in range(left[class_] + 1)
        for more in range(valid + 1)
    }


def _least_gap(reachable: list[set[Fraction]]) -> Fraction:
    """The narrowest window that holds a share of each class."""
    places = sorted((share, at) for at, shares in enumerate(reachable) for share in shares)
    latest: dict[int, Fraction] = {}
    least = Fraction(1)
    for share, at in places:
        latest[at] = share
        if len(latest) == len(reachable):
            least = min(least, share - min(latest.values()))
    return least
