"""A lock on a folder that ends with the process that holds it, however that dies."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from fairnlp.core.errors import RunError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

__all__ = ["hold"]

_NAME = ".lock"

# The operating system's lock belongs to a process, so a second holder in the same process has to
# be turned away here.
_held: set[Path] = set()
_guard = threading.Lock()


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Hold a folder while the block runs.

    The lock is the operating system's: nothing has to be cleaned up after a kill, and worker
    processes do not inherit it. The file ``.lock`` stays and names the process that holds it.

    Parameters
    ----------
    folder : path
        It is made if it does not exist.

    Raises
    ------
    RunError
        If it is held already; the message names the process.
    """
    folder.mkdir(parents=True, exist_ok=True)
    key = folder.resolve()
    with _guard:
        if key in _held:
            raise RunError(_in_use(folder, "this process"))
        _held.add(key)
    try:
        with (folder / _NAME).open("a+b") as file:
            if not _acquire(file):
                file.seek(0)
                owner = file.read().decode(errors="replace").strip()
                raise RunError(_in_use(folder, f"process {owner}" if owner else "a process"))
            file.truncate(0)
            file.write(str(os.getpid()).encode())
            file.flush()
            try:
                yield
            finally:
                file.truncate(0)
    finally:
        with _guard:
            _held.discard(key)


def _in_use(folder: Path, owner: str) -> str:
    return (
        f"{folder} is in use by {owner}. Wait until that run has ended, or choose another folder "
        "(out=, --out)."
    )


def _acquire(file: IO[bytes]) -> bool:
    try:
        if sys.platform == "win32":
            file.seek(1 << 20)  # a byte far beyond the content, which others must be able to read
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
