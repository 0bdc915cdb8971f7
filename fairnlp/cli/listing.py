"""The command that lists the built-in systems."""

from __future__ import annotations

from fairnlp.cli.options import Json
from fairnlp.cli.terminal import guarded, show_json, show_table

__all__ = ["systems"]


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
