from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser

import pytest

from fairnlp.monitor.service import create_app
from tests.monitor.service.toys import ToyMonitor

TestClient = pytest.importorskip("starlette.testclient").TestClient


@pytest.fixture
def monitor(log):
    return ToyMonitor(log)


@pytest.fixture
def client(monitor):
    return TestClient(create_app(monitor))


class Elements(HTMLParser):
    """The elements of a page, with their attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict]] = []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))


def test_the_page_shows_counts_with_n_and_interval_and_the_biased_cases(client):
    client.post("/verify", json={"texts": ["there she waved", "it rained"]})
    drawn = client.get("/").text
    page = re.sub(r"\s+", " ", re.sub(r"</?(?!mark)[^>]*>", " ", drawn))
    page = re.sub(r"</?mark[^>]*>", "", page)
    assert "Monitor of toy" in page
    assert "100.0% 1 of 1 20.7% to 100.0%" in page
    assert "50.0% 1 of 2 9.5% to 90.5%" in page
    assert "there she waved" in page
    assert '<mark class="fn-pronoun" title="pronoun">she</mark>' in drawn
    assert "The share of &#39;negative&#39; differs by 1 between male and female" in page


def test_before_the_first_check_the_page_says_so(client):
    page = client.get("/").text
    assert "No text has been checked yet." in page
    assert "There are none." in page


def test_a_text_that_is_not_kept_is_not_shown(client, monitor):
    monitor.keep_texts = False
    client.post("/verify", json={"text": "there she waved"})
    page = client.get("/").text
    assert "waved" not in page
    assert "The text is not kept." in page


ATTACKS = [
    "<script>alert(1)</script> she",
    '"><img src=x onerror=alert(1)> she',
    "she {{ 'ab' * 2 }} {% include 'x' %}",
    "she &lt;b&gt; </div></article><h1>",
    "she \u202e \x1b[31m",
]


@pytest.mark.parametrize("attack", ATTACKS)
def test_whatever_a_text_or_a_system_says_is_shown_and_never_done(log, attack):
    class Named:
        name = attack

    monitor = ToyMonitor(log)
    one, two = (Counter(_tags(_page(monitor, "she"))) for _ in range(2))
    monitor.system = Named()
    page = _page(monitor, attack)
    assert Counter(_tags(page)) - two == two - one  # one case more, and nothing else
    assert "abab" not in page
    assert not [a for _, found in Elements(page).found for a in found if a.startswith("on")]


def _tags(page):
    return [tag for tag, _ in Elements(page).found]


def _page(monitor, text):
    client = TestClient(create_app(monitor))
    client.post("/verify", json={"text": text})
    return client.get("/").text


@pytest.mark.parametrize("path", ["/", "/status", "/docs", "/page.js", "/page.css"])
def test_a_page_loads_nothing_from_elsewhere_and_runs_only_what_is_served(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert not re.search(r"(src|href)=\"(https?:)?//|@import|url\(", answer.text)
    for tag, attributes in Elements(answer.text).found:
        assert "style" not in attributes  # the policy would not let it be
        assert tag != "style"
        assert tag != "script" or attributes["src"] == "page.js"


def test_with_a_token_the_page_holds_nothing_until_it_is_given(monitor):
    client = TestClient(create_app(monitor, token="s3cret"))
    given = {"authorization": "Bearer s3cret"}
    client.post("/verify", json={"text": "there she waved"}, headers=given)
    page = client.get("/").text
    assert "waved" not in page
    assert "This service asks for its token" in page
    assert "waved" in client.get("/status", headers=given).text


def test_the_page_on_how_to_ask_lists_every_path_status_and_key(client):
    described = client.get("/openapi.json").json()
    page = client.get("/docs").text
    for path, operations in described["paths"].items():
        for method, operation in operations.items():
            assert f"{method.upper()} {path}" in page
            for status in operation["responses"]:
                assert f'<th scope="row">{status}</th>' in page
    for shape in described["components"]["schemas"].values():
        for key in shape["properties"]:
            assert f'<th scope="row">{key}</th>' in page


def test_the_description_has_the_limits(client):
    parts = client.get("/openapi.json").json()["components"]["schemas"]
    assert parts["OneText"]["properties"]["text"]["maxLength"] == 20_000
    assert parts["ManyTexts"]["properties"]["texts"]["maxItems"] == 100
    assert parts["ManyTexts"]["properties"]["texts"]["items"]["maxLength"] == 20_000


def test_the_description_says_what_needs_the_token(monitor):
    client = TestClient(create_app(monitor, token="s3cret"))
    paths = client.get("/openapi.json").json()["paths"]
    assert paths["/verify"]["post"]["security"] == [{"token": []}]
    assert "security" not in paths["/health"]["get"]


def test_every_field_that_a_person_meets_has_a_name(client):
    page = client.get("/").text
    ids = [a["id"] for _, a in Elements(page).found if "id" in a]
    assert len(ids) == len(set(ids))
    labelled = {a["for"] for tag, a in Elements(page).found if tag == "label"}
    assert {a["id"] for tag, a in Elements(page).found if tag == "input"} == labelled
    for _, attributes in Elements(page).found:
        for name in (attributes.get("aria-labelledby") or "").split():
            assert name in ids
