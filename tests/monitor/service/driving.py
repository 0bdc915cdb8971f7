"""Calls an ASGI application without a server, message by message."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    parts: list[bytes]
    received: int = 0  # parts of the request's body that the application took
    order: list[str] = field(default_factory=list)

    @property
    def body(self) -> bytes:
        return b"".join(self.parts)


async def ask(
    app: Any,
    path: str = "/predict",
    parts: list[bytes] | None = None,
    *,
    method: str = "POST",
    headers: dict[str, str] | None = None,
    hang: bool = False,
) -> Answer | None:
    """Send a request in parts; None if no answer came. `hang`: the last part never arrives."""
    sent = list(parts or [b""])
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [
            (name.lower().encode(), value.encode()) for name, value in (headers or {}).items()
        ],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    messages: list[dict[str, Any]] = []
    order: list[str] = []
    taken = 0

    async def receive() -> dict[str, Any]:
        nonlocal taken
        if taken < len(sent):
            part = sent[taken]
            taken += 1
            order.append("in")
            return {"type": "http.request", "body": part, "more_body": hang or taken < len(sent)}
        if hang:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)
        order.append("out")

    await app(scope, receive, send)
    if not messages:
        return None
    return Answer(
        status=messages[0]["status"],
        headers={name.decode(): value.decode() for name, value in messages[0]["headers"]},
        parts=[message["body"] for message in messages[1:]],
        received=taken,
        order=order,
    )


async def echo(scope: Any, receive: Any, send: Any) -> None:
    """An application that gives each part of the body back as it comes."""
    headers = [(b"content-type", b"application/octet-stream"), (b"x-kept", b"yes")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    more = True
    while more:
        message = await receive()
        more = message.get("more_body", False)
        await send(
            {"type": "http.response.body", "body": message.get("body", b""), "more_body": more}
        )


JSON = {"content-type": "application/json"}
