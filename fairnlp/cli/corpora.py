"""The commands of corpora: which can be had, and lists that are built on this machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fairnlp.cli.options import Json
from fairnlp.cli.terminal import EXIT_CODES, guarded, show_json, show_table

__all__ = ["build_ceec", "corpora", "list_corpora"]

corpora = typer.Typer(rich_markup_mode="markdown", invoke_without_command=True)
build = typer.Typer(
    help="Build a corpus from its sources.", rich_markup_mode="markdown", no_args_is_help=True
)


@guarded
def list_corpora(context: typer.Context, as_json: Json = False) -> None:
    """List the corpora that can be had by name, and whether they are on this machine.

    For example:

    - `fairnlp corpora`
    """
    if context.invoked_subcommand is not None:
        return
    from fairnlp.corpora import available

    table = available()
    if as_json:
        show_json(table.to_dict(orient="records"))
    else:
        yes_no = table["present"].map({True: "yes", False: "no"})
        show_table(table.drop(columns="call").assign(present=yes_no), title="Corpora")


@guarded
def build_ceec(
    language: Annotated[
        list[str],
        typer.Option(
            help="Such as German, Portuguese, Dutch, Latin, or an ISO 639-3 code. "
            "May be given several times."
        ),
    ],
    wordnet: Annotated[
        Path, typer.Option(help="Folder with index.noun and data.noun of WordNet 3.0.")
    ] = Path("/usr/share/wordnet"),
    etymologies: Annotated[
        Path | None,
        typer.Option(
            help="etymologies.json of the PyPI package ety.", show_default="of the installed ety"
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Folder to write to.", show_default="the user's cache")
    ] = None,
) -> None:
    """Build the cognate pairs of a language, for `fairnlp.corpora.ceec`.

    French, Spanish and Italian are shipped. Others need WordNet 3.0 (Debian: wordnet-base) and
    ety (`pip install ety==1.4.0`).

    For example:

    - `fairnlp corpora build ceec --language German --language Dutch`
    """
    from fairnlp.core.folders import cache_folder
    from fairnlp.corpora.cognate_build import build_candidates, write_candidates

    for name in language:
        table = build_candidates(name, wordnet=wordnet, etymologies=etymologies)
        folder = cache_folder("ceec") if out is None else out
        path = write_candidates(table, name, wordnet=wordnet, out=folder)
        typer.echo(f"{name}: {table['cognate'].nunique()} cognates in {path}")


corpora.callback()(list_corpora)
build.command("ceec", epilog=EXIT_CODES)(build_ceec)
corpora.add_typer(build, name="build")
