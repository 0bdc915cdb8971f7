"""Versions, platform and hashes."""

from __future__ import annotations

import getpass
import hashlib
import json
import platform
import socket

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.core.provenance import file_hash, frame_hash, machine, manifest, versions


def test_versions_leave_out_what_is_not_installed():
    found = versions(["numpy", "no-such-package"])
    assert found == {"python": platform.python_version(), "numpy": np.__version__}


def test_a_manifest_names_neither_machine_nor_user_nor_time():
    text = json.dumps(manifest("audit", options={"seed": 0}, inputs={"corpus": "ab"}))
    assert socket.gethostname() not in text
    assert f'"{getpass.getuser()}"' not in text
    assert "/" not in text
    assert text == json.dumps(manifest("audit", options={"seed": 0}, inputs={"corpus": "ab"}))
    assert set(machine()) == {"system", "machine", "python"}


def test_options_are_kept_as_json_gives_them_back():
    made = manifest("audit", options={"systems": ("a", "b")}, inputs={})
    assert made["options"] == {"systems": ["a", "b"]}
    assert json.loads(json.dumps(made)) == made


def test_options_that_cannot_be_kept_are_refused():
    with pytest.raises(TypeError, match="JSON"):
        manifest("audit", options={"system": object()}, inputs={})


def test_the_hash_of_a_file_is_its_sha256(tmp_path):
    (tmp_path / "x").write_bytes(b"She left.")
    assert file_hash(tmp_path / "x") == hashlib.sha256(b"She left.").hexdigest()


FRAME = pd.DataFrame({"text_id": ["a", "b"], "text": ["She left.", None], "score": [1.0, np.nan]})


@pytest.mark.parametrize(
    "other",
    [
        FRAME[::-1],
        FRAME.iloc[:1],
        FRAME[["text", "text_id", "score"]],
        FRAME.rename(columns={"text": "body"}),
        FRAME.assign(score=["1.0", None]),
        FRAME.assign(text=["She left.", ""]),
        FRAME.assign(text=["She left.", "None"]),
        FRAME.assign(text_id=["ab", ""]),
    ],
)
def test_another_order_name_or_cell_gives_another_hash(other):
    assert frame_hash(other) != frame_hash(FRAME)


def test_frames_without_rows_differ_by_their_columns():
    assert frame_hash(FRAME.iloc[:0]) != frame_hash(FRAME[["text"]].iloc[:0])


def test_the_hash_does_not_change_between_versions():
    cells = json.dumps(["text", ["a", None]])
    expected = hashlib.sha256(b"2 rows" + cells.encode()).hexdigest()
    assert frame_hash(pd.DataFrame({"text": ["a", None]})) == expected


def test_lists_and_dates_can_be_hashed():
    frame = pd.DataFrame(
        {"spans": [[1, 2], np.array([3])], "day": pd.to_datetime(["2021-01-01"] * 2)}
    )
    assert frame_hash(frame) != frame_hash(frame[::-1])


@given(
    st.lists(
        st.tuples(
            st.text(st.characters(exclude_categories=["Cs"])),
            st.none() | st.floats(allow_nan=False),
            st.booleans(),
        ),
        min_size=1,
        max_size=5,
    )
)
def test_writing_and_reading_keeps_the_hash(tmp_path_factory, rows):
    frame = pd.DataFrame(rows, columns=["text", "score", "flag"]).astype({"score": float})
    path = tmp_path_factory.mktemp("frame") / "x.parquet"
    frame.to_parquet(path, index=False)
    assert frame_hash(pd.read_parquet(path)) == frame_hash(frame)
    assert frame_hash(frame.astype({"text": object})) == frame_hash(frame)
