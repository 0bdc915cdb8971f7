"""The commands that make a paper's table and figures anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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

if TYPE_CHECKING:
    from fairnlp.papers.reproduction import Reproduction

__all__ = ["biasfinder", "reproduce"]

reproduce = typer.Typer(
    help="Make a paper's table and figures anew, beside what the paper reports.",
    rich_markup_mode="markdown",
    no_args_is_help=True,
)


@reproduce.callback()
def _several() -> None:
    """Make a paper's table and figures anew, beside what the paper reports."""


@guarded
def biasfinder(
    limit: Limit = None,
    seed: Seed = 0,
    system: Annotated[
        list[str] | None,
        typer.Option(
            help="As for `fairnlp audit`. May be given several times.",
            show_default="linear, vader",
        ),
    ] = None,
    characteristic: Annotated[
        list[str] | None,
        typer.Option(
            help="May be given several times.", show_default="gender, occupation, country"
        ),
    ] = None,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            help="'sound' leaves out what is uncertain, 'paper' counts as the published code "
            "does. May be given several times.",
            show_default="sound, paper",
        ),
    ] = None,
    processes: Processes = None,
    out: Annotated[Path, typer.Option(help="The folder of the runs.")] = Path("runs/biasfinder"),
    figures: Annotated[
        Path | None,
        typer.Option(
            help="Keep the table and draw the figures in the folder `biasfinder` of this folder.",
            show_default="only show the table",
        ),
    ] = None,
    add: Annotated[
        bool,
        typer.Option("--add", help="Stay with the rows of the kept table that are not made now."),
    ] = False,
    kept: Kept = False,
    fresh: Fresh = False,
    as_json: Json = False,
) -> None:
    """Make table 4 of BiasFinder (Asyrofi et al. 2021) anew: templates, test cases, rates.

    What is finished is kept: the same command goes on after a stop, and shows the table again
    when all is done.

    For example:

    - `fairnlp reproduce biasfinder --limit 1000`
    - `fairnlp reproduce biasfinder --figures figures`

    {exit codes}
    """
    from fairnlp.papers import biasfinder as paper
    from fairnlp.papers.reproduction import read_kept

    if (add or kept) and figures is None:
        msg = "--add and --kept are of a kept table; name its folder, such as --figures figures."
        raise OptionError(msg)
    place = None if figures is None else figures / "biasfinder"
    if kept and place is not None:
        made = read_kept(place)
    else:
        earlier = read_kept(place) if add and place is not None else None
        made = paper.reproduce(
            limit=limit,
            seed=seed,
            systems=system or paper.SYSTEMS,
            characteristics=characteristic or list(paper.CHARACTERISTICS),
            strategies=strategy or paper.STRATEGIES,
            processes=processes,
            out=out,
            fresh=fresh,
        )
        made = made if earlier is None else made.joined(earlier)
    files = [] if place is None else [made.save(place), *made.figures(place)]
    _show(made, files, as_json=as_json)


biasfinder.__doc__ = (biasfinder.__doc__ or "").replace("{exit codes}", EXIT_CODES)
reproduce.command("biasfinder")(biasfinder)


def _show(made: Reproduction, files: list[Path], *, as_json: bool) -> None:
    if as_json:
        show_json(
            {
                "table": made.table.to_dict(orient="records"),
                "why": made.why,
                "seconds": made.seconds,
                "files": [str(file) for file in files],
            }
        )
        return
    show_table(made.shown(), title="BiasFinder, table 4: ours beside the paper's (BERT)")
    for sentence in made.why:
        typer.echo(f"- {sentence}")
    for file in files:
        typer.echo(str(file))
