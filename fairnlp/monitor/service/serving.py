"""Running the service: one process, one port, until it is asked to stop."""

from __future__ import annotations

import contextlib
import math
import signal
import socket
import threading
from typing import TYPE_CHECKING

import uvicorn

from fairnlp.core.errors import OptionError
from fairnlp.monitor.service.app import create_app
from fairnlp.monitor.service.limits import ServiceLimits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from fairnlp.monitor.service.watch import Watched

__all__ = ["serve"]


class _Announcing(uvicorn.Server):
    """A server that tells when it answers."""

    announce: Callable[[], None]

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.announce()


def serve(
    monitor: Watched,
    *,
    host: str = "127.0.0.1",
    port: int = 8000,
    limits: ServiceLimits | None = None,
    token: str | None = None,
    announce: Callable[[str], None] = print,
) -> None:
    """Serve a monitor over HTTP until SIGINT or SIGTERM, then finish what was promised.

    Parameters
    ----------
    monitor : Monitor
        It is closed at the end.
    host : str
        Where to listen; by default only this machine can ask.
    port : int
        0 takes any that is free.
    limits : ServiceLimits, optional
    token : str, optional
        See `create_app`.
    announce : callable
        Takes the address, once the service answers.

    Raises
    ------
    OptionError
        If nothing can listen there.

    Examples
    --------
    >>> from fairnlp.monitor.service import serve
    >>> serve(monitor, port=8000)  # doctest: +SKIP
    http://127.0.0.1:8000
    """
    limits = limits or ServiceLimits()
    with _listening(host, port) as listener:
        config = uvicorn.Config(
            create_app(monitor, limits=limits, token=token),
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=math.ceil(limits.drain_seconds),
        )
        server = _Announcing(config)
        at = listener.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        server.announce = lambda: announce(f"http://{shown}:{at}")
        with _stopping():
            server.run(sockets=[listener])


@contextlib.contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        msg = f"Cannot listen at {host}, port {port}: {error}. Choose another --port, or 0 for any."
        raise OptionError(msg) from None
    with listener:
        yield listener


@contextlib.contextmanager
def _stopping() -> Iterator[None]:
    """Let the signals that stop the server do no more than that.

    The server sends them once more when it has stopped, which would end the program as if it had
    been killed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {kind: signal.signal(kind, signal.SIG_IGN) for kind in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)
