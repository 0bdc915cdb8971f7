"""Words get the score of their partner, in a copy, and the report says what was done."""

from __future__ import annotations

import logging

import pandas as pd
import pytest
import textblob
from hypothesis import given, settings
from hypothesis import strategies as st

import fairnlp as fn
from fairnlp.core.errors import LexiconError, OptionError, SchemaError
from fairnlp.debias import in_sentences, leak_check, lexicon, load, retest
from fairnlp.systems import as_system
from fairnlp.systems.sentimentr import SentimentR, Tables
from fairnlp.systems.textblob import TextBlob
from fairnlp.systems.wordscores import WordScores

SENTENCE = "Talking about the {} made me feel upset."
MISS = [
    "Miss Adeyemi runs the bakery.",
    "Mr Adeyemi runs the bakery.",
    "Ms Adeyemi runs the bakery.",
]
VERB = "They miss the bakery."


def pairs(*rows: tuple[str, str]) -> pd.DataFrame:
    return pd.DataFrame(rows, columns=["word", "partner"])


def titles(*rows: tuple[str, str]) -> pd.DataFrame:
    return pairs(*rows).assign(title=True)


def said(patched, *columns):
    return patched.report[list(columns)].to_numpy().tolist()


# In each tool: a word that is no entry, and two that are, with scores that differ.
WORDS = {
    "vader": ("bakery", "deficit", "shortage"),
    "afinn": ("bakery", "good", "bad"),
    "textblob": ("bakery", "good", "bad"),
    "SentimentR algorithm, toy key": ("bakery", "deficit", "shortage"),
}


def test_entries_are_changed_added_and_removed_and_the_words_then_score_alike(tool):
    nothing, one, other = WORDS[tool.name]
    for word, partner, action in [
        (one, other, "changed"),
        (nothing, one, "added"),
        (one, nothing, "removed"),
        (nothing, "weather", "none"),
    ]:
        rows = pairs((word, partner))
        patched = lexicon(tool, rows)
        assert said(patched, "word", "action", "fires") == [[word, action, True]]
        again = retest(tool, patched, in_sentences(rows, ["The {}.", SENTENCE, "It is never {}."]))
        assert again["debiased"].all(), (word, partner)
        assert (again["differ_before"] > 0).all() == (action != "none")


def test_the_scores_of_the_report_are_those_of_the_lexicon():
    patched = lexicon("vader", pairs(("deficit", "shortage"), ("deficit", "x"), ("bakery", "good")))
    assert patched.report["old"].isna().tolist() == [False, False, True]
    assert patched.report.loc[0, ["old", "new"]].tolist() == [-1.7, -1.0]  # VADER's own
    assert patched.report.loc[2, "new"] == 1.9


def test_the_tool_a_second_tool_and_a_fresh_one_are_untouched(tool):
    """Per instance: not even what the package shares in the process."""
    nothing, one, other = WORDS[tool.name]
    second = type(tool)(**({"key": tool.tables} if isinstance(tool, SentimentR) else {}))
    texts = [f"The {word}." for word in WORDS[tool.name]]
    before = [tool.scores(texts).tolist(), textblob.TextBlob("A good film.").polarity]
    patched = lexicon(tool, pairs((one, other), (nothing, one)))
    assert patched.scores(texts).tolist() != before[0]
    third = type(tool)(**({"key": tool.tables} if isinstance(tool, SentimentR) else {}))
    for untouched in (tool, second, third):
        assert untouched.scores(texts).tolist() == before[0]
    assert textblob.TextBlob("A good film.").polarity == before[1]


RULES = Tables(
    polarity={"good": 0.5, "bad": -0.5, "upset": -1}, shifters={"no": 1, "not": 1}, key="toy"
)
SMALL = [
    as_system("vader"),
    as_system("textblob"),
    WordScores({"good": 2, "bad": -2, "not good": -3, "upset": -1}),
    SentimentR(RULES),
]
VADER, _, LIST, RULED = SMALL


@settings(max_examples=15)
@given(
    tool=st.sampled_from(SMALL),
    rows=st.lists(st.tuples(*[st.sampled_from(["good", "bad", "bakery", "not good", "no"])] * 2)),
)
def test_undo_gives_the_tool_as_it_was(tool, rows):
    texts = ["good", "bad bakery", "It is not good, fine.", "no fine bakery"]
    before = tool.scores(texts).tolist()
    undone = lexicon(tool, pairs(*rows)).undo()
    assert undone.scores(texts).tolist() == before == tool.scores(texts).tolist()
    assert (undone.lexicon, undone.name) == (tool.lexicon, tool.name)


@settings(max_examples=15)
@given(
    tool=st.sampled_from(SMALL),
    rows=st.lists(
        st.tuples(*[st.sampled_from(["good", "bad", "bakery", "fine", "film"])] * 2),
        unique_by=lambda row: row[0],
    ),
)
def test_single_words_score_alike_also_in_chains_and_circles(tool, rows):
    """A word may be the partner of another: both end at the same score."""
    frame = pairs(*rows)
    again = retest(tool, lexicon(tool, frame), in_sentences(frame, ["The {}.", SENTENCE]))
    assert again["debiased"].all()


@pytest.mark.parametrize("name", ["vader", "afinn"])
def test_a_title_is_patched_and_the_verb_of_the_same_spelling_is_not(name):
    """LEX-03: no tool looks at capitals, so a rule of the copy reads the title as its partner."""
    tool = as_system(name)
    assert len(set(tool.scores(MISS).tolist())) == 2
    patched = lexicon(tool, titles(("Miss", "Mr")))
    assert len(set(patched.scores(MISS).tolist())) == 1
    assert len(set(patched.labels(MISS))) == len(set(patched.answers(MISS).labels)) == 1
    for text in (VERB, "Miss the bakery and you regret it.", "We will miss you", "miss Adeyemi"):
        assert patched.scores([text]) == tool.scores([text]) != 0
    assert said(patched, "action", "fires") == [["rule", True]]
    assert "no lexicon file can hold it" in patched.report.loc[0, "why"]


def test_a_title_is_patched_in_sentimentr_and_textblob_too(tool):
    patched = lexicon(tool, titles(("Miss", "Mr")))
    assert len(set(patched.scores(MISS).tolist())) == 1
    assert patched.scores([VERB]) == tool.scores([VERB])


@pytest.mark.parametrize("name", ["vader", "afinn"])
def test_a_title_as_an_entry_changes_the_verb_and_the_report_says_so(name, caplog):
    """LEX-03 without the rule; LEX-06: capitals are put in lower case with a warning."""
    with caplog.at_level(logging.WARNING):
        patched = lexicon(name, pairs(("Miss", "Mr")))
    assert "Miss" in caplog.text
    assert patched.scores([VERB]) == 0
    assert "the tool cannot tell them apart" in patched.report.loc[0, "why"]


@pytest.mark.parametrize("name", ["vader", "textblob"])
def test_a_phrase_that_cannot_fire_is_listed_as_not_debiased(name):
    """LEX-05, the other way round: the phrase is the word that is to be patched."""
    rows = pairs(("bad shop", "boutique"))
    patched = lexicon(name, rows)
    assert said(patched, "action", "fires", "why") == [
        ["none", False, "a phrase: the tool looks up single words"]
    ]
    again = retest(as_system(name), patched, in_sentences(rows, [SENTENCE]))
    assert again[["debiased", "why"]].to_numpy().tolist() == [
        [False, "a phrase: the tool looks up single words"]
    ]


def test_boutique_and_dress_shop_differ_in_sentimentr_alone_by_the_number_of_words(tool):
    """LEX-05."""
    rows = pairs(("boutique", "dress shop"))
    again = retest(tool, lexicon(tool, rows), in_sentences(rows, [SENTENCE]))
    if isinstance(tool, SentimentR):
        # upset -1; 8 and 9 words
        assert again.loc[0, "largest_after"] == pytest.approx(8**-0.5 - 9**-0.5)
        assert "number of words" in again.loc[0, "why"]
    assert again.loc[0, "debiased"] == (not isinstance(tool, SentimentR))


def test_a_phrase_counts_as_its_words_do(tool):
    nothing, one, _ = WORDS[tool.name]
    rows = pairs(("weather", f"{nothing} {one}"))
    patched = lexicon(tool, rows)
    assert said(patched, "action") == [["added"]]
    if not isinstance(tool, SentimentR):
        assert retest(tool, patched, in_sentences(rows, [SENTENCE])).loc[0, "debiased"]


def test_a_phrase_can_be_patched_where_the_tool_looks_phrases_up():
    for tool in (as_system("afinn"), LIST, RULED):
        rows = pairs(("bad shop", "fine weather"))
        patched = lexicon(tool, rows)
        assert said(patched, "fires") == [[True]]
        assert retest(tool, patched, in_sentences(rows, [SENTENCE])).loc[0, "debiased"]


def test_a_word_whose_parts_count_gets_an_entry_of_nothing():
    """AFINN knows "ha", and reads "ha-ha" as twice that if it is no entry."""
    rows = pairs(("ha-ha", "weather"))
    afinn = as_system("afinn")
    assert retest(afinn, lexicon(afinn, rows), in_sentences(rows, [SENTENCE])).loc[0, "debiased"]


def test_capitals_are_told_as_the_reason_in_vader():
    """CEEC: Texas and TX, which is an entry and in capitals."""
    rows = pairs(("Texas", "TX"))
    again = retest(VADER, lexicon(VADER, rows), in_sentences(rows, [SENTENCE]))
    assert not again.loc[0, "debiased"]
    assert "capitals" in again.loc[0, "why"]


def test_all_senses_of_a_word_are_replaced_in_textblob():
    """LEX-07: "firm" is an adjective to TextBlob; "light" is an adjective, a noun and a verb."""
    tool = as_system("textblob")
    assert tool.score("The firm hired her.") == pytest.approx(-0.2)
    senses = [word for word, parts in tool.sentiment.items() if len(parts) > 2]
    assert senses
    rows = pairs(("firm", "company"), *((word, "great") for word in senses if word != "great"))
    patched = lexicon(tool, rows)
    assert patched.scores(["The firm hired her."]) == patched.scores(["The company hired her."])
    assert "parts of speech, all replaced" in patched.report.loc[1, "why"]
    great = tool.sentiment["great"]
    for word in senses:
        assert patched.tool.sentiment[word] == great
        assert patched.tool.sentiment(word) == tool.sentiment("great")  # subjectivity as well


def test_what_cannot_be_patched_is_told():
    told = dict(said(lexicon("vader", pairs(("bad", "bad luck"), ("very", "good"))), "word", "why"))
    assert told["bad"].startswith("the partner contains the word")
    assert told["very"].startswith("the word negates or strengthens")
    two = pairs(("bakery", "good"), ("bakery", "bad"), ("film", "very"))
    assert said(lexicon("vader", two), "action", "why") == [
        ["added", ""],
        ["none", "an earlier pair gives it the score of 'good'"],
        ["none", "the partner negates or strengthens other words; an entry cannot"],
    ]
    odd = lexicon(RULED, pairs(("well-made", "good"), ("made", "bad"))).report.loc[0]
    assert (odd["action"], odd["fires"]) == ("none", False)
    assert odd["why"] == "the tool never looks up 'well-made'"
    several = lexicon("textblob", pairs(("bakery", "good bad"))).report.loc[0, "why"]
    assert several.startswith("several words of the partner count")
    phrase = lexicon(LIST, pairs(("bakery", "good"))).report.loc[0, "why"]
    assert phrase == "phrases with it have entries of their own: not good"


def test_every_pair_that_differs_still_has_a_kind():
    rows = pairs(
        ("syndicate", "crime syndicate"),  # "crime" counts, and the word is in both
        ("Texas", "TX"),
        ("bad shop", "boutique"),
        ("crime", "weather"),
        ("tale", "crime story"),  # "crime" is patched by the pair before
        ("deficit", "shortage"),
    )
    again = retest(VADER, lexicon(VADER, rows), in_sentences(rows, [SENTENCE]))
    assert dict(zip(again["word"], again["kind"], strict=True)) == {
        "syndicate": "shared word",
        "Texas": "capitals",
        "bad shop": "phrase",
        "crime": "",
        "tale": "",
        "deficit": "",
    }
    assert again["debiased"].tolist() == [True, False, False, True, True, True]


def test_a_pair_whose_words_another_pair_changes_and_one_without_a_reason_are_told():
    rows = pairs(("bakery", "shop of art"))
    patched = lexicon(VADER, pairs(("art", "crime"), ("bakery", "shop")))
    again = retest(VADER, patched, in_sentences(rows, [SENTENCE]))
    assert again[["kind", "why"]].to_numpy().tolist() == [
        ["other pair", "other pairs change words of it: art"]
    ]
    rows = pairs(("deficit", "shortage"))
    again = retest(VADER, VADER, in_sentences(rows, [SENTENCE]))
    assert again[["kind", "why"]].to_numpy().tolist() == [["unknown", "no reason is known"]]


def test_subjectivity_is_debiased_with_its_own_scores():
    """CEEC: all of an entry is replaced, so that both measures of TextBlob end alike."""
    system = as_system("textblob-subjectivity")
    rows = pairs(("good", "bad"), ("bakery", "good bad"))
    patched = lexicon(system, rows)
    entries = as_system("textblob").sentiment
    assert patched.report.loc[0, ["old", "new"]].tolist() == [
        entries["good"][None][1],
        entries["bad"][None][1],
    ]
    assert patched.report["fires"].tolist() == [True, True]
    assert retest(system, patched, in_sentences(rows[:1], ["The {}."]))["debiased"].all()
    assert patched.labels(["good"]) == ["subjective"]


def test_the_copy_tells_which_words_count(tool):
    nothing, one, _ = WORDS[tool.name]
    patched = lexicon(tool, pairs((one, nothing)))
    assert [word.words for word in tool.scored_words(f"The {one}.")] == [one]
    assert patched.scored_words(f"The {one}.") == []
    title = lexicon(tool, titles(("Miss", "Mr")))
    assert title.scored_words(MISS[0]) == []


def test_pairs_that_are_none_name_the_row():
    with pytest.raises(SchemaError, match="lack partner"):
        lexicon("vader", pd.DataFrame({"word": ["good"]}))
    with pytest.raises(SchemaError, match="Row 1 of the pairs: partner is ' '"):
        lexicon("vader", pairs(("good", "bad"), ("fine", " ")))
    with pytest.raises(SchemaError, match="Row 0 of the pairs: title is 'yes'"):
        lexicon("vader", pairs(("good", "bad")).assign(title="yes"))
    assert lexicon("vader", pairs()).report.empty


def test_what_has_no_lexicon_is_refused():
    with pytest.raises(OptionError, match="no lexicon that could be changed"):
        lexicon(as_system(lambda texts: ["x"] * len(texts), takes="many"), pairs(("a", "b")))
    with pytest.raises(OptionError, match="debiased already"):
        lexicon(lexicon("vader", pairs(("a", "b"))), pairs(("a", "b")))


def test_the_copy_is_a_system_under_test_that_says_what_it_is():
    patched = lexicon(as_system("vader", n_labels=3), pairs(("deficit", "bakery")))
    assert as_system(patched) is patched
    assert patched.name == "vader (debiased)"
    assert patched.labels(["A deficit."]) == ["neutral"]
    assert patched.info["debiased"] == "1 removed"
    assert "deficit" not in patched.lexicon
    assert fn.debias.lexicon is lexicon


def test_an_exported_lexicon_scores_as_the_copy_and_has_no_word_twice(tool, tmp_path):
    """LEX-10: the packages' own files have double entries."""
    nothing, one, other = WORDS[tool.name]
    patched = lexicon(tool, pairs((one, other), (nothing, one)))
    path = patched.export(tmp_path / "lexicon.txt")
    loaded = load(tool, path)
    texts = [
        f"The {word} made me upset, not very {word}!" for word in (nothing, one, other, "fine")
    ]
    assert loaded.scores(texts).tolist() == patched.scores(texts).tolist()
    assert loaded.lexicon == patched.lexicon
    if isinstance(tool, TextBlob):
        import xml.etree.ElementTree as ElementTree

        keys = [(row.get("form"), row.get("pos")) for row in ElementTree.parse(path).iter("word")]
    else:
        sign = "," if isinstance(tool, SentimentR) else "\t"
        keys = [line.rsplit(sign, 1)[0] for line in path.read_text("utf-8").splitlines()]
    assert len(keys) == len(set(keys)) > 4


def test_the_packages_themselves_read_the_exported_files(tmp_path):
    import afinn
    from textblob import en
    from vaderSentiment.vaderSentiment import SentimentIntensityAnalyzer

    rows = pairs(("good", "bad"))
    texts = ["A good film.", "A bad film.", "A fine film."]
    paths = {n: lexicon(n, rows).export(tmp_path / n) for n in ("vader", "afinn", "textblob")}
    vader = SentimentIntensityAnalyzer(lexicon_file=str(paths["vader"]))
    assert [vader.polarity_scores(text)["compound"] for text in texts] == lexicon(
        "vader", rows
    ).scores(texts).tolist()
    own = afinn.Afinn()
    own.setup_from_file(str(paths["afinn"]))
    assert [own.score(text) for text in texts] == lexicon("afinn", rows).scores(texts).tolist()
    blob = en.Sentiment(path=str(paths["textblob"]), language="en")
    assert [blob(text)[0] for text in texts] == lexicon("textblob", rows).scores(texts).tolist()
    csv = lexicon(LIST, rows).export(tmp_path / "list.csv")
    assert as_system(csv).scores(texts).tolist() == lexicon(LIST, rows).scores(texts).tolist()


def test_titles_are_not_in_the_file_and_a_warning_says_so(tmp_path, caplog):
    patched = lexicon("vader", titles(("Miss", "Mr")))
    with caplog.at_level(logging.WARNING):
        path = patched.export(tmp_path / "vader.txt")
    assert "no lexicon can hold them: the rules for Miss" in caplog.text
    assert load("vader", path).scores([VERB]) == patched.scores([VERB])


SENSE = '<word form="a" pos="NN" polarity="1" subjectivity="1" intensity="1"/>'


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("vader", "penury\tlow\n", "line 1: the score of 'penury' is 'low'"),
        ("vader", "a\t1\na\t2\n", "line 2: 'a' is there twice"),
        ("afinn", "a\t1\nb 2\n", "line 2: it must be a word, a tab and a score"),
        ("textblob", "<sentiment>", "is no XML"),
        ("textblob", '<s>\n<word form="a" polarity="x"/></s>', "line 2: the score of 'a' is 'x'"),
        ("textblob", "<s>\n\n<word polarity='1'/></s>", "line 3: the word has no form"),
        ("textblob", f"<s>{SENSE}\n{SENSE}</s>", "line 2: 'a' as NN is there twice"),
        ("vader", "a\t1\nb\tnan\n", "line 2: the score of 'b' is 'nan'"),
        ("vader", "a\t1\nb\tinf\n", "line 2: the score of 'b' is 'inf'"),
        ("afinn", "a,1\n", "line 1: it must be a word, a tab and a score, not 'a,1'"),
        ("afinn", "a;1\n", "line 1: it must be a word, a tab and a score, not 'a;1'"),
        ("vader", b"a\t1\ncaf\xe9\t1\n", "line 2: it is not UTF-8"),
        ("vader", "\t1\n", "line 1: it must be a word"),
    ],
)
def test_a_file_with_a_bad_row_is_refused_with_its_line(name, content, message, tmp_path):
    """LEX-06: not when the first text is scored, but when the file is loaded."""
    path = tmp_path / "lexicon"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(LexiconError, match=message):
        load(name, path)


def test_a_mark_at_the_start_and_other_line_ends_do_no_harm(tmp_path):
    path = tmp_path / "lexicon"
    path.write_text("\ufeffgood\t2\r\nbad\t-1\r\n", encoding="utf-8", newline="")
    assert load("afinn", path).scores(["good", "bad"]).tolist() == [2, -1]


def test_a_leak_is_counted_with_its_interval():
    patched = lexicon("vader", pairs(("deficit", "bakery")))
    sentences = in_sentences(pairs(("dearth", "lack")), ["The {}."])
    found = leak_check(
        VADER, patched, {"real": ["A deficit.", "Fine.", "Soup."], "held out": sentences}
    )
    assert found[["texts", "what", "n", "moved"]].to_numpy().tolist() == [
        ["real", "score", 3, 1],
        ["real", "label", 3, 1],  # 0 counts as positive with two labels
        ["held out", "score", 2, 0],
        ["held out", "label", 2, 0],
    ]
    assert found.loc[0, "share"] == pytest.approx(1 / 3)
    assert (found["low"] <= found["share"]).all()
    assert (found["share"] <= found["high"]).all()


def test_a_leak_check_of_one_text_or_a_frame_without_texts_is_refused():
    patched = lexicon("vader", pairs(("deficit", "bakery")))
    with pytest.raises(OptionError, match="not one text"):
        leak_check(VADER, patched, "A deficit.")
    with pytest.raises(SchemaError, match="no column text"):
        leak_check(VADER, patched, pairs(("a", "b")))
    assert leak_check(VADER, patched, [])["share"].isna().all()


def test_sentences_and_templates_that_are_none_are_refused():
    with pytest.raises(OptionError, match="must have one {}"):
        in_sentences(pairs(("a", "b")), ["The."])
    with pytest.raises(SchemaError, match="lack text, partner_text"):
        retest(VADER, VADER, pairs(("a", "b")))
