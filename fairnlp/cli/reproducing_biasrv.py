"""The command that watches systems as BiasRV does, and compares strategies."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fairnlp.cli.options import (
    Fresh,
    Json,
    Kept,
    Limit,
    Processes,
    Seed,
)
from fairnlp.cli.terminal import EXIT_CODES, guarded, show_json, show_table
from fairnlp.core.errors import OptionError

__all__ = ["biasrv"]


@guarded
def biasrv(
    limit: Limit = None,
    seed: Seed = 0,
    system: Annotated[
        list[str] | None,
        typer.Option(
            help="As for `fairnlp audit`. May be given several times.",
            show_default="linear, vader",
        ),
    ] = None,
    draws: Annotated[int, typer.Option(min=1, help="How many times names are drawn.")] = 10,
    alpha: Annotated[
        float, typer.Option(help="From this gap between the genders on, a prediction is biased.")
    ] = 0.10,
    curation: Annotated[
        str,
        typer.Option(
            help="'sound' leaves out texts that are uncertain, 'paper' takes the rule of the "
            "published code."
        ),
    ] = "sound",
    processes: Processes = None,
    out: Annotated[Path, typer.Option(help="The folder of the runs.")] = Path("runs/biasrv"),
    figures: Annotated[
        Path | None,
        typer.Option(
            help="Keep the tables and draw the figures in the folder `biasrv` of this folder.",
            show_default="only show the tables",
        ),
    ] = None,
    add: Annotated[
        bool,
        typer.Option("--add", help="Stay with the rows of the kept tables that are not made now."),
    ] = False,
    kept: Kept = False,
    every: Annotated[
        bool, typer.Option("--every", help="Show every X and option, not one of each strategy.")
    ] = False,
    fresh: Fresh = False,
    as_json: Json = False,
) -> None:
    """Count biased predictions and the cost of finding them, as Yang et al. (2021) do.

    Every mutant is predicted once for each draw of names; strategies are then run over these
    predictions. What is finished is kept: the same command goes on after a stop.

    For example:

    - `fairnlp reproduce biasrv --limit 1000 --system linear`
    - `fairnlp reproduce biasrv --figures figures`

    {exit codes}
    """
    from fairnlp.papers import biasrv as paper
    from fairnlp.papers.biasrv_result import read_kept

    if (add or kept) and figures is None:
        msg = "--add and --kept are of kept tables; name their folder, such as --figures figures."
        raise OptionError(msg)
    place = None if figures is None else figures / "biasrv"
    if kept and place is not None:
        made = read_kept(place)
    else:
        earlier = read_kept(place) if add and place is not None else None
        made = paper.reproduce(
            limit=limit,
            systems=system or paper.SYSTEMS,
            draws=draws,
            alpha=alpha,
            seed=seed,
            curation=curation,
            processes=processes,
            out=out,
            fresh=fresh,
        )
        made = made if earlier is None else made.joined(earlier)
    files = [] if place is None else [*made.save(place), *made.figures(place)]
    if as_json:
        show_json(
            {
                "summary": made.summary.to_dict(orient="records"),
                "table": made.table.to_dict(orient="records"),
                "stream": made.stream.to_dict(orient="records"),
                "why": made.why,
                "seconds": made.manifest["seconds"],
                "files": [str(file) for file in files],
            }
        )
        return
    show_table(made.shown(), title="BiasRV: ours beside the paper's")
    show_table(made.shown_strategies(whole=every), title="What strategies save and miss, all draws")
    for sentence in made.why:
        typer.echo(f"- {sentence}")
    for file in files:
        typer.echo(str(file))


biasrv.__doc__ = (biasrv.__doc__ or "").replace("{exit codes}", EXIT_CODES)
