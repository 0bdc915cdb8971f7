from __future__ import annotations

import json

import pandas as pd
import pytest
from matplotlib.figure import Figure

from fairnlp.core.errors import OptionError
from fairnlp.core.provenance import file_hash, frame_hash
from fairnlp.plotting import refusals, save_figure, sized_axes

DATA = pd.DataFrame({"reason": ["no person", "several persons"], "texts": [3, 5]})


def _drawn():
    return refusals(DATA, ax=sized_axes(2))


def test_a_figure_is_written_with_a_manifest(tmp_path):
    path = save_figure(
        _drawn(), "01_refusals", folder=tmp_path / "new", data=DATA, seed=3, corpus="imdb"
    )
    assert path == tmp_path / "new" / "01_refusals.svg"
    manifest = json.loads((path.parent / "01_refusals.json").read_text())
    assert manifest["data"] == {
        "data": {"hash": frame_hash(DATA), "rows": 2, "columns": ["reason", "texts"]}
    }
    assert (manifest["seed"], manifest["info"]) == (3, {"corpus": "imdb"})
    assert {"python", "fairnlp", "matplotlib", "seaborn"} <= set(manifest["versions"])
    assert manifest["files"] == {
        name: file_hash(path.parent / name) for name in ("01_refusals.svg", "01_refusals.png")
    }


def test_the_same_figure_gives_the_same_bytes(tmp_path):
    for folder in ("a", "b"):
        save_figure(_drawn(), "refusals", folder=tmp_path / folder, data=DATA)
    for ending in ("svg", "png", "json"):
        first, second = ((tmp_path / f / f"refusals.{ending}").read_bytes() for f in "ab")
        assert first == second


def test_no_file_names_a_path_or_a_date(tmp_path):
    save_figure(_drawn(), "refusals", folder=tmp_path, data=DATA)
    for path in tmp_path.iterdir():
        content = path.read_bytes()
        assert str(tmp_path).encode() not in content
        assert b"dc:date" not in content


def test_words_stay_words_in_the_svg(tmp_path):
    content = save_figure(_drawn(), "refusals", folder=tmp_path).read_text()
    assert "several persons" in content


def test_several_frames_are_named_in_the_manifest(tmp_path):
    save_figure(_drawn(), "x", folder=tmp_path, data={"one": DATA, "two": DATA.head(1)})
    manifest = json.loads((tmp_path / "x.json").read_text())
    assert {name: entry["rows"] for name, entry in manifest["data"].items()} == {"one": 2, "two": 1}


def test_a_figure_may_be_saved_as_a_whole(tmp_path):
    figure = Figure()
    figure.subplots(1, 2)
    assert save_figure(figure, "two", folder=tmp_path).exists()


@pytest.mark.parametrize("name", ["", "../x", "A", "a b", "a.svg"])
def test_a_name_that_will_not_do_is_refused(tmp_path, name):
    with pytest.raises(OptionError, match="use small letters"):
        save_figure(_drawn(), name, folder=tmp_path)


@pytest.mark.parametrize("path", ["/data/x.csv", "C:\\data\\x.csv"])
def test_a_path_of_the_machine_is_refused(tmp_path, path):
    with pytest.raises(OptionError, match="corpus is a path of this machine"):
        save_figure(_drawn(), "x", folder=tmp_path, corpus=path)


def test_axes_that_were_removed_are_refused(tmp_path):
    ax = _drawn()
    ax.remove()
    with pytest.raises(OptionError, match="belong to no figure"):
        save_figure(ax, "x", folder=tmp_path)
