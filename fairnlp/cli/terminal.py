"""What all commands share: where output goes, how errors are told, and the exit codes."""

from __future__ import annotations

import functools
import json
import logging
import math
import sys
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar

import typer
from rich.console import Console
from rich.table import Table

from fairnlp.core.errors import FairnlpError, OptionError

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

__all__ = ["EXIT_CODES", "guarded", "say", "set_up", "show_json", "show_table"]

EXIT_CODES = "Exit codes: 0 fine, 1 error in the run, 2 bad usage, 130 interrupted."

P = ParamSpec("P")
R = TypeVar("R")

_logger = logging.getLogger("fairnlp")


def set_up(*, debug: bool) -> None:
    """Send the library's messages to the error output."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    _logger.handlers = [handler]
    _logger.setLevel(logging.INFO if debug else logging.WARNING)


def guarded(command: Callable[P, R]) -> Callable[P, R]:
    """Tell errors in one clean message and end with the right exit code."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except FairnlpError as error:
            if _logger.level == logging.INFO:  # --debug
                raise
            _stop(f"Error: {error}", error, code=2 if isinstance(error, OptionError) else 1)
        except KeyboardInterrupt as error:
            _stop("Interrupted.", error, code=130)

    return run


def _stop(message: str, error: BaseException, *, code: int) -> NoReturn:
    say(message)
    for note in getattr(error, "__notes__", ()):
        say(note)
    raise typer.Exit(code) from None


def say(message: str) -> None:
    """Write a line to the error output, as it is."""
    typer.echo(message, err=True)


def show_json(content: Any) -> None:
    """Write JSON to the standard output; what is not a number becomes null."""
    typer.echo(json.dumps(_plain(content), indent=2, ensure_ascii=False))


def show_table(frame: pd.DataFrame, *, title: str) -> None:
    """Draw a table on the standard output, below a line that says what it is."""
    console = Console()
    if not console.is_terminal:
        console.width = 160  # nothing to fit into: a log or a file
    typer.echo(title)
    table = Table()
    for name in frame:
        table.add_column(str(name), overflow="fold")
    for row in frame.itertuples(index=False):
        table.add_row(*("" if cell is None or cell != cell else str(cell) for cell in row))
    console.print(table, markup=False)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(entry) for entry in value]
    if hasattr(value, "tolist"):  # a number of NumPy's
        return _plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if value is None or isinstance(value, str | bool | int | float) else str(value)
