"""The commands of the human check of insertions: draw a sheet, sum up what was rated."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fairnlp.cli.options import Json, Seed
from fairnlp.cli.terminal import guarded, show_json, show_table
from fairnlp.core.errors import MissingDataError, SchemaError

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["insertions", "naturalness"]


@guarded
def insertions(
    attack: Annotated[
        Path,
        typer.Argument(
            metavar="ATTACK", help="Insertions as Parquet (a file, or the folder of a run's step)."
        ),
    ],
    out: Annotated[Path, typer.Option(help="The sheet, a CSV file.")] = Path("sheet.csv"),
    per_unigram: Annotated[
        int, typer.Option(min=1, help="Draw so many insertions of each unigram.")
    ] = 20,
    originals: Annotated[
        int | None,
        typer.Option(min=0, help="Draw so many originals.", show_default="as many as insertions"),
    ] = None,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Draw texts with and without an inserted word, and write a blind sheet for raters.

    Raters say of each text whether it is generated or original, and whether it is natural,
    awkward or nonsensical. The key, written beside the sheet, tells which is which; keep it from
    the raters.

    For example:

    - `fairnlp rate insertions attack.parquet --out sheet.csv`

    {exit codes}
    """
    from fairnlp.rating.naturalness import sample_insertions

    drawn = sample_insertions(
        _read(attack), per_unigram=per_unigram, originals=originals, seed=seed
    )
    key = drawn.write(out)
    counts = {kind: int(n) for kind, n in drawn.key["kind"].value_counts().items()}
    if as_json:
        told = {"items": len(drawn.key), "kinds": counts, "population": drawn.population}
        show_json(told | {"seed": drawn.seed, "sheet": str(out), "key": str(key)})
        return
    said = ", ".join(f"{n:,} {kind}" for kind, n in counts.items())
    typer.echo(f"{said}; of {drawn.population:,} insertions")
    typer.echo(f"Sheet: {out}\nKey:   {key} (not for the raters)")


def _read(path: Path) -> pd.DataFrame:
    import pandas as pd

    try:
        return pd.read_parquet(path)
    except FileNotFoundError as error:
        msg = f"There is no {path}; AttackSet.frame.to_parquet({str(path)!r}) writes it."
        raise MissingDataError(msg) from error
    except (OSError, ValueError) as error:  # pyarrow's own errors are kinds of these two
        msg = f"{path} is not Parquet ({str(error).splitlines()[0][:120]})."
        raise SchemaError(msg) from error


@guarded
def naturalness(
    sheets: Annotated[
        list[Path], typer.Argument(metavar="SHEET", help="The rated sheets, one a rater.")
    ],
    key: Annotated[Path, typer.Option(help="The key of the sheet.")],
    confidence: Annotated[
        float, typer.Option(help="Confidence of every interval, in (0, 1).")
    ] = 0.95,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Sum up rated sheets of insertions: what was noticed, how it reads, how raters agree.

    For example:

    - `fairnlp rate naturalness rater-1.csv rater-2.csv --key sheet-key.json`

    {exit codes}
    """
    from fairnlp.rating.files import read_ratings
    from fairnlp.rating.naturalness import NATURALNESS, read_naturalness_key
    from fairnlp.rating.naturalness_results import naturalness_agreement, naturalness_rates

    read = read_naturalness_key(key)
    ratings = read_ratings(sheets, items=read.items, form=NATURALNESS)
    rates = naturalness_rates(ratings, read.key, confidence=confidence)
    agreement = naturalness_agreement(ratings, confidence=confidence, seed=seed)
    if as_json:
        show_json(
            {
                "rates": rates.to_dict(orient="records"),
                "agreement": agreement.to_dict(orient="records"),
            }
        )
        return
    whole = rates[rates["unigram"] == "all"].drop(columns=["unigram", "items"])
    show_table(_shown(whole), title=f"Inserted and original texts, with {confidence:.0%} intervals")
    show_table(
        _shown(agreement).drop(columns="raters"), title="Agreement beyond chance, 0 to 1 at most"
    )


def _shown(frame: pd.DataFrame) -> pd.DataFrame:
    """Write shares with three decimals."""
    shown = frame.copy()
    for name in shown.select_dtypes("float"):
        shown[name] = ["" if cell != cell else f"{cell:.3f}" for cell in shown[name]]
    return shown
