"""The commands of the human check: draw a sample to rate, sum up what was rated."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairnlp.cli.options import Json, Seed
from fairnlp.cli.rating_naturalness import insertions, naturalness
from fairnlp.cli.terminal import EXIT_CODES, guarded, say, show_json, show_table
from fairnlp.core.errors import OptionError

if TYPE_CHECKING:
    import pandas as pd

    from fairnlp.metamorphic.found import Found
    from fairnlp.rating.sample import Sample
    from fairnlp.runs.result import AuditResult

__all__ = ["rate", "results", "sample"]

Confidence = Annotated[float, typer.Option(help="Confidence of every interval, in (0, 1).")]

rate = typer.Typer(
    help="Have people read what a program wrote: test cases, and texts with an inserted word.",
    rich_markup_mode="markdown",
    no_args_is_help=True,
)


@guarded
def sample(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN", help="Folders of audits.")],
    out: Annotated[Path, typer.Option(help="The sheet, a CSV file.")] = Path("sheet.csv"),
    margin: Annotated[
        float, typer.Option(help="Half the width of the interval that is aimed at, in (0, 1).")
    ] = 0.05,
    confidence: Confidence = 0.95,
    size: Annotated[
        int | None,
        typer.Option(min=1, help="Draw so many.", show_default="by margin and confidence"),
    ] = None,
    per_template: Annotated[
        int | None,
        typer.Option(min=1, help="Draw at most so many of each template.", show_default="all"),
    ] = None,
    system: Annotated[
        list[str] | None, typer.Option(help="Only of this system. May be given several times.")
    ] = None,
    characteristic: Annotated[
        list[str] | None,
        typer.Option(help="Only of this characteristic. May be given several times."),
    ] = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Draw test cases of audits and write a sheet for raters, without what the systems said.

    Give each rater a copy that is named after them. The key, written beside the sheet, tells
    which test case is which; keep it from the raters.

    For example:

    - `fairnlp rate sample runs/audit --out sheet.csv`

    {exit codes}
    """
    from fairnlp.rating.sample import key_path, sample_btcs
    from fairnlp.runs.result import AuditResult

    found = [one for run in runs for one in _chosen(AuditResult(run), system, characteristic)]
    drawn = sample_btcs(
        found,
        size=size,
        per_template=per_template,
        margin=margin,
        confidence=confidence,
        seed=seed,
    )
    drawn.write(out)
    if as_json:
        show_json(_told(drawn) | {"sheet": str(out), "key": str(key_path(out))})
        return
    typer.echo(f"{len(drawn.key):,} of {drawn.population:,} test cases")
    typer.echo(f"Sheet: {out}\nKey:   {key_path(out)} (not for the raters)")


def _chosen(
    result: AuditResult, systems: list[str] | None, characteristics: list[str] | None
) -> list[Found]:
    """Give what was found with the systems and characteristics that are asked for."""
    every = list(result.found.values())
    known = {
        "system": list(dict.fromkeys(one.system for one in every)),
        "characteristic": list(dict.fromkeys(one.mutants.characteristic for one in every)),
    }
    for kind, wanted in (("system", systems), ("characteristic", characteristics)):
        if strange := [name for name in wanted or () if name not in known[kind]]:
            msg = f"{result.path} has no {kind} {strange[0]!r}; it has {', '.join(known[kind])}."
            raise OptionError(msg)
    return [
        one
        for one in every
        if one.system in (systems or known["system"])
        and one.mutants.characteristic in (characteristics or known["characteristic"])
    ]


def _told(drawn: Sample) -> dict[str, object]:
    return {
        "items": len(drawn.key),
        "population": drawn.population,
        "margin": drawn.margin,
        "confidence": drawn.confidence,
        "seed": drawn.seed,
    }


@guarded
def results(
    sheets: Annotated[
        list[Path], typer.Argument(metavar="SHEET", help="The rated sheets, one a rater.")
    ],
    key: Annotated[
        Path | None,
        typer.Option(help="The key of the sheet: adds templates and what --by needs."),
    ] = None,
    by: Annotated[
        str | None, typer.Option(help="Tell each 'system' or each 'characteristic' apart.")
    ] = None,
    confidence: Confidence = 0.95,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Sum up rated sheets: the share of true positives, and how far the raters agree.

    A test case is a true positive if both texts are coherent and have the same sentiment.

    For example:

    - `fairnlp rate results rater-1.csv rater-2.csv --key sheet-key.json`

    {exit codes}
    """
    from fairnlp.rating.files import read_ratings
    from fairnlp.rating.results import rater_agreement, true_positive_rate
    from fairnlp.rating.sample import read_key

    read = None if key is None else read_key(key)
    ratings = read_ratings(sheets, items=None if read is None else read.items)
    rates = true_positive_rate(
        ratings, key=None if read is None else read.key, by=by, confidence=confidence, seed=seed
    )
    agreement = rater_agreement(ratings, confidence=confidence, seed=seed)
    if as_json:
        show_json(
            {
                "true_positives": rates.to_dict(orient="records"),
                "agreement": agreement.to_dict(orient="records"),
                "sample": None if read is None else _told(read),
            }
        )
        return
    show_table(_shown(rates), title=f"True positives, with {confidence:.0%} intervals")
    show_table(
        _shown(agreement).drop(columns="raters"), title="Agreement beyond chance, 0 to 1 at most"
    )
    if missing := int(rates.loc[rates["rater"] != "majority", "missing"].sum()):
        say(f"Missing ratings, in no rate: {missing:,}")


def _shown(frame: pd.DataFrame) -> pd.DataFrame:
    """Write shares with three decimals."""
    shown = frame.copy()
    for name in shown.select_dtypes("float"):
        shown[name] = ["" if cell != cell else f"{cell:.3f}" for cell in shown[name]]
    return shown


for _command in (sample, results, insertions, naturalness):
    _command.__doc__ = (_command.__doc__ or "").replace("{exit codes}", EXIT_CODES)
    rate.command(_command.__name__)(_command)
