"""What every test shares: reproducible settings, the data folder, and the no-skip rule."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from tests.needs import need, skips_fail

if TYPE_CHECKING:
    from collections.abc import Generator

os.environ["MPLBACKEND"] = "Agg"  # before matplotlib is imported, here or in a process we start

# A fixed number of examples and no clock: the same run on a slow machine as on a fast one.
settings.register_profile(
    "fairnlp",
    deadline=None,
    max_examples=50,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("fairnlp")


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """Return the folder of test data that is too large or not ours to keep here."""
    folder = os.environ.get("FAIRNLP_TEST_DATA", "")
    need(
        folder and Path(folder).is_dir(),
        f"the test data is missing: set FAIRNLP_TEST_DATA to its folder (now {folder!r})",
    )
    return Path(folder)


def _fail_where_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    if not skips_fail() or report.outcome != "skipped" or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if "+SKIP option" in reason:  # a doctest that is there to be read; nothing is missing
        return
    report.outcome = "failed"
    report.longrepr = f"{reason.removeprefix('Skipped: ')} (FAIRNLP_NO_SKIP is set)"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turn a skipped test into a failed one under ``FAIRNLP_NO_SKIP``."""
    report = yield
    _fail_where_skipped(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Turn a module that is skipped as a whole into an error under ``FAIRNLP_NO_SKIP``."""
    report = yield
    _fail_where_skipped(report)
    return report
