"""Where the tables come from, and that nothing unknown is used or fetched silently."""

from __future__ import annotations

import base64
import io
import logging
import pickle
from collections import OrderedDict
from importlib.util import find_spec
from pathlib import Path

import pooch
import pytest

from fairnlp.core.errors import LexiconError, MissingDataError, OptionError
from fairnlp.systems.sentimentr import keys, load, rscript
from tests.needs import need
from tests.systems.sentimentr import golden

JOCKERS_RINKER = "hash_sentiment_jockers_rinker"
SHIFTERS = "hash_valence_shifters"


@pytest.fixture(autouse=True)
def bare_machine(tmp_path, monkeypatch):
    """A machine with an empty cache and without R."""
    monkeypatch.setenv("FAIRNLP_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("PATH", str(tmp_path))
    for asked in (rscript.versions, rscript.lexicon_table):
        asked.cache_clear()
    yield tmp_path / "cache" / "lexicons"
    for asked in (rscript.versions, rscript.lexicon_table):
        asked.cache_clear()


@pytest.fixture
def syuzhet():
    need(find_spec("moodswing"), "moodswing is missing: pip install 'fairnlp[lexicons]'")
    return load("syuzhet")


def put(folder, tables):
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in ((JOCKERS_RINKER, tables.polarity), (SHIFTERS, tables.shifters)):
        lines = [f'"{word}",{value}\n' for word, value in table.items()]
        (folder / f"{name}.csv").write_text("x,y\n" + "".join(lines), encoding="utf-8")


def test_syuzhet_has_its_words_and_our_shifters_and_says_so(syuzhet):
    assert len(syuzhet.polarity) == 10_747  # 10,748 rows, one word twice
    assert (syuzhet.polarity["abandon"], syuzhet.shifters["not"]) == (-0.75, 1)
    assert syuzhet.title == "SentimentR algorithm, syuzhet key"
    assert syuzhet.silent == []


def test_lex_10_of_two_entries_the_last_one_wins(syuzhet):
    assert syuzhet.polarity["naive"] == -0.75  # -0.25 stands before it


def test_every_shifter_of_ours_can_count(syuzhet):
    terms = list(syuzhet.shifters)
    broken = [t for t, fires in zip(terms, syuzhet.scorer.fires(terms), strict=True) if not fires]
    assert broken == []


def test_the_default_falls_back_to_syuzhet_and_prefers_a_kept_key(data_dir, bare_machine, syuzhet):
    assert load() is syuzhet
    put(bare_machine, golden.tables(data_dir))
    assert load().title == "SentimentR"
    assert load("Jockers-Rinker").sha256 == golden.tables(data_dir).sha256


def test_a_kept_key_that_was_changed_is_not_used(data_dir, bare_machine, syuzhet, caplog):
    put(bare_machine, golden.tables(data_dir).edited(drop=["good"]))
    with caplog.at_level(logging.WARNING):
        assert load() is syuzhet
    assert "broken, or of another version" in caplog.text
    (bare_machine / f"{JOCKERS_RINKER}.csv").write_text("x;y\n", encoding="utf-8")
    assert load() is syuzhet


def test_a_key_that_is_not_there_is_told_with_the_way_to_get_it():
    with pytest.raises(MissingDataError, match="download=True.*install.packages"):
        load("Jockers-Rinker")


def test_a_download_is_used_only_if_its_content_is_known(data_dir, monkeypatch, bare_machine):
    theirs = golden.tables(data_dir)
    content = {JOCKERS_RINKER: dict(theirs.polarity), SHIFTERS: dict(theirs.shifters)}
    asked = []
    monkeypatch.setattr(keys, "_fetched", lambda name: asked.append(name) or content[name])
    assert load("Jockers-Rinker", download=True).title == "SentimentR"
    assert load("Jockers-Rinker").title == "SentimentR"  # kept
    assert asked == [JOCKERS_RINKER, SHIFTERS]
    for file in bare_machine.iterdir():
        file.unlink()
    content[JOCKERS_RINKER] = {"good": 1.0}
    with pytest.raises(MissingDataError):
        load("Jockers-Rinker", download=True)
    assert [file.name for file in bare_machine.iterdir()] == [f"{SHIFTERS}.csv"]


# save(hash_sentiment_jockers_rinker, compress = "xz") in R 4.2.2, of a data.table with the key x:
# data.table(x = c("a plus", "b"), y = c(0.3, 1)).
RDA = (
    "/Td6WFoAAAFpIt42AgAhARwAAAAQz1jM4AGRALpdACkRB1RXIuRuUsqfktkkYTyzHMdu+351IdX0vSzD5eKecCyf"
    "jFEY6DDUMN3pMsJJmwN97uS3wmW8PX35jrwOXSr6cvkxFteQmWJ0ScOveMkfkeithqkVMF3zDxulmi7/FfILosez"
    "YNWKLAezbPFkV4ekCyuvGCzV7vueW3C3vudovE00Tg0tDOWf9iYMSDga5GXZavtpCQamYAz6XmX74N/jhkWysfby"
    "bO7nx9o2xfmLOx7Mg/17DNmMwAAAALVjMOgAAdIBkgMAAD/XzLQ+MA2LAgAAAAABWVo="
)


def test_a_data_file_of_r_is_read_and_not_kept(tmp_path, monkeypatch):
    need(find_spec("rdata"), "rdata is missing: pip install 'fairnlp[lexicons]'")
    path = tmp_path / "fetched.rda"
    path.write_bytes(base64.b64decode(RDA))
    monkeypatch.setattr(pooch, "retrieve", lambda url, **options: str(path))
    assert keys._fetched(JOCKERS_RINKER) == {"a plus": 0.3, "b": 1.0}
    assert not path.exists()


def test_a_download_that_fails_says_how_else_to_get_the_key(monkeypatch):
    def fail(url, **options):
        raise OSError("no route")

    monkeypatch.setattr(pooch, "retrieve", fail)
    with pytest.raises(MissingDataError, match="cannot be fetched .no route.*install.packages"):
        load("Jockers-Rinker", download=True)


def test_an_unpickler_that_allows_no_classes_reads_the_key():
    for harmful in (OrderedDict(a=1), Path):
        with pytest.raises(pickle.UnpicklingError, match="the file asks for"):
            keys.Plain(io.BytesIO(pickle.dumps(harmful))).load()


def test_a_list_of_the_user_is_a_key(tmp_path, caplog):
    path = tmp_path / "mine.csv"
    path.write_text("word,score\nGood,0.75\nvery,-1\n", encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        tables = load(path)
    assert "mine.csv gives scores to valence shifters: very" in caplog.text
    assert dict(tables.polarity) == {"good": 0.75, "very": -1.0}
    assert tables.shifters["not"] == 1
    assert tables.title == "SentimentR algorithm, mine.csv key"
    shifters = tmp_path / "shifters.csv"
    shifters.write_text("word,score\nnay,1\n", encoding="utf-8")
    assert dict(load(str(path), shifters=shifters).shifters) == {"nay": 1}
    shifters.write_text("word,score\nnay,1.5\n", encoding="utf-8")
    with pytest.raises(LexiconError, match="'nay' is of kind 1.5"):
        load(path, shifters=shifters)


def test_a_key_that_is_not_known_is_refused():
    with pytest.raises(OptionError, match="'afinn'; give 'auto', 'Jockers-Rinker', 'syuzhet'"):
        load("afinn")
