"""The characteristics that can be asked for by name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from fairnlp.characteristics.crossed import JOIN, Crossed
from fairnlp.characteristics.namelist import NameList
from fairnlp.characteristics.wordlist import WordList
from fairnlp.core.errors import OptionError, UnknownChoiceError, unknown_choice
from fairnlp.core.registry import load
from fairnlp.lexicons.concepts import read_concepts, shipped_lists

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.characteristics.base import Characteristic
    from fairnlp.text.coreference.base import Resolver

__all__ = ["CHARACTERISTICS", "RESOLVERS", "as_characteristic"]

CHARACTERISTICS = {
    "country": "fairnlp.characteristics.country:Country",
    "gender": "fairnlp.characteristics.gender:Gender",
    "gender_neutral": "fairnlp.characteristics.gender_neutral:GenderNeutral",
    "occupation": "fairnlp.characteristics.occupation:Occupation",
}
RESOLVERS = {"rules": "fairnlp.text.coreference.rules:Rules"}


def as_characteristic(
    what: str | Path | Characteristic | tuple[str, str], *, coreference: str = "rules"
) -> Characteristic:
    """Give a characteristic for its name; one that is given already stays as it is.

    Parameters
    ----------
    what : str, Path, Characteristic or tuple
        A key of `CHARACTERISTICS`, a word list that is shipped, such as ``"age"``, or the path of
        a word list of your own: its TOML or CSV. Two of them, as ``"gender+country"`` or
        ``("gender", "country")``, are crossed.
    coreference : str
        A key of `RESOLVERS`.

    Raises
    ------
    UnknownChoiceError
        If a name is not known.
    LexiconError
        If a word list cannot be used.
    OptionError
        If more than two are to be crossed.
    """
    if isinstance(what, str) and JOIN in what and not Path(what).is_file():
        return _crossed(what.split(JOIN), coreference)
    if isinstance(what, tuple):
        return _crossed(what, coreference)
    if not isinstance(what, str | Path):
        return what
    resolver = load("coreference backend", coreference, RESOLVERS)()
    if what in CHARACTERISTICS:
        made = load("characteristic", str(what), CHARACTERISTICS)
        return cast("Characteristic", made(resolver=resolver))
    shipped = shipped_lists()
    if what in shipped:
        return _of_list(shipped[str(what)], resolver)
    if Path(what).suffix in (".toml", ".csv"):
        return _of_list(Path(what), resolver)
    msg = unknown_choice("characteristic", what, sorted([*CHARACTERISTICS, *shipped]))
    raise UnknownChoiceError(f"{msg} The path of a word list (.toml) does too.")


def _crossed(parts: Sequence[str], coreference: str) -> Characteristic:
    if len(parts) != 2:
        msg = f"{len(parts)} characteristics came; two can be crossed, such as 'gender+country'."
        raise OptionError(msg)
    first, second = (as_characteristic(part, coreference=coreference) for part in parts)
    return cast("Characteristic", Crossed(first, second))


def _of_list(path: Path, resolver: Resolver) -> Characteristic:
    concepts = read_concepts(path)
    names = concepts.names is not None
    return cast("Characteristic", NameList(concepts, resolver) if names else WordList(concepts))
