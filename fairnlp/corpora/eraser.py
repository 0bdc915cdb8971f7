"""Documents with human rationales in the format of the ERASER benchmark, or one JSON line each."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any

from fairnlp.core.errors import MissingDataError, SchemaError
from fairnlp.corpora.records import content_of, read_records
from fairnlp.corpora.spans import Marked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

__all__ = ["Document", "as_marked", "read_documents"]

SPLITS = ("train", "val", "test")


@dataclass(frozen=True, kw_only=True)
class Document:
    """A document that is cut into tokens, with what people marked in it.

    Parameters
    ----------
    name, split, label : str
        Its id, the part of the data it is from, and its class.
    tokens : list of str
        As the data set has them.
    ends : list of int
        Number of the token after each sentence.
    spans : list of (int, int)
        Marked stretches: first token, and the one after the last.
    where : str
        File and line.
    """

    name: str
    split: str
    label: str
    tokens: list[str]
    ends: list[int]
    spans: list[tuple[int, int]]
    where: str

    def sentences(self) -> Iterator[tuple[int, int]]:
        """Give the first token of each sentence and the one after its last."""
        return pairwise([0, *self.ends])


def as_marked(document: Document, first: int, last: int, **about: Any) -> Marked:
    """Make a marked text of the tokens from `first` to `last` (exclusive).

    The text is the tokens with one blank between them, so that a span of tokens is one of
    characters; a span that reaches beyond is cut.
    """
    tokens = document.tokens[first:last]
    starts = [*accumulate((len(token) + 1 for token in tokens), initial=0)]
    cuts = [(max(a, first) - first, min(b, last) - first) for a, b in document.spans]
    spans = [(starts[a], starts[b] - 1) for a, b in cuts if a < b]
    fields = {"text_id": document.name, "label": document.label, "where": document.where}
    return Marked(text=" ".join(tokens), spans=spans, **fields | about)


def read_documents(path: Path) -> list[Document]:
    """Read documents with rationales.

    Parameters
    ----------
    path : Path
        A folder as ERASER has it (``docs`` or ``docs.jsonl``; ``train.jsonl``, ``val.jsonl``,
        ``test.jsonl``, or some of them), or a JSON lines file with ``id``, ``split``, ``label``,
        ``tokens`` (parted by blanks), ``sentence_ends`` and ``rationales`` (spans of tokens).

    Returns
    -------
    list of Document
        In the order of the files.

    Raises
    ------
    MissingDataError
        If the folder, the file or a document is not there.
    SchemaError
        If a line cannot be read; the message has file and line.

    Notes
    -----
    DeYoung, Jain, Rajani, Lehman, Xiong, Socher and Wallace (2020), ERASER: A benchmark to
    evaluate rationalized NLP models, ACL.
    """
    if not path.is_dir():
        return [_read(path, number, _from_line, row) for number, row in read_records(path)]
    found = [split for split in SPLITS if (path / f"{split}.jsonl").is_file()]
    if not found:
        msg = f"{path} has no train.jsonl, val.jsonl or test.jsonl, so it is no ERASER folder."
        raise MissingDataError(msg)
    texts = _document_texts(path)
    documents = []
    for split in found:
        file = path / f"{split}.jsonl"

        def make(row: dict[str, Any], split: str = split) -> dict[str, Any]:
            return _from_annotation(row, split, texts)

        documents += [_read(file, number, make, row) for number, row in read_records(file)]
    return documents


def _read(
    path: Path, number: int, make: Callable[[dict[str, Any]], dict[str, Any]], row: dict[str, Any]
) -> Document:
    where = f"{path.name}, line {number}"
    try:
        document = Document(**make(row), where=where)
    except KeyError as error:
        msg = f"{where}: {error} is missing; it has {', '.join(row)}."
        raise SchemaError(msg) from error
    except (TypeError, ValueError, AttributeError, IndexError) as error:
        msg = f"{where}: {error}"
        raise SchemaError(msg) from error
    size = len(document.tokens)
    for first, last in document.spans:  # the data sets have some of no token, which mark nothing
        if not 0 <= first <= last <= size:
            msg = f"{where}: the rationale ({first}, {last}) is not in the {size} tokens."
            raise SchemaError(msg)
    if document.ends[-1:] != [size] or any(a >= b for a, b in document.sentences()):
        msg = f"{where}: the ends of sentences must rise up to {size}, the number of tokens."
        raise SchemaError(msg)
    return document


def _from_line(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": str(row["id"]),
        "split": str(row["split"]),
        "label": str(row["label"]),
        "tokens": row["tokens"].split(" "),
        "ends": [int(end) for end in row["sentence_ends"]],
        "spans": [(int(first), int(last)) for first, last in row["rationales"]],
    }


def _from_annotation(
    row: dict[str, Any], split: str, text_of: Callable[[str], str]
) -> dict[str, Any]:
    # Evidence comes in groups, of which each alone would do; together they are the rationale.
    evidence = [one for group in row["evidences"] for one in group]
    names = {one["docid"] for one in evidence} or {*(row.get("docids") or [row["annotation_id"]])}
    if len(names) > 1:
        msg = f"the evidence is in several documents, {sorted(names)}; a text is one document."
        raise ValueError(msg)
    lines = [line.split() for line in text_of(names.pop()).split("\n")]
    sentences = [line for line in lines if line]
    return {
        "name": str(row["annotation_id"]),
        "split": split,
        "label": str(row["classification"]).lower(),
        "tokens": [token for line in sentences for token in line],
        "ends": [*accumulate(len(line) for line in sentences)],
        "spans": [(int(one["start_token"]), int(one["end_token"])) for one in evidence],
    }


def _document_texts(folder: Path) -> Callable[[str], str]:
    together = folder / "docs.jsonl"
    if together.is_file():
        texts = {str(row["docid"]): str(row["document"]) for _, row in read_records(together)}

        def look_up(name: str) -> str:
            if name not in texts:
                msg = f"docs.jsonl has no document {name!r}."
                raise MissingDataError(msg)
            return texts[name]

        return look_up
    return lambda name: content_of(folder / "docs" / name)
