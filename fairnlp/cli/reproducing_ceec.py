"""The command that compares scores of cognates and their synonyms, before and after debiasing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairnlp.cli.options import (
    Json,
    Kept,
    Seed,
)
from fairnlp.cli.terminal import EXIT_CODES, guarded, show_json, show_table
from fairnlp.core.errors import OptionError

if TYPE_CHECKING:
    from fairnlp.papers.ceec_result import CeecResult

__all__ = ["ceec"]


@guarded
def ceec(
    language: Annotated[
        list[str] | None,
        typer.Option(
            help="May be given several times. Others than these are built first: see `fairnlp "
            "corpora build ceec`.",
            show_default="French, Spanish, Italian",
        ),
    ] = None,
    variant: Annotated[
        str, typer.Option(help="What makes a pair: 'plain', 'paper-size' or 'both-examples'.")
    ] = "both-examples",
    system: Annotated[
        list[str] | None,
        typer.Option(
            help="As for `fairnlp audit`. May be given several times.",
            show_default="vader, afinn, textblob, textblob-subjectivity, sentimentr",
        ),
    ] = None,
    no_debias: Annotated[
        bool, typer.Option("--no-debias", help="Leave the lexicons as they are.")
    ] = False,
    reviews: Annotated[
        int,
        typer.Option(
            min=0,
            help="On how many real reviews to count what debiasing moves; 5000 take a minute or "
            "two.",
        ),
    ] = 0,
    seed: Seed = 0,
    figures: Annotated[
        Path | None,
        typer.Option(
            help="Keep the tables and draw the figures in the folder `ceec` of this folder.",
            show_default="only show the tables",
        ),
    ] = None,
    kept: Kept = False,
    as_json: Json = False,
) -> None:
    """Compare scores of cognates and synonyms as Zhiltsova, Caton and Mulwa (2019) do, and debias.

    For example:

    - `fairnlp reproduce ceec --language Italian`
    - `fairnlp reproduce ceec --reviews 5000 --figures figures`

    {exit codes}
    """
    from fairnlp.papers import ceec as paper
    from fairnlp.papers.ceec_result import read_kept

    if kept and figures is None:
        msg = "--kept is of kept tables; name their folder, such as --figures figures."
        raise OptionError(msg)
    if kept and figures is not None:
        made = read_kept(figures / "ceec")
        files = made.figures(figures / "ceec")
    else:
        made = paper.reproduce(
            languages=language or paper.LANGUAGES,
            variant=variant,  # type: ignore[arg-type]  # it says what would do
            systems=system or paper.SYSTEMS,
            debias=not no_debias,
            reviews=reviews,
            seed=seed,
        )
        files = []
        if figures is not None:
            files = [*made.save(figures / "ceec"), *made.figures(figures / "ceec")]
    if as_json:
        show_json(
            {
                "table": made.table.to_dict(orient="records"),
                "tools": made.tools.to_dict(orient="records"),
                "pairs": made.pairs.to_dict(orient="records"),
                "leaks": made.leaks.to_dict(orient="records"),
                "why": made.why,
                "cpu_seconds": made.manifest["cpu_seconds"],
                "files": [str(file) for file in files],
            }
        )
        return
    _show(made, files)


def _show(made: CeecResult, files: list[Path]) -> None:
    show_table(made.shown_tools(), title="CEEC: pairs of words that a tool scores differently")
    tests = made.by_emotion()
    for state, some in tests.groupby("state", sort=False):
        show_table(
            some.drop(columns="state"),
            title=f"Cognate sentences against the others, {state} debiasing",
        )
    if len(made.leaks):
        show_table(made.shown_leaks(), title="What debiasing moves elsewhere")
    for sentence in made.why:
        typer.echo(f"- {sentence}")
    for file in files:
        typer.echo(str(file))


ceec.__doc__ = (ceec.__doc__ or "").replace("{exit codes}", EXIT_CODES)
