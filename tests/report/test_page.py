from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pandas as pd
import pytest

from fairnlp.core.errors import SchemaError
from fairnlp.report.content import content
from fairnlp.report.formats import count, interval
from fairnlp.report.page import PRODUCTS, write
from tests.report.toys import HOSTILE, report_data, summary_row

if TYPE_CHECKING:
    from pathlib import Path

VOID = {"meta", "br", "img", "link", "hr", "input", "use", "path", "wbr"}


class Page(HTMLParser):
    """The page as a browser sees it: elements, addresses, texts, and the cells of its tables."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.rows: dict[str, list[list[dict]]] = {}
        self.table = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "caption":
            self.table = given.get("id") or ""
            self.rows[self.table] = []
        if tag == "tr" and self.table in self.rows:
            self.rows[self.table].append([])
        if tag in ("th", "td") and self.table and self.rows[self.table]:
            self.rows[self.table][-1].append({"text": "", "value": None})
        if tag == "data":
            self.rows[self.table][-1][-1]["value"] = float(given["value"] or "nan")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag
        if tag in ("th", "td") and self.table:
            cell = self.rows[self.table][-1][-1]
            cell["text"] = " ".join(cell["text"].split())
        if tag == "table":
            self.table = ""

    def handle_data(self, data: str) -> None:
        if "style" in self.open:
            return
        self.text.append(data)
        if self.table and {"td", "th"} & set(self.open):
            self.rows[self.table][-1][-1]["text"] += data

    @property
    def said(self) -> str:
        return " ".join(" ".join(self.text).split())


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return write(report_data(), tmp_path / "run")


@pytest.fixture
def shown(written: Path) -> Page:
    return Page(written.read_text("utf-8"))


def test_the_page_and_the_same_content_as_json_are_written_and_nothing_else(written: Path):
    assert sorted(path.name for path in written.parent.iterdir()) == sorted(PRODUCTS)
    said = json.loads((written.parent / "report.json").read_text("utf-8"))
    assert said == content(report_data())


def test_the_same_run_gives_the_same_bytes(written: Path, tmp_path: Path):
    again = write(report_data(), tmp_path / "again")
    for name in PRODUCTS:
        assert (again.parent / name).read_bytes() == (written.parent / name).read_bytes()


def test_the_page_asks_for_nothing_from_outside(shown: Page, written: Path):
    for tag, given in shown.tags:
        assert tag not in {"script", "link", "img", "iframe", "object", "embed"}
        assert not any(name.startswith("on") for name in given), given
        assert "src" not in given
        for address in (given.get("href"), given.get("xlink:href")):
            assert address is None or tag == "a" or address.startswith("#")
    style = written.read_text("utf-8").partition("<style>")[2].partition("</style>")[0]
    assert "url(" not in style
    assert "@import" not in style


def test_what_a_text_or_a_name_holds_is_shown_and_never_run(shown: Page, written: Path):
    assert "<script" not in written.read_text("utf-8")
    assert shown.said.count(HOSTILE) >= 6  # title twice, corpus, system, texts, value


def test_elements_are_closed_in_order_and_ids_are_unique(shown: Page):
    assert shown.open == []
    ids = [given["id"] for _, given in shown.tags if "id" in given]
    assert len(ids) == len(set(ids))
    targets = {given["href"] for tag, given in shown.tags if tag == "a"}
    assert {t.removeprefix("#") for t in targets if t and t.startswith("#")} <= set(ids)
    for _, given in shown.tags:
        for name in (given.get("aria-labelledby") or "").split():
            assert name in ids


def test_the_page_is_made_for_screen_readers_small_screens_dark_rooms_and_paper(
    shown: Page, written: Path
):
    tags = [tag for tag, _ in shown.tags]
    assert dict(shown.tags)["html"] == {"lang": "en"}
    assert tags.count("h1") == 1
    levels = [int(tag[1]) for tag in tags if tag in {"h1", "h2", "h3", "h4"}]
    assert all(after - before <= 1 for before, after in zip(levels, levels[1:], strict=False))
    html = written.read_text("utf-8")
    assert "prefers-color-scheme: dark" in html
    assert "@media print" in html
    assert 'name="viewport"' in html
    heads = [
        given for tag, given in shown.tags if tag == "th" and "align" not in given
    ]  # those with `align` head the texts of a test case, not a column of figures
    assert all("scope" in given for given in heads)
    for tag, given in shown.tags:
        if tag == "svg":
            assert given.get("role") == "img"
            assert given.get("aria-label")


def test_every_figure_of_the_results_is_that_of_the_json_with_its_n(shown: Page):
    said = content(report_data())
    rows = shown.rows["c-results"][1:]
    assert len(rows) == len(said["summary"]) == 3
    for cells, row in zip(rows, said["summary"], strict=True):
        assert cells[0]["text"] == row["system"]
        assert cells[2]["value"] == row["accuracy"]
        assert cells[3]["value"] == row["templates"]
        assert f"of {count(row['texts'])} texts" in cells[3]["text"]
        assert "400.0 per 1,000" in cells[3]["text"]  # 2 templates of 5 texts
        for cell, figure, part, whole in (
            (cells[4], "share_with_btc", "templates_with_btc", "templates_tested"),
            (cells[5], "rate", "btcs", "pairs"),
            (cells[6], "placebo_rate", "placebo_differs", "placebo_pairs"),
        ):
            assert cell["value"] == row[figure]
            assert f"{count(row[part])} of {count(row[whole])}" in cell["text"]
            ends = row[f"{figure}_low"], row[f"{figure}_high"]
            assert interval(*ends, like=row[figure]) in cell["text"]
        assert cells[7]["value"] == row["difference"]
        assert "−25.00 to +25.00" in cells[7]["text"]
        assert row["verdict"] in cells[8]["text"]
    assert "of 5 texts" in rows[0][2]["text"]
    assert "0.0% to 50.0%" in rows[0][5]["text"]
    assert "no interval" in rows[1][5]["text"]  # no BTC: nothing to resample
    assert "no true labels" in rows[2][2]["text"]
    assert "without flagged values 1 of 3 flagged" in rows[1][1]["text"]


def test_the_differences_of_scores_stand_beside_those_within_a_class(shown: Page):
    """ST-09: the difference within a class is shown next to the one between the classes."""
    cells = shown.rows["c-scores"][1]
    assert [cells[2]["value"], cells[3]["value"]] == [0.125, 0.0625]
    assert "8 pairs" in cells[2]["text"]
    assert "4 pairs" in cells[3]["text"]


def test_which_way_the_scores_move_is_told_with_n_and_interval(shown: Page):
    first, second, third = shown.rows["c-gaps"][1:]
    assert first[2]["text"] == "female − male"
    assert first[3]["value"] == -0.125
    assert first[3]["text"] == "−0.1250 2 templates −0.2500 to −0.0625"
    assert [cell["text"] for cell in first[4:]] == ["0 of 2", "2 of 2", "scores differ"]
    assert second[6]["text"] == "no difference of scores seen"
    assert third[3]["text"] == "none"


def test_error_rates_of_each_class_are_told_with_n_and_interval(shown: Page):
    rows = shown.rows["c-rates"][1:]
    assert [[cell["text"] for cell in row[:3]] for row in rows] == [
        ["toy", "gender", "all"],
        ["toy", "gender", "male"],
        ["toy", "gender", "female"],
        ["other", "gender", "all"],  # 11 classes would be too many rows
    ]
    female = rows[2]
    assert [cell["value"] for cell in female[3:]] == [3 / 5, 1 / 3, 0]
    assert female[4]["text"].split() == "33.3% of 3 0.0% to 33.3%".split()
    assert female[5]["text"].split() == "0.00% of 2 no interval".split()
    assert rows[3][5]["text"].split() == "none of 0".split()


def test_fped_and_fned_are_told_with_their_interval(shown: Page):
    toy, other = shown.rows["c-equality"][1:]
    assert toy[4]["value"] == 1 / 3
    assert toy[4]["text"] == "0.3333 0.0000 to 0.5000"
    assert toy[5]["text"] == "0.0000 no interval"
    assert other[5]["text"] == "none"


def test_crossed_characteristics_are_told_by_what_a_pair_differs_in(shown: Page):
    rows = shown.rows["c-crossed"][1:]
    assert [row[2]["text"] for row in rows] == [
        "gender",
        "country",
        "gender and country",
        "neither",
    ]
    assert rows[0][3]["value"] == 2 / 8
    assert rows[0][3]["text"].split() == "25.0% 2 of 8 pairs 0.0% to 50.0%".split()
    assert rows[3][3]["text"].split()[0] == "none"


def test_a_difference_of_scores_is_said_at_the_top_where_its_interval_leaves_out_zero():
    said = {row["system"]: row["scores"] for row in content(report_data())["in_short"]}
    assert said == {
        "toy": "Scores for female are lower than for male by 0.1250 on the mean of 2 templates "
        "(interval −0.2500 to −0.0625; higher in 0, lower in 2).",
        "other": "",
    }


def test_what_could_not_be_counted_is_called_none_instead_of_zero(tmp_path: Path):
    nothing = dict.fromkeys(("pairs", "btcs", "placebo_pairs", "placebo_differs"), 0)
    bare = pd.DataFrame([summary_row("toy", templates_tested=0, invalid=2, **nothing)])
    data = report_data(summary=bare, pairs=report_data().pairs.head(0))
    shown = Page(write(data, tmp_path).read_text("utf-8"))
    cells = shown.rows["c-results"][1]
    for cell in cells[4:8]:
        assert cell["value"] is None
        assert "none" in cell["text"]
    assert "2 of 10 mutants got no label" in cells[8]["text"]


def test_templates_without_a_placebo_are_counted_by_themselves(tmp_path: Path):
    row = summary_row("toy", templates_without_control=1_200, without_control_with_btc=7)
    data = report_data(summary=pd.DataFrame([row]), pairs=report_data().pairs.head(1))
    shown = Page(write(data, tmp_path).read_text("utf-8"))
    assert "no placebo: 7 of 1,200" in shown.rows["c-results"][1][4]["text"]


def test_it_is_told_from_how_many_templates_the_test_cases_are(tmp_path: Path):
    row = summary_row("toy", templates_with_btc=300, btcs=5_000)
    data = report_data(summary=pd.DataFrame([row]), pairs=report_data().pairs.head(1))
    said = Page(write(data, tmp_path).read_text("utf-8")).said
    assert "toy, gender: 1 of 5,000 test cases, from 200 of the 300 templates with any" in said


def test_values_behind_minority_labels_are_named_with_their_flags(shown: Page):
    (_, first, second) = shown.rows["c-values-1"]
    assert [cell["text"] for cell in (first[0], first[1], first[4])] == [
        "Rose", "female", "ordinary word",
    ]  # fmt: skip
    assert second[0]["text"] == HOSTILE
    assert "2 of 3 values have a minority label at least once, 2 times in all." in shown.said
    assert "None of the 1 values has a minority label." in shown.said


def test_refusals_recogniser_caveats_and_provenance_are_all_there(shown: Page):
    said = content(report_data())
    assert [row[0]["text"] for row in shown.rows["c-refusals"][1:]] == [
        "several persons", "no person",
    ]  # fmt: skip
    assert "40.0% of 5" in shown.rows["c-refusals"][1][2]["text"]
    found = [row[3] for row in shown.rows["c-recogniser"][1:]]
    assert [cell["value"] for cell in found] == [0.5, 0.9]
    assert "5 of 10; 23.7% to 76.3%" in found[0]["text"]
    for sentence in [*said["caveats"], *said["terms"].values(), "The groups differ."]:
        assert sentence in shown.said
    facts = {row[0]["text"]: row[1]["text"] for row in shown.rows["c-provenance"]}
    assert facts["options: seed"] == "0"
    assert facts["versions: fairnlp"] == "0.1.0"
    assert facts["corpus: hash"] == "ab12"
    assert facts["gender: strategy"] == "sound"


def test_who_was_asked_to_find_the_names_is_told_where_several_were(tmp_path: Path):
    asked = report_data().recogniser.assign(instrument=["parser", "reading"])
    data = report_data(recogniser=asked)
    shown = Page(write(data, tmp_path).read_text("utf-8"))
    assert [row[1]["text"] for row in shown.rows["c-recogniser"]] == [
        "Found by",
        "parser",
        "reading",
    ]
    (label,) = [
        g["aria-label"] for t, g in shown.tags if t == "svg" and "recogniser" in g["aria-label"]
    ]
    assert "9 of 10" in label  # the plot shows what curation uses
    assert "5 of 10" not in label


def test_a_run_without_test_cases_recogniser_or_manifest_gives_a_page_too(tmp_path: Path):
    full = report_data()
    bare = report_data(
        pairs=full.pairs.head(0),
        values=full.values.head(0),
        recogniser=full.recogniser.head(0),
        gaps=full.gaps.head(0),
        class_rates=full.class_rates.head(0),
        equality_gaps=full.equality_gaps.head(0),
        crossed=full.crossed.head(0),
        refusals=full.refusals.head(0),
        recogniser_warning="",
        manifest={},
        info={},
        notes=("The net was not there.",),
    )
    said = Page(write(bare, tmp_path).read_text("utf-8")).said
    for sentence in (
        "There are none.",
        "It was not audited in this run.",
        "No text was refused.",
        "The net was not there.",
    ):
        assert sentence in said
    assert "Warning." not in said


def test_a_frame_that_lacks_a_column_is_refused_with_its_name():
    with pytest.raises(SchemaError, match="`summary` lacks `verdict`"):
        report_data(summary=report_data().summary.drop(columns="verdict"))
