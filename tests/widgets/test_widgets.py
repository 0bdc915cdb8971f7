"""The widgets without a browser: buttons are clicked, fields set, and the page is read."""

from __future__ import annotations

import subprocess
import sys
from html import unescape

import pytest

from fairnlp.widgets import MutantExplorer, TemplateCurator, TestCaseBrowser
from tests.widgets.toys import VALUES, Counting, Failing, found, templates

HE_LOSES = Counting({"she": 1.0, "he": -1.0})


def curator(**options) -> TemplateCurator:
    return TemplateCurator(templates(), **options)


def explorer(*systems) -> MutantExplorer:
    return MutantExplorer(templates(), systems or [HE_LOSES], values=VALUES)


def from_the_page(control, **values) -> None:
    """Change a field as the browser does: by a message."""
    control._handle_msg(
        {
            "content": {"data": {"method": "update", "state": values, "buffer_paths": []}},
            "buffers": [],
        }
    )


# The curator


def test_accept_and_reject_decide_on_the_template_on_show_and_go_on():
    widget = curator()
    widget.accept_button.click()
    assert "<b>b/gender</b>" in widget.page.value
    widget.reason.value = "wrong form or letter case"
    widget.note.value = "  not sung  "
    widget.reject_button.click()
    frame = widget.state.frame
    assert frame["status"].tolist() == ["accepted", "rejected", "undecided"]
    assert frame["note"].tolist() == ["", "not sung", ""]
    assert widget.note.value == ""
    assert widget.progress.value == 2
    assert [item.text_id for item in widget.accepted()] == ["a"]


def test_an_error_is_shown_and_what_was_typed_stays():
    widget = curator()
    widget.reason.value = "other"
    widget.reject_button.click()
    assert "The reason 'other' needs a note" in unescape(widget.message.value)
    widget.note.value = "a cat"
    widget.reject_button.click()
    assert widget.message.value == ""
    assert widget.state.frame["note"][0] == "a cat"


def test_undo_goes_all_the_way_back():
    widget = curator()
    assert widget.undo_button.disabled
    widget.accept_button.click()
    widget.remove_slot()  # the only slot of its template: refused
    widget.accept_button.click()
    for _ in range(2):
        assert not widget.undo_button.disabled
        widget.undo_button.click()
    assert widget.undo_button.disabled
    assert widget.progress.value == 0


def test_the_filter_and_the_place_are_chosen_from_the_page():
    widget = curator()
    from_the_page(widget.filter, index=0)
    from_the_page(widget.place, value=3)
    assert (widget.state.shown, widget.state.current.text_id) == ("all", "c")
    assert (widget.next_button.disabled, widget.previous_button.disabled) == (True, False)
    widget.previous_button.click()
    assert widget.place.value == 2
    from_the_page(widget.filter, index=3)
    assert "None is rejected." in widget.page.value
    assert widget.accept_button.disabled
    assert widget.change_button.disabled
    assert (widget.place.value, widget.place.max) == (0, 0)


def test_the_chosen_slot_is_framed_and_its_fields_are_filled():
    widget = curator()
    editor = widget.editor
    assert editor.slot.options == (("1: Ann (name)", 0), ("2: she (pronoun)", 1))
    assert (editor.start.value, editor.end.value) == (0, 3)
    assert editor.forms["male"].layout.display == "none"  # a value fills it
    from_the_page(editor.slot, index=1)
    assert 'fn-chosen" title="pronoun: he / she">she' in widget.page.value
    assert {name: box.value for name, box in editor.forms.items()} == {
        "male": "he",
        "female": "she",
    }
    assert [box.disabled for box in editor.forms.values()] == [False, True]


def test_a_slot_is_moved_and_its_words_are_changed():
    widget = curator()
    editor = widget.editor
    editor.slot.value = 1
    from_the_page(editor.end, value=editor.end.value + len(" smiles"))
    assert editor.forms["female"].value == "she smiles"  # seen before it is taken over
    editor.forms["male"].value = "he grins"
    widget.change_button.click()
    assert widget.state.current.mutant("male", name="Al").startswith(
        "Al <b>sings</b> & he grins at"
    )
    assert editor.slot.value == 1
    widget.remove_button.click()
    assert [slot.kind for slot in widget.state.current.slots] == ["name"]


def test_a_bad_edit_is_shown_and_nothing_is_lost():
    widget = curator()
    editor = widget.editor
    before = widget.state.current
    editor.end.value = before.text.index("smiles")
    widget.change_button.click()
    assert "overlaps the slot before it" in widget.message.value
    assert widget.state.current == before
    assert editor.end.value == before.text.index("smiles")  # to be mended
    editor.end.value = 2
    widget.change_button.click()
    assert widget.message.value == ""
    assert widget.state.current.slots[0].end == 2


def test_a_slot_is_added_at_the_place_chosen_for_its_words():
    widget = curator()
    editor = widget.editor
    assert widget.add_button.disabled
    from_the_page(editor.words, value="her")
    assert [at for _, at in editor.where.options] == [(33, 36), (45, 48)]
    from_the_page(editor.where, index=1)
    assert editor.new_forms["female"].value == "Her"
    editor.new_forms["male"].value = "His"
    widget.add_button.click()
    assert widget.state.current.mutant("male", name="Al").endswith("her friend. His coat is red.")
    assert [at for _, at in editor.where.options] == [(33, 36)]


def test_a_name_that_is_added_asks_for_no_words():
    widget = curator()
    widget.editor.kind.value = "name"
    assert widget.editor.new_forms["male"].layout.display == "none"
    widget.editor.words.value = "friend"
    widget.add_button.click()
    assert "at her Al. Her" in widget.state.current.mutant("male", name="Al")


def test_the_text_can_be_read_as_another_class_and_as_a_whole():
    widget = curator()
    widget.read_as.value = "male"
    assert "was: Ann" in widget.page.value
    widget.whole.value = True
    assert "fn-cut" not in widget.page.value.split("</style>")[1]


def test_decisions_are_in_the_file_after_each_click(tmp_path):
    path = tmp_path / "decisions.jsonl"
    widget = curator(path=path)
    widget.accept_button.click()
    assert len(path.read_text().splitlines()) == 1
    path.write_text("")  # another program
    widget.accept_button.click()
    assert "was changed by another program" in widget.message.value
    assert widget.state.counts["accepted"] == 1


def test_a_file_that_cannot_be_written_is_an_error_on_the_page(tmp_path):
    widget = curator(path=tmp_path / "folder" / "decisions.jsonl")
    (tmp_path / "folder").write_text("a file where the folder should be")
    widget.accept_button.click()
    assert "decisions.jsonl" in widget.message.value
    assert widget.state.counts["accepted"] == 0


def test_a_curator_without_templates_shows_that_there_is_none():
    widget = TemplateCurator(templates().keep([]))
    assert "There are no templates." in widget.page.value
    widget.accept_button.click()  # disabled in the page; a program may still call it
    assert "No template is on show" in widget.message.value


# The explorer


def test_flip_changes_the_text_in_place_and_the_labels_move():
    widget = explorer()
    assert "≠ negative" in widget.page.value
    widget.flip_button.click()
    assert widget.class_.value == "female"
    assert 'title="was: Ann">Cleo</mark>' in widget.page.value
    assert "≠" not in widget.page.value


def test_class_value_and_template_are_chosen_from_the_page():
    widget = explorer()
    from_the_page(widget.class_, index=1)
    from_the_page(widget.value, value="Dora")
    assert widget.state.text.startswith("Dora ")
    from_the_page(widget.template, index=1)
    assert widget.state.text == "Bo is here."  # the second man, as Dora was the second woman
    assert widget.value.options == ("Al", "Bo")
    widget.next_value_button.click()
    assert widget.value.value == "Al"
    widget.next_button.click()
    assert widget.next_button.disabled
    widget.previous_button.click()
    assert widget.template.value == 1


def test_an_empty_value_is_refused_on_the_page():
    widget = explorer()
    from_the_page(widget.value, value="")
    assert "Unknown value ''; choose one of" in unescape(widget.message.value)
    assert widget.value.value == "Al"


def test_a_system_that_raises_shows_its_error_and_the_widget_goes_on():
    widget = explorer(Failing(" he smiles"), HE_LOSES)
    assert "ValueError: cannot read &lt; he smiles&gt;" in widget.page.value
    widget.flip_button.click()
    assert "ValueError" not in widget.page.value


# The browser of test cases


def test_next_and_previous_go_through_the_test_cases():
    widget = TestCaseBrowser([found(HE_LOSES)])
    assert widget.previous_button.disabled
    widget.next_button.click()
    assert "Test case 2 of 8 shown" in widget.page.value
    widget.previous_button.click()
    assert "Test case 1 of 8 shown" in widget.page.value


def test_filters_and_seed_are_chosen_from_the_page():
    widget = TestCaseBrowser([found(HE_LOSES), found(Counting({}, name="constant"))], limit=5)
    from_the_page(widget.filters["value"], index=widget.filters["value"].options.index("Bo"))
    assert set(widget.state.pairs["value_a"]) == {"Bo"}
    from_the_page(
        widget.filters["system"], index=widget.filters["system"].options.index("constant")
    )
    assert "No test case of the sample passes" in widget.page.value
    from_the_page(widget.filters["system"], index=0)
    from_the_page(widget.seed, value=3)
    widget.draw_button.click()
    assert widget.state.seed == 3
    assert "5 drawn, seed 3" in widget.page.value


def test_no_test_case_is_shown_with_the_counts():
    widget = TestCaseBrowser(found(Counting({}, name="constant")))
    assert "No test cases" in widget.page.value
    assert (widget.next_button.disabled, widget.previous_button.disabled) == (True, True)


# All three


ALL = pytest.mark.parametrize(
    "make",
    [curator, explorer, lambda: TestCaseBrowser(found(HE_LOSES))],
    ids=["curator", "explorer", "browser"],
)


@ALL
def test_run_11_the_widget_comes_with_plain_html_that_hides_where_the_widget_runs(make):
    widget = make()
    html = widget.plain_html()
    assert "&lt;b&gt;sings&lt;/b&gt;" in html
    live = f"fn-live-{widget.model_id}"
    assert live in widget._dom_classes
    assert f"body:has(.{live}) .fn-plain-{widget.model_id} {{ display: none; }}" in html


@ALL
def test_every_control_says_what_it_does(make):
    def controls(widget):
        for child in getattr(widget, "children", ()):
            yield from controls(child)
        if hasattr(widget, "tooltip") and not getattr(widget, "children", ()):
            yield widget

    shown = [w for w in controls(make()) if type(w).__name__ != "HTML"]
    assert len(shown) > 5
    assert [w for w in shown if not w.tooltip] == []


def test_without_ipywidgets_one_sentence_tells_the_command_and_the_states_still_work():
    code = """if True:
        import importlib.util
        found = importlib.util.find_spec
        importlib.util.find_spec = lambda name: None if name == "ipywidgets" else found(name)
        from fairnlp.widgets import BrowserState, CurationState, ExplorerState
        try:
            from fairnlp.widgets import TemplateCurator
        except ImportError as error:
            print(type(error).__name__, error)
    """
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == (
        "MissingDependencyError fairnlp.widgets needs `ipywidgets`: "
        "pip install 'fairnlp[notebooks]'.\n"
    )
