"""Choosing the person of a text who is to change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fairnlp.characteristics.base import Refusal

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.text.coreference.base import Chain, Resolution
    from fairnlp.text.reading import Reading

__all__ = ["EVERYONE", "choose"]

EVERYONE = "everyone"
"""The target that stands for all people of a text at once."""


def choose(reading: Reading, people: Resolution, *, target: str, strategy: str) -> Chain | Refusal:
    """Find the chain of the person who is to change.

    Parameters
    ----------
    reading : Reading
    people : Resolution
    target : str
        Words of the text; their first place counts. If empty, the only chain with two or more
        mentions, as the code of BiasFinder counts; else the only person at all.
    strategy : str
        With ``"sound"``, also the only man among women or the only woman among men, since no
        pronoun of the one can mean the others; and one of several who are only named.

    Returns
    -------
    Chain or Refusal
    """
    if target:
        return _named(reading, people, target)
    chains = people.chains
    several = [chain for chain in chains if len(chain.mentions) > 1]
    if len(several) == 1:
        return several[0]
    if (
        strategy == "sound"
        and several
        and all(chain.gender in ("male", "female") for chain in several)
    ):
        # the only man among women: no pronoun of his can mean one of them, who stay as they are
        genders = [chain.gender for chain in several]
        only = [chain for chain in several if genders.count(chain.gender) == 1]
        if only:
            return max(only, key=lambda chain: len(chain.mentions))
    if len(chains) == 1:
        return chains[0]
    if not chains:
        return _nobody(reading)
    if strategy == "sound" and (only_named := _only_named(chains)):
        return only_named
    shown = ", ".join(repr(reading.words(chain.mentions[0])) for chain in (several or chains)[:4])
    return Refusal(reason="several persons", detail=shown)


def _named(reading: Reading, people: Resolution, target: str) -> Chain | Refusal:
    start = reading.text.find(target)
    if start < 0:
        return Refusal(reason="no such person", detail=f"{target!r} is not in the text")
    end = start + len(target)
    for chain in people.chains:
        if any(start <= m.start < end or m.start <= start < m.end for m in chain.mentions):
            return chain
    return Refusal(reason="no such person", detail=f"{target!r} was not read as a person")


def _only_named(chains: Sequence[Chain]) -> Chain | None:
    """Of several people, one whom only the full name tells, if no pronoun can mean him or her.

    That is so where no word but names speaks of anybody of that gender.
    """
    for gender in ("male", "female"):
        same = [chain for chain in chains if chain.gender in (gender, "", "mixed")]
        if any(mention.kind != "name" for chain in same for mention in chain.mentions):
            continue
        full = [
            chain
            for chain in same
            if chain.gender == gender
            and not chain.doubts
            and all(mention.sure for mention in chain.mentions)
            and any(mention.first and mention.last for mention in chain.mentions)
        ]
        if full:
            return max(full, key=lambda chain: len(chain.mentions))
    return None


def _nobody(reading: Reading) -> Refusal:
    """Tell a text without people from one that speaks of several at once."""
    plural = [token.text for token in reading.doc if token.lower_ in ("they", "them", "their")]
    plural += [reading.words(mention) for mention in reading.mentions if mention.plural]
    if plural:
        return Refusal(reason="plural", detail=plural[0])
    return Refusal(reason="no person", detail="")
