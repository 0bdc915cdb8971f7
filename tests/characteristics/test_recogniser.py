"""NAME-22: names of some groups may be found less often; the instrument is looked at first."""

from __future__ import annotations

import pandas as pd
import pytest

from fairnlp.characteristics.recogniser import FRAMES, audit_recogniser
from fairnlp.lexicons.tables import load_table
from fairnlp.text.models import load_model


@pytest.fixture(scope="module")
def eec():
    return audit_recogniser()


def pool(**groups):
    rows = [(name, "female", group) for group, names in groups.items() for name in names]
    return pd.DataFrame(rows, columns=["name", "gender", "group"])


def test_each_place_has_five_frames_with_one_name_each():
    assert {place: len(frames) for place, frames in FRAMES.items()} == {
        "first word": 5,
        "mid-sentence": 5,
    }
    for place, frames in FRAMES.items():
        assert all(frame.count("{name}") == 1 for frame in frames)
        assert all((frame.index("{") == 0) == (place == "first word") for frame in frames)


def test_every_name_is_offered_in_every_frame(eec):
    names = load_table("eec_names")
    assert list(eec.frame.columns) == [
        "instrument", "group", "gender", "place", "offered", "found", "low", "high",
    ]  # fmt: skip
    assert eec.frame["offered"].eq(10 * 5).all()  # names of a group and gender, frames of a place
    offered = eec.frame.groupby("instrument")["offered"].sum()
    assert offered.to_dict() == {"parser": len(names) * 10, "reading": len(names) * 10}


def test_the_shares_lie_in_their_intervals(eec):
    share = eec.frame["found"] / eec.frame["offered"]
    assert share.between(eec.frame["low"], eec.frame["high"]).all()
    assert eec.frame["low"].ge(0).all()
    assert eec.frame["high"].le(1).all()


def test_the_reading_finds_more_than_the_parser_alone(eec):
    found = eec.frame.groupby("instrument")["found"].sum()
    assert found["reading"] > found["parser"]


def test_the_differences_are_counted_over_the_sentences_of_each_group(eec):
    table = eec.differences.set_index("instrument")
    assert table["groups"].tolist() == [2, 2]
    parser = eec.frame[eec.frame["instrument"] == "parser"].groupby("group")["found"].sum()
    shown = ", ".join(f"{group} {count} of 200" for group, count in parser.items())
    assert table.loc["parser", "shares"] == shown
    assert table["p_value"].between(0, 1).all()
    assert (table["differs"] == (table["p_value"] < 0.05)).all()


def test_the_parser_is_named(eec):
    assert eec.model == load_model().name


def test_groups_that_are_found_unequally_are_told_in_a_warning():
    names = pool(listed=["Ellen", "Elena", "Amanda"], unlisted=["Zzqrt", "Xkcdq", "Vrrnkt"])
    audit = audit_recogniser(names=names)
    table = audit.frame[audit.frame["instrument"] == "reading"].groupby("group")["found"].sum()
    assert table["listed"] == 30
    assert table["unlisted"] <= 15
    assert "does not find all groups of names equally often" in audit.warning
    assert f"listed 30 of 30, unlisted {table['unlisted']} of 30; p = " in audit.warning
    assert "unbiased" not in audit.warning


def test_groups_that_are_found_alike_give_no_warning():
    audit = audit_recogniser(names=pool(one=["Elena"], two=["Amanda", "Ellen"]))
    assert audit.warning == ""
    assert not audit.differences.set_index("instrument").loc["reading", "differs"]


def test_a_single_group_differs_from_nobody():
    audit = audit_recogniser(names=pool(only=["Priya"]))
    assert audit.differences["p_value"].tolist() == [1.0, 1.0]
    assert audit.warning == ""
