"""What goes to R and comes back, with a stand-in for Rscript; R itself where it is installed."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from fairnlp.core.errors import MissingDependencyError, SystemUnderTestError
from fairnlp.systems import as_system
from fairnlp.systems.sentimentr import InR, Tables, rscript, sentiment, sentiment_in_r
from tests.systems.sentimentr import golden

# Answers as ask.R does: one sentence a text, scored by its length or by the table that came.
STAND_IN = """#!{python}
import sys
kind, *given = sys.argv[3:]
read = lambda path: open(path, encoding="utf-8").read().split("\\n")[:-1]
if kind == "versions":
    print("sentimentr\\t2.9.1\\nlexicon\\t\\nR\\t4.2.2")
elif len(given) > 2 and "97 98" in read(given[2])[0]:
    sys.exit("it broke")
else:
    table = read(given[2]) if len(given) > 2 else []
    with open(given[1], "w", encoding="utf-8") as file:
        print("0.25", file=file)
        for number, text in enumerate(read(given[0]), 1):
            words = "NA" if text in ("", "NA") else len(text.split())
            score = table[0].split("\\t")[1] if table else number / 3
            print(number, 1, words, repr(float(score)), text, sep="\\t", file=file)
"""


@pytest.fixture(autouse=True)
def forget():
    rscript.versions.cache_clear()
    rscript.lexicon_table.cache_clear()
    yield
    rscript.versions.cache_clear()
    rscript.lexicon_table.cache_clear()


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    path = tmp_path / "Rscript"
    path.write_text(STAND_IN.format(python=sys.executable), encoding="utf-8")
    path.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))


def test_without_r_the_error_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    assert rscript.versions() == {}
    assert rscript.lexicon_table("hash_valence_shifters") is None
    with pytest.raises(MissingDependencyError, match="R .Rscript. is not installed.*own port"):
        sentiment_in_r(["Good."])


@pytest.mark.usefixtures("stand_in")
def test_any_text_goes_to_r_and_comes_back_unchanged():
    texts = ['She said "café",\r\n𝒳\t\\n', None, "", "NA"]
    frame, seconds = sentiment_in_r(texts)
    assert frame["sentence"].fillna("missing").tolist() == [texts[0], "missing", "", "NA"]
    assert frame["word_count"].isna().tolist() == [False, True, True, False]
    assert frame["sentiment"].tolist() == [1 / 3, 2 / 3, 1.0, 4 / 3]
    assert seconds == 0.25
    assert list(frame) == list(sentiment([], tables=Tables(polarity={}, shifters={}, key="x")))


@pytest.mark.usefixtures("stand_in")
def test_the_adapter_is_a_system_and_gives_r_its_tables():
    system = as_system(InR(tables=Tables(polarity={"good": 0.1}, shifters={"not": 1}, key="x")))
    assert system.scores(["Good.", "Bad."]).tolist() == [0.1, 0.1]
    assert system.lexicon == {"good", "not"}
    assert system.info["version of sentimentr"] == "2.9.1"


@pytest.mark.usefixtures("stand_in")
def test_what_r_says_when_it_fails_is_told():
    with pytest.raises(SystemUnderTestError, match="it broke"):
        sentiment_in_r(["Good."], tables=Tables(polarity={"ab": 1}, shifters={}, key="x"))


def test_r_itself_agrees_with_the_port_where_it_is_installed(data_dir):
    texts = golden.sentences(data_dir, "sentences").drop_duplicates("element_id")["text"].tolist()
    texts = [text for text in texts if isinstance(text, str)]
    if not rscript.versions().get("sentimentr"):
        with pytest.raises(MissingDependencyError):
            sentiment_in_r(texts)
        return
    theirs, _ = sentiment_in_r(texts)
    ours = sentiment(texts, tables=golden.tables(data_dir))
    assert theirs["sentence"].tolist() == ours["sentence"].tolist()
    assert np.abs(theirs["sentiment"] - ours["sentiment"]).max() <= 1e-9
