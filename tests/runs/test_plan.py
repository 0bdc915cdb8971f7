"""The options of a run."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.core.errors import OptionError, RunError
from fairnlp.runs.plan import Plan
from fairnlp.runs.tested import Given


def plan(**changes) -> Plan:
    options = {
        "texts": 10,
        "systems": (Given(name="vader", source="vader"), Given(name="mine")),
        "characteristics": ("gender",),
        "values": 30,
        "seed": 0,
        "strategy": "sound",
        "chunk": 4,
        "batch_size": 1024,
        "model": None,
        "on_error": "raise",
    }
    return Plan(**(options | changes))


def test_a_plan_comes_back_from_json():
    assert Plan.from_json(json.loads(json.dumps(plan().to_json()))) == plan()


@given(texts=st.integers(1, 1000), chunk=st.integers(1, 1000))
def test_the_parts_hold_all_texts_and_none_is_empty(texts, chunk):
    parts = plan(texts=texts, chunk=chunk).parts
    sizes = [min(texts, (part + 1) * chunk) - part * chunk for part in parts]
    assert sum(sizes) == texts
    assert min(sizes) > 0


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"values": 0}, "values is 0"),
        ({"chunk": -1, "batch_size": 0}, "chunk is -1, batch_size is 0"),
        ({"texts": 0}, "the number of texts is 0"),
        ({"systems": ()}, "the number of systems is 0"),
    ],
)
def test_a_plan_without_work_is_refused(changes, says):
    with pytest.raises(OptionError, match=says):
        plan(**changes)


def test_two_systems_of_one_name_are_refused():
    with pytest.raises(OptionError, match="Two systems are called 'mine'.*name="):
        plan(systems=(Given(name="mine"), Given(name="Mine")))


def test_a_manifest_of_another_version_is_refused():
    options = plan().to_json()
    del options["chunk"]
    with pytest.raises(RunError, match="another version of fairnlp"):
        Plan.from_json(options)
