"""The command `fairnlp`."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from fairnlp import __version__
from fairnlp.cli.corpora import corpora
from fairnlp.cli.curating import curate
from fairnlp.cli.lexicon import lexicon
from fairnlp.cli.listing import systems
from fairnlp.cli.monitoring import monitor
from fairnlp.cli.rating import rate
from fairnlp.cli.reproducing import reproduce
from fairnlp.cli.reproducing_biasrv import biasrv
from fairnlp.cli.reproducing_ceec import ceec
from fairnlp.cli.reproducing_eec import eec
from fairnlp.cli.reproducing_high_stakes import high_stakes
from fairnlp.cli.running import audit, gate, report, resume
from fairnlp.cli.serving import serve
from fairnlp.cli.terminal import EXIT_CODES, set_up

__all__ = ["app", "main"]

app = typer.Typer(
    name="fairnlp",
    help=(
        "Find out whether a text classifier treats people differently, how much, and why.\n\n"
        "For example: `fairnlp audit --limit 500 --system vader`\n\n"
        f"{EXIT_CODES}"
    ),
    rich_markup_mode="markdown",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (audit, resume, report, gate, curate, systems):
    app.command(command.__name__)(command)
app.add_typer(corpora, name="corpora")
app.add_typer(lexicon, name="lexicon")
monitor.command("serve")(serve)
app.add_typer(monitor, name="monitor")
app.add_typer(rate, name="rate")
reproduce.command("biasrv")(biasrv)
reproduce.command("ceec")(ceec)
reproduce.command("eec")(eec)
reproduce.command("high-stakes")(high_stakes)
app.add_typer(reproduce, name="reproduce")


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"fairnlp {__version__}")
        raise typer.Exit


@app.callback()
def start(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Show more messages, and where an error comes from.")
    ] = False,
) -> None:
    """Set up what all commands share."""
    set_up(debug=debug)


def main() -> None:
    """Run the command line."""
    # A script that is installed does not look in the current folder, where `module:attribute` is.
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    app()
