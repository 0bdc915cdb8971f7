from __future__ import annotations

import json
from html import unescape

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.core.errors import OptionError, RunError, UnknownChoiceError
from fairnlp.widgets import decisions
from fairnlp.widgets.curation import FILTERS, CurationState
from fairnlp.widgets.decisions import REASONS
from tests.widgets.toys import SUBJECT, slot, template, templates

MISSED = "a mention of the person does not change"


def ids(result) -> list[str]:
    return [item.text_id for item in result]


def test_accepting_and_rejecting_go_through_the_undecided_ones_in_order():
    state = CurationState(templates())
    state.accept()
    assert (state.current.text_id, state.position, state.ids) == ("b", 1, ["b/gender", "c/gender"])
    state.reject(MISSED, "her friend")
    state.accept()
    assert state.current is None
    assert state.counts == {"undecided": 0, "accepted": 2, "rejected": 1}
    assert ids(state.accepted()) == ["a", "c"]


def test_a_rejected_template_becomes_a_refusal_and_the_counts_are_kept():
    state = CurationState(templates())
    state.reject("other", "a cat")
    result = state.accepted(undecided=True)
    assert ids(result) == ["b", "c"]
    assert result.refusals.to_dict(orient="list") == {
        "text_id": ["x", "a"],
        "reason": ["no person", "rejected by a reader"],
        "detail": ["nothing found", "other: a cat"],
    }
    assert result.info == {
        "strategy": "sound",
        "curated": {"undecided": 2, "accepted": 0, "rejected": 1, "edited": 0},
    }
    assert len(templates().refusals) == 1  # what came is as it was


def test_accepted_templates_are_as_edited_and_their_frame_can_be_read_back():
    state = CurationState(templates())
    start = state.current.text.index("her friend")
    state.add_slot(start, start + 3, kind="pronoun", forms={"male": "his"})
    state.accept()
    result = state.accepted()
    assert "at his friend" in result[0].mutant("male", name="Al")
    assert type(result).from_frame(result.frame, result.refusals, result.info).items == result.items
    assert state.frame["edited"].tolist() == [True, False, False]


def test_other_reasons_need_a_note_and_unknown_ones_are_refused():
    state = CurationState(templates())
    with pytest.raises(OptionError, match="'other' needs a note that says what is wrong"):
        state.reject("other", "  ")
    with pytest.raises(
        UnknownChoiceError, match=f"Unknown reason 'bad'; choose one of '{REASONS[0]}'"
    ):
        state.reject("bad")
    assert state.counts["undecided"] == 3


def test_each_filter_shows_the_templates_of_its_status():
    state = CurationState(templates())
    state.accept()
    state.reject(MISSED)
    shown = {}
    for name in FILTERS:
        state.show(name)
        shown[name] = [one[0] for one in state.ids]
    assert shown == {
        "all": ["a", "b", "c"],
        "undecided": ["c"],
        "accepted": ["a"],
        "rejected": ["b"],
    }
    with pytest.raises(UnknownChoiceError, match="Unknown filter 'refused'"):
        state.show("refused")


def test_moving_stops_at_the_ends_and_going_to_a_place_that_is_not_there_is_refused():
    state = CurationState(templates())
    state.move(-1)
    assert state.position == 1
    state.move(99)
    assert state.position == 3
    state.go(2)
    assert state.current.text_id == "b"
    with pytest.raises(OptionError, match="There is no place 4; 3 templates are shown, from 1"):
        state.go(4)


def test_among_all_a_decision_goes_on_to_the_next_and_stays_at_the_last():
    state = CurationState(templates(), shown="all")
    state.accept()
    assert state.current.text_id == "b"
    state.go(3)
    state.reject(MISSED)
    assert state.current.text_id == "c"
    state.accept()  # a second thought
    assert state.counts == {"undecided": 1, "accepted": 2, "rejected": 0}


def test_the_last_undecided_one_leads_back_to_one_that_was_passed_over():
    state = CurationState(templates())
    state.go(3)
    state.accept()
    assert state.current.text_id == "a"


def test_undo_shows_the_template_whose_step_it_took_back():
    state = CurationState(templates())
    state.accept()
    state.show("rejected")
    assert state.current is None
    state.undo()
    assert (state.current.text_id, state.shown) == ("a", "all")
    with pytest.raises(OptionError, match="There is no step to undo"):
        state.undo()


def test_without_a_template_there_is_nothing_to_decide():
    state = CurationState(templates())
    state.show("accepted")
    for step in (state.accept, lambda: state.remove_slot(0)):
        with pytest.raises(OptionError, match="No template is on show: none is accepted"):
            step()


def test_an_edit_that_changes_nothing_is_no_step():
    state = CurationState(templates())
    state.change_slot(1)
    assert not state.can_undo


def test_templates_with_the_same_id_are_refused():
    one = templates()[0]
    with pytest.raises(OptionError, match="same template_id"):
        CurationState(templates(one, one))


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("accept")),
        st.tuples(st.just("reject"), st.sampled_from(REASONS), st.sampled_from(["", "note <&>"])),
        st.tuples(st.just("remove_slot"), st.integers(0, 2)),
        st.tuples(st.just("change_slot"), st.integers(0, 2)),
        st.tuples(st.just("undo")),
        st.tuples(st.just("show"), st.sampled_from(FILTERS)),
        st.tuples(st.just("move"), st.integers(-2, 2)),
    ),
    max_size=20,
)


def take(state: CurationState, steps: list[tuple]) -> None:
    for name, *arguments in steps:
        try:
            if name == "change_slot":
                state.change_slot(*arguments, forms={"male": "HE"})
            else:
                getattr(state, name)(*arguments)
        except OptionError:
            continue


@given(STEPS)
def test_undoing_everything_gives_the_beginning_back(steps):
    state = CurationState(templates())
    before = state.frame
    take(state, steps)
    while state.can_undo:
        state.undo()
    pd.testing.assert_frame_equal(state.frame, before)
    assert state.accepted(undecided=True).items == templates().items


@given(STEPS)
def test_whatever_is_done_one_template_of_the_filter_is_on_show(steps):
    state = CurationState(templates())
    take(state, steps)
    assert (state.current_id in state.ids) if state.ids else state.current is None
    assert sum(state.counts.values()) == 3
    assert "<b>sings" not in state.to_html()


@given(STEPS)
def test_a_file_given_again_continues_where_the_work_was_left(tmp_path_factory, steps):
    path = tmp_path_factory.mktemp("curation") / "decisions.jsonl"
    state = CurationState(templates(), path=path)
    take(state, steps)
    again = CurationState(templates(), path=path)
    pd.testing.assert_frame_equal(again.frame, state.frame)
    assert again.accepted().items == state.accepted().items
    while again.can_undo:  # all the way, over the sessions
        again.undo()
    assert again.counts["undecided"] == 3
    if path.exists():
        assert path.read_text() == ""


def test_each_step_is_in_the_file_as_a_line_of_json(tmp_path):
    path = tmp_path / "new" / "decisions.jsonl"
    state = CurationState(templates(), path=str(path))
    assert not path.exists()
    state.reject(MISSED, "naïve <b>")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["status"] for line in lines] == ["rejected"]
    assert lines[0]["template_id"] == "a/gender"
    assert lines[0]["note"] == "naïve <b>"
    assert lines[0]["slots"] is None
    assert [item.name for item in path.parent.iterdir()] == ["decisions.jsonl"]


def test_a_step_that_cannot_be_saved_is_not_taken(tmp_path, monkeypatch):
    path = tmp_path / "decisions.jsonl"
    state = CurationState(templates(), path=path)
    state.accept()
    saved = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(decisions.os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        state.accept()
    assert (state.current.text_id, state.counts["accepted"]) == ("b", 1)
    assert path.read_bytes() == saved
    assert [item.name for item in tmp_path.iterdir()] == ["decisions.jsonl"]


def test_two_curators_do_not_overwrite_each_other(tmp_path):
    path = tmp_path / "decisions.jsonl"
    one, two = CurationState(templates(), path=path), CurationState(templates(), path=path)
    one.accept()
    with pytest.raises(RunError, match=r"decisions.jsonl was changed by another program.*go on"):
        two.reject(MISSED)
    assert CurationState(templates(), path=path).counts["accepted"] == 1


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[1]",
        '{"template_id": "a/gender"}',
        '{"template_id": "a/gender", "text_hash": "", "status": "maybe", "slots": null}',
        '{"template_id": "a/gender", "text_hash": "", "more": 1, "slots": null}',
    ],
)
def test_a_line_that_is_no_decision_is_named(tmp_path, line):
    path = tmp_path / "decisions.jsonl"
    CurationState(templates(), path=path).accept()
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(RunError, match=r"decisions.jsonl, line 2 is no decision on a template"):
        CurationState(templates(), path=path)


def test_decisions_on_another_text_of_the_same_id_are_refused(tmp_path):
    path = tmp_path / "decisions.jsonl"
    CurationState(templates(), path=path).accept()
    text = "She left."
    other = template("a", text, slot(text, "She", {"male": "He", "female": "She"}))
    with pytest.raises(OptionError, match="decision on another text of the id 'a/gender'"):
        CurationState(templates(other), path=path)


def test_decisions_on_templates_that_are_not_at_hand_are_kept(tmp_path):
    path = tmp_path / "decisions.jsonl"
    every = templates()
    full = CurationState(every, path=path)
    full.accept()
    full.reject(MISSED)
    part = CurationState(every.keep(["a/gender", "c/gender"]), path=path)
    assert part.counts == {"undecided": 1, "accepted": 1, "rejected": 0}
    part.undo()  # the last step on a template that is here
    part.show("all")
    part.go(2)
    part.accept()
    again = CurationState(every, path=path)
    assert again.counts == {"undecided": 1, "accepted": 1, "rejected": 1}


def test_without_a_template_the_page_says_so():
    page = CurationState(templates().keep([])).to_html()
    assert "There are no templates." in page


def test_run_11_a_state_shows_as_plain_html_with_escaped_text_and_coloured_slots():
    page = CurationState(templates())._repr_html_()
    assert "&lt;b&gt;sings&lt;/b&gt; &amp; " in page
    assert '<mark class="fn-name" title="name: name">Ann</mark>' in page
    assert '<mark class="fn-pronoun" title="pronoun: he / she">she</mark>' in page
    assert "3 templates: 3 undecided, 0 accepted, 0 rejected." in page
    assert "<script" not in page


def test_protected_spans_are_marked_in_another_way_and_never_twice():
    text = "May saw May Day and she left."
    item = template(
        "a",
        text,
        slot(text, "May"),
        slot(text, "she", SUBJECT),
        protected=((8, 15), (8, 11), (0, 5)),
        flags=("old name still present in 1 place",),
    )
    page = CurationState(templates(item)).to_html()
    assert '<mark class="fn-protected" title="left as it is">May</mark>' in page
    assert page.count('fn-protected" title') == 1
    assert "Note: old name still present in 1 place" in page


def test_a_template_can_be_read_as_another_class():
    page = CurationState(templates()).to_html(as_class="male")
    assert 'title="was: Ann">[name]</mark>' in page
    assert 'title="was: she">he</mark>' in page
    assert "sings" in unescape(page)
