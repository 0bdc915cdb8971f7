"""The options that several commands have, and how their corpus is read."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairnlp.core.errors import OptionError

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Corpus",
    "Fresh",
    "Json",
    "Kept",
    "LabelColumn",
    "Limit",
    "Processes",
    "Run",
    "Seed",
    "TextColumn",
    "read_corpus",
]

Corpus = Annotated[
    str | None,
    typer.Argument(
        metavar="CORPUS",
        help="A file (CSV, TSV, Parquet, JSON lines, text with a text a line); "
        "by default, 25,000 labelled IMDB reviews.",
        show_default=False,
    ),
]
Limit = Annotated[
    int | None,
    typer.Option(min=1, help="Take so many texts, drawn at random.", show_default="all"),
]
Seed = Annotated[int, typer.Option(help="Seed of every draw.")]
TextColumn = Annotated[
    str | None, typer.Option(help="The column with the texts.", show_default="text")
]
LabelColumn = Annotated[
    str | None, typer.Option(help="The column with the true labels.", show_default="label")
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Replace the run in the folder.")]
Kept = Annotated[
    bool, typer.Option("--kept", help="Run nothing: draw the figures of the kept tables again.")
]
Json = Annotated[
    bool, typer.Option("--json", help="Write the result as JSON to the standard output.")
]
Processes = Annotated[
    int | None,
    typer.Option(min=1, help="How many processes read texts.", show_default="all processors"),
]
Run = Annotated[Path, typer.Argument(help="The run folder.")]


def read_corpus(
    corpus: str | None,
    *,
    limit: int | None,
    seed: int,
    text_column: str | None,
    label_column: str | None,
) -> pd.DataFrame:
    """Read the corpus: a file of the user's, or the reviews.

    Raises
    ------
    OptionError
        If a column is named and no file.
    FairnlpError
        If the texts cannot be read.
    """
    from fairnlp import corpora

    if corpus is not None:
        return corpora.read(
            corpus, text=text_column or "text", label=label_column, limit=limit, seed=seed
        )
    if text_column or label_column:
        msg = "--text-column and --label-column are of a file; name it: fairnlp ... reviews.csv."
        raise OptionError(msg)
    return corpora.reviews(limit=limit, seed=seed)
