from __future__ import annotations

import re
import tomllib
from pathlib import Path

from fairnlp.characteristics.reasons import REASONS
from fairnlp.metamorphic.found import VERDICTS
from fairnlp.report.content import content
from tests.report.toys import report_data

DOCS = Path(__file__).parents[2] / "docs"
GLOSSARY = (DOCS / "glossary.md").read_text("utf-8")


def test_the_glossary_lists_the_reasons_for_a_refusal_as_the_code_does():
    rows = "".join(f"| {code} | {meaning} |\n" for code, meaning in REASONS.items())
    assert GLOSSARY.endswith(f"| code | meaning |\n|---|---|\n{rows}")


def test_the_glossary_quotes_the_verdicts_as_they_are():
    for key in ("differs", "no effect"):
        assert f'"{VERDICTS[key]}"' in GLOSSARY


def test_the_page_on_the_report_lists_the_keys_of_its_json():
    page = (DOCS / "howto" / "read-the-report.md").read_text("utf-8")
    table = page.partition("| key of `report.json` |")[2].partition("\n\n")[0]
    cells = [line.split("|")[1] for line in table.splitlines()[2:]]
    keys = [key.strip("` ") for cell in cells for key in cell.split(",")]
    assert sorted(keys) == sorted(content(report_data()))


def test_the_page_on_the_architecture_draws_the_layers_of_the_contract():
    pyproject = tomllib.loads((DOCS.parent / "pyproject.toml").read_text("utf-8"))
    (contract,) = pyproject["tool"]["importlinter"]["contracts"]
    there = {path.parent.name for path in (DOCS.parent / "fairnlp").glob("*/__init__.py")}
    layers = [
        [name for name in re.findall(r"[a-z]+", layer) if name in there]
        for layer in contract["layers"]
    ]
    page = (DOCS / "architecture.md").read_text("utf-8")
    lines = page.split("```")[3].strip().splitlines()  # the second block
    rows = [re.findall(r"[a-z]+", line.partition("  ")[0]) for line in lines]
    for names, row in zip(layers, rows, strict=True):
        assert set(names) <= set(row)
