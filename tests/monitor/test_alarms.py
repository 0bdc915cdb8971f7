"""Alarms: on a biased verdict, on a rate with its hysteresis, and actions that fail or are slow."""

from __future__ import annotations

import json
import threading

import pytest

from fairnlp.core.errors import OptionError
from fairnlp.monitor import Limits, Monitor, OnBiased, OnRate
from fairnlp.monitor.acting import Alarms
from fairnlp.monitor.checked import Checked, Evidence
from fairnlp.monitor.fairness import Verdict
from tests.monitor.toys import HER, HIS, NOBODY, Watched, by_pronoun


def checked(verdict: str, *, repeated: bool = False) -> Checked:
    evidence = Evidence(characteristic="gender", verdict=Verdict(verdict), reason="all asked")
    return Checked(
        prediction="good",
        score=0.0,
        by_characteristic={"gender": evidence},
        text_hash="ab" * 32,
        repeated=repeated,
    )


def look(alarm: OnRate | OnBiased, verdicts: str, *, apart: float = 1.0) -> list[str]:
    """Let an alarm look at verdicts, and give what it said: a letter is a verdict."""
    known = {"b": "biased", "f": "fair", "u": "undecided", "-": "not applicable"}
    watch = alarm.watch()
    events = [watch(checked(known[v]), n * apart, "toy") for n, v in enumerate(verdicts)]
    return [event.kind if event else "" for event in events]


def test_every_biased_verdict_is_told_and_equal_texts_once():
    events = []
    with Monitor(Watched(by_pronoun), on_biased=events.append) as monitor:
        monitor.predict([HER, HIS, NOBODY])
        monitor.predict(HER)
    assert [(event.kind, event.characteristic) for event in events] == [("biased", "gender")] * 2
    assert events[0].checked.text == HER
    assert "changes with gender; gap 1, alpha 1/10" in events[0].message
    assert OnBiased(print, repeated=True).watch()(checked("biased", repeated=True), 0, "toy")


def test_what_may_leave_the_machine_holds_no_text():
    events = []
    with Monitor(Watched(by_pronoun), on_biased=[events.append]) as monitor:
        monitor.verify(HER)
    told = events[0].as_json()
    assert "Priya" not in json.dumps(told)
    assert (told["prediction"], told["gap"], told["alpha"]) == ("bad", "1", "1/10")
    assert told["counts"] == {"male": {"good": 30}, "female": {"bad": 30}}


def test_a_rate_is_told_when_it_goes_above_and_when_it_is_back():
    alarm = OnRate(print, above=0.5, back=0.25, window=4, at_least=2, pause=0)
    #                          n: 1  2  3          4   5   6            7
    assert look(alarm, "fbbfff-u") == ["", "", "rate above", "", "", "rate back", "", ""]


def test_a_rate_that_wavers_about_the_limit_is_one_alarm():
    alarm = OnRate(print, above=0.5, back=0.0, window=3, at_least=3, pause=0)
    assert look(alarm, "bbfbfbbfb").count("rate above") == 1


def test_two_alarms_are_a_pause_apart():
    alarm = OnRate(print, above=0.5, window=1, at_least=1, pause=10, say_back=False)
    assert look(alarm, "bfbfbfbfbfbfb").count("rate above") == 2
    assert look(alarm, "bfbfb", apart=10).count("rate above") == 3


def test_the_event_of_a_rate_has_its_numbers():
    events = []
    alarm = OnRate(events.append, above=0.05, window=100, at_least=20)
    alarms = Alarms([alarm])
    alarms.look([checked("fair")] * 17 + [checked("biased")] * 3, system="toy", at=1.0)
    assert alarms.close(60)
    (event,) = events
    assert (event.kind, event.biased, event.n) == ("rate above", 3, 20)
    assert event.low == pytest.approx(0.0524, abs=1e-4)
    assert "3 of the latest 20 applicable predictions are biased (15.0%" in event.message
    assert event.as_json()["n"] == 20


def test_an_action_that_raises_is_counted_and_the_others_act(caplog):
    events = []

    def broken(event):
        msg = "no phone"
        raise RuntimeError(msg)

    with Monitor(Watched(by_pronoun), on_biased=[broken, events.append]) as monitor:
        assert monitor.predict(HER) == "bad"
        assert monitor.flush(60)
        counters = monitor.summary().counters
    assert (counters["alarms"], counters["alarms_failed"], len(events)) == (1, 1, 1)
    assert "no phone" in caplog.text


def test_a_slow_action_does_not_hold_up_a_prediction():
    go = threading.Event()
    with Monitor(Watched(by_pronoun), on_biased=lambda event: go.wait(60)) as monitor:
        assert monitor.predict(HER) == "bad"
        assert monitor.summary().counters["alarms"] == 0
        assert not monitor.flush(0)
        go.set()
        assert monitor.flush(60)
        assert monitor.summary().counters["alarms"] == 1


def test_alarms_work_in_the_background_too():
    events = []
    with Monitor(
        Watched(by_pronoun), mode="background", on_biased=events.append, limits=Limits(queue=5)
    ) as monitor:
        monitor.predict([HER, HIS])
    assert len(events) == 2


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"above": 5}, "above is 5"),
        ({"back": 0.5}, "back is 0.5"),
        ({"at_least": 5000}, "at_least is 5000"),
    ],
)
def test_a_limit_that_will_not_do_is_told(options, match):
    with pytest.raises(OptionError, match=match):
        OnRate(print, **options)


def test_what_cannot_act_is_told():
    with pytest.raises(OptionError, match="cannot act. Give OnBiased"):
        Alarms([print])
