"""The widgets in a real browser: Voila runs a small notebook, Chromium opens it."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.error import URLError
from urllib.parse import urlsplit

import pytest

from tests.needs import need

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PATIENCE = 90_000  # milliseconds: the kernel starts on a machine that may be busy

NOTEBOOK = [
    "from fairnlp.widgets import MutantExplorer, RatingWidget, TemplateCurator, TestCaseBrowser\n"
    "from fairnlp.widgets import PairExplorer\n"
    "from tests.rating.toys import ITEMS\n"
    "from tests.widgets.test_pairing import LISTED, french\n"
    "from tests.widgets.toys import VALUES, Counting, Failing, found, templates",
    "TemplateCurator(templates())",
    "systems = [Counting({'she': 1.0, 'he': -1.0}), Failing(' he '), 'vader']\n"
    "MutantExplorer(templates(), systems, values=VALUES)",
    "TestCaseBrowser([found(Counting({'he': -1.0}))])",
    "RatingWidget(ITEMS, rater='r1', folder='ratings')",
    "from fairnlp.widgets import InfluenceExplorer\n"
    "from tests.widgets.test_influence_explorer import PLAIN, TAUGHT, corpus\n"
    "InfluenceExplorer(corpus(), [PLAIN, TAUGHT], target='loss')",
    "PairExplorer({'French': french()}, [LISTED, 'vader'], label='Language')",
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Serve the notebook and give its address."""
    need(CHROMIUM, "Chromium is missing: apt install chromium")
    nbformat = pytest.importorskip("nbformat")
    pytest.importorskip("voila")
    folder = tmp_path_factory.mktemp("voila")
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in NOTEBOOK])
    nbformat.write(book, folder / "widgets.ipynb")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    # A home of its own, so that a person's Jupyter settings neither matter nor change.
    settings = {name: str(folder) for name in ("HOME", "IPYTHONDIR", "JUPYTER_RUNTIME_DIR")}
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "voila", "widgets.ipynb", "--no-browser", f"--port={port}"],
            cwd=folder,
            env=os.environ | settings | {"PYTHONPATH": str(ROOT)},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            _wait_for(port, server, folder / "log")
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()
            server.wait(20)


def _wait_for(port: int, server: subprocess.Popen, log: Path) -> None:
    for _ in range(300):
        if server.poll() is not None:
            pytest.fail(f"Voila ended:\n{log.read_text()[-2000:]}")
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/voila/static/", timeout=1)
        except URLError as error:
            if hasattr(error, "code"):  # it answered, if only to say no
                return
            time.sleep(0.2)
        else:
            return
    pytest.fail(f"Voila did not start:\n{log.read_text()[-2000:]}")


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[Page]:
    """Open the page; nothing outside this machine is asked for."""
    playwright = pytest.importorskip("playwright.sync_api")

    def only_here(route: Route) -> None:
        here = urlsplit(route.request.url).hostname in (None, "127.0.0.1")
        route.continue_() if here else route.abort()

    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        tab = browser.new_page(viewport={"width": 1200, "height": 1600})
        tab.set_default_timeout(PATIENCE)
        tab.route("**/*", only_here)
        tab.goto(address, timeout=PATIENCE)
        tab.locator(".fairnlp-panel").nth(5).wait_for()
        yield tab
        browser.close()


def test_a_click_on_accept_shows_the_next_template(page: Page) -> None:
    curator = page.locator(".fairnlp-panel").nth(0)
    curator.get_by_text("a/gender", exact=True).wait_for()
    assert curator.locator("mark.fn-name").first.inner_text() == "Ann"
    curator.get_by_role("button", name="Accept").click()
    curator.get_by_text("b/gender", exact=True).wait_for()
    curator.get_by_role("button", name="Undo").click()
    curator.get_by_text("a/gender", exact=True).wait_for()


def test_a_slot_is_edited_from_the_page(page: Page) -> None:
    curator = page.locator(".fairnlp-panel").nth(0)
    curator.get_by_text("Edit slots").click()
    curator.get_by_placeholder("words of the text").fill("her")
    curator.get_by_role("button", name="Add").click()
    curator.get_by_text(re.compile("lacks the form for 'male'")).wait_for()
    curator.get_by_label("male", exact=True).last.fill("his")
    curator.get_by_role("button", name="Add").click()
    curator.locator("mark", has_text="her").wait_for()


def test_flip_changes_the_text_in_place_and_shows_what_systems_say(page: Page) -> None:
    explorer = page.locator(".fairnlp-panel").nth(1)
    explorer.locator("mark", has_text="Al").wait_for()
    assert explorer.locator(".fn-differs").inner_text() == "≠ negative"
    assert "cannot read < he >" in explorer.locator(".fn-error").inner_text()
    explorer.get_by_role("button", name="Flip").click()
    explorer.locator("mark", has_text="Cleo").wait_for()
    assert explorer.locator(".fn-differs").count() == 0


def test_buttons_work_from_the_keyboard(page: Page) -> None:
    browser = page.locator(".fairnlp-panel").nth(2)
    browser.get_by_text("Test case 1 of 8").wait_for()
    browser.get_by_role("button", name="Next").focus()
    page.keyboard.press("Enter")
    browser.get_by_text("Test case 2 of 8").wait_for()


def test_an_item_is_rated_from_the_keyboard(page: Page) -> None:
    rater = page.locator(".fairnlp-panel").nth(3)
    rater.get_by_text("Rater r1: 0 rated, 3 open.").wait_for()
    rater.get_by_role("button", name="yes").first.focus()
    # Tab goes through the answers of a question and on to the next: 2, 4, 2, 4 of them.
    for tabs, said in ((0, "Coherent: yes. Sentiment: –."), (3, "Sentiment: negative."), (4, "no")):
        for _ in range(tabs):
            page.keyboard.press("Tab")
        page.keyboard.press("Space")
        rater.get_by_text(said, exact=said == "no").last.wait_for()
    rater.get_by_text("Rater r1: 1 rated, 2 open.").wait_for()
    rater.get_by_role("button", name="Next open").click()
    rater.get_by_text("Item 2 of 3").wait_for()


def test_pairs_are_explored_from_the_keyboard(page: Page) -> None:
    explorer = page.locator(".fairnlp-panel").nth(5)
    explorer.locator("mark.fn-changed", has_text="deficit").wait_for()
    explorer.get_by_label("Only pairs that differ").focus()
    page.keyboard.press("Space")
    explorer.get_by_text("1 of 2 pairs that differ").wait_for()
    explorer.get_by_role("button", name="▶").focus()
    page.keyboard.press("Enter")
    explorer.locator("mark.fn-scored, mark.fn-changed", has_text="crime").wait_for()
    explorer.get_by_label("Tool").select_option("vader")
    explorer.get_by_text("French, vader, anger").wait_for()


def test_texts_are_shown_and_not_run_as_markup(page: Page) -> None:
    assert page.locator(".fn-text b").count() == 0  # the texts hold <b> as text
    assert page.get_by_text("<b>sings</b> &").count() > 0


def test_the_plain_html_is_hidden_where_the_widget_runs(page: Page) -> None:
    plain = page.locator("div[class^=fn-plain-]")
    assert plain.count() == 6
    assert not any(one.is_visible() for one in plain.all())


def test_a_word_is_masked_and_another_put_in(page: Page) -> None:
    explorer = page.locator(".fairnlp-panel", has=page.get_by_label("Put in"))
    explorer.get_by_role("button", name="rude", exact=True).click()
    explorer.locator("del", has_text="rude").wait_for()
    assert explorer.locator(".fn-differs").count() == 2
    explorer.get_by_role("button", name="+", exact=True).first.click()
    explorer.locator("ins", has_text="on").wait_for()
    explorer.get_by_role("button", name="As written").click()
    explorer.locator("del").wait_for(state="detached")
