from __future__ import annotations

from pathlib import Path

from fairnlp.characteristics.reasons import REASONS
from fairnlp.metamorphic.found import VERDICTS

GLOSSARY = (Path(__file__).parents[2] / "docs" / "glossary.md").read_text("utf-8")


def test_the_glossary_lists_the_reasons_for_a_refusal_as_the_code_does():
    table = GLOSSARY.partition("| code | meaning |\n|---|---|\n")[2].splitlines()
    rows = [line.strip("| ").split(" | ") for line in table]
    assert {code: meaning for code, meaning in rows} == REASONS


def test_the_glossary_quotes_the_verdicts_as_they_are():
    for key in ("differs", "no effect"):
        assert f'"{VERDICTS[key]}"' in GLOSSARY
