"""The command that trains models, sees what they look at and tries to fool them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairnlp.cli.options import (
    Fresh,
    Json,
    Kept,
    Seed,
)
from fairnlp.cli.terminal import EXIT_CODES, guarded, show_json, show_table
from fairnlp.core.errors import OptionError

if TYPE_CHECKING:
    from fairnlp.papers.high_stakes.result import HighStakes

__all__ = ["high_stakes"]


@guarded
def high_stakes(
    corpus: Annotated[
        str,
        typer.Option(
            help="'planted': posts whose truth is known; 'movies': sentences of film reviews; or "
            "a file or folder with rationales."
        ),
    ] = "planted",
    path: Annotated[
        Path | None,
        typer.Option(
            help="Where the film reviews are.", show_default="the folder FAIRNLP_TEST_DATA names"
        ),
    ] = None,
    target: Annotated[
        str | None,
        typer.Option(help="The class that is looked for.", show_default="the one with rationales"),
    ] = None,
    setting: Annotated[
        list[str] | None,
        typer.Option(
            help="'paper', or what is other than in the paper, with a plus between: content (no "
            "function words in rationales), both (attention loss on all marked classes), bilstm, "
            "no-tanh. May be given several times.",
            show_default="paper",
        ),
    ] = None,
    variant: Annotated[
        str, typer.Option(help="Of film sentences: raw, short, clean or cleanc.")
    ] = "clean",  # papers.high_stakes.VARIANT; what imports it is slow
    strength: Annotated[
        float, typer.Option(help="Of the bias of the planted corpus, from 0 to 1.")
    ] = 0.5,
    runs: Annotated[int, typer.Option(min=1, help="Models of each fold.")] = 5,
    quick: Annotated[
        bool, typer.Option("--quick", help="A part of all, to see that it works.")
    ] = False,
    seed: Seed = 0,
    processes: Annotated[int, typer.Option(min=1, help="How many models train at once.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Folder of the work; the same command goes on there after a stop.",
            show_default="a temporary one",
        ),
    ] = None,
    fresh: Fresh = False,
    figures: Annotated[
        Path | None,
        typer.Option(
            help="Keep the tables and draw the figures below the folder `high_stakes` of this "
            "folder.",
            show_default="only show the table",
        ),
    ] = None,
    kept: Kept = False,
    as_json: Json = False,
) -> None:
    """Train the models of Zhong et al. (2019), see what they look at, and try to fool them.

    Needs torch: `pip install 'fairnlp[neural]'`.

    For example:

    - `fairnlp reproduce high-stakes --quick`
    - `fairnlp reproduce high-stakes --corpus planted --out runs/planted --figures figures`

    {exit codes}
    """
    from fairnlp.papers import high_stakes as paper

    if kept and figures is None:
        msg = "--kept is of kept tables; name their folder, such as --figures figures."
        raise OptionError(msg)
    name = corpus if corpus in paper.CORPORA else Path(corpus).name.partition(".")[0].lower()
    if corpus == "movies" and variant != paper.VARIANT:
        name += f"-{variant}"
    place = None if figures is None else figures / "high_stakes" / name
    if kept and place is not None:
        made = paper.read_kept(place)
    else:
        made = paper.reproduce(
            corpus,
            path=path,
            target=target,
            settings=setting or [paper.PAPER_SETTING],
            strength=strength,
            variant=variant,
            runs=runs,
            quick=quick,
            seed=seed,
            processes=processes,
            out=out,
            fresh=fresh,
        )
    files = [] if place is None else [*made.save(place), *made.figures(place, name=name)]
    _show(made, files, as_json=as_json)


def _show(made: HighStakes, files: list[Path], *, as_json: bool) -> None:
    if as_json:
        tables = {name: table.to_dict(orient="records") for name, table in made.tables.items()}
        show_json(
            {
                "table": made.table.to_dict(orient="records"),
                **tables,
                "why": made.why,
                "seconds": made.manifest["seconds"],
                "files": [str(file) for file in files],
            }
        )
        return
    show_table(made.shown(), title="High stakes: ours beside the paper's")
    show_table(made.claims_shown(), title="Does it show here?")
    for sentence in made.why:
        typer.echo(f"- {sentence}")
    for file in files:
        typer.echo(str(file))


high_stakes.__doc__ = (high_stakes.__doc__ or "").replace("{exit codes}", EXIT_CODES)
