"""The report in a real browser: wide, narrow, dark, on paper."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from fairnlp.report.page import write
from tests.needs import need
from tests.report.toys import report_data

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(report_data(), tmp_path_factory.mktemp("report"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    need(CHROMIUM, "Chromium is missing: apt install chromium")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.mark.parametrize("width", [1200, 400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_shows_without_a_request_an_error_or_a_sideways_scroll(
    report: Path, browser: Browser, width: int, scheme: str
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)  # type: ignore[arg-type]
    asked: list[str] = []
    said: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.goto(report.as_uri())
    assert asked == [report.as_uri()]
    assert said == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.get_by_role("heading", level=2).count() == 9
    assert page.get_by_role("img").count() == 5
    page.close()


def test_dark_and_light_differ_and_text_stands_out_in_both(report: Path, browser: Browser) -> None:
    grounds = []
    for scheme in ("light", "dark"):
        page = browser.new_page(color_scheme=scheme)  # type: ignore[arg-type]
        page.goto(report.as_uri())
        ink, ground = page.evaluate(
            "[getComputedStyle(document.body).color, "
            "getComputedStyle(document.body).backgroundColor]"
        )
        light, dark = sorted(map(_luminance, (ink, ground)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) > 7  # WCAG 2.2, level AAA
        grounds.append(ground)
        page.close()
    assert grounds[0] != grounds[1]


def _luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(",")]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_words_that_differ_are_found_by_their_counterpart(
    report: Path, browser: Browser
) -> None:
    page = browser.new_page()
    page.goto(report.as_uri())
    assert page.get_by_title("there: Rose").first.inner_text() == "Mark"
    page.close()


def test_it_prints_on_paper(report: Path, browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page()
    page.goto(report.as_uri())
    page.pdf(path=tmp_path / "report.pdf", format="A4")
    assert (tmp_path / "report.pdf").stat().st_size > 10_000
    page.emulate_media(media="print")
    assert not page.get_by_role("navigation").is_visible()
    page.close()
