"""The commands that run: audit, resume, report, gate."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fairnlp.cli.options import (
    Corpus,
    Fresh,
    Json,
    LabelColumn,
    Limit,
    Processes,
    Run,
    Seed,
    TextColumn,
    read_corpus,
)
from fairnlp.cli.terminal import EXIT_CODES, guarded, show_json, show_table

if TYPE_CHECKING:
    from fairnlp.runs.result import AuditResult

__all__ = ["audit", "gate", "report", "resume"]


class OnError(StrEnum):
    """What to do where a system fails."""

    RAISE = "raise"
    RECORD = "record"


@guarded
def audit(
    corpus: Corpus = None,
    limit: Limit = None,
    seed: Seed = 0,
    system: Annotated[
        list[str] | None,
        typer.Option(
            help="A built-in system, a folder with a transformers model, or module:attribute "
            "for one of your own. May be given several times.",
            show_default="linear, vader, textblob, afinn",
        ),
    ] = None,
    characteristic: Annotated[
        list[str] | None,
        typer.Option(
            help="What varies in the texts; a plus crosses two, as in gender+country. May be given "
            "several times.",
            show_default="gender",
        ),
    ] = None,
    values: Annotated[
        int, typer.Option(min=1, help="How many values, such as names, each class gets.")
    ] = 30,
    strategy: Annotated[
        str,
        typer.Option(
            help="'sound' makes no template of a text in which anything is uncertain; "
            "'paper' counts as the published code does."
        ),
    ] = "sound",
    on_error: Annotated[
        OnError,
        typer.Option(
            help="Where a system raises or gives no label: stop, or go on and count it as invalid."
        ),
    ] = OnError.RAISE,
    processes: Processes = None,
    out: Annotated[Path, typer.Option(help="The run folder.")] = Path("runs/audit"),
    fresh: Fresh = False,
    text_column: TextColumn = None,
    label_column: LabelColumn = None,
    as_json: Json = False,
) -> None:
    """Audit systems on real texts: templates, mutants, test cases, report.

    One person in a text is turned into others, and the system is asked about each version. What
    is finished is kept: the same command goes on after a stop, and shows the table again when all
    is done.

    For example:

    - `fairnlp audit --limit 2000`
    - `fairnlp audit reviews.csv --text-column body --system vader --system mymodel:predict`

    {exit codes}
    """
    from fairnlp.runs import audit as runs

    texts = read_corpus(
        corpus, limit=limit, seed=seed, text_column=text_column, label_column=label_column
    )
    result = runs.audit(
        texts,
        systems=system or runs.SYSTEMS,
        characteristics=characteristic or ["gender"],
        out=out,
        values=values,
        seed=seed,
        strategy=strategy,
        on_error=on_error.value,
        processes=processes,
        fresh=fresh,
    )
    _show(result, as_json=as_json)


@guarded
def resume(run: Run, processes: Processes = None, as_json: Json = False) -> None:
    """Go on with an audit that was stopped, at whatever moment.

    The folder holds the texts and all options; the result is that of an audit that was not
    stopped.

    For example:

    - `fairnlp resume runs/audit`

    {exit codes}
    """
    from fairnlp.runs.audit import resume as go_on

    _show(go_on(run, processes=processes), as_json=as_json)


@guarded
def report(run: Run, as_json: Json = False) -> None:
    """Write the report of a finished audit again.

    For example:

    - `fairnlp report runs/audit`

    {exit codes}
    """
    from fairnlp.runs.audit import AuditResult, write_report

    _show(write_report(AuditResult(run)), as_json=as_json)


@guarded
def gate(
    run: Run,
    at_most: Annotated[
        float, typer.Option(min=0, max=1, help="The limit, from 0 to 1; it still passes.")
    ],
    measure: Annotated[
        str,
        typer.Option(
            help="What is held to it: 'difference' (BTC rate minus placebo rate), 'rate' (BTC "
            "rate) or 'share_with_btc' (templates with a BTC)."
        ),
    ] = "difference",
    minimum: Annotated[
        int, typer.Option(min=1, help="With fewer templates tested, nothing is decided.")
    ] = 30,
    as_json: Json = False,
) -> None:
    """Hold a finished audit to a limit; end with 1 unless every system passes.

    For example:

    - `fairnlp gate runs/audit --at-most 0.02`

    {exit codes}
    """
    from fairnlp.runs.audit import AuditResult
    from fairnlp.runs.gate import gate as hold

    held = hold(AuditResult(run).summary, at_most, measure=measure, minimum=minimum)
    if as_json:
        show_json(held.to_dict(orient="records"))
    else:
        show_table(held.round(4), title=f"{measure} at most {at_most:g}")
    if not held["outcome"].eq("pass").all():
        raise typer.Exit(1)


for _command in (audit, resume, report, gate):
    _command.__doc__ = (_command.__doc__ or "").replace("{exit codes}", EXIT_CODES)


def _show(result: AuditResult, *, as_json: bool) -> None:
    """Show what was found and where it is."""
    if as_json:
        show_json(_content(result))
        return
    from fairnlp.runs.result import shown

    plan = result.plan
    table = shown(result.summary).drop(columns="BTCs")
    if len(plan.characteristics) == 1:
        table = table.drop(columns="characteristic")
    values = result.values_a_class()
    what, n = " and ".join(values), " and ".join(map(str, values.values()))
    show_table(table, title=f"{what} in {plan.texts:,} texts, {n} values a class")
    typer.echo(f"Report: {result.report}")


def _content(result: AuditResult) -> dict[str, Any]:
    refusals = result.refusals.groupby(["characteristic", "reason"]).size().rename("texts")
    return {
        "run": str(result.path),
        "report": str(result.report) if result.report else None,
        "texts": result.plan.texts,
        "summary": result.table.to_dict(orient="records"),
        "refusals": refusals.reset_index().to_dict(orient="records"),
    }
