"""Bias-uncovering test cases: ask a system about mutants, count, name the pairs."""

from __future__ import annotations

from fairnlp.metamorphic.counting import count_btcs
from fairnlp.metamorphic.found import VERDICTS, Found
from fairnlp.metamorphic.minority import minority_values
from fairnlp.metamorphic.naming import name_btcs

__all__ = ["VERDICTS", "Found", "count_btcs", "minority_values", "name_btcs"]
