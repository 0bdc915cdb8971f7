"""The command that makes templates and writes them to files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairnlp.cli.options import (
    Corpus,
    Json,
    LabelColumn,
    Limit,
    Processes,
    Seed,
    TextColumn,
    read_corpus,
)
from fairnlp.cli.terminal import EXIT_CODES, guarded, show_json, show_table
from fairnlp.core.errors import OptionError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["curate"]

SUFFIXES = (".parquet", ".jsonl", ".csv")


@guarded
def curate(
    corpus: Corpus = None,
    out: Annotated[
        Path, typer.Option(help="Where to write the templates; the ending tells the format.")
    ] = Path("templates.parquet"),
    limit: Limit = None,
    seed: Seed = 0,
    characteristic: Annotated[str, typer.Option(help="What is to vary.")] = "gender",
    strategy: Annotated[str, typer.Option(help="'sound' or 'paper'.")] = "sound",
    processes: Processes = None,
    text_column: TextColumn = None,
    label_column: LabelColumn = None,
    as_json: Json = False,
) -> None:
    """Make templates of texts, and write them and the reasons for those that give none.

    For templates.csv, the refusals are in templates-refusals.csv. Formats: .parquet, .jsonl, .csv.

    For example:

    - `fairnlp curate reviews.csv --out templates.jsonl`

    {exit codes}
    """
    import os

    from fairnlp.templates.curate import curate as make

    if out.suffix not in SUFFIXES:
        msg = f"Cannot tell the format of {out.name!r}; end it with {', '.join(SUFFIXES)}."
        raise OptionError(msg)
    texts = read_corpus(
        corpus, limit=limit, seed=seed, text_column=text_column, label_column=label_column
    )
    templates = make(
        texts,
        characteristic=characteristic,
        strategy=strategy,
        processes=processes or os.cpu_count() or 1,
    )
    refused = out.with_name(f"{out.stem}-refusals{out.suffix}")
    _write(templates.frame, out)
    _write(templates.refusals, refused)
    if as_json:
        show_json(
            {
                "texts": len(texts),
                "templates": len(templates),
                "refusals": templates.reasons.to_dict(orient="records"),
                "files": [str(out), str(refused)],
            }
        )
        return
    show_table(templates.reasons, title=f"{len(templates):,} templates of {len(texts):,} texts")
    typer.echo(f"Templates: {out}\nRefusals:  {refused}")


curate.__doc__ = (curate.__doc__ or "").replace("{exit codes}", EXIT_CODES)


def _write(frame: pd.DataFrame, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".parquet":
        frame.to_parquet(path, index=False)
    elif path.suffix == ".csv":
        frame.to_csv(path, index=False)
    else:
        frame.to_json(path, orient="records", lines=True, force_ascii=False)
