"""Bodies that are refused before anything reads them whole: too large, too slow, not JSON."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fairnlp.monitor.service.answers import Refused, refuse
from fairnlp.monitor.service.asgi import header

if TYPE_CHECKING:
    from fairnlp.monitor.service.asgi import App, Message, Receive, Scope, Send
    from fairnlp.monitor.service.limits import ServiceLimits

__all__ = ["LINGER", "BodyLimit"]

LINGER = 32 * 2**20
"""Bytes beyond the limit that are thrown away as they come: a caller who is still sending when the
connection closes would see that alone, and not why."""

_CLOSE = {"connection": "close"}  # what is still under way would be read as the next request


class BodyLimit:
    """ASGI middleware: the application gets a body that is small enough, complete and UTF-8.

    Parameters
    ----------
    app : ASGI application
    limits : ServiceLimits
    """

    def __init__(self, app: App, *, limits: ServiceLimits) -> None:
        self.app, self.limits = app, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Keep at most `ServiceLimits.max_body`, then pass the request on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        try:
            body = await self._read(scope, receive)
            if body is None:  # the caller has gone
                return
            _check(scope, body)
        except Refused as refused:
            await refuse(send, refused)
            return
        await self.app(scope, _replay(body, receive), send)

    async def _read(self, scope: Scope, receive: Receive) -> bytes | None:
        announced = header(scope, b"content-length")
        size = int(announced) if announced is not None and announced.isdigit() else 0
        if self._exceeds(size) and header(scope, b"expect") is not None:
            raise self._too_large()  # the caller waits for leave to send it
        parts: list[bytes] = []
        seen = 0
        try:
            async with asyncio.timeout(self.limits.body_seconds):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    part = message.get("body", b"")
                    seen += len(part)
                    more = message.get("more_body", False)
                    if not self._exceeds(max(seen, size)):
                        parts.append(part)
                    elif not more or max(seen, size) > self.limits.max_body + LINGER:
                        raise self._too_large()
                    else:
                        parts.clear()
        except TimeoutError:
            if self._exceeds(max(seen, size)):
                raise self._too_large() from None
            seconds = self.limits.body_seconds
            raise Refused(
                408, f"The body did not arrive within {seconds:g} seconds.", _CLOSE
            ) from None
        return b"".join(parts)

    def _exceeds(self, size: int) -> bool:
        return size > self.limits.max_body

    def _too_large(self) -> Refused:
        return Refused(
            413, f"The body is larger than the {self.limits.max_body:,} bytes allowed.", _CLOSE
        )


def _check(scope: Scope, body: bytes) -> None:
    if not body:
        return
    kind = (header(scope, b"content-type") or b"").partition(b";")[0].strip().lower()
    if kind != b"application/json":
        came = f"`{kind.decode('latin-1')}`" if kind else "no Content-Type"
        raise Refused(415, f"Send JSON, with the header `Content-Type: application/json`; {came}.")
    try:
        body.decode()
    except UnicodeDecodeError as error:
        raise Refused(400, f"The body is not UTF-8 (byte {error.start}).") from None
    if b"\0" in body:  # a reader of JSON would guess UTF-16
        raise Refused(400, "The body holds a NUL byte, which JSON does not have.")


def _replay(body: bytes, receive: Receive) -> Receive:
    """Give the body once; after that, whatever the server says."""
    waiting = [body]

    async def replayed() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return replayed
