"""A guard for a prediction endpoint that is there already, in any ASGI application."""

from __future__ import annotations

import json
import logging
from typing import TYPE_CHECKING, Any, Protocol

from fairnlp.monitor.service.checks import Checks

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fairnlp.monitor.service.asgi import App, Message, Receive, Scope, Send

__all__ = ["GuardMiddleware", "Verifies", "text_in_json"]

_log = logging.getLogger(__name__)


class Verifies(Protocol):
    """What a guard asks of a monitor."""

    def verify_many(self, texts: Sequence[str]) -> Any:
        """Check texts and record the verdicts."""
        ...


def text_in_json(body: bytes) -> str | list[str] | None:
    """Find the text of a request: ``text`` or ``texts`` of a JSON object.

    Examples
    --------
    >>> text_in_json(b'{"text": "A good film."}')
    'A good film.'
    """
    content = json.loads(body)
    found = content.get("text", content.get("texts")) if isinstance(content, dict) else None
    if isinstance(found, str):
        return found
    if isinstance(found, list) and all(isinstance(text, str) for text in found):
        return found
    return None


class GuardMiddleware:
    """Check what a prediction endpoint was asked, after it has answered.

    The application gets each request and the caller each answer byte for byte and as it streams;
    nothing waits for the check. The text is read from a copy of the body, and the verdict is
    recorded by the monitor. Where that fails, or there is no room, the answer is what it was.

    Parameters
    ----------
    app : ASGI application
    monitor : Monitor
        It watches the same system that the endpoint asks.
    path : str
        Path of the endpoint, such as ``"/predict"``.
    method : str
        Its method.
    text_of : callable
        Takes the bytes of the body, gives a text, a list of texts or None. By default
        `text_in_json`.
    max_body : int
        Bytes of a body that are kept for the check; a longer one passes unchecked.
    max_checks : int
        Texts that are checked or wait at once; more are dropped.
    threads : int
        Checks that run at once.
    drain_seconds : float
        How long checks may go on when the application stops.

    Attributes
    ----------
    counts : dict
        ``guarded``: texts that were given to the monitor; ``dropped``: texts for which there was
        no room; ``unread``: requests in which no text was found, or whose body was too long;
        ``refused``: requests that the application itself did not answer with success, so that
        there is nothing to check; ``failed``: checks that raised.

    Examples
    --------
    >>> from fairnlp.monitor.service import GuardMiddleware
    >>> app = GuardMiddleware(app, monitor, path="/predict")  # doctest: +SKIP
    """

    def __init__(
        self,
        app: App,
        monitor: Verifies,
        *,
        path: str,
        method: str = "POST",
        text_of: Callable[[bytes], str | Sequence[str] | None] = text_in_json,
        max_body: int = 1_000_000,
        max_checks: int = 200,
        threads: int = 1,
        drain_seconds: float = 10,
    ) -> None:
        self.app, self.monitor = app, monitor
        self.path, self.method, self.text_of = path, method, text_of
        self.max_body, self.drain_seconds = max_body, drain_seconds
        self.checks = Checks(limit=max_checks, threads=threads)
        self._unread = self._refused = self._guarded = 0

    @property
    def counts(self) -> dict[str, int]:
        """How many texts and requests went which way; see the class."""
        return {
            "guarded": self._guarded,
            "dropped": self.checks.dropped,
            "unread": self._unread,
            "refused": self._refused,
            "failed": self.checks.failed,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on; look at a copy of what goes to the endpoint."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, self._draining(send))
        elif (
            scope["type"] == "http"
            and scope["path"] == self.path
            and scope["method"] == self.method
        ):
            await self._watch(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _draining(self, send: Send) -> Send:
        async def sent(message: Message) -> None:
            if message["type"] == "lifespan.shutdown.complete":
                left = await self.checks.drain(self.drain_seconds)
                if left:
                    _log.warning("Stopped with %d texts unchecked", left)
            await send(message)

        return sent

    async def _watch(self, scope: Scope, receive: Receive, send: Send) -> None:
        copied = bytearray()
        whole = True
        status = 0

        async def received() -> Message:
            nonlocal whole
            message = await receive()
            part = message.get("body", b"")
            whole = whole and len(copied) + len(part) <= self.max_body
            if whole:
                copied.extend(part)
            return message

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        await self.app(scope, received, sent)
        if not 200 <= status < 300:
            self._refused += 1
        elif not whole:
            self._unread += 1
        else:
            self._take_on(bytes(copied))

    def _take_on(self, body: bytes) -> None:
        try:
            found = self.text_of(body)
        except Exception:
            _log.info("text_of could not read a body of %d bytes", len(body), exc_info=True)
            found = None
        if found is None:
            self._unread += 1
            return
        texts = [found] if isinstance(found, str) else list(found)
        if texts and self.checks.later(lambda: self.monitor.verify_many(texts), texts=len(texts)):
            self._guarded += len(texts)
