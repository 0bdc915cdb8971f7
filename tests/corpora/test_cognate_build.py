"""Built from files of known content, and from the sources: the shipped lists come out again."""

from __future__ import annotations

import json
from importlib.util import find_spec

import pandas as pd
import pytest

from fairnlp.core.errors import MissingDataError
from fairnlp.corpora.cognate_build import WORDNET, build_candidates, write_candidates
from fairnlp.corpora.cognates import cognate_pairs, folder, load_candidates
from tests.needs import need

HEAD = "  1 Toy WordNet. Provided \"as is\".\n"  # fmt: skip
DATA = [
    "%08d 06 n 03 shop 0 dress_shop 0 Boutique 0 001 @ 00000000 n 0000 | where dresses are sold\n",
    "%08d 15 n 02 Nice 0 nice_town 0 001 @i 00000000 n 0000 | a town\n",
    "%08d 15 n 02 wrong 0 boutique 0 000 | not the first sense\n",
]


@pytest.fixture
def sources(tmp_path):
    """WordNet with two nouns, and the origins of four English words."""
    text, places = HEAD, []
    for line in DATA:
        places.append(len(text))
        text += line % len(text)
    (tmp_path / "data.noun").write_text(text)
    (tmp_path / "index.noun").write_text(
        f"{HEAD}boutique n 2 1 @ 2 0 {places[0]:08d} {places[2]:08d}\n"
        f"nice n 1 2 @ @i 1 0 {places[1]:08d}\n"
    )
    english = {
        "boutique": [{"apotheca": "lat"}, {"botique": "fra"}, {"boutique": "fra"}],
        "Nice": [{"Nice": "fra"}],
        "shop": [{"sceoppa": "ang"}],
        "-esque": [{"-esque": "fra"}],
        "unheard": [{"inouï": "fra"}],
    }
    (tmp_path / "etymologies.json").write_text(json.dumps({"eng": english, "fra": {}}))
    return {"wordnet": tmp_path, "etymologies": tmp_path / "etymologies.json"}


def test_a_cognate_has_the_other_words_of_its_first_meaning(sources):
    assert build_candidates("French", **sources).to_numpy().tolist() == [
        ["Nice", "Nice", "yes", "yes", "nice_town"],
        ["boutique", "boutique", "", "", "shop"],
        ["boutique", "boutique", "", "", "dress_shop"],
    ]


def test_what_comes_from_the_language_too_is_no_synonym(sources):
    origins = json.loads(sources["etymologies"].read_text())
    origins["eng"]["shop"] = [{"eschoppe": "fra"}]
    sources["etymologies"].write_text(json.dumps(origins))
    found = build_candidates("French", **sources)
    assert found.loc[found["cognate"] == "boutique", "synonym"].tolist() == ["dress_shop"]


def test_a_written_list_is_read_back_and_carries_the_licence(sources, tmp_path, monkeypatch):
    monkeypatch.setenv("FAIRNLP_CACHE", str(tmp_path))
    table = build_candidates("Latin", **sources)
    path = write_candidates(table, "Latin", wordnet=tmp_path, out=tmp_path / "ceec")
    assert path.name == "lat.csv"
    assert 'Toy WordNet. Provided \\"as is\\".' in path.with_suffix(".toml").read_text()
    pd.testing.assert_frame_equal(load_candidates("Latin"), table)


def test_missing_sources_are_told(sources, tmp_path):
    with pytest.raises(MissingDataError, match="no English word that comes straight from 'tlh'"):
        build_candidates("tlh", **sources)
    with pytest.raises(MissingDataError, match="wordnet-base"):
        build_candidates("fra", wordnet=tmp_path / "no", etymologies=sources["etymologies"])


def need_sources():
    need(find_spec("ety"), "ety is missing: pip install ety==1.4.0")
    need((WORDNET / "data.noun").is_file(), "WordNet is missing: apt install wordnet-base")


@pytest.mark.slow
@pytest.mark.parametrize("code", ["fra", "spa", "ita"])
def test_the_shipped_lists_are_those_that_the_sources_give(code, tmp_path):
    need_sources()
    path = write_candidates(build_candidates(code), code, wordnet=WORDNET, out=tmp_path)
    for made in (path, path.with_suffix(".toml")):
        assert made.read_bytes() == (folder() / made.name).read_bytes()


# As measured when the rules were chosen, before slurs were left out.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "plain", "size", "examples", "near", "names"),
    [
        ("fra", 762, 290, 339, (111, 62), (26, 5)),
        ("spa", 99, 33, 32, (17, 12), (19, 6)),
        ("ita", 82, 33, 31, (17, 13), (9, 3)),
    ],
)
def test_with_slurs_the_numbers_are_those_measured(code, plain, size, examples, near, names):
    need_sources()
    table = build_candidates(code, slurs=True)

    def chosen(variant, **options):
        return cognate_pairs(code, variant=variant, candidates=table, **options)

    found = {name: chosen(name) for name in ("plain", "paper-size", "both-examples")}
    assert [len(pairs) for pairs in found.values()] == [plain, size, examples]
    for variant, is_near, is_name in zip(("plain", "paper-size"), near, names, strict=True):
        others = chosen(variant, near_spellings=False)
        same = found[variant].merge(others, on=["cognate", "synonym"])
        assert len(found[variant]) - len(same) == is_near
        assert len(found[variant]) - len(chosen(variant, proper_names=False)) == is_name


@pytest.mark.slow
@pytest.mark.parametrize(("name", "plain"), [("German", 79), ("Portuguese", 34), ("Dutch", 33)])
def test_other_languages_come_by_the_same_way(name, plain):
    need_sources()
    table = build_candidates(name, slurs=True)
    assert len(cognate_pairs(name, variant="plain", candidates=table)) == plain
