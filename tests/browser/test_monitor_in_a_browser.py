"""The monitor's widget in a real browser: a text is typed, sliders are moved."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.browser.test_widgets_in_a_browser import CHROMIUM, PATIENCE, ROOT, _wait_for
from tests.needs import need

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser

CELL = """
from fairnlp.widgets import PredictionMonitor
from tests.monitor.toys import HER, Watched
from tests.widgets.test_monitoring import three_of_thirty
PredictionMonitor(Watched(three_of_thirty), HER)
"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """Serve the widget with Voila and open it; nothing outside this machine is asked for."""
    need(CHROMIUM, "Chromium is missing: apt install chromium")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("voila")
    playwright = pytest.importorskip("playwright.sync_api")
    folder = tmp_path_factory.mktemp("voila")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(CELL)])
    nbformat.write(book, folder / "monitor.ipynb")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    settings = {name: str(folder) for name in ("HOME", "IPYTHONDIR", "JUPYTER_RUNTIME_DIR")}

    def only_here(route: Route) -> None:
        here = urlsplit(route.request.url).hostname in (None, "127.0.0.1")
        route.continue_() if here else route.abort()

    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "voila", "monitor.ipynb", "--no-browser", f"--port={port}"],
            cwd=folder,
            env=os.environ | settings | {"PYTHONPATH": str(ROOT)},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_for(port, server, folder / "log")
            with playwright.sync_playwright() as driver:
                browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
                tab = browser.new_page(viewport={"width": 1000, "height": 1000})
                tab.set_default_timeout(PATIENCE)
                tab.route("**/*", only_here)
                tab.goto(f"http://127.0.0.1:{port}/", timeout=PATIENCE)
                tab.locator(".fairnlp-panel .fn-verdict").wait_for()
                yield tab
                browser.close()
        finally:
            server.terminate()
            server.wait(20)


def test_a_slider_moved_by_the_keyboard_judges_again(page: Page) -> None:
    panel = page.locator(".fairnlp-panel")
    assert panel.locator("mark.fn-name").first.inner_text() == "Priya"
    panel.get_by_text("All 60 mutants: biased.").wait_for()
    panel.get_by_text("With X = 4, a biased text is missed").wait_for()
    handles = panel.locator(".noUi-handle")
    handles.nth(0).focus()
    page.keyboard.press("ArrowRight")
    panel.get_by_text("With X = 5, a biased text is missed").wait_for()
    handles.nth(1).focus()
    page.keyboard.press("ArrowRight")
    panel.get_by_text("All 60 mutants: fair.").wait_for()


def test_a_text_that_is_typed_is_checked(page: Page) -> None:
    panel = page.locator(".fairnlp-panel")
    panel.locator("textarea").fill("<b>Nobody</b> was here.")
    panel.get_by_role("button", name="Check").click()
    panel.get_by_text("Not applicable for gender: no person.").wait_for()
    panel.locator("textarea").fill("Ann <b>lost</b> her hat.")
    panel.get_by_role("button", name="Check").click()
    panel.locator("mark", has_text="Ann").first.wait_for()
    assert panel.locator(".fn-text b").count() == 0  # what is typed is text, and not markup
    if picture := os.environ.get("FAIRNLP_PICTURE"):
        page.screenshot(path=picture)
