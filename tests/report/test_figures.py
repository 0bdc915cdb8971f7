from __future__ import annotations

from xml.etree import ElementTree

import matplotlib.pyplot as plt
import pandas as pd

from fairnlp import plotting
from fairnlp.report.figures import figures, inline_svg
from tests.report.toys import HOSTILE, report_data, summary_row


def drawn_texts(svg: str) -> list[str]:
    return ["".join(e.itertext()) for e in ElementTree.fromstring(svg).iter("text")]


def test_each_plot_is_drawn_where_there_is_something_to_draw():
    assert len(figures(report_data())) == 5  # rates twice, templates, scores of one, recogniser
    bare = report_data()
    bare = report_data(
        summary=bare.summary.iloc[[2]],
        tables=bare.tables.drop(columns=["score_difference", "placebo_score_difference"]),
        recogniser=bare.recogniser.head(0),
    )
    assert len(figures(bare)) == 2  # rates, templates


def test_each_plot_has_its_n_and_words_for_those_who_do_not_see_it():
    rates, _, templates, scores, recogniser = figures(report_data())
    assert any("8 / 4 pairs" in text for text in drawn_texts(rates["svg"]))
    assert any("1 of 2" in text for text in drawn_texts(templates["svg"]))
    assert any("2 templates" in text for text in drawn_texts(scores["svg"]))
    assert any("5 of 10" in text for text in drawn_texts(recogniser["svg"]))
    root = ElementTree.fromstring(rates["svg"])
    assert root.get("role") == "img"
    assert "toy, gender: 25.0% of 8 pairs, placebo 25.0% of 4" in (root.get("aria-label") or "")


def test_a_figure_has_no_address_no_style_sheet_and_ids_of_its_own():
    first, second = (plot["svg"] for plot in figures(report_data())[:2])
    for svg in (first, second):
        assert "http" not in svg
        assert "<style" not in svg
        assert "<metadata" not in svg
    ids = [
        {e.get("id") for e in ElementTree.fromstring(s).iter() if e.get("id")}
        for s in (first, second)
    ]
    assert ids[0]
    assert not ids[0] & ids[1]


def test_what_a_figure_refers_to_is_in_it():
    root = ElementTree.fromstring(figures(report_data())[0]["svg"])
    ids = {element.get("id") for element in root.iter()}
    used = {e.get("href", "").removeprefix("#") for e in root.iter("use")}
    clips = {
        e.get("clip-path", "").removeprefix("url(#").removesuffix(")")
        for e in root.iter()
        if e.get("clip-path")
    }
    assert used
    assert clips
    assert used | clips <= ids


def test_a_name_is_drawn_as_it_is_and_escaped():
    name = f"my $x$ system {HOSTILE}"
    svg = figures(report_data(summary=pd.DataFrame([summary_row(name)])))[0]["svg"]
    assert "<script" not in svg
    assert any(name in text for text in drawn_texts(svg))


def test_drawing_leaves_no_open_figure_and_the_settings_as_they_were():
    before = dict(plt.rcParams)
    figures(report_data())
    assert plt.get_fignums() == []
    assert dict(plt.rcParams) == before


def test_the_same_figure_gives_the_same_text():
    made = [
        inline_svg(
            plotting.btc_rates(report_data().summary, ax=plotting.sized_axes(2)), name="a", alt="b"
        )
        for _ in range(2)
    ]
    assert made[0].replace("\n", "") == made[1].replace("\n", "")
