"""The steps of an audit, part by part; a part that is finished is passed over."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeVar

import pandas as pd

from fairnlp.characteristics.recogniser import audit_recogniser
from fairnlp.characteristics.recognition import distinguishable
from fairnlp.core.errors import OptionError, RunError
from fairnlp.core.frames import REFUSALS
from fairnlp.core.progress import bar
from fairnlp.metamorphic.btc import find_btcs
from fairnlp.systems.prediction import predict
from fairnlp.templates.curate import curate
from fairnlp.templates.mutate import Mutants, mutate
from fairnlp.templates.template import Templates

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from fairnlp.core.store import RunFolder
    from fairnlp.runs.plan import Plan
    from fairnlp.systems.base import System

T = TypeVar("T")

__all__ = [
    "RECOGNISER_FILE",
    "check_recogniser",
    "curate_parts",
    "curation_file",
    "describe_system",
    "label_parts",
    "mutants_of",
    "predict_parts",
    "step_name",
    "store_corpus",
    "system_file",
]

RECOGNISER_FILE = "recogniser.json"
"""What is said of the recogniser beside its counts."""


def step_name(step: str, *of: str) -> str:
    """Name the folder of a step, such as ``predictions-gender-vader``."""
    return "-".join([step, *of])


def curation_file(characteristic: str) -> str:
    """Name the file that says what the texts were read with."""
    return f"curation-{characteristic}.json"


def system_file(key: str) -> str:
    """Name the file that holds a system's facts."""
    return f"system-{key}.json"


def store_corpus(folder: RunFolder, plan: Plan, corpus: pd.DataFrame) -> None:
    """Cut the corpus into parts and write them."""
    for part in plan.parts:
        folder.write("corpus", part, corpus.iloc[part * plan.chunk : (part + 1) * plan.chunk])


def curate_parts(folder: RunFolder, plan: Plan, *, processes: int, progress: bool | None) -> None:
    """Turn each part of the corpus into a part of templates and one of refusals."""
    # Worker processes start anew with each call, so they get several parts at once. A text's
    # template depends on that text alone, so this changes no part.
    together = 1 if processes == 1 else 8
    show_texts = progress if together > 1 else False  # few groups tell little
    for characteristic in plan.characteristics:
        made, refused = (step_name(s, characteristic) for s in ("templates", "refusals"))
        todo = _todo(folder, plan, made, refused)
        groups = [todo[start : start + together] for start in range(0, len(todo), together)]
        title = f"curating {characteristic} templates"
        for group in _shown(groups, title, False if together > 1 else progress):
            texts = {part: folder.read_part("corpus", part) for part in group}
            found = curate(
                pd.concat(texts.values(), ignore_index=True),
                characteristic=plan.given(characteristic),
                strategy=plan.strategy,
                model=plan.model,
                processes=processes,
                progress=show_texts,
            )
            _keep_info(folder, curation_file(characteristic), found.info)
            for part, corpus in texts.items():
                for step, rows in ((refused, found.refusals), (made, found.frame)):
                    here = rows["text_id"].isin(corpus["text_id"])
                    folder.write(step, part, rows[here])


def describe_system(folder: RunFolder, plan: Plan, key: str, system: System) -> None:
    """Keep a system's facts and its lexicon, which the result is read with.

    ``names`` tells how many of the values the system can tell apart, where it shows what it knows.
    """
    info = json.loads(json.dumps(dict(getattr(system, "info", None) or {}), default=str))
    names: list[dict[str, Any]] = []
    for characteristic in plan.characteristics:
        none = folder.read(step_name("templates", characteristic)).head(0)
        try:
            told = distinguishable(system, mutants_of(plan, characteristic, none).values)
        except OptionError:  # what it knows is not shown
            continue
        told = told.drop(columns="system").assign(characteristic=characteristic)
        names += json.loads(told.to_json(orient="records"))
    folder.write_json(system_file(key), {"name": system.name, "info": info, "names": names})
    lexicon = sorted(getattr(system, "lexicon", None) or ())
    folder.write(step_name("lexicon", key), 0, pd.DataFrame({"word": lexicon}, dtype="str"))


def predict_parts(
    folder: RunFolder, plan: Plan, key: str, system: System, *, progress: bool | None
) -> None:
    """Ask a system about the mutants of each part of the templates."""
    for characteristic in plan.characteristics:
        step = step_name("predictions", characteristic, key)
        todo = _todo(folder, plan, step)
        for part in _shown(todo, f"{system.name}: {characteristic} mutants", progress):
            templates = folder.read_part(step_name("templates", characteristic), part)
            found = find_btcs(
                mutants_of(plan, characteristic, templates),
                system,
                batch_size=plan.batch_size,
                progress=False,
                on_error=plan.on_error,
            )
            folder.write(step, part, found.predictions)


def label_parts(
    folder: RunFolder, plan: Plan, key: str, system: System, *, progress: bool | None
) -> None:
    """Ask a system about the texts themselves, where the corpus says which label is right.

    One row a labelled text: ``text_id``, ``label`` (the right one), ``predicted`` (missing if the
    system failed), ``score``, and
    ``trained_on``: True if the system has seen text and label before.
    """
    step = step_name("labels", key)
    seen = frozenset(getattr(system, "trained_on", None) or ())
    for part in _shown(_todo(folder, plan, step), f"{system.name}: original texts", progress):
        corpus = folder.read_part("corpus", part)
        if "label" not in corpus:
            return
        known = corpus[corpus["label"].notna() & corpus["text"].notna()]
        ids = known["text_id"].astype("str")
        answers = [
            predict(
                system,
                known["text"].iloc[start : start + plan.batch_size].tolist(),
                text_ids=ids.iloc[start : start + plan.batch_size].tolist(),
                batch=part,
                on_error=plan.on_error,
            )
            for start in range(0, max(len(known), 1), plan.batch_size)
        ]
        given = pd.concat(answers, ignore_index=True)
        labels = pd.DataFrame(
            {
                "text_id": ids.to_numpy(),
                "label": known["label"].astype("str").to_numpy(),
                "predicted": given["label"],
                "score": given["score"],
                "trained_on": ids.isin(seen).to_numpy(),
            }
        )
        folder.write(step, part, labels)


def check_recogniser(folder: RunFolder, plan: Plan) -> None:
    """Count whom the reading of texts finds, by group of names."""
    if folder.has("recogniser", 0):
        return
    checked = audit_recogniser(model=plan.model)
    said = {"model": checked.model, "warning": checked.warning}
    said["differences"] = json.loads(checked.differences.to_json(orient="records"))
    folder.write_json(RECOGNISER_FILE, said)
    folder.write("recogniser", 0, checked.frame)


def mutants_of(plan: Plan, characteristic: str, templates: pd.DataFrame) -> Mutants:
    """Give the mutants of templates that were read back."""
    none = pd.DataFrame(columns=list(REFUSALS), dtype="str")
    read = Templates.from_frame(templates, none, {"characteristic": plan.given(characteristic)})
    return mutate(read, values=plan.values, seed=plan.seed)


def _todo(folder: RunFolder, plan: Plan, *steps: str) -> list[int]:
    return [part for part in plan.parts if not all(folder.has(step, part) for step in steps)]


def _shown(todo: Sequence[T], title: str, progress: bool | None) -> Iterator[T]:
    # A bar with nothing to count would only flicker.
    return bar(todo, title=title, unit="parts", show=progress if todo else False)


def _keep_info(folder: RunFolder, name: str, info: Mapping[str, Any]) -> None:
    """Keep what the texts are read with, and see that it stays the same from part to part."""
    told = {key: value for key, value in info.items() if key != "texts"}  # that is the part's own
    now = json.loads(json.dumps(told, default=str))
    before = folder.read_json(name)
    if before is None:
        folder.write_json(name, now)
    elif before != now:
        changed = [key for key in dict.fromkeys([*before, *now]) if before.get(key) != now.get(key)]
        then_now = "; ".join(f"{k}: {before.get(k)} then, {now.get(k)} now" for k in changed)
        msg = (
            f"The texts of {folder.path} were read in another way so far ({then_now}). Install "
            "what was used then, or start again with fresh=True (--fresh)."
        )
        raise RunError(msg)
