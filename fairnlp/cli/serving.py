"""The command that serves a monitor over HTTP."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from fairnlp.cli.monitoring import (
    Alpha,
    Characteristics,
    KeepTexts,
    MissAtMost,
    StrategyName,
    System,
    Values,
    X,
    make_strategy,
)
from fairnlp.cli.options import Seed
from fairnlp.cli.terminal import EXIT_CODES, guarded, say

__all__ = ["serve"]

_VARIABLE = "FAIRNLP_TOKEN"
_SERVICE, _LIMITS = "The service", "Limits"


@guarded
def serve(
    system: System = "vader",
    characteristic: Characteristics = None,
    strategy: StrategyName = "two_step",
    x: X = None,
    miss_at_most: MissAtMost = None,
    alpha: Alpha = "0.10",
    values: Values = 30,
    seed: Seed = 0,
    mode: Annotated[
        str,
        typer.Option(
            help="When the answers of /predict are checked: 'background' (after the answer), "
            "'inline' (before it), 'sampled' (a share of them, after it)."
        ),
    ] = "background",
    share: Annotated[
        float | None,
        typer.Option(help="Sampled: the share of texts to check, such as 0.1.", show_default=False),
    ] = None,
    log: Annotated[
        Path, typer.Option(help="Keep the verdicts in this file; one that is there goes on.")
    ] = Path("verdicts.sqlite"),
    keep_texts: KeepTexts = False,
    host: Annotated[
        str,
        typer.Option(
            help="Where to listen; 0.0.0.0 for every machine that reaches this one.",
            rich_help_panel=_SERVICE,
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="0 takes any.", rich_help_panel=_SERVICE)
    ] = 8000,
    token: Annotated[
        str | None,
        typer.Option(
            envvar=_VARIABLE,
            help="What callers must send as `Authorization: Bearer ...`. On the command line "
            "other users of the machine can see it: set the variable, or use --token-file.",
            show_default="none is asked for",
            rich_help_panel=_SERVICE,
        ),
    ] = None,
    token_file: Annotated[
        Path | None,
        typer.Option(help="A file with the token.", show_default=False, rich_help_panel=_SERVICE),
    ] = None,
    max_body: Annotated[
        int, typer.Option(help="Bytes of a request's body.", rich_help_panel=_LIMITS)
    ] = 1_000_000,
    max_text: Annotated[
        int, typer.Option(help="Characters of a text.", rich_help_panel=_LIMITS)
    ] = 20_000,
    max_texts: Annotated[
        int, typer.Option(help="Texts in one call of /verify.", rich_help_panel=_LIMITS)
    ] = 100,
    max_checks: Annotated[
        int,
        typer.Option(
            help="Texts that wait for their check at once. Beyond that /predict still answers, "
            "and the check is left out and counted; /verify says that it is busy.",
            rich_help_panel=_LIMITS,
        ),
    ] = 200,
    drain_seconds: Annotated[
        float,
        typer.Option(
            help="How long checks may go on after Ctrl-C or SIGTERM.", rich_help_panel=_LIMITS
        ),
    ] = 10,
) -> None:
    """Serve a system over HTTP, and watch which predictions change with the person's class.

    /predict asks the system and checks its answer as --mode says; /verify gives the verdict with
    the answer. The address itself is a status page, and /docs tells how to ask.

    For example:

    - `fairnlp monitor serve --system vader --keep-texts`
    - `fairnlp monitor serve --system mymodel:predict --strategy adaptive --token-file token.txt`

    {exit codes}
    """
    from fairnlp.monitor import Limits, Monitor
    from fairnlp.monitor.service import ServiceLimits
    from fairnlp.monitor.service import serve as run
    from fairnlp.monitor.service.access import read_token
    from fairnlp.systems.importing import import_named

    if token is None:  # a variable that is set to nothing is a mistake, and no wish to do without
        token = os.environ.get(_VARIABLE)
    expected = read_token(token, token_file)
    limits = ServiceLimits(
        max_body=max_body,
        max_text=max_text,
        max_texts=max_texts,
        max_checks=max_checks,
        drain_seconds=drain_seconds,
    )
    if expected is None and host not in ("127.0.0.1", "::1", "localhost"):
        say(f"Warning: whoever reaches {host} can ask, and read the log; set a token.")
    watching = Monitor(
        import_named(system),
        characteristics=characteristic or ["gender"],
        strategy=make_strategy(strategy, x=x, miss_at_most=miss_at_most),
        alpha=alpha,
        values=values,
        seed=seed,
        mode=mode,  # type: ignore[arg-type]  # the monitor tells which there are
        share=share,
        log=log,
        keep_texts=keep_texts,
        limits=Limits(queue=max_checks, chars=max_text),
    )
    run(
        watching,
        host=host,
        port=port,
        limits=limits,
        token=expected,
        announce=lambda address: typer.echo(
            f"Watching {watching.system.name} at {address} (Ctrl-C stops it); verdicts: {log}"
        ),
    )
    say("Stopped.")


serve.__doc__ = (serve.__doc__ or "").replace("{exit codes}", EXIT_CODES)
