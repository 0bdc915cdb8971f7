"""The audit: from a corpus and systems to a report, in a folder from which it can be resumed."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pandas as pd

from fairnlp.characteristics.registry import as_characteristic
from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError, unknown_choice
from fairnlp.core.frames import TEXTS, check_frame
from fairnlp.core.provenance import file_hash, frame_hash, manifest
from fairnlp.core.store import RunFolder
from fairnlp.report import page
from fairnlp.runs import steps
from fairnlp.runs.plan import Plan
from fairnlp.runs.reporting import report_data
from fairnlp.runs.result import AuditResult
from fairnlp.runs.summary import summarise
from fairnlp.runs.tested import given_systems, load_systems, own_systems
from fairnlp.templates.curate import STRATEGIES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fairnlp.systems.base import System

__all__ = ["SYSTEMS", "AuditResult", "audit", "resume", "write_report"]

SYSTEMS = ("linear", "vader", "textblob", "afinn")
"""The systems that are audited by default."""

PRODUCTS = (*page.PRODUCTS, "curation-*.json", "system-*.json", steps.RECOGNISER_FILE)
"""Files of a run beside its parts."""

KEPT = [*TEXTS, "label", "source"]
"""The columns of a corpus that a run uses and keeps."""


def audit(
    corpus: pd.DataFrame,
    *,
    systems: Sequence[Any] = SYSTEMS,
    characteristics: Sequence[str] = ("gender",),
    out: str | os.PathLike[str] = "runs/audit",
    values: int = 30,
    seed: int = 0,
    strategy: str = "sound",
    processes: int | None = 1,
    chunk: int = 250,
    batch_size: int = 1024,
    model: str | None = None,
    on_error: Literal["raise", "record"] = "raise",
    progress: bool | None = None,
    report: bool = True,
    fresh: bool = False,
) -> AuditResult:
    """Audit systems on a corpus: curate, mutate, predict, count, report.

    The work goes part by part, and a part that is finished is never done again: an audit that was
    stopped, at whatever moment, goes on when it is called again with the same arguments (or with
    `resume`), and ends with the very tables of one that was not. A finished one is only read.

    Parameters
    ----------
    corpus : DataFrame
        ``text_id`` (unique) and ``text``; ``label``, the true label, lets the accuracy of the
        systems be told; ``source`` names where the texts are from.
    systems : sequence
        What `as_system` takes, or ``"module:attribute"`` for one of your own that can be found
        again when the run is resumed.
    characteristics : sequence of str
        What varies in the texts: names, or files of word lists of your own.
    out : path
        The run folder.
    values : int
        How many values, such as names, each class gets.
    seed : int
        Of the draw of values and of the resampling.
    strategy : str
        See `curate`.
    processes : int, optional
        How many processes read texts; None for as many as there are processors. The result does
        not depend on it.
    chunk : int
        How many texts a part has: at most so many are done again after a kill.
    batch_size : int
        How many mutants a system is given at once.
    model : str, optional
        The parser; by default, the best spaCy model that is installed.
    on_error : {"raise", "record"}
        Where a system raises or gives no label: stop, or go on, keep the reason and count the
        mutant as invalid.
    progress : bool, optional
        Show bars; by default in a terminal and in a notebook.
    report : bool
        Write ``report.html`` and ``report.json`` into the folder.
    fresh : bool
        Replace a run that is in the folder.

    Returns
    -------
    AuditResult

    Raises
    ------
    OptionError, UnknownChoiceError, SchemaError
        If an argument cannot be used; nothing is done then.
    RunError
        If the folder holds another run, is in use, or holds files of another kind.
    SystemUnderTestError
        If a system fails. What was finished before is kept.

    Examples
    --------
    >>> import fairnlp as fn
    >>> reviews = fn.corpora.reviews(limit=2000, seed=0)  # doctest: +SKIP
    >>> fn.audit(reviews, systems=["vader"], out="runs/vader").summary  # doctest: +SKIP
    """
    texts = _checked(corpus)
    names, word_lists = _named(characteristics)
    plan = Plan(
        texts=len(texts),
        systems=given_systems(systems),
        characteristics=names,
        values=values,
        seed=seed,
        strategy=strategy,
        chunk=chunk,
        batch_size=batch_size,
        model=None if model is None else str(model),
        on_error=on_error,
        word_lists=word_lists,
    )
    if strategy not in STRATEGIES:
        raise UnknownChoiceError(unknown_choice("strategy", strategy, STRATEGIES))
    own, workers = own_systems(systems), _workers(processes)
    inputs = {"corpus": frame_hash(texts)}
    inputs |= {
        f"{file.name} of {name}": file_hash(file)
        for name, toml in word_lists.items()
        for file in (Path(toml), Path(toml).with_suffix(".csv"))
        if file.is_file()
    }
    made = manifest("audit", options=plan.to_json(), inputs=inputs)
    folder = RunFolder(out)
    with folder.lock():
        if not folder.claim(made, fresh=fresh, products=PRODUCTS):
            steps.store_corpus(folder, plan, texts)
            folder.write_manifest(made)
        return _work(folder, plan, own, processes=workers, progress=progress, report=report)


def resume(
    path: str | os.PathLike[str],
    *,
    systems: Sequence[Any] = (),
    processes: int | None = 1,
    progress: bool | None = None,
    report: bool = True,
) -> AuditResult:
    """Go on with an audit that was stopped; one that is finished is only read.

    Parameters
    ----------
    path : path
        The run folder. It holds the corpus and all options.
    systems : sequence
        Systems of your own that the run tests and that no file can hold, such as functions; each
        must have the name that it had.
    processes, progress, report
        See `audit`.

    Returns
    -------
    AuditResult

    Raises
    ------
    RunError
        If there is no run, or a system of your own is missing.
    """
    folder = RunFolder(path)
    began = folder.manifest()
    plan, own = Plan.from_json(began["options"]), own_systems(systems)
    if strange := [name for name in own if name not in {given.name for given in plan.systems}]:
        msg = unknown_choice("system of this run", strange[0], (g.name for g in plan.systems))
        raise OptionError(msg)
    now = manifest("audit", options=began["options"], inputs=began["inputs"])
    with folder.lock():
        folder.claim(now, products=PRODUCTS)
        return _work(
            folder, plan, own, processes=_workers(processes), progress=progress, report=report
        )


def write_report(result: AuditResult) -> AuditResult:
    """Write the report of a finished run again.

    Raises
    ------
    RunError
        If the run is not finished.
    """
    page.write(report_data(result), result.path)
    return result


def _work(
    folder: RunFolder,
    plan: Plan,
    own: Mapping[str, System],
    *,
    processes: int,
    progress: bool | None,
    report: bool,
) -> AuditResult:
    """Do what is not yet done."""
    with _told_how_to_resume(folder):
        result = AuditResult(folder.path)
        if not result.finished:
            needed = [given for given in plan.systems if not _answered(folder, plan, given.key)]
            # Before the long work, so that what is missing is told at once.
            systems = load_systems(needed, own, folder=folder.path)
            steps.curate_parts(folder, plan, processes=processes, progress=progress)
            for key, system in systems.items():
                steps.describe_system(folder, plan, key, system)
                steps.predict_parts(folder, plan, key, system, progress=progress)
                steps.label_parts(folder, plan, key, system, progress=progress)
            steps.check_recogniser(folder, plan)
            folder.write("summary", 0, summarise(folder, plan, result))
        if report and result.report is None:
            write_report(result)
        return result


def _answered(folder: RunFolder, plan: Plan, key: str) -> bool:
    """Tell whether nothing is left to ask a system."""
    made = [steps.step_name("predictions", c, key) for c in plan.characteristics]
    if "label" in folder.read_part("corpus", 0):
        made.append(steps.step_name("labels", key))
    return all(folder.has(step, part) for step in made for part in plan.parts)


@contextmanager
def _told_how_to_resume(folder: RunFolder) -> Iterator[None]:
    try:
        yield
    except BaseException as error:  # Ctrl-C too
        error.add_note(f"What was finished is kept. Continue: fairnlp resume {folder.path}")
        raise


def _checked(corpus: pd.DataFrame) -> pd.DataFrame:
    """Give the columns that are used, or say what is wrong with them."""
    if not isinstance(corpus, pd.DataFrame):
        msg = (
            f"`corpus` is a {type(corpus).__name__}, not a data frame; read files and lists with "
            "fairnlp.corpora.read."
        )
        raise SchemaError(msg)
    check_frame(corpus, TEXTS, name="corpus")
    texts = corpus[[column for column in KEPT if column in corpus]].reset_index(drop=True)
    if (twice := texts["text_id"].duplicated()).any():
        msg = f"`text_id` must be unique; {texts['text_id'][twice].iloc[0]!r} comes twice."
        raise SchemaError(msg)
    return texts.astype({"text_id": "str"})


def _named(characteristics: Sequence[str]) -> tuple[tuple[str, ...], dict[str, str]]:
    """Names of the characteristics, and the file of each that is a word list of the user's."""
    given = (characteristics,) if isinstance(characteristics, str) else tuple(characteristics)
    made = [as_characteristic(one) for one in given]  # refuses one that is not known
    lists = {what.name: getattr(what, "word_list", "") for what in made}
    return tuple(what.name for what in made), {name: path for name, path in lists.items() if path}


def _workers(processes: int | None) -> int:
    if processes is None:
        return os.cpu_count() or 1
    if processes < 1:
        msg = f"processes is {processes}; it must be 1 or more, or None for all processors."
        raise OptionError(msg)
    return processes
