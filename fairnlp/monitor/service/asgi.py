"""The names of ASGI: what a web application is called with."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, TypeAlias

__all__ = ["App", "Message", "Receive", "Scope", "Send", "header"]

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]


def header(scope: Scope, name: bytes) -> bytes | None:
    """Give a header of a request, the last if it came several times; None if there is none.

    Examples
    --------
    >>> header({"headers": [(b"accept", b"*/*")]}, b"accept")
    b'*/*'
    """
    return dict(scope["headers"]).get(name)
