"""A run folder: Parquet parts that are there whole or not at all, a manifest, and a lock."""

from __future__ import annotations

import json
import logging
import os
import re
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import pandas as pd
from pandas.api.types import union_categoricals

from fairnlp.core.errors import RunError
from fairnlp.core.lock import hold

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

__all__ = ["RunFolder"]

_log = logging.getLogger(__name__)

_MANIFEST = "manifest.json"
_STEP = re.compile(r"[a-z0-9][a-z0-9_.+-]*")
_PART = re.compile(r"part-(\d{5,})\.parquet")
_TEMPORARY = re.compile(r"\..+\.\d+\.tmp")


class RunFolder:
    """The folder of one run.

    A step has a folder of its own, with one file a part: ``templates/part-00000.parquet``, so
    that ``pandas.read_parquet("runs/x/templates")`` reads it without this package. What is
    written appears under its name only when it is complete, also after a kill or a power cut.

    Parameters
    ----------
    path : path
        The folder. It is made when it is first locked or written to.

    Examples
    --------
    >>> import tempfile
    >>> folder = RunFolder(Path(tempfile.mkdtemp()) / "run")
    >>> folder.write("templates", 0, pd.DataFrame({"text": ["She left."]}))
    >>> folder.write("templates", 1, pd.DataFrame({"text": ["He stayed."]}))
    >>> folder.has("templates", 1), folder.has("templates", 2)
    (True, False)
    >>> folder.read("templates")["text"].tolist()
    ['She left.', 'He stayed.']
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def __repr__(self) -> str:
        return f"RunFolder({str(self.path)!r})"

    # Parts

    def has(self, step: str, part: int) -> bool:
        """Tell whether a part is finished."""
        return self._part(step, part).exists()

    def parts(self, step: str) -> list[int]:
        """Numbers of the finished parts of a step, in order."""
        folder = self._step(step)
        names = os.listdir(folder) if folder.is_dir() else []
        return sorted(int(found[1]) for name in names if (found := _PART.fullmatch(name)))

    def steps(self) -> list[str]:
        """Names of the steps that have finished parts, in alphabetical order."""
        return [folder.name for folder in self._step_folders() if self.parts(folder.name)]

    def write(self, step: str, part: int, frame: pd.DataFrame) -> None:
        """Write a part, whole or not at all; one of the same number is replaced.

        Parameters
        ----------
        step : str
            Lower-case letters, digits, ``_``, ``.`` and ``-``.
        part : int
            Number of the part, from 0.
        frame : DataFrame
            Any number of rows; its index is not kept.
        """
        with self._replacing(self._part(step, part)) as file:
            frame.to_parquet(file, engine="pyarrow", index=False, write_page_checksum=True)

    def read_part(self, step: str, part: int) -> pd.DataFrame:
        """Read one part.

        Raises
        ------
        RunError
            If it is not there or is damaged.
        """
        path = self._part(step, part)
        try:
            frame: pd.DataFrame = pd.read_parquet(
                path, engine="pyarrow", partitioning=None, page_checksum_verification=True
            )
        except FileNotFoundError as error:
            msg = f"{self.path} has no part {part} of {step!r}: `fairnlp resume {self.path}`."
            raise RunError(msg) from error
        except (OSError, ValueError) as error:  # pyarrow's own errors are kinds of these two
            msg = (
                f"{path} is damaged ({str(error).splitlines()[0][:120]}). Delete that file, then "
                f"`fairnlp resume {self.path}` makes it again."
            )
            raise RunError(msg) from error
        return frame

    def frames(self, step: str) -> Iterator[pd.DataFrame]:
        """Yield the finished parts of a step in order, one at a time."""
        for part in self.parts(step):
            yield self.read_part(step, part)

    def read(self, step: str) -> pd.DataFrame:
        """Read the finished parts of a step, in order, as one frame.

        Raises
        ------
        RunError
            If there is none, or one is damaged.
        """
        frames = list(self.frames(step))
        if not frames:
            msg = f"{self.path} has no finished part of {step!r}; it has {self.steps()}."
            raise RunError(msg)
        return _joined(frames)

    # Other files

    def write_text(self, name: str, text: str) -> Path:
        """Write a text file into the folder, whole or not at all, and give its path."""
        path = self.path / name
        with self._replacing(path) as file:
            file.write(text.encode())
        return path

    def write_json(self, name: str, content: Any) -> Path:
        """Write a JSON file into the folder, whole or not at all, and give its path."""
        return self.write_text(name, json.dumps(content, indent=2, ensure_ascii=False) + "\n")

    def read_json(self, name: str) -> Any:
        """Read a JSON file of the folder; None if there is none.

        Raises
        ------
        RunError
            If it is not JSON.
        """
        path = self.path / name
        try:
            return json.loads(path.read_text("utf-8"))
        except FileNotFoundError:
            return None
        except ValueError as error:
            msg = f"{path} is damaged ({error}). Start again with fresh=True (--fresh)."
            raise RunError(msg) from error

    # Manifest

    def manifest(self) -> dict[str, Any]:
        """Read the manifest.

        Raises
        ------
        RunError
            If there is none: the folder holds no run.
        """
        found = self.read_json(_MANIFEST)
        if not isinstance(found, dict) or "preparing" in found:
            msg = f"{self.path} holds no run. Start one with `fairnlp audit --out {self.path}`."
            raise RunError(msg)
        return found

    def write_manifest(self, manifest: Mapping[str, Any]) -> None:
        """Write the manifest; from then on, the folder holds a run."""
        self.write_json(_MANIFEST, dict(manifest))

    def claim(
        self, manifest: Mapping[str, Any], *, fresh: bool = False, products: Sequence[str] = ()
    ) -> bool:
        """Make sure that the folder may be used for a run.

        Leftovers of a writer that was killed are removed. Call it while the lock is held.

        Parameters
        ----------
        manifest : mapping
            See `core.provenance.manifest`. Its kind, options and inputs are compared with those
            of the manifest that is there; differing versions are logged as a warning.
        fresh : bool
            Remove a run that is there.
        products : sequence of str
            Files that the run makes beside its parts, such as ``"report.*"``; they go when a run
            is removed.

        Returns
        -------
        bool
            True if this very run is there, begun or finished. False if the folder was free or was
            freed; `write_manifest` is then to be called when the inputs are stored.

        Raises
        ------
        RunError
            If another run is there, or files that belong to no run.
        """
        self._clean()
        there = self.read_json(_MANIFEST)
        if there is None and (foreign := [n for n in self._names() if not n.startswith(".")]):
            msg = (
                f"{self.path} holds files but no run, such as {foreign[0]!r}. Choose another "
                "folder (out=, --out)."
            )
            raise RunError(msg)
        if there is None or fresh or "preparing" in there:
            # Marked before anything goes or comes, so that a kill leaves a folder known as ours.
            self.write_manifest({"kind": manifest["kind"], "preparing": True})
            self._clear(products)
            return False
        if differences := _differences(there, manifest):
            msg = (
                f"{self.path} holds another run ({'; '.join(differences)}). Choose another folder "
                f"(out=, --out), continue that run (`fairnlp resume {self.path}`), or replace it "
                "(fresh=True, --fresh)."
            )
            raise RunError(msg)
        self.warn_of_versions(manifest)
        return True

    def warn_of_versions(self, manifest: Mapping[str, Any]) -> None:
        """Log a warning if the run that is there was begun with other versions."""
        begun, now = self.manifest().get("versions", {}), manifest.get("versions", {})
        changed = [
            f"{name} {begun.get(name, 'none')} then, {now.get(name, 'none')} now"
            for name in dict.fromkeys([*begun, *now])
            if begun.get(name) != now.get(name)
        ]
        if changed:
            _log.warning("%s was begun with other versions: %s", self.path, "; ".join(changed))

    def lock(self) -> AbstractContextManager[None]:
        """Hold the folder, so that no second run writes to it; see `core.lock.hold`.

        Raises
        ------
        RunError
            If another run holds it.
        """
        return hold(self.path)

    # How it is done

    def _step(self, step: str) -> Path:
        if not _STEP.fullmatch(step):
            msg = (
                f"Cannot name a step {step!r}; it takes lower-case letters, digits, and any of _.+-"
            )
            raise RunError(msg)
        return self.path / step

    def _part(self, step: str, part: int) -> Path:
        return self._step(step) / f"part-{part:05d}.parquet"

    @contextmanager
    def _replacing(self, path: Path) -> Iterator[IO[bytes]]:
        """Open a file beside `path` that takes its place when all is written."""
        path.parent.mkdir(parents=True, exist_ok=True)
        # A hidden name: readers of a folder of Parquet files pass over it.
        temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
        try:
            with temporary.open("wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, path)
        finally:
            temporary.unlink(missing_ok=True)
        if os.name == "posix":  # elsewhere, a folder cannot be opened
            descriptor = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)

    def _names(self) -> list[str]:
        return sorted(os.listdir(self.path)) if self.path.is_dir() else []

    def _step_folders(self) -> list[Path]:
        folders = [self.path / name for name in self._names() if _STEP.fullmatch(name)]
        return [folder for folder in folders if folder.is_dir()]

    def _clean(self) -> None:
        """Remove what a killed writer left."""
        for folder in (self.path, *self._step_folders()):
            for path in folder.iterdir():
                if _TEMPORARY.fullmatch(path.name):
                    path.unlink()

    def _clear(self, products: Sequence[str]) -> None:
        """Remove parts and products, and nothing that a person may have put there."""
        for folder in self._step_folders():
            for part in self.parts(folder.name):
                self._part(folder.name, part).unlink()
            if not os.listdir(folder):
                folder.rmdir()
        for pattern in products:
            for path in self.path.glob(pattern):
                path.unlink()


def _joined(frames: list[pd.DataFrame]) -> pd.DataFrame:
    """Put parts together; words kept as categories stay so, in the order of appearance."""
    # A part without rows may know less about its columns than one with rows: leave it out.
    frames = [frame for frame in frames if len(frame)] or frames[:1]
    columns = {
        name: union_categoricals([frame[name] for frame in frames])
        for name in frames[0].columns
        if all(name in frame and frame[name].dtype == "category" for frame in frames)
    }
    rest = [frame.drop(columns=list(columns)) for frame in frames]
    return pd.concat(rest, ignore_index=True).assign(**columns)[list(frames[0].columns)]


def _differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> list[str]:
    """Say in which points two manifests are of different runs."""
    found = []
    if there.get("kind") != here.get("kind"):
        found.append(f"kind {there.get('kind')!r} there, {here.get('kind')!r} asked for")
    for group in ("inputs", "options"):
        old, new = there.get(group, {}), here.get(group, {})
        for name in dict.fromkeys([*old, *new]):
            if old.get(name) == new.get(name):
                continue
            if group == "inputs":
                found.append(f"another {name}")
            else:
                found.append(f"{name} {old.get(name)!r} there, {new.get(name)!r} asked for")
    return found
