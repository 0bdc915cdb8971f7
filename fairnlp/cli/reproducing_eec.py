"""The command that compares scores by gender and race on the Equity Evaluation Corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fairnlp.cli.options import (
    Json,
    Kept,
    Seed,
)
from fairnlp.cli.terminal import EXIT_CODES, guarded, show_json, show_table
from fairnlp.core.errors import OptionError

__all__ = ["eec"]


@guarded
def eec(
    system: Annotated[
        list[str] | None,
        typer.Option(
            help="As for `fairnlp audit`. May be given several times.",
            show_default="vader, afinn, textblob, textblob-subjectivity, sentimentr, linear",
        ),
    ] = None,
    seed: Seed = 0,
    spelling: Annotated[
        str, typer.Option(help="'published' has 'dissapointed', 'corrected' has it right.")
    ] = "published",
    figures: Annotated[
        Path | None,
        typer.Option(
            help="Keep the tables and draw the figures in the folder `eec` of this folder.",
            show_default="only show the table",
        ),
    ] = None,
    kept: Kept = False,
    as_json: Json = False,
) -> None:
    """Compare scores by gender and race as Kiritchenko and Mohammad (2018) do, emotion by emotion.

    For example:

    - `fairnlp reproduce eec --system vader`
    - `fairnlp reproduce eec --figures figures`

    {exit codes}
    """
    from fairnlp import corpora
    from fairnlp.papers import eec as paper
    from fairnlp.papers.eec_result import read_kept

    if kept and figures is None:
        msg = "--kept is of kept tables; name their folder, such as --figures figures."
        raise OptionError(msg)
    if kept and figures is not None:
        made = read_kept(figures / "eec")
        files = made.figures(figures / "eec")
    else:
        corpus = corpora.eec(spelling=spelling)  # type: ignore[arg-type]  # it says what would do
        made = paper.reproduce(corpus, systems=system or paper.SYSTEMS, seed=seed)
        files = []
        if figures is not None:
            files = [*made.save(figures / "eec"), *made.figures(figures / "eec")]
    if as_json:
        show_json(
            {
                "table": made.table.to_dict(orient="records"),
                "collisions": made.collisions.to_dict(orient="records"),
                "names": made.names.to_dict(orient="records"),
                "why": made.why,
                "seconds": made.manifest["seconds"],
                "files": [str(file) for file in files],
            }
        )
        return
    show_table(made.by_emotion(), title="EEC: scores by gender and race; names matched one by one")
    narrow = made.shown().drop(columns=["V", "p, persons", "mean difference", "x, y higher"])
    show_table(narrow, title="The same test by test")
    for sentence in made.why:
        typer.echo(f"- {sentence}")
    for file in files:
        typer.echo(str(file))


eec.__doc__ = (eec.__doc__ or "").replace("{exit codes}", EXIT_CODES)
