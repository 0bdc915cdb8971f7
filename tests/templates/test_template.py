from __future__ import annotations

import html
import re

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairnlp.characteristics.base import Slot
from fairnlp.core.errors import OptionError, SchemaError, UnknownChoiceError
from fairnlp.core.frames import TEMPLATES
from fairnlp.templates.template import Template, Templates

CLASSES = ("male", "female")

TEXT = "Priya baked, and her oven cooled."
TEMPLATE = Template(
    text=TEXT,
    slots=(
        Slot(start=0, end=5, kind="name", field="name"),
        Slot(start=17, end=20, kind="pronoun", forms={"male": "his", "female": "her"}),
    ),
    characteristic="gender",
    original_class="female",
    classes=CLASSES,
    text_id="t1",
    template_id="t1/gender",
    flags=("old name still present in 2 places",),
    protected=((21, 25),),
)
PRONOUN_ONLY = Template(
    text="She waved.",
    slots=(Slot(start=0, end=3, kind="pronoun", forms={"male": "He", "female": "She"}),),
    characteristic="gender",
    original_class="female",
    classes=CLASSES,
    text_id="t2",
    template_id="t2/gender",
)


@st.composite
def templates(draw):
    """Random text with random slots that do not overlap; some of them take a name."""
    text = draw(st.text(max_size=60))
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    words = st.text(max_size=8)
    slots = []
    for start, end in zip(cuts[::2], cuts[1::2], strict=False):
        if draw(st.booleans()):
            casing = draw(st.sampled_from(["as is", "upper"]))
            slots.append(Slot(start=start, end=end, kind="name", field="name", casing=casing))
        else:
            forms = {class_: draw(words) for class_ in CLASSES}
            slots.append(Slot(start=start, end=end, kind="noun", forms=forms))
    return Template(
        text=text,
        slots=tuple(slots),
        characteristic="gender",
        original_class=draw(st.sampled_from(CLASSES)),
        classes=CLASSES,
        text_id=draw(st.text(max_size=5)),
        template_id=draw(st.text(max_size=5)),
        flags=tuple(draw(st.lists(st.text(max_size=9), max_size=2))),
    )


NAMES = st.text(min_size=1, max_size=12)


def values(template, name):
    return {"name": name} if template.takes_value else {}


# --- one template ----------------------------------------------------------------------------


@given(templates())
def test_rendered_with_its_own_words_a_template_is_the_text(template):
    assert template.original() == template.text


@given(templates(), st.sampled_from(CLASSES), NAMES)
def test_the_offsets_of_the_spans_cut_the_new_words_out_of_the_mutant(template, class_, name):
    mutant = template.mutant(class_, **values(template, name))
    for span in template.spans(class_, **values(template, name)):
        assert mutant[span.start : span.end] == span.new != span.old


@given(templates(), st.sampled_from(CLASSES), NAMES)
def test_a_mutant_with_its_spans_put_back_is_the_text(template, class_, name):
    rebuilt = template.mutant(class_, **values(template, name))
    for span in reversed(template.spans(class_, **values(template, name))):
        rebuilt = rebuilt[: span.start] + span.old + rebuilt[span.end :]
    assert rebuilt == template.text


@given(templates())
def test_a_template_comes_back_from_its_row(template):
    assert Template.from_row(template.row()) == template


def test_a_mutant_changes_its_slots_and_nothing_else():
    assert TEMPLATE.mutant("male", name="Omar") == "Omar baked, and his oven cooled."
    assert TEMPLATE.spans("male", name="Omar") == [("Priya", "Omar", 0, 4), ("her", "his", 16, 19)]
    assert TEMPLATE.spans("female", name="Priya") == []
    assert TEMPLATE.own_values == {"name": "Priya"}


@pytest.mark.parametrize("name", ["DeShawn", "LaToya", "O'Neil", "McKenna", "bell", "Zoë", "İpek"])
def test_name_13_a_name_goes_in_exactly_as_the_pool_gives_it(name):
    text = "<NAME> feels hopeful."
    slot = Slot(start=0, end=6, kind="name", field="name")
    template = Template(
        text=text,
        slots=(slot,),
        characteristic="gender",
        original_class="female",
        classes=CLASSES,
    )
    assert template.mutant("female", name=name) == f"{name} feels hopeful."


def test_a_name_goes_in_in_capitals_where_the_text_is_in_capitals():
    slot = Slot(start=0, end=5, kind="name", field="name", casing="upper")
    template = Template(
        text="PETRA WINS",
        slots=(slot,),
        characteristic="gender",
        original_class="female",
        classes=CLASSES,
    )
    assert template.mutant("male", name="Omar") == "OMAR WINS"
    assert template.spans("male", name="Omar") == [("PETRA", "OMAR", 0, 4)]


def test_pro_09_a_class_that_is_not_supported_is_refused_by_name():
    message = r"^Unknown class 'neutral'; choose one of 'male', 'female'\.$"
    with pytest.raises(UnknownChoiceError, match=message):
        PRONOUN_ONLY.mutant("neutral")
    with pytest.raises(UnknownChoiceError, match=message):
        PRONOUN_ONLY.spans("neutral")
    with pytest.raises(UnknownChoiceError, match="Did you mean 'female'"):
        PRONOUN_ONLY.mutant("Female")


@pytest.mark.parametrize("given_values", [{}, {"name": ""}])
def test_a_mutant_without_the_value_that_it_takes_is_an_error(given_values):
    message = r"takes a value for 'name': template\.mutant\('male', name=\.\.\.\)"
    with pytest.raises(OptionError, match=message):
        TEMPLATE.mutant("male", **given_values)


def test_a_value_that_fills_no_slot_is_an_error():
    with pytest.raises(OptionError, match="no slot for 'age'; it takes only name"):
        TEMPLATE.mutant("male", name="Omar", age="7")
    with pytest.raises(OptionError, match="no slot for 'name'; it takes no value"):
        PRONOUN_ONLY.mutant("male", name="Omar")


@given(templates())
def test_the_display_shows_the_text_and_nothing_that_a_browser_would_run(template):
    shown = template._repr_html_()
    assert len(re.findall("<mark ", shown)) == len(template.slots)
    body = shown.partition("</b></p><p>")[2].removesuffix("</p></div>")
    marks = r'<mark class="fn-(?:name|noun)" title="(?:name|noun)">|</mark>'
    assert html.unescape(re.sub(marks, "", body)) == template.text
    assert "<" not in re.sub(marks, "", body)


# --- many ------------------------------------------------------------------------------------

REFUSALS = pd.DataFrame(
    {
        "text_id": ["t3", "t4", "t5"],
        "reason": ["no person", "plural", "no person"],
        "detail": ["", "twins", ""],
    }
)
MANY = Templates((TEMPLATE, PRONOUN_ONLY), REFUSALS, {"characteristic": "gender"})


def test_templates_are_a_sequence_in_the_order_given():
    assert len(MANY) == 2
    assert list(MANY) == [TEMPLATE, PRONOUN_ONLY]
    assert MANY[1] == PRONOUN_ONLY


def test_the_frame_has_the_columns_of_the_contract_and_gives_the_templates_back():
    assert list(MANY.frame.columns) == list(TEMPLATES)
    assert MANY.frame["takes_value"].tolist() == [True, False]
    again = Templates.from_frame(MANY.frame, MANY.refusals, MANY.info)
    assert again.items == MANY.items


@given(st.lists(templates(), max_size=3))
def test_templates_of_any_text_come_back_from_a_file(tmp_path_factory, items):
    path = tmp_path_factory.mktemp("frames") / "templates.parquet"
    Templates(tuple(items), REFUSALS).frame.to_parquet(path)
    again = Templates.from_frame(pd.read_parquet(path), REFUSALS, {})
    assert again.items == tuple(items)


def test_without_templates_the_frame_has_its_columns_and_types_all_the_same():
    empty = Templates((), REFUSALS).frame
    assert list(empty.columns) == list(TEMPLATES)
    assert empty.dtypes.equals(MANY.frame.dtypes)


def test_a_frame_that_lacks_a_column_is_refused():
    with pytest.raises(SchemaError, match="`templates` lacks `slots`"):
        Templates.from_frame(MANY.frame.drop(columns="slots"), REFUSALS, {})
    with pytest.raises(SchemaError, match="`refusals` lacks `reason`"):
        Templates.from_frame(MANY.frame, REFUSALS.drop(columns="reason"), {})


def test_keeping_some_templates_leaves_the_rest_as_it_was():
    kept = MANY.keep(["t2/gender", "t9/gender"])
    assert kept.items == (PRONOUN_ONLY,)
    assert kept.refusals is MANY.refusals
    assert len(MANY) == 2


def test_reasons_are_counted_most_frequent_first():
    assert MANY.reasons.to_dict("list") == {"reason": ["no person", "plural"], "texts": [2, 1]}
    shown = MANY._repr_html_()
    assert "2 templates from 5 texts" in shown
    assert "<li>no person: 2</li><li>plural: 1</li>" in shown
