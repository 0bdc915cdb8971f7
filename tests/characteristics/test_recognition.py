from __future__ import annotations

from types import SimpleNamespace

import pandas as pd
import pytest

from fairnlp.characteristics.country import Country
from fairnlp.characteristics.recognition import distinguishable, known
from fairnlp.core.errors import OptionError
from fairnlp.systems import as_system


class Pieces:
    """A tokenizer of three words; the rest falls into letters, and digits into nothing known."""

    unk_token = "?"

    def tokenize(self, text):
        pieces = []
        for word in text.split():
            known_word = word in ("by", "Omar", "Ines")
            pieces += [word] if known_word else ["?" if c.isdigit() else c for c in word]
        return pieces


WORDS = SimpleNamespace(name="words", known_words=frozenset({"omar", "mary", "ann"}))


def test_a_name_is_known_if_each_of_its_words_is():
    names = ["Omar", "Ivo", "Mary Ann", "Mary-Lou", "Ann O"]
    assert known(WORDS, names) == [True, False, True, False, False]


def test_a_name_is_known_to_a_tokenizer_if_it_is_one_piece():
    system = SimpleNamespace(name="pieces", tokenizer=Pieces())
    assert known(system, ["Omar", "Ivo", "7"]) == [True, False, False]


def test_a_lexicon_serves_where_there_is_no_vocabulary():
    assert known(as_system("vader"), ["Grace", "Keiko"]) == [True, False]


def test_a_system_that_does_not_show_what_it_knows_is_refused():
    with pytest.raises(OptionError, match="'mute' does not show what it knows"):
        known(SimpleNamespace(name="mute"), ["Omar"])


def test_names_that_read_alike_are_told_apart_as_one():
    values = pd.DataFrame(
        {
            "class": list("abcd"),
            "value_id": list("abcd"),
            "ordinary_word": False,
            "male_name": ["Omar", "Ivo", "Kai", "Ann"],
            "female_name": ["Mary", "Mary Ivo", "Ines", "Zoë"],
            "spare": [False, False, False, True],
        }
    )
    table = distinguishable(WORDS, values)
    # Omar | Ivo, Kai; Mary, Mary (Ivo) | Ines: two readings each, and the spare ones do not count
    assert table["names"].tolist() == [3, 3]
    assert table["known"].tolist() == [1, 1]
    assert table["told_apart"].tolist() == [2, 2]
    pieces = distinguishable(SimpleNamespace(name="pieces", tokenizer=Pieces()), values)
    assert pieces["told_apart"].tolist() == [3, 3]


def test_a_lexicon_tool_reads_all_countries_alike():
    """Country is 0 by construction for tools that look words up."""
    table = distinguishable(as_system("vader"), Country().values(seed=0))
    assert table["known"].tolist() == [0, 0]
    assert table["told_apart"].tolist() == [1, 1]
