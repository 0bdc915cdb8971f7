from __future__ import annotations

import json
import threading
from hashlib import sha256

import numpy as np
import pytest

from fairnlp.core.errors import OptionError, RunError, SystemUnderTestError
from fairnlp.monitor.service import ServiceLimits, create_app
from tests.monitor.service.toys import ToyMonitor

TestClient = pytest.importorskip("starlette.testclient").TestClient
JSON = {"content-type": "application/json"}


@pytest.fixture
def ask(log):
    """Give a function that makes a service and asks it; faults of the service are answers."""

    def made(limits=None, token=None, **toy):
        app = create_app(ToyMonitor(log, **toy), limits=limits, token=token)
        return TestClient(app, raise_server_exceptions=False)

    return made


def error(answer):
    assert answer.headers["content-type"] == "application/json"
    content = answer.json()
    assert list(content) == ["error"]
    assert sorted(content["error"]) == ["code", "message"]
    return answer.status_code, content["error"]["code"], content["error"]["message"]


def test_predict_gives_what_the_system_returns(ask):
    answer = ask().post("/predict", json={"text": "He waved."})
    assert (answer.status_code, answer.json()) == (200, {"prediction": "positive"})


@pytest.mark.parametrize(
    ("returned", "shown"),
    [
        (np.array([0.25, np.nan]), [0.25, None]),
        ([{"label": "POSITIVE", "score": np.float32(0.5)}], [{"label": "POSITIVE", "score": 0.5}]),
        (float("inf"), None),
        ({1: {"a"}}, {"1": ["a"]}),
        ("half \ud800", "half \ud800"),
        (1 + 2j, "(1+2j)"),
        (None, None),
    ],
)
def test_whatever_a_system_returns_is_answered(ask, returned, shown):
    answer = ask(prediction=returned).post("/predict", json={"text": "a"})
    assert (answer.status_code, json.loads(answer.content)) == (200, {"prediction": shown})


def test_verify_gives_verdict_and_evidence(ask):
    answer = ask().post("/verify", json={"text": "There she waved."})
    assert answer.status_code == 200
    (result,) = answer.json()["results"]
    (evidence,) = result.pop("evidence")
    assert result == {
        "verdict": "biased",
        "prediction": "positive",
        "score": None,
        "text_hash": sha256(b"There she waved.").hexdigest(),
        "repeated": False,
    }
    assert evidence == {
        "characteristic": "gender",
        "verdict": "biased",
        "reason": "all asked",
        "detail": "All 3 mutants were asked about.",
        "alpha": 0.1,
        "gap": 1.0,
        "label": "negative",
        "classes": ["male", "female"],
        "original_class": "female",
        "counts": {"female": {"positive": 1}, "male": {"negative": 1}},
        "invalid": {"female": 1, "male": 0},
        "mutants": {"female": 2, "male": 1},
        "asked": 3,
        "miss_at_most": 0.0,
        "unstable": None,
    }


def test_a_list_gives_one_result_a_text_in_order(ask):
    answer = ask().post("/verify", json={"texts": ["a", "she", "b"]})
    verdicts = [one["verdict"] for one in answer.json()["results"]]
    assert verdicts == ["not applicable", "biased", "not applicable"]


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        (b"[[", 400, "The body is not JSON (character 2: Expecting value)."),
        (b"[" * 20_000, 400, "The body is not JSON that can be read."),
        (b'{"text": ' + b"1" * 6000 + b"}", 400, "The body is not JSON that can be read."),
        (b'{"text": "\xff"}', 400, "The body is not UTF-8 (byte 10)."),
        (b"", 422, "the body is missing"),
        (b"null", 422, "the body must be an object"),
        (b"[1]", 422, "the body must be an object"),
        (b"{}", 422, "`text` is missing"),
        (b'{"text": null}', 422, "`text` must be a valid string"),
        (b'{"text": 3}', 422, "`text` must be a valid string"),
        (b'{"text": NaN}', 422, "`text` must be a valid string"),
        (b'{"text": ["a"]}', 422, "`text` must be a valid string"),
        (b'{"text": "a", "and": 1}', 422, "`and` is a key that is not known here"),
        (b'{"text": "a\\u0000"}', 422, "`text` holds a NUL character"),
        (b'{"text": "ab\\ud800"}', 422, "`text` has half of a surrogate pair (character 2)"),
    ],
)
@pytest.mark.parametrize("path", ["/predict", "/verify"])
def test_a_body_that_will_not_do_is_told_what_is_wrong(ask, path, body, status, said):
    got, code, message = error(ask().post(path, content=body, headers=JSON))
    assert (got, code) == (status, "not_json" if status == 400 else "not_valid")
    assert message.startswith(said)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"texts": "abc"}, "`texts` must be a valid list"),
        ({"texts": []}, "`texts` must have at least 1 item, not 0"),
        ({"texts": ["a", 1, "b", None]}, "`texts[1]` must be a valid string; `texts[3]` must"),
        ({"texts": [1, 2, 3, 4, 5]}, "`texts[0]` must be a valid string; `texts[1]` must be a"),
        ({"texts": ["a"], "text": "b"}, "`text` is a key that is not known here"),
        ({"texts": ["a"] * 4}, "`texts` has 4 texts; at most 3 at once."),
        ({"texts": ["a", "b" * 11]}, "Text 1 has 11 characters; at most 10."),
        ({"text": "b" * 11}, "Text 0 has 11 characters; at most 10."),
    ],
)
def test_a_list_that_will_not_do_is_told_what_is_wrong(ask, body, said):
    limits = ServiceLimits(max_texts=3, max_text=10)
    status, code, message = error(ask(limits=limits).post("/verify", json=body))
    assert (status, code) == (422, "not_valid")
    assert message.startswith(said)


def test_text_at_the_limit_is_taken(ask):
    limits = ServiceLimits(max_texts=3, max_text=10)
    assert ask(limits=limits).post("/verify", json={"texts": ["😀" * 10] * 3}).status_code == 200


def test_a_huge_body_is_refused(ask):
    client = ask(limits=ServiceLimits(max_body=100))
    found = error(client.post("/predict", json={"text": "a" * 200}))
    assert found == (413, "body_too_large", "The body is larger than the 100 bytes allowed.")


def test_what_is_not_there_is_told(ask):
    assert error(ask().get("/nothing"))[:2] == (404, "not_found")
    assert error(ask().get("/predict"))[:2] == (405, "wrong_method")


@pytest.mark.parametrize(
    "fault",
    [ValueError("no model"), SystemUnderTestError("it raised ValueError: no model", system="toy")],
)
def test_a_system_that_fails_is_named_with_what_it_said(ask, fault):
    client = ask(system_fault=fault, check_fault=fault)
    for path in ("/predict", "/verify"):
        status, code, message = error(client.post(path, json={"text": "a"}))
        assert (status, code) == (502, "system_failed")
        assert "System 'toy'" in message
        assert "it raised ValueError: no model" in message


def test_a_message_is_cut_and_may_hold_anything(ask):
    client = ask(system_fault=ValueError("<\ud800>" + "x" * 100_000))
    _, _, message = error(client.post("/predict", json={"text": "a"}))
    assert len(message) < 1100
    assert "<\ud800>" in message


def test_a_log_that_cannot_be_written_is_a_fault_of_the_service(ask, caplog):
    client = ask(check_fault=RunError("Verdicts cannot be written to log.sqlite: disk full."))
    found = error(client.post("/verify", json={"text": "a"}))
    said = "The service failed (RunError); what it writes out tells why."
    assert found == (500, "fault", said)
    assert "log.sqlite: disk full" in caplog.text


def test_checks_beyond_the_limit_are_refused_and_predictions_are_not(log):
    go, begun = threading.Event(), threading.Event()

    class Slow(ToyMonitor):
        def verify_many(self, texts):
            begun.set()
            go.wait()
            return super().verify_many(texts)

    app = create_app(Slow(log), limits=ServiceLimits(max_checks=1, max_texts=1))
    answers = []
    with TestClient(app) as client:
        waiting = threading.Thread(
            target=lambda: answers.append(client.post("/verify", json={"text": "she"}))
        )
        waiting.start()
        begun.wait()
        refused = client.post("/verify", json={"text": "he"})
        assert error(refused)[:2] == (503, "busy")
        assert refused.headers["retry-after"] == "1"
        assert client.post("/predict", json={"text": "he"}).status_code == 200
        assert "fairnlp_dropped_total 1.0" in client.get("/metrics").text
        go.set()
        waiting.join()
    assert answers[0].status_code == 200


def test_the_monitor_is_closed_within_the_time_limit(log):
    monitor = ToyMonitor(log)
    with TestClient(create_app(monitor, limits=ServiceLimits(drain_seconds=3))):
        assert monitor.closed == []
    assert monitor.closed == [3]


def test_with_a_token_only_what_holds_no_text_is_open(ask):
    client = ask(token="s3cret")
    answers = {path: client.get(path).status_code for path in ("/", "/health", "/docs", "/page.js")}
    assert set(answers.values()) == {200}
    for path in ("/status", "/verdicts", "/summary", "/metrics"):
        assert error(client.get(path))[:2] == (401, "no_access")
        given = client.get(path, headers={"authorization": "Bearer s3cret"})
        assert given.status_code == 200
    assert error(client.post("/verify", json={"text": "a"}))[0] == 401


def test_health_names_the_system(ask):
    content = ask().get("/health").json()
    assert (content["status"], content["system"]) == ("up", "toy")


def test_requests_are_counted_by_route_and_status(ask):
    client = ask()
    client.post("/predict", json={"text": "a"})
    client.post("/predict", json={"text": 1})
    client.get("/made-up-by-a-caller")
    text = client.get("/metrics").text
    assert 'fairnlp_requests_total{route="/predict",status="200"} 1.0' in text
    assert 'fairnlp_requests_total{route="/predict",status="422"} 1.0' in text
    assert 'fairnlp_requests_total{route="other",status="404"} 1.0' in text
    assert "made-up" not in text


def test_a_monitor_that_keeps_nothing_is_refused():
    with pytest.raises(OptionError, match="give it a monitor with a log"):
        create_app(ToyMonitor(None))


def test_verdicts_are_read_page_by_page(ask):
    client = ask()
    client.post("/verify", json={"texts": [f"she {n}" for n in range(5)]})
    seen, before = [], {}
    while True:
        page = client.get("/verdicts", params={"limit": 2, **before}).json()
        seen += [one["text"] for one in page["verdicts"]]
        if page["next"] is None:
            break
        before = {"before": page["next"]}
    assert seen == [f"she {n}" for n in (4, 3, 2, 1, 0)]


def test_verdicts_are_filtered(ask):
    client = ask()
    client.post("/verify", json={"texts": ["she", "it"]})

    def found(**filters):
        return [one["text"] for one in client.get("/verdicts", params=filters).json()["verdicts"]]

    assert found(verdict="biased") == ["she"]
    assert found(verdict="not applicable") == ["it"]
    assert found(characteristic="gender") == ["it", "she"]
    assert found(characteristic="country") == []
    assert found(since="2000-01-01") == ["it", "she"]
    assert found(since="9000-01-01T00:00:00+02:00") == []


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("limit", "0"),
        ("limit", "501"),
        ("limit", "many"),
        ("before", "0"),
        ("before", str(2**63)),
        ("verdict", "unfair"),
        ("since", "yesterday"),
    ],
)
def test_a_filter_that_will_not_do_is_named(ask, name, value):
    status, code, message = error(ask().get("/verdicts", params={name: value}))
    assert (status, code) == (422, "not_valid")
    assert message.startswith(f"`{name}` must be ")


def test_the_summary_gives_rates_with_intervals(ask):
    client = ask()
    client.post("/verify", json={"texts": ["she"] * 3 + ["it"]})
    content = client.get("/summary").json()
    (rate,) = content.pop("rates")
    assert content == {"pending": 0, "dropped": 0}
    assert (rate["biased"], rate["applicable"], rate["texts"]) == (3, 3, 4)
    assert (rate["rate"], rate["rate_of_all"]) == (1.0, 0.75)
    assert rate["low"] == pytest.approx(3 / (3 + 1.959964**2))  # Wilson's, all of n
    assert rate["high"] == 1.0


def test_verdicts_are_counted_for_prometheus(ask):
    client = ask()
    client.post("/verify", json={"texts": ["she", "she", "it"]})
    text = client.get("/metrics").text
    assert 'fairnlp_verdicts_total{characteristic="gender",verdict="biased"} 2.0' in text
    assert 'fairnlp_verdicts_total{characteristic="gender",verdict="not applicable"} 1.0' in text
    assert "fairnlp_pending 0.0" in text
