"""The commands of word lists: which are shipped, and whether one can be used."""

from __future__ import annotations

from typing import Annotated

import typer

from fairnlp.cli.options import Json
from fairnlp.cli.terminal import EXIT_CODES, guarded, show_json, show_table

__all__ = ["check", "lexicon", "list_shipped"]

lexicon = typer.Typer(
    help="List the word lists, and check one of your own.",
    rich_markup_mode="markdown",
    no_args_is_help=True,
)


@guarded
def check(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="The TOML or CSV of a list, or the name of one that is shipped."
        ),
    ],
    as_json: Json = False,
) -> None:
    """Check a word list: what a wrong row would put into a text is found before.

    Title, source and licence are there; each class has a word in every row; plurals, spelling and
    blanks are right; and each word leads back to one class.

    For example:

    - `fairnlp lexicon check height.toml`
    """
    import pandas as pd

    from fairnlp.lexicons.catalogue import check_list

    found = check_list(file)
    if as_json:
        show_json([finding._asdict() for finding in found])
    elif found:
        show_table(pd.DataFrame(found), title=f"{file}: {len(found)} to mend (line 0: the whole)")
    else:
        typer.echo(f"{file}: nothing to mend.")
    if found:
        raise typer.Exit(1)


@guarded
def list_shipped(as_json: Json = False) -> None:
    """List the word lists that are shipped, with source and licence.

    For example:

    - `fairnlp lexicon list --json`
    """
    from fairnlp.lexicons.catalogue import shipped

    table = shipped()
    if as_json:
        show_json(table.to_dict(orient="records"))
    else:
        yes_no = table["characteristic"].map({True: "yes", False: "no"})
        show_table(table.assign(characteristic=yes_no), title="Word lists")


lexicon.command("check", epilog=EXIT_CODES)(check)
lexicon.command("list", epilog=EXIT_CODES)(list_shipped)
