"""The status page of the service in a real browser: live, paused, with a token, dark and light."""

from __future__ import annotations

import shutil
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from fairnlp.monitor.log import VerdictLog
from fairnlp.monitor.service import create_app
from tests.monitor.service.toys import ToyMonitor
from tests.needs import need

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ATTACK = "<img src=x onerror=document.title='hacked'> there she waved"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    need(CHROMIUM, "Chromium is missing: apt install chromium")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture
def monitor(tmp_path: Path) -> Iterator[ToyMonitor]:
    with VerdictLog(tmp_path / "log.sqlite") as log:
        yield ToyMonitor(log)


@contextmanager
def served(monitor: ToyMonitor, token: str | None = None) -> Iterator[str]:
    """Serve a monitor from a thread and give the address."""
    uvicorn = pytest.importorskip("uvicorn")
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(uvicorn.Config(create_app(monitor, token=token), log_level="error"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
        finally:
            server.should_exit = True
            thread.join()


def listened(browser: Browser, **options: object) -> tuple[Page, list[str], set[str]]:
    """Open an empty page, and note what it says and asks for."""
    page = browser.new_page(**options)  # type: ignore[arg-type]
    said: list[str] = []
    asked: set[str] = set()
    page.on("request", lambda request: asked.add(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    return page, said, asked


@pytest.mark.parametrize("width", [1200, 400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_shows_without_an_error_or_a_sideways_scroll(
    monitor: ToyMonitor, browser: Browser, width: int, scheme: str
) -> None:
    monitor.verify_many([ATTACK])
    with served(monitor) as address:
        page, said, asked = listened(
            browser, viewport={"width": width, "height": 800}, color_scheme=scheme
        )
        page.goto(address)
        assert page.get_by_text("there she waved").is_visible()
        assert page.title() == "Monitor of toy"
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.goto(f"{address}docs")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert said == []
        assert {url.removeprefix(address) for url in asked} <= {"", "docs", "page.css", "page.js"}
        page.close()


def test_it_lives_until_it_is_paused(monitor: ToyMonitor, browser: Browser) -> None:
    with served(monitor) as address:
        page, said, _ = listened(browser)
        page.clock.install()
        page.goto(address)
        assert page.get_by_text("There are none.").is_visible()
        monitor.verify_many([ATTACK])
        page.clock.run_for(6_000)
        page.get_by_text("there she waved").wait_for()
        page.get_by_role("button", name="Pause").click()
        monitor.verify_many(["and then she left"])
        page.clock.run_for(20_000)
        assert page.get_by_role("article").count() == 1
        page.get_by_role("button", name="Go on").click()
        page.get_by_text("and then she left").wait_for()
        assert page.title() == "Monitor of toy"
        assert said == []
        page.close()


def test_it_asks_for_the_token_and_keeps_it_in_the_page_alone(
    monitor: ToyMonitor, browser: Browser
) -> None:
    monitor.verify_many([ATTACK])
    with served(monitor, token="s3cret") as address:
        page, _, _ = listened(browser)
        page.goto(address)
        field = page.get_by_label("This service asks for its token")
        field.fill("wrong")
        page.get_by_role("button", name="Show").click()
        page.get_by_text("The token is not the one of this service.").wait_for()
        field.fill("s3cret")
        field.press("Enter")
        page.get_by_text("there she waved").wait_for()
        assert not field.is_visible()
        assert page.context.cookies() == []
        assert page.evaluate("localStorage.length + sessionStorage.length") == 0
        page.close()
