from __future__ import annotations

import logging
import os
import sqlite3
import subprocess
import sys
import time
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
import spacy

from fairnlp.core.errors import OptionError
from fairnlp.text import parser
from fairnlp.text.annotate import Skipped, annotate, load_model

if TYPE_CHECKING:
    from spacy.tokens import Doc

TEXTS = [
    "We met Dr. Amsel and Mrs. Dahl. Mrs. Dahl laughed; she had won.",
    "",
    "   ",
    "Ines  tested v0.0.16 on 192.168.1.1 - slowly ;\n\tshe (quietly) smiled ...",
    "Zoë and Björn said it's hers; I don't think so!",
    "Her path is C:\\next\\xray; 50% of it is hers.",
    "The film, which Maria Lopez directed in Spain last May, cost $3,000. He hated it. " * 12,
    "We met Dr. Amsel and Mrs. Dahl. Mrs. Dahl laughed; she had won.",
]


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("FAIRNLP_CACHE", str(tmp_path))
    return tmp_path / "parses"


@pytest.fixture
def store(cache):
    """Path of the file of parses, filled with those of TEXTS."""
    list(annotate(TEXTS))
    (path,) = cache.glob("*.sqlite")
    return path


def told(doc: Doc | Skipped) -> object:
    """All that a reader of a parse can see."""
    if isinstance(doc, Skipped):
        return doc
    tokens = [
        (t.text, t.whitespace_, t.idx, t.tag_, t.pos_, t.dep_, t.head.i, t.ent_iob_, t.ent_type_)
        + (t.is_sent_start, str(t.morph), t.lower_, t.shape_, t.norm_, t.lemma_)
        for t in doc
    ]
    sentences = [(s.start, s.end) for s in doc.sents]
    chunks = [(c.start, c.end) for c in doc.noun_chunks]
    names = [(e.start_char, e.end_char, e.label_) for e in doc.ents]
    return doc.text, tokens, sentences, chunks, names, doc.tensor.size, sorted(doc.user_data)


def plain(doc: Doc) -> object:
    """What spaCy itself says of a parse, without the attributes that are not kept."""
    columns = ["ORTH", "SPACY", "TAG", "POS", "DEP", "HEAD", "ENT_IOB", "ENT_TYPE", "MORPH"]
    return doc.to_array([*columns, "SENT_START"]).tolist()


def queries(monkeypatch) -> list[str]:
    """Texts that reach the model from now on."""
    seen: list[str] = []
    nlp = load_model().nlp
    make_doc = nlp.make_doc
    monkeypatch.setattr(nlp, "make_doc", lambda text: seen.append(text) or make_doc(text))
    return seen


def test_a_parse_equals_the_one_that_spacy_gives():
    nlp = load_model().nlp
    assert [plain(doc) for doc in annotate(TEXTS)] == [plain(nlp(text)) for text in TEXTS]


@pytest.mark.parametrize(
    "options",
    [
        {"cache": True},
        {"cache": False},
        {"batch_size": 1},
        {"batch_size": 3},
        {"processes": 2, "batch_size": 2},
        {"processes": 2, "batch_size": 2, "cache": False},
    ],
    ids=str,
)
def test_a_parse_depends_on_the_text_alone(options):
    """RUN-06: not on the batch, the number of processes, or what is stored."""
    alone = [told(next(annotate([text], cache=False))) for text in TEXTS]
    assert [told(doc) for doc in annotate(TEXTS, **options)] == alone
    assert [told(doc) for doc in annotate(TEXTS, **options)] == alone  # from the store
    order = np.random.default_rng(0).permutation(len(TEXTS))
    mixed = [told(doc) for doc in annotate([TEXTS[i] for i in order], **options)]
    assert mixed == [alone[i] for i in order]


def test_two_processes_parse_without_falling_back(caplog):
    list(annotate(TEXTS, processes=2, batch_size=2))
    assert "failed" not in caplog.text


def test_a_text_that_comes_twice_is_parsed_once(monkeypatch):
    seen = queries(monkeypatch)
    for cache in (True, False):
        seen.clear()
        list(annotate(["One came.", "Two came."] * 3, batch_size=3, cache=cache))
        assert seen == ["One came.", "Two came."]


def test_a_text_that_comes_twice_is_parsed_once_by_several_processes(monkeypatch):
    sent: list[str] = []
    submit = parser.Parser.submit
    monkeypatch.setattr(parser.Parser, "submit", lambda s, t: sent.extend(t) or submit(s, t))
    texts = ["One came.", "Two came."] * 9
    assert [d.text for d in annotate(texts, batch_size=3, processes=2, cache=False)] == texts
    assert sent == ["One came.", "Two came."]


def test_stored_parses_are_not_made_again(monkeypatch, store):
    seen = queries(monkeypatch)
    assert len(list(annotate([*TEXTS, "Another one."]))) == len(TEXTS) + 1
    assert seen == ["Another one."]


def test_texts_are_taken_as_they_are_needed():
    texts = count()
    docs = annotate((f"Text {i}." for i in texts), batch_size=4)
    assert next(docs).text == "Text 0."
    docs.close()
    assert next(texts) == 4


def test_several_processes_take_a_few_batches_ahead():
    texts = count()
    docs = annotate((f"Text {i}." for i in texts), batch_size=2, processes=2)
    assert next(docs).text == "Text 0."
    docs.close()
    assert next(texts) == 2 * 5


def test_a_text_that_is_too_long_does_not_end_the_run():
    """RUN-05: two results and one row 'skipped: too long', with the length."""
    first, long, last = annotate(["She left.", "a" * 1_100_000, "He stayed."])
    assert (first.text, last.text) == ("She left.", "He stayed.")
    assert (long.reason, long.length) == ("skipped: too long", 1_100_000)
    assert long.detail == "1100000 characters, limit 100000"
    assert not long


def test_the_limit_of_the_model_holds_also_where_a_greater_one_is_asked_for():
    (long,) = annotate(["a" * 1_100_000], max_chars=2_000_000)
    assert long.detail == "1100000 characters, limit 1000000"


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_a_missing_text_is_told_with_its_row(missing):
    """LEX-12."""
    first, gap, last = annotate(["She left.", missing, "He stayed."])
    assert (gap.reason, gap.detail) == ("skipped: missing", "row 1 has no text")
    assert (first.text, last.text) == ("She left.", "He stayed.")


def test_a_lone_surrogate_does_not_end_the_run():
    gap, last = annotate(["ab\ud800", "He stayed."])
    assert (gap.reason, gap.detail) == ("skipped: not Unicode", "lone surrogate at character 2")
    assert last.text == "He stayed."


def test_an_empty_text_has_no_tokens_and_no_sentences():
    (doc,) = annotate([""])
    assert (len(doc), list(doc.sents), doc.ents) == (0, [], ())


@pytest.mark.parametrize(
    ("texts", "options", "message"),
    [
        ("She left.", {}, r"`texts` is one str; give a list"),
        (["x"], {"processes": 0}, r"at least 1: processes = 0"),
        (["x"], {"batch_size": 0, "max_chars": -1}, r"batch_size = 0, max_chars = -1"),
        (["x", 3], {}, r"Text 1 is of type int, not str: 3"),
    ],
)
def test_a_wrong_argument_is_named(texts, options, message):
    with pytest.raises(OptionError, match=message):
        list(annotate(texts, **options))


@pytest.mark.parametrize(
    "title",
    ["Dr.", "Mr.", "Mrs.", "Ms.", "Prof.", "Gen.", "Capt.", "Col.", "Det.", "Insp.", "Lt.", "Sgt."],
)
def test_a_title_does_not_end_the_sentence(title):
    """NOUN-13."""
    (doc,) = annotate([f"We met {title} Amsel and Mrs. Dahl. Mrs. Dahl laughed; she had won."])
    assert [s.text for s in doc.sents] == [
        f"We met {title} Amsel and Mrs. Dahl.",
        "Mrs. Dahl laughed; she had won.",
    ]


def test_two_calls_at_once_share_the_store():
    one, two = annotate(TEXTS, batch_size=2), annotate(TEXTS, batch_size=3)
    for a, b in zip(one, two, strict=True):
        assert told(a) == told(b)


SHARING = """
from fairnlp.text.annotate import annotate
print(sum(len(doc) for doc in annotate([f"Text {i}." for i in range(200)], batch_size=1)))
"""


@pytest.mark.slow
def test_processes_that_run_at_once_share_the_store(cache):
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", SHARING],
            cwd=Path(__file__).parents[2],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(3)
    ]
    for run in runs:
        assert run.communicate(timeout=120) == ("600\n", "")
    (path,) = cache.glob("*.sqlite")
    (rows,) = sqlite3.connect(path).execute("SELECT count(*) FROM parses").fetchone()
    assert rows == 200


def test_a_file_that_is_no_database_is_replaced(store, caplog):
    store.write_bytes(b"no database" * 1000)
    assert len(list(annotate(TEXTS))) == len(TEXTS)
    assert "are broken (file is not a database): starting anew" in caplog.text
    (rows,) = sqlite3.connect(store).execute("SELECT count(*) FROM parses").fetchone()
    assert rows == len(set(TEXTS))


def test_a_database_with_a_torn_page_is_replaced(store, caplog):
    torn = bytearray(store.read_bytes())
    torn[4096:] = b"\xff" * (len(torn) - 4096)
    store.write_bytes(torn)
    docs = list(annotate(TEXTS))
    assert [doc.text for doc in docs] == TEXTS
    assert "starting anew" in caplog.text


def test_a_broken_parse_is_made_again(store, caplog):
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE parses SET parse = substr(parse, 1, 50)")
    assert [doc.text for doc in annotate(TEXTS)] == TEXTS
    assert caplog.text.count("it is parsed again") == len(TEXTS)
    caplog.clear()
    assert [doc.text for doc in annotate(TEXTS)] == TEXTS
    assert "again" not in caplog.text


def test_a_parse_of_another_text_is_made_again(store, caplog):
    with sqlite3.connect(store) as connection:
        connection.execute("UPDATE parses SET parse = (SELECT parse FROM parses LIMIT 1)")
    assert [doc.text for doc in annotate(TEXTS)] == TEXTS
    assert "it is of another text" in caplog.text


def test_where_nothing_can_be_stored_the_run_goes_on(store, caplog):
    store.unlink()
    store.mkdir()
    assert [doc.text for doc in annotate(TEXTS, batch_size=2)] == TEXTS
    assert caplog.text.count("Parses are not stored") == 1


def _die():
    os._exit(1)


def test_processes_that_die_leave_one_that_goes_on(monkeypatch, caplog):
    """RUN-08: never hangs, says what happened."""
    monkeypatch.setattr(parser, "_live_with_parent", _die)
    assert [doc.text for doc in annotate(TEXTS, processes=2, batch_size=2)] == TEXTS
    assert caplog.text.count("Parsing in several processes failed") == 1


SCRIPT = """
import logging, multiprocessing, sys
multiprocessing.set_start_method(sys.argv[1])
from fairnlp.text.annotate import annotate
texts = [f"Text {i}." for i in range(6)]
print([doc.text for doc in annotate(texts, processes=2, batch_size=2, progress=False)] == texts)
"""


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("guard", [True, False])
def test_processes_work_or_give_way_in_a_script(tmp_path, method, guard):
    """RUN-08: with any way to start processes, with and without the guard that `spawn` needs."""
    script = tmp_path / "script.py"
    body = SCRIPT.replace("\n", "\n    ")
    script.write_text(f"if __name__ == '__main__':{body}" if guard else SCRIPT)
    done = subprocess.run(
        [sys.executable, script, method],
        cwd=Path(__file__).parents[2],
        env={"PYTHONPATH": ".", "FAIRNLP_CACHE": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert done.stdout.strip().endswith("True")
    assert ("failed" in done.stderr) == (method == "spawn" and not guard)


KILLED = """
import os, signal, sys
from fairnlp.text.annotate import annotate
for number, doc in enumerate(annotate([f"Text {i}." for i in range(99)], batch_size=2)):
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_run_leaves_what_it_had_parsed(cache, monkeypatch, caplog):
    subprocess.run([sys.executable, "-c", KILLED], cwd=Path(__file__).parents[2], check=False)
    seen = queries(monkeypatch)
    texts = [f"Text {i}." for i in range(99)]
    with caplog.at_level(logging.WARNING):
        assert [doc.text for doc in annotate(texts)] == texts
    assert seen == texts[8:]
    assert not caplog.records


BUSY = """
import multiprocessing, sys, time
from fairnlp.text.annotate import annotate
docs = annotate((f"Text {i}." for i in range(10**6)), batch_size=2, processes=2)
next(docs)
print(*(child.pid for child in multiprocessing.active_children()), flush=True)
time.sleep(600)
"""


@pytest.mark.slow
def test_worker_processes_end_when_their_parent_is_killed():
    with subprocess.Popen([sys.executable, "-c", BUSY], stdout=subprocess.PIPE, text=True) as run:
        workers = [Path("/proc", pid) for pid in run.stdout.readline().split()]
        assert len(workers) == 2
        run.kill()
    deadline = time.monotonic() + 30
    while (left := [w for w in workers if w.exists()]) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert not left


def test_a_model_in_a_folder_is_read_and_kept_apart(tmp_path, cache):
    nlp = spacy.blank("en")
    nlp.add_pipe("sentencizer")
    nlp.to_disk(tmp_path / "small")
    (doc,) = annotate(["She left. He stayed."], model=tmp_path / "small")
    assert [s.text for s in doc.sents] == ["She left.", "He stayed."]
    list(annotate(["She left. He stayed."]))
    assert len(list(cache.glob("*.sqlite"))) == 2
