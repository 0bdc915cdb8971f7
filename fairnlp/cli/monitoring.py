"""The commands of the monitor: check texts, sum up a log of verdicts, export it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from fairnlp.cli.options import Json, Seed
from fairnlp.cli.terminal import EXIT_CODES, guarded, say, show_json, show_table

if TYPE_CHECKING:
    import pandas as pd

    from fairnlp.monitor.checked import Checked
    from fairnlp.monitor.inquiry import Strategy

__all__ = [
    "Alpha",
    "Characteristics",
    "KeepTexts",
    "Log",
    "MissAtMost",
    "StrategyName",
    "System",
    "Values",
    "X",
    "make_strategy",
    "monitor",
]

monitor = typer.Typer(
    help="Watch a system: does this very prediction change with the person's gender?",
    rich_markup_mode="markdown",
    no_args_is_help=True,
)

System = Annotated[
    str,
    typer.Option(
        help="A built-in system, a folder with a transformers model, or module:attribute for one "
        "of your own."
    ),
]
Characteristics = Annotated[
    list[str] | None,
    typer.Option(
        "--characteristic",
        help="What varies in the texts. May be given several times.",
        show_default="gender",
    ),
]
StrategyName = Annotated[
    str,
    typer.Option(
        help="Which mutants are asked about: 'two_step' (a sample first), 'full' (all), 'exact' "
        "(until the verdict is settled), 'adaptive' (the telling ones first)."
    ),
]
X = Annotated[
    int | None,
    typer.Option(
        "--x", min=1, help="Two steps: mutants of each class in the sample.", show_default="4"
    ),
]
MissAtMost = Annotated[
    float | None,
    typer.Option(
        help="Two steps: instead of --x, the largest probability of missing a biased text."
    ),
]
Alpha = Annotated[
    str, typer.Option(help="The gap between two classes from which on a prediction is biased.")
]
Values = Annotated[int, typer.Option(min=1, help="How many mutants each class gets.")]
Log = Annotated[
    Path | None, typer.Option(help="Keep the verdicts in this file.", show_default="nowhere")
]
KeepTexts = Annotated[
    bool, typer.Option("--keep-texts", help="Keep texts in the log, not only their SHA-256.")
]
LogFile = Annotated[Path, typer.Argument(metavar="LOG", help="The log of a monitor.")]


@guarded
def verify(
    texts: Annotated[
        list[str], typer.Argument(metavar="TEXT", help="A text; '-' reads one a line from a pipe.")
    ],
    system: System = "vader",
    characteristic: Characteristics = None,
    strategy: StrategyName = "two_step",
    x: X = None,
    miss_at_most: MissAtMost = None,
    alpha: Alpha = "0.10",
    values: Values = 30,
    seed: Seed = 0,
    log: Log = None,
    keep_texts: KeepTexts = False,
    as_json: Json = False,
) -> None:
    """Predict texts, and tell of each prediction whether it changes with the person's class.

    For example:

    - `fairnlp monitor verify "Priya baked at dawn, and her bread rose." --system linear`
    - `fairnlp monitor verify - --miss-at-most 0.05 --log log.sqlite < texts.txt`

    {exit codes}
    """
    from fairnlp.monitor.monitor import Monitor
    from fairnlp.systems.importing import import_named

    items = [line for text in texts for line in (_lines() if text == "-" else [text])]
    with Monitor(
        import_named(system),
        characteristics=characteristic or ["gender"],
        strategy=make_strategy(strategy, x=x, miss_at_most=miss_at_most),
        alpha=alpha,
        values=values,
        seed=seed,
        log=log,
        keep_texts=keep_texts,
    ) as watching:
        found = watching.verify_many(items)
    rows = [row for text, one in zip(items, found, strict=True) for row in _rows(text, one)]
    if as_json:
        show_json({"verdicts": rows})
        return
    _show_verdicts(rows)


def _show_verdicts(rows: list[dict[str, Any]]) -> None:
    import pandas as pd

    table = pd.DataFrame(rows)
    table["text"] = [text if len(text) <= 60 else f"{text[:59]}…" for text in table["text"]]
    shown = ["text", "prediction", "characteristic", "verdict", "gap", "asked"]
    show_table(table[shown], title="Verdicts")
    for number, row in enumerate(rows, start=1):
        typer.echo(f"{number}. {row['told']}")


def _rows(text: str, checked: Checked) -> list[dict[str, Any]]:
    from fairnlp.monitor.showing import told

    return [
        {
            "text": text,
            "prediction": checked.prediction,
            "characteristic": name,
            "verdict": str(evidence.verdict),
            "reason": evidence.reason,
            "gap": None if evidence.gap is None else str(evidence.gap),
            "alpha": str(evidence.alpha),
            "counts": evidence.counts,
            "asked": f"{len(evidence.answers)} of {sum(evidence.n.values())}",
            "miss_at_most": evidence.miss_at_most,
            "told": told(evidence),
        }
        for name, evidence in checked.by_characteristic.items()
    ]


def _lines() -> list[str]:
    return [line.rstrip("\n") for line in sys.stdin if line.strip()]


def make_strategy(name: str, *, x: int | None, miss_at_most: float | None) -> Strategy:
    """Make the strategy that the options name.

    Raises
    ------
    OptionError
        If the options do not go together.
    """
    from fairnlp.monitor.strategies import by_name

    given = {"x": x, "miss_at_most": miss_at_most}
    return by_name(name, **{key: value for key, value in given.items() if value is not None})


@guarded
def summary(
    log: LogFile,
    every: Annotated[
        int | None,
        typer.Option(min=1, help="Seconds of a window.", show_default="about forty windows"),
    ] = None,
    hours: Annotated[
        float | None,
        typer.Option(min=0, help="Only the latest so many hours.", show_default="all"),
    ] = None,
    figure: Annotated[
        Path | None,
        typer.Option(help="Draw the rate over time: a file .svg, with .png and .json beside it."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Give the rates of biased predictions of a log: of the applicable ones, and of all.

    {exit codes}
    """
    import time

    from fairnlp.monitor.log import VerdictLog

    with VerdictLog(log, create=False) as kept:
        since = None if hours is None else time.time() - hours * 3600
        found = kept.summary(since=since, every=every)
    files = [] if figure is None else _draw(found.over_time, figure)
    if as_json:
        over_time = found.over_time.assign(start=found.over_time["start"].astype("str"))
        show_json(
            {
                "table": found.table.to_dict(orient="records"),
                "over_time": over_time.to_dict(orient="records"),
                "window": found.window,
                "reasons": found.reasons.to_dict(orient="records"),
                "files": [str(file) for file in files],
            }
        )
        return
    if found.table.empty:
        say(f"{log} holds no verdict of that time.")
        return
    shown = ["characteristic", "texts", "applicable", "biased", "fair", "undecided"]
    show_table(found.table[shown], title=f"Predictions of {log}")
    for sentence in found.sentences():
        typer.echo(f"- {sentence}")
    show_table(found.reasons, title="Reasons")
    for file in files:
        typer.echo(str(file))


def _draw(over_time: pd.DataFrame, figure: Path) -> list[Path]:
    from fairnlp.plotting import biased_rate, save_figure, sized_axes

    axes = biased_rate(over_time, ax=sized_axes(6))
    data = over_time.assign(start=over_time["start"].astype("str"))
    svg = save_figure(axes, figure.stem, folder=figure.parent, data=data)
    return [svg.with_suffix(ending) for ending in (".svg", ".png", ".json")]


@guarded
def export(
    log: LogFile,
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The Parquet file to write.")],
) -> None:
    """Write a log to a Parquet file: a row for each verdict and characteristic.

    {exit codes}
    """
    from fairnlp.monitor.log import VerdictLog

    with VerdictLog(log, create=False) as kept:
        typer.echo(f"{kept.export(out)}: {len(kept):,} verdicts")


@guarded
def recompute(
    log: LogFile,
    as_json: Json = False,
) -> None:
    """Compute each verdict of a log again from the answers that it holds.

    No system is asked. The exit code is 1 if a verdict comes out differently.

    {exit codes}
    """
    from fairnlp.monitor.log import VerdictLog

    with VerdictLog(log, create=False) as kept:
        found = kept.recompute()
    other = found[~found["same"]]
    if as_json:
        show_json({"checked": len(found), "different": other.to_dict(orient="records")})
    else:
        typer.echo(f"{len(found):,} verdicts computed again; {len(other):,} come out differently.")
        if len(other):
            show_table(other, title="Different")
    if len(other):
        raise typer.Exit(1)


for _command in (verify, summary, export, recompute):
    _command.__doc__ = (_command.__doc__ or "").replace("{exit codes}", EXIT_CODES)
    monitor.command(_command.__name__)(_command)
