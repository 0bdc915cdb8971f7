"""The run folder: whole parts or none, one writer, one configuration."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import time

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.core.errors import RunError
from fairnlp.core.lock import hold
from fairnlp.core.store import RunFolder

MANIFEST = {
    "kind": "audit",
    "options": {"seed": 0, "systems": ["a"]},
    "inputs": {"corpus": "ab12"},
    "versions": {"python": "3.11"},
}


def frame(*texts: str) -> pd.DataFrame:
    return pd.DataFrame({"text": list(texts), "n": [len(t) for t in texts]})


# Parts


def test_parts_come_back_in_the_order_of_their_numbers(tmp_path):
    folder = RunFolder(tmp_path / "run")
    for part in (10, 2, 0):
        folder.write("texts", part, frame(str(part)))
    assert folder.parts("texts") == [0, 2, 10]
    assert folder.read("texts")["text"].tolist() == ["0", "2", "10"]
    assert [f["text"].item() for f in folder.frames("texts")] == ["0", "2", "10"]


def test_a_part_that_was_not_written_is_not_there(tmp_path):
    folder = RunFolder(tmp_path / "run")
    folder.write("texts", 1, frame("x"))
    assert folder.has("texts", 1)
    assert not folder.has("texts", 0)
    assert not folder.has("other", 1)
    assert folder.steps() == ["texts"]


def test_writing_a_part_again_replaces_it(tmp_path):
    folder = RunFolder(tmp_path)
    folder.write("texts", 0, frame("old", "old"))
    folder.write("texts", 0, frame("new"))
    assert folder.read("texts")["text"].tolist() == ["new"]


def test_the_same_frame_gives_the_same_bytes_whatever_its_index(tmp_path):
    folder = RunFolder(tmp_path)
    folder.write("texts", 0, frame("x", "y"))
    folder.write("texts", 1, frame("x", "y").set_axis([7, 3]))
    first, second = (p.read_bytes() for p in sorted((tmp_path / "texts").iterdir()))
    assert first == second


def test_parts_without_rows_keep_columns_and_types(tmp_path):
    folder = RunFolder(tmp_path)
    typed = pd.DataFrame({"text": ["x"], "n": [1], "score": [0.5], "flag": [True]})
    folder.write("texts", 0, typed.iloc[:0])
    pd.testing.assert_frame_equal(folder.read("texts"), typed.iloc[:0])
    folder.write("texts", 1, typed)
    folder.write("texts", 2, typed.iloc[:0])
    pd.testing.assert_frame_equal(folder.read("texts"), typed)


@given(sizes=st.lists(st.integers(0, 3), min_size=1, max_size=5))
def test_parts_of_a_frame_put_together_are_the_frame(tmp_path_factory, sizes):
    whole = frame(*(f"text {i}" for i in range(sum(sizes))))
    folder = RunFolder(tmp_path_factory.mktemp("run"))
    start = 0
    for part, size in enumerate(sizes):
        folder.write("texts", part, whole.iloc[start : start + size])
        start += size
    pd.testing.assert_frame_equal(folder.read("texts"), whole, check_dtype=len(whole) > 0)


def test_categories_of_all_parts_are_kept_in_order_of_appearance(tmp_path):
    folder = RunFolder(tmp_path)
    for part, words in enumerate((["b", "a"], [], ["c", "a"])):
        frame = pd.DataFrame({"n": range(len(words)), "label": pd.Categorical(words, ["c", *"ab"])})
        folder.write("texts", part, frame)
    read = folder.read("texts")
    assert read["label"].tolist() == ["b", "a", "c", "a"]
    assert read["label"].dtype == "category"
    assert list(read) == ["n", "label"]


def test_pandas_alone_can_read_a_step_beside_a_leftover(tmp_path):
    folder = RunFolder(tmp_path)
    folder.write("texts", 0, frame("x"))
    folder.write("texts", 1, frame("y"))
    (tmp_path / "texts" / ".part-00002.parquet.77.tmp").write_bytes(b"half")
    assert pd.read_parquet(tmp_path / "texts")["text"].tolist() == ["x", "y"]


def test_a_step_that_is_not_there_is_named_with_those_that_are(tmp_path):
    folder = RunFolder(tmp_path)
    folder.write("texts", 0, frame("x"))
    with pytest.raises(RunError, match=r"no finished part of 'other'; it has \['texts'\]"):
        folder.read("other")
    with pytest.raises(RunError, match="no part 3 of 'texts': `fairnlp resume"):
        folder.read_part("texts", 3)


@pytest.mark.parametrize("step", ["", "../x", "a/b", ".hidden", "Upper", "a b"])
def test_a_step_cannot_lead_out_of_the_folder(tmp_path, step):
    with pytest.raises(RunError, match="Cannot name a step"):
        RunFolder(tmp_path).write(step, 0, frame("x"))


@pytest.mark.parametrize("damage", ["cut", "empty", "middle"])
def test_a_damaged_part_is_named_with_the_remedy(tmp_path, damage):
    folder = RunFolder(tmp_path)
    folder.write("texts", 0, frame("abcdefgh" * 50, "ijkl" * 50))
    path = tmp_path / "texts" / "part-00000.parquet"
    content = bytearray(path.read_bytes())
    if damage == "cut":
        content = content[: len(content) // 2]
    elif damage == "empty":
        content = bytearray()
    else:
        content[60] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(RunError, match=r"part-00000.parquet is damaged .*Delete that file"):
        folder.read("texts")


def test_a_failed_write_leaves_what_was_there(tmp_path):
    folder = RunFolder(tmp_path)
    folder.write("texts", 0, frame("old"))
    unwritable = pd.DataFrame({"x": [object()]})
    with pytest.raises(Exception, match="object"):
        folder.write("texts", 0, unwritable)
    assert folder.read("texts")["text"].tolist() == ["old"]
    assert os.listdir(tmp_path / "texts") == ["part-00000.parquet"]


KILLED_WRITER = """
import sys, pandas as pd
from fairnlp.core.store import RunFolder
folder = RunFolder(sys.argv[1])
print("go", flush=True)
part = 0
while True:
    frame = pd.DataFrame({"n": [part] * 20_000, "text": ["x" * 50] * 20_000})
    folder.write("texts", part % 3, frame)
    part += 1
"""


@pytest.mark.parametrize("delay", [0.01, 0.035, 0.08])
def test_a_writer_killed_at_any_moment_leaves_only_whole_parts(tmp_path, delay):
    with subprocess.Popen(
        [sys.executable, "-c", KILLED_WRITER, str(tmp_path)], stdout=subprocess.PIPE
    ) as writer:
        writer.stdout.readline()
        time.sleep(delay)
        writer.send_signal(signal.SIGKILL)
    folder = RunFolder(tmp_path)
    for part in folder.parts("texts"):
        assert len(folder.read_part("texts", part)) == 20_000
    folder.path.joinpath("manifest.json").write_text('{"kind": "audit"}')
    folder.claim(MANIFEST, fresh=True)
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".tmp")]
    assert folder.steps() == []


# Other files


def test_texts_and_json_come_back(tmp_path):
    folder = RunFolder(tmp_path)
    assert folder.write_text("report.html", "<p>Zoë</p>").read_text("utf-8") == "<p>Zoë</p>"
    folder.write_json("info.json", {"name": "Zoë"})
    assert folder.read_json("info.json") == {"name": "Zoë"}
    assert folder.read_json("none.json") is None


def test_a_damaged_manifest_is_named(tmp_path):
    (tmp_path / "manifest.json").write_text('{"kind"')
    with pytest.raises(RunError, match="manifest.json is damaged"):
        RunFolder(tmp_path).manifest()


def test_a_folder_without_a_manifest_holds_no_run(tmp_path):
    with pytest.raises(RunError, match="holds no run. Start one with `fairnlp audit --out"):
        RunFolder(tmp_path / "nowhere").manifest()


# One configuration


def begun(path) -> RunFolder:
    folder = RunFolder(path)
    path.mkdir(exist_ok=True)
    assert folder.claim(MANIFEST) is False
    folder.write("corpus", 0, frame("x"))
    folder.write_manifest(MANIFEST)
    folder.write("templates", 0, frame("y"))
    return folder


def test_the_same_run_is_continued(tmp_path):
    folder = begun(tmp_path)
    assert folder.claim(MANIFEST) is True
    assert folder.steps() == ["corpus", "templates"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"options": {"seed": 1, "systems": ["a"]}}, "seed 0 there, 1 asked for"),
        ({"options": {"seed": 0}}, r"systems \['a'\] there, None asked for"),
        ({"inputs": {"corpus": "cd34"}}, "another corpus"),
        ({"kind": "other"}, "kind 'audit' there, 'other' asked for"),
    ],
)
def test_another_run_is_refused_and_the_three_ways_out_are_named(tmp_path, change, says):
    folder = begun(tmp_path)
    with pytest.raises(RunError, match=says) as caught:
        folder.claim({**MANIFEST, **change})
    for way_out in ("--out", "fairnlp resume", "--fresh"):
        assert way_out in str(caught.value)
    assert folder.steps() == ["corpus", "templates"]


def test_a_fresh_start_removes_the_run_and_nothing_else(tmp_path):
    folder = begun(tmp_path)
    folder.write_text("report.html", "old")
    (tmp_path / "notes.txt").write_text("mine")
    (tmp_path / "templates" / "notes.txt").write_text("mine")
    assert folder.claim(MANIFEST, fresh=True, products=["report.*"]) is False
    assert folder.steps() == []
    left = sorted(str(p.relative_to(tmp_path)) for p in tmp_path.rglob("*") if p.is_file())
    assert left == ["manifest.json", "notes.txt", "templates/notes.txt"]


def test_a_run_that_was_stopped_while_preparing_is_begun_anew(tmp_path):
    folder = RunFolder(tmp_path)
    folder.claim(MANIFEST)
    folder.write("corpus", 0, frame("half"))
    with pytest.raises(RunError, match="holds no run"):
        folder.manifest()
    assert folder.claim({**MANIFEST, "options": {"seed": 5}}) is False
    assert folder.steps() == []


@pytest.mark.parametrize("fresh", [False, True])
def test_a_folder_with_files_of_others_is_never_touched(tmp_path, fresh):
    (tmp_path / "thesis.docx").write_text("mine")
    with pytest.raises(RunError, match=r"holds files but no run, such as 'thesis.docx'"):
        RunFolder(tmp_path).claim(MANIFEST, fresh=fresh)
    assert os.listdir(tmp_path) == ["thesis.docx"]


def test_other_versions_are_allowed_but_said(tmp_path, caplog):
    folder = begun(tmp_path)
    with caplog.at_level(logging.WARNING):
        assert folder.claim({**MANIFEST, "versions": {"python": "3.12", "spacy": "3.8"}})
    assert "python 3.11 then, 3.12 now; spacy none then, 3.8 now" in caplog.text


# One writer

HOLDER = """
import sys, time
from pathlib import Path
from fairnlp.core.lock import hold
with hold(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""

FORKING_HOLDER = """
import os, sys, time
from pathlib import Path
from fairnlp.core.lock import hold
with hold(Path(sys.argv[1])):
    worker = os.fork()
    if worker == 0:
        time.sleep(60)
    print(worker, flush=True)
    time.sleep(60)
"""


def test_a_second_process_is_turned_away_and_told_who_holds_the_folder(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE
    ) as holder:
        try:
            holder.stdout.readline()
            with (
                pytest.raises(RunError, match=rf"in use by process {holder.pid}\."),
                hold(tmp_path),
            ):
                pass
        finally:
            holder.kill()


def test_the_lock_of_a_killed_process_is_free_at_once(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE
    ) as holder:
        holder.stdout.readline()
        holder.kill()
    with RunFolder(tmp_path).lock():
        assert (tmp_path / ".lock").read_text() == str(os.getpid())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_worker_that_outlives_a_killed_run_does_not_hold_its_folder(tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", FORKING_HOLDER, str(tmp_path)], stdout=subprocess.PIPE
    ) as holder:
        worker = int(holder.stdout.readline())
        holder.kill()
        holder.wait()
        try:
            os.kill(worker, 0)
            with hold(tmp_path):
                pass
        finally:
            os.kill(worker, signal.SIGKILL)


def test_a_second_run_in_the_same_process_is_turned_away(tmp_path):
    folder = RunFolder(tmp_path / "run")
    with folder.lock():
        with pytest.raises(RunError, match="in use by this process"), folder.lock():
            pass
        with RunFolder(tmp_path / "other").lock():
            pass
    with folder.lock():
        pass


def test_a_lock_ends_with_an_error(tmp_path):
    with pytest.raises(KeyError), hold(tmp_path):
        raise KeyError
    with hold(tmp_path):
        pass
