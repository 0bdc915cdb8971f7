"""The commands that list what is there: systems, corpora."""

from __future__ import annotations

from fairnlp.cli.options import Json
from fairnlp.cli.terminal import guarded, show_json, show_table

__all__ = ["corpora", "systems"]


@guarded
def systems(as_json: Json = False) -> None:
    """List the systems under test that are built in.

    For example:

    - `fairnlp systems --json`
    """
    from fairnlp.systems.catalogue import describe

    table = describe()
    if as_json:
        show_json(table.to_dict(orient="records"))
    else:
        show_table(table, title="Built-in systems")


@guarded
def corpora(as_json: Json = False) -> None:
    """List the corpora that can be had by name, and whether they are on this machine.

    For example:

    - `fairnlp corpora`
    """
    from fairnlp.corpora import available

    table = available()
    if as_json:
        show_json(table.to_dict(orient="records"))
    else:
        yes_no = table["present"].map({True: "yes", False: "no"})
        show_table(table.drop(columns="call").assign(present=yes_no), title="Corpora")
