"""Trained models as files: numbers and JSON, nothing that could run."""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from fairnlp.core.errors import MissingDataError, SchemaError
from fairnlp.core.provenance import file_hash
from fairnlp.core.replacing import replace_file
from fairnlp.rationale.classifier import Facts, TokenModel
from fairnlp.rationale.neural import AttentionModel, NeuralModel
from fairnlp.rationale.recipe import Recipe
from fairnlp.rationale.svm import SvmModel

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from fairnlp.rationale.vectors import WordVectors

__all__ = ["load", "save", "save_words"]

_FORM = 1
"""Raised when what is stored changes."""

# What reading a file raises that is empty, cut off, or something else.
_DAMAGED = (EOFError, KeyError, TypeError, ValueError, zipfile.BadZipFile, zlib.error)


def save(model: TokenModel, path: str | os.PathLike[str], *, words_at: Path | None = None) -> Path:
    """Write a model to a file, whole or not at all.

    Parameters
    ----------
    model : TokenModel
        As `train` gives it. A transformer becomes a folder.
    path : path
        Such as ``"models/lstm.npz"``.
    words_at : Path, optional
        A file of `save_words` in the same folder with the words and vectors of the model, so that
        many models share them.

    Returns
    -------
    Path
    """
    target, facts = Path(path), model.facts
    content: dict[str, Any] = {
        "form": _FORM,
        "recipe": facts.recipe.to_json(),
        "classes": list(facts.classes),
        "context_features": list(facts.context_features),
        "centre": facts.centre.tolist(),
        "scale": facts.scale.tolist(),
        "info": model.info,
    }
    if facts.recipe.kind == "transformer":
        from fairnlp.rationale.transformer import TransformerModel, save_transformer

        assert isinstance(model, TransformerModel)
        return save_transformer(model, target, content)
    arrays = model.arrays()
    if words_at is not None:
        arrays.pop("vectors")
        content["words_at"] = {"name": words_at.name, "sha256": file_hash(words_at)}
    else:
        arrays["words"] = _as_bytes(_known(model))
    _write(target, {"facts": _as_bytes(content), **arrays})
    return target


def save_words(vectors: WordVectors, path: Path) -> Path:
    """Write words and vectors that models share; see `save`."""
    table = np.vstack([np.zeros(vectors.size), vectors.unknown, vectors.matrix])
    _write(path, {"words": _as_bytes(vectors.words), "vectors": table.astype(np.float32)})
    return path


def load(path: str | os.PathLike[str], *, device: str | None = None) -> TokenModel:
    """Read a model that `save` wrote.

    Parameters
    ----------
    path : path
    device : str, optional
        Such as ``"cuda"``; by default an accelerator if there is one.

    Returns
    -------
    TokenModel

    Raises
    ------
    MissingDataError
        If it is not there.
    SchemaError
        If it is damaged, or of another version.
    """
    file = Path(path)
    if file.is_dir():
        from fairnlp.rationale.transformer import load_transformer

        return load_transformer(file, _facts(file, (file / "facts.json")), device=device)
    arrays = _read(file)
    try:
        content = json.loads(arrays.pop("facts").tobytes())
        if (shared := content.get("words_at")) is not None:
            arrays |= _shared(file, shared)
        words = json.loads(arrays.pop("words").tobytes())
        facts = _facts(file, content)
    except _DAMAGED as error:
        if isinstance(error, SchemaError):
            raise
        raise SchemaError(_damaged(file, error)) from error
    if facts.recipe.kind == "svm":
        return SvmModel(facts, words=words, arrays=arrays)
    kind = AttentionModel if facts.recipe.kind == "lstm" else NeuralModel
    return kind(facts, words=words, arrays=arrays, device=device)


def _facts(file: Path, content: dict[str, Any] | Path) -> Facts:
    try:
        if isinstance(content, Path):
            content = dict(json.loads(content.read_text("utf-8")))
        if content["form"] != _FORM:
            msg = f"{file} is of another version ({content['form']}; this one reads {_FORM})."
            raise SchemaError(msg)
        return Facts(
            recipe=Recipe.from_json(content["recipe"]),
            classes=tuple(content["classes"]),
            context_features=tuple(content["context_features"]),
            centre=np.array(content["centre"]),
            scale=np.array(content["scale"]),
            info=content["info"],
        )
    except FileNotFoundError as error:
        msg = f"There is no model at {file}."
        raise MissingDataError(msg) from error
    except _DAMAGED as error:
        if isinstance(error, SchemaError):
            raise
        raise SchemaError(_damaged(file, error)) from error


def _shared(file: Path, shared: dict[str, str]) -> dict[str, np.ndarray]:
    beside = file.with_name(shared["name"])
    arrays = _read(beside)
    if file_hash(beside) != shared["sha256"]:
        msg = f"{beside} holds other words than those that {file.name} was trained with."
        raise SchemaError(msg)
    return arrays


def _known(model: TokenModel) -> Sequence[str]:
    assert isinstance(model, SvmModel | NeuralModel)
    return model.words


def _as_bytes(content: Any) -> np.ndarray:
    return np.frombuffer(json.dumps(content, ensure_ascii=False).encode(), dtype=np.uint8)


def _write(path: Path, arrays: dict[str, np.ndarray]) -> None:
    packed = io.BytesIO()
    np.savez_compressed(packed, **arrays)  # type: ignore[arg-type]
    replace_file(path, packed.getvalue())


def _read(file: Path) -> dict[str, np.ndarray]:
    try:
        with file.open("rb") as raw, np.load(raw, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except FileNotFoundError as error:
        msg = f"There is no model at {file}."
        raise MissingDataError(msg) from error
    except (*_DAMAGED, AttributeError) as error:  # a bare array has no names
        raise SchemaError(_damaged(file, error)) from error


def _damaged(file: Path, error: Exception) -> str:
    return f"{file} holds no model, or is damaged ({type(error).__name__}: {error})."
