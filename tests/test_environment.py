from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
EXTRAS = ("reviews", "lexicons", "neural", "notebooks", "monitor")
CONDA_NAMES = {"torch": "pytorch", "prometheus-client": "prometheus_client"}
# What a conda user needs beside fairnlp's own requirements.
CONDA_ONLY = {"python", "pip", "spacy-model-en_core_web_sm"}


def conda_file(name: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return {name: version bounds} of the conda part and of the pip part."""
    listed = yaml.safe_load((ROOT / name).read_text(encoding="utf-8"))["dependencies"]
    conda = [line for line in listed if isinstance(line, str)]
    pip = [line for part in listed if isinstance(part, dict) for line in part["pip"]]
    return _bounds(conda), _bounds([line for line in pip if not line.startswith("--")])


def _bounds(lines: list[str]) -> dict[str, str]:
    parts = [re.fullmatch(r"([\w.-]+)\s*(.*)", line) for line in lines]
    return {m[1]: ",".join(sorted(m[2].replace(" ", "").split(","))) for m in parts if m}


def pyproject() -> dict:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def wanted() -> dict[str, str]:
    """Return {conda name: version bounds} of what pyproject.toml asks for."""
    project = pyproject()
    lines = project["dependencies"] + [
        line for extra in EXTRAS for line in project["optional-dependencies"][extra]
    ]
    needs = [Requirement(line) for line in lines]
    return {
        CONDA_NAMES.get(need.name, need.name.lower()): ",".join(sorted(map(str, need.specifier)))
        for need in needs
    }


@pytest.fixture
def environment() -> dict[str, str]:
    conda, pip = conda_file("environment.yml")
    assert not conda.keys() & pip.keys()
    return conda | pip


def test_every_requirement_is_in_the_environment_with_the_same_bounds(environment):
    assert {name: environment.get(name) for name in wanted()} == wanted()


def test_the_environment_asks_for_nothing_else(environment):
    assert environment.keys() - wanted().keys() == CONDA_ONLY


def test_the_environment_asks_for_the_python_of_the_project(environment):
    assert environment["python"] == pyproject()["requires-python"]


def test_the_conda_model_fits_the_conda_spacy(environment):
    assert environment["spacy-model-en_core_web_sm"] == environment["spacy"]


def test_allennlp_is_pinned_in_an_environment_of_its_own(environment):
    conda, pip = conda_file("environment-allennlp.yml")
    assert conda["python"] == "=3.10"
    assert pip == {"numpy": "<2", "allennlp": "==2.10.1", "allennlp-models": "==2.10.1"}
    assert not {name for name in environment if "allennlp" in name}


@pytest.mark.parametrize("lock", ["base", "dev", "neural"])
def test_a_lock_file_pins_releases_and_names_no_host(lock):
    text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
    pins = [line for line in text.splitlines() if line and not line.lstrip().startswith("#")]
    assert [pin for pin in pins if not re.fullmatch(r"[a-z0-9._-]+==[\w.]+", pin)] == []
    assert "://" not in text
    assert "--" not in text


def test_the_locks_agree_and_meet_the_project_bounds():
    locks = {}
    for lock in ("base", "dev", "neural"):
        text = (ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")
        for name, version in re.findall(r"^([a-z0-9._-]+)==(\S+)", text, flags=re.MULTILINE):
            assert locks.setdefault(name, version) == version, f"{name} differs in {lock}.txt"
    project = pyproject()
    extras = [*EXTRAS, "dev"]
    lines = project["dependencies"] + [
        line for extra in extras for line in project["optional-dependencies"][extra]
    ]
    for need in map(Requirement, lines):
        assert need.specifier.contains(locks[need.name.lower()]), need
    assert locks["torch"] == "2.13.0"
