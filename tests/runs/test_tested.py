"""How systems are named and found again."""

from __future__ import annotations

import pytest

from fairnlp.core.errors import OptionError, RunError, UnknownChoiceError
from fairnlp.runs.tested import Given, given_systems, load_systems, own_systems
from fairnlp.systems.base import as_system
from tests.runs.toys import Jumpy, partial


def test_a_system_with_a_name_is_not_loaded_to_be_named():
    assert given_systems(["linear"]) == (Given(name="linear", source="linear"),)


def test_one_name_need_not_be_in_a_list():
    assert given_systems("vader") == (Given(name="vader", source="vader"),)
    assert own_systems("vader") == {}


def test_an_imported_system_and_a_folder_keep_where_they_are(tmp_path):
    (tmp_path / "bert-reviews").mkdir()
    given = given_systems(["tests.runs.toys:partial", tmp_path / "bert-reviews"])
    assert [g.name for g in given] == ["partial", "bert-reviews"]
    assert [g.source for g in given] == ["tests.runs.toys:partial", str(tmp_path / "bert-reviews")]


def test_an_object_has_a_name_and_no_source():
    assert given_systems([Jumpy(), partial]) == (Given(name="jumpy"), Given(name="partial"))


def test_a_name_that_is_not_known_is_refused_at_once():
    with pytest.raises(UnknownChoiceError, match="Did you mean 'vader'?"):
        given_systems(["vadr"])


@pytest.mark.parametrize(
    ("name", "key"), [("vader", "vader"), ("My BERT (v2)", "my-bert-v2"), ("…", "system")]
)
def test_a_key_can_name_a_folder(name, key):
    assert Given(name=name).key == key


def test_an_imported_system_is_loaded_under_its_name(tmp_path):
    given = Given(name="partial", source="tests.runs.toys:partial")
    system = load_systems([given], {}, folder=tmp_path)["partial"]
    assert system.name == "partial"
    assert system.labels(["She left.", "He left."]) == ["positive", "negative"]


@pytest.mark.parametrize("source", ["no_such_module:predict", "tests.runs.toys:no_such_name"])
def test_a_system_that_cannot_be_imported_is_named(tmp_path, source):
    given = Given(name="x", source=source)
    with pytest.raises(OptionError, match=f"Cannot load the system '{source}'.*module:attribute"):
        load_systems([given], {}, folder=tmp_path)


def test_an_object_must_be_given_again(tmp_path):
    own = {"partial": as_system(partial)}
    assert load_systems([Given(name="partial")], own, folder=tmp_path) == own
    with pytest.raises(RunError, match=r"tests 'partial', an object of your own.*systems=\[...\]"):
        load_systems([Given(name="partial")], {}, folder=tmp_path)
