"""Who may ask: an optional token, compared in constant time."""

from __future__ import annotations

import hmac
from typing import TYPE_CHECKING

from fairnlp.core.errors import OptionError
from fairnlp.monitor.service.answers import Refused, refuse
from fairnlp.monitor.service.asgi import header

if TYPE_CHECKING:
    from pathlib import Path

    from fairnlp.monitor.service.asgi import App, Receive, Scope, Send

__all__ = ["OPEN", "TokenRequired", "read_token"]

OPEN = frozenset({"/", "/health", "/docs", "/openapi.json", "/page.css", "/page.js"})
"""Paths that hold no text and no verdict; the status page asks for the token by itself."""


class TokenRequired:
    """ASGI middleware: only who knows the token gets further than the open paths.

    Parameters
    ----------
    app : ASGI application
    token : str
        Expected as ``Authorization: Bearer <token>``.
    """

    def __init__(self, app: App, *, token: str) -> None:
        self.app = app
        self._expected = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 401 without reading the body, or pass the request on."""
        if scope["type"] != "http" or scope["path"] in OPEN or self._known(scope):
            await self.app(scope, receive, send)
            return
        message = "This service asks for its token: send the header `Authorization: Bearer ...`."
        await refuse(
            send, Refused(401, message, {"www-authenticate": "Bearer", "connection": "close"})
        )

    def _known(self, scope: Scope) -> bool:
        kind, _, given = (header(scope, b"authorization") or b"").partition(b" ")
        return kind.lower() == b"bearer" and hmac.compare_digest(given.strip(), self._expected)


def read_token(token: str | None, file: Path | None) -> str | None:
    """Give the token that was set, from where it was set.

    Parameters
    ----------
    token : str, optional
        As given, such as by an environment variable.
    file : Path, optional
        Holds nothing but the token.

    Raises
    ------
    OptionError
        If both are given, the file cannot be read, or the token is empty or not printable ASCII
        without blanks, as a header must be.

    Examples
    --------
    >>> read_token("s3cret", None)
    's3cret'
    """
    if token is not None and file is not None:
        msg = "The token is given twice, by itself and as a file; leave out one."
        raise OptionError(msg)
    if file is not None:
        try:
            token = file.read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            msg = f"Cannot read the token from {file}: {error}"
            raise OptionError(msg) from None
    if token is None:
        return None
    if not token or not token.isascii() or not token.isprintable() or " " in token:
        msg = (
            "The token is empty or holds something else than letters, digits and signs of ASCII; "
            "make one with: python -c 'import secrets; print(secrets.token_urlsafe())'"
        )
        raise OptionError(msg)
    return token
