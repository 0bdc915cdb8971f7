from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.slow


def run(*command: object, cwd: Path) -> str:
    done = subprocess.run(
        [sys.executable, *map(str, command)], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("dist")
    # By way of the sdist, so that this also shows that the sdist is complete.
    run("-m", "build", "--no-isolation", "--outdir", out, ROOT, cwd=out)
    (path,) = out.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    run("-m", "pip", "install", "--quiet", "--no-deps", "--target", target, wheel, cwd=target)
    return target


@pytest.mark.parametrize("folder", ["lexicons", "corpora"])
def test_the_wheel_ships_the_files_of_the_checkout(wheel: Path, folder: str):
    tracked = subprocess.run(
        ["git", "ls-files", "-z", folder], cwd=ROOT, capture_output=True, text=True, check=True
    )
    names = [name for name in tracked.stdout.split("\0") if name]
    assert names
    with zipfile.ZipFile(wheel) as archive:
        for name in names:
            assert archive.read(f"fairnlp/shipped/{name}") == (ROOT / name).read_bytes()


def test_the_wheel_is_typed_licensed_and_holds_nothing_else(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert "fairnlp/py.typed" in names
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    assert {name.split("/")[0] for name in names} == {"fairnlp", "fairnlp-0.1.0.dist-info"}


def test_an_installed_fairnlp_reads_its_own_word_lists(installed: Path):
    # The target comes before the site folder, where the checkout may be installed in edit mode.
    code = f"""
import sys
sys.path.insert(0, {str(installed)!r})
from pathlib import Path
import fairnlp
from fairnlp.lexicons.concepts import read_concepts, shipped_lists
from fairnlp.lexicons.tables import folder, load_table
home = Path({str(installed)!r}, "fairnlp")
assert Path(fairnlp.__file__).parent == home, fairnlp.__file__
assert folder() == home / "shipped" / "lexicons", folder()
names = sorted(path.stem for path in folder().glob("*.csv"))
assert names
for name in names:
    assert len(load_table(name)), name
assert shipped_lists()
for path in shipped_lists().values():
    read_concepts(path)
"""
    run("-I", "-c", code, cwd=installed)
