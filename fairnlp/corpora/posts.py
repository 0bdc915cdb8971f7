"""Posts with rationales from two published data sets: Toxic Spans and HateXplain."""

from __future__ import annotations

import json
import logging
from collections import Counter
from itertools import groupby
from typing import TYPE_CHECKING, Any

from fairnlp.core.errors import MissingDataError, SchemaError
from fairnlp.corpora.records import content_of, read_records
from fairnlp.corpora.spans import Marked

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

__all__ = ["hatexplain", "runs_of", "toxic_spans", "toxic_spans_files"]

PARTS = ("train", "trial", "test")
NORMAL = "normal"

log = logging.getLogger(__name__)


def toxic_spans(path: Path) -> list[Marked]:
    """Read the posts of SemEval-2021 task 5.

    Parameters
    ----------
    path : Path
        A file with ``text`` and ``spans`` (list of the marked characters), or a folder of such
        files, named ``toxic_spans_train.csv`` or ``tsd_train.csv``, the same for ``trial`` and
        ``test``, with or without ``.gz``.

    Returns
    -------
    list of Marked
        All posts were called toxic as a whole before. Those with spans are ``"toxic"`` here,
        those in which nobody found a span ``"no span"``, with a rationale that marks nothing.

    Raises
    ------
    MissingDataError
        If there is no such file.
    SchemaError
        If a line cannot be read.

    Notes
    -----
    Pavlopoulos, Sorensen, Laugier and Androutsopoulos (2021), SemEval-2021 task 5: toxic spans
    detection.
    """
    files = toxic_spans_files(path) if path.is_dir() else [path]
    posts = []
    for file in files:
        stem = file.name.partition(".")[0]
        for count, (number, row) in enumerate(read_records(file)):
            where = f"{file.name}, line {number}"
            if missing := [column for column in ("text", "spans") if column not in row]:
                msg = f"{where}: {', '.join(missing)} missing; it has {', '.join(row)}."
                raise SchemaError(msg)
            try:
                spans = runs_of(json.loads(row["spans"]))
            except (ValueError, TypeError) as error:
                msg = f"{where}: `spans` must be a list of places, such as [3, 4, 5]: {error}"
                raise SchemaError(msg) from error
            label = "toxic" if spans else "no span"
            posts.append(
                Marked(
                    text_id=f"{stem}-{count:05d}",
                    text=row["text"],
                    label=label,
                    spans=spans,
                    where=where,
                )
            )
    return posts


def runs_of(places: Iterable[int]) -> list[tuple[int, int]]:
    """Put places that follow each other together as spans.

    Examples
    --------
    >>> runs_of([3, 4, 5, 9])
    [(3, 6), (9, 10)]
    """
    numbered = enumerate(sorted({int(place) for place in places}))
    runs = (list(run) for _, run in groupby(numbered, key=lambda pair: pair[1] - pair[0]))
    return [(run[0][1], run[-1][1] + 1) for run in runs]


def toxic_spans_files(folder: Path) -> list[Path]:
    """Find the files of Toxic Spans in a folder; see `toxic_spans`.

    Raises
    ------
    MissingDataError
        If there is none.
    """
    names = [
        f"{head}_{part}.csv{tail}"
        for part in PARTS
        for head in ("toxic_spans", "tsd")
        for tail in ("", ".gz")
    ]
    files = [folder / name for name in names if (folder / name).is_file()]
    if not files:
        msg = f"{folder} has none of {', '.join(names)}."
        raise MissingDataError(msg)
    return files


def hatexplain(path: Path) -> list[Marked]:
    """Read ``dataset.json`` of HateXplain.

    The label is that of most annotators; posts for which no label has more than another are left
    out, and their number is logged. A token is marked if more than half of the annotators who
    marked anything marked it. For posts that most call normal nobody was asked for a rationale.
    ``annotated:...`` columns tell the communities that more than half of the annotators saw.

    Parameters
    ----------
    path : Path
        The file, or the folder it is in.

    Returns
    -------
    list of Marked

    Raises
    ------
    MissingDataError
        If there is no such file.
    SchemaError
        If it cannot be read.

    Notes
    -----
    Mathew, Saha, Yimam, Biemann, Goyal and Mukherjee (2021), HateXplain: A benchmark dataset for
    explainable hate speech detection, AAAI.
    """
    file = path / "dataset.json" if path.is_dir() else path
    try:
        content = json.loads(content_of(file))
    except json.JSONDecodeError as error:
        msg = f"{file.name}, line {error.lineno}: this is not JSON ({error.msg})."
        raise SchemaError(msg) from error
    if not isinstance(content, dict):
        msg = f"{file.name} must hold one JSON object, a post a key."
        raise SchemaError(msg)
    posts, undecided = [], 0
    for name, row in content.items():
        try:
            post = _post(name, row, f"{file.name}, post {name!r}")
        except KeyError as error:
            msg = f"{file.name}, post {name!r}: {error} is missing."
            raise SchemaError(msg) from error
        except (TypeError, ValueError) as error:
            msg = f"{file.name}, post {name!r}: {error}"
            raise SchemaError(msg) from error
        if post is None:
            undecided += 1
        else:
            posts.append(post)
    log.info("%s: %d posts, %d without a majority left out", file.name, len(posts), undecided)
    seen = sorted({column for post in posts for column in post.more})
    for post in posts:
        post.more.update({column: post.more.get(column, False) for column in seen})
    return posts


def _post(name: str, row: Mapping[str, Any], where: str) -> Marked | None:
    annotators, tokens = row["annotators"], row["post_tokens"]
    (label, most), *others = Counter(str(one["label"]) for one in annotators).most_common()
    if others and others[0][1] == most:
        return None
    spans = None
    if label != NORMAL:
        votes = [mark for mark in row["rationales"] if any(mark)]
        if any(len(mark) != len(tokens) for mark in votes):
            msg = f"a rationale has another length than the {len(tokens)} tokens."
            raise ValueError(msg)
        marked = [2 * sum(of) > len(votes) for of in zip(*votes, strict=True)]
        starts = [sum(len(token) + 1 for token in tokens[:place]) for place in range(len(tokens))]
        runs = runs_of(place for place, mark in enumerate(marked) if mark)
        spans = [(starts[a], starts[b - 1] + len(tokens[b - 1])) for a, b in runs]
    named = Counter(target for one in annotators for target in set(one.get("target", ())))
    targets = [t for t, count in named.items() if t != "None" and 2 * count > len(annotators)]
    return Marked(
        text_id=str(name),
        text=" ".join(tokens),
        label=label,
        spans=spans,
        where=where,
        more={f"annotated:{target}": True for target in targets},
    )
