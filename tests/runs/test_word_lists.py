from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
import pytest

import fairnlp as fn
from fairnlp.core.errors import RunError
from tests.characteristics.lists import write

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = ["An aloof man slept.", "I saw an aloof woman.", "The soup was cold."]
CORPUS = pd.DataFrame({"text_id": list("abc"), "text": TEXTS})


def pets(folder: Path, word: str = "loyal") -> Path:
    rows = f"concept,cat,dog\ntrait,aloof,{word}\n"
    return write(folder, rows, name="pets", classes=["cat", "dog"], part_of_speech="adjective")


class Loyal:
    name = "loyal"

    def labels(self, texts):
        return ["positive" if "loyal" in text else "negative" for text in texts]


def audit(path: Path, out: Path, **options: object):
    return fn.audit(
        CORPUS, systems=[Loyal()], characteristics=[str(path)], out=out, progress=False, **options
    )


def test_a_run_takes_a_word_list_of_ones_own_and_calls_it_by_its_name(tmp_path: Path):
    result = audit(pets(tmp_path), tmp_path / "run")
    assert result.plan.characteristics == ("pets",)
    row = result.summary.iloc[0]
    assert (row["characteristic"], row["templates"], row["btcs"]) == ("pets", 2, 2)
    assert len(result.mutants("pets")) == 4
    assert result.refusals["reason"].tolist() == ["no word of the list"]


def test_a_run_is_read_again_from_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    pets(tmp_path)
    audit("pets.toml", tmp_path / "run")
    monkeypatch.chdir("/")
    result = fn.resume(tmp_path / "run", systems=[Loyal()], progress=False)
    assert result.summary["btcs"].item() == 2


def test_a_word_list_that_changed_is_another_run(tmp_path: Path):
    audit(pets(tmp_path), tmp_path / "run", report=False)
    with pytest.raises(RunError, match=r"pets\.csv"):
        audit(pets(tmp_path, "faithful"), tmp_path / "run", report=False)


def test_the_report_counts_templates_whose_class_is_not_known(tmp_path: Path):
    corpus = CORPUS.assign(text=["Omar slept, and he snored.", *TEXTS[1:]])
    result = fn.audit(
        corpus, systems=[Loyal()], characteristics=["country"], out=tmp_path / "run", progress=False
    )
    assert "<td>unknown</td>" in result.report.read_text("utf-8")
