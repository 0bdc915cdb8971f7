from __future__ import annotations

from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

import fairnlp.monitor
import fairnlp.monitor.service
from fairnlp.cli.app import app


@pytest.fixture
def asked(monkeypatch):
    """Keep what the command asks for; nothing is loaded and nothing listens."""
    kept = {}

    def monitor(system, **options):
        kept.update(system=system, **options)
        return SimpleNamespace(system=SimpleNamespace(name=system))

    def serve(monitor, **options):
        kept.update(options)
        options["announce"]("http://127.0.0.1:8000")

    monkeypatch.delenv("FAIRNLP_TOKEN", raising=False)
    monkeypatch.setattr(fairnlp.monitor, "Monitor", monitor, raising=False)
    monkeypatch.setattr(fairnlp.monitor.service, "serve", serve, raising=False)
    return kept


def run(*words, **env):
    return CliRunner().invoke(app, ["monitor", "serve", *words], env=env)


def test_what_is_asked_for_is_handed_on(asked):
    done = run("--characteristic", "gender", "--alpha", "0.2", "--max-checks", "300", "--port", "0")
    assert done.exit_code == 0
    assert done.stdout == (
        "Watching vader at http://127.0.0.1:8000 (Ctrl-C stops it); verdicts: verdicts.sqlite\n"
    )
    assert (asked["alpha"], asked["mode"], asked["token"]) == ("0.2", "background", None)
    assert asked["limits"].max_checks == 300


def test_the_token_comes_from_the_environment_or_a_file(asked, tmp_path):
    run(FAIRNLP_TOKEN="abc")
    assert asked["token"] == "abc"
    file = tmp_path / "token"
    file.write_text("def\n")
    run("--token-file", str(file))
    assert asked["token"] == "def"


def test_a_token_that_is_set_to_nothing_is_no_wish_to_do_without(asked):
    done = run(FAIRNLP_TOKEN="")
    assert done.exit_code == 2
    assert "The token is empty" in done.stderr


def test_an_open_door_is_told(asked):
    assert "set a token" in run("--host", "0.0.0.0").stderr
    assert "set a token" not in run("--host", "0.0.0.0", FAIRNLP_TOKEN="abc").stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--max-checks", "5"), "max_checks is 5 and max_texts 100"),
        (("--max-body", "0"), "max_body is 0; it must be more than 0"),
        (("--strategy", "two-step"), "Did you mean 'two_step'?"),
        (("--token-file", "missing.txt"), "Cannot read the token from missing.txt"),
    ],
)
def test_an_option_that_will_not_do_is_bad_usage(asked, words, said):
    done = run(*words)
    assert done.exit_code == 2
    assert said in done.stderr
