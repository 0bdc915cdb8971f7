"""A webhook: what it sends, how often it tries, and what it never does."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from fairnlp.core.errors import OptionError
from fairnlp.monitor import Monitor, Webhook
from fairnlp.monitor.alarms import Event
from fairnlp.monitor.webhook import WebhookError
from tests.monitor.toys import HER, Watched, by_pronoun

EVENT = Event(kind="rate above", at=1.0, system="toy", characteristic="", message="Too many.", n=9)


@pytest.fixture
def server():
    """Serve the statuses of a list, one a request, and keep what came."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):  # noqa: N802 - the name is the library's
            body = self.rfile.read(int(self.headers["Content-Length"]))
            self.server.came.append((dict(self.headers), json.loads(body)))
            self.send_response(self.server.statuses.pop(0) if self.server.statuses else 204)
            self.end_headers()

        def log_message(self, *args):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as served:
        served.came, served.statuses = [], []
        served.url = f"http://127.0.0.1:{served.server_port}/hook?key=secret"
        threading.Thread(target=served.serve_forever, daemon=True).start()
        yield served
        served.shutdown()


def test_an_event_is_sent_as_json(server):
    Webhook(server.url, headers={"X-Token": "t"})(EVENT)
    ((headers, body),) = server.came
    assert body == EVENT.as_json()
    assert (headers["Content-Type"], headers["X-Token"]) == ("application/json", "t")


def test_a_fault_of_the_server_is_tried_again_so_many_times(server):
    server.statuses += [500, 503]
    Webhook(server.url, pause=0)(EVENT)
    assert len(server.came) == 3
    server.statuses += [500] * 3
    with pytest.raises(WebhookError, match=r"at 127\.0\.0\.1 did not take the event: status 500"):
        Webhook(server.url, pause=0)(EVENT)
    assert len(server.came) == 6


def test_an_event_that_is_not_wanted_is_not_sent_again(server):
    server.statuses += [403]
    with pytest.raises(WebhookError, match="status 403") as caught:
        Webhook(server.url)(EVENT)
    assert len(server.came) == 1
    assert "secret" not in str(caught.value)
    assert "secret" not in repr(Webhook(server.url))


def test_an_address_that_does_not_answer_costs_no_prediction(caplog):
    hook = Webhook("http://127.0.0.1:9/", tries=1)  # nobody listens there
    with Monitor(Watched(by_pronoun), on_biased=hook) as monitor:
        assert monitor.predict(HER) == "bad"
        monitor.flush(60)
        assert monitor.summary().counters["alarms_failed"] == 1
    assert "did not take the event" in caplog.text


@pytest.mark.parametrize("url", ["ftp://host/x", "example.org", "file:///etc/passwd", "http://"])
def test_only_web_addresses_are_taken(url):
    with pytest.raises(OptionError, match="http or https"):
        Webhook(url)


def test_options_that_will_not_do_are_told():
    with pytest.raises(OptionError, match="tries=0"):
        Webhook("http://host/", tries=0)
