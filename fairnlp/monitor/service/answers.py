"""The one shape of every answer that is not the one asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairnlp.monitor.service.asgi import Send

__all__ = ["CODES", "Refused", "error_body", "refuse"]

CODES = {
    400: "not_json",
    401: "no_access",
    404: "not_found",
    405: "wrong_method",
    408: "too_slow",
    413: "body_too_large",
    415: "wrong_type",
    422: "not_valid",
    500: "fault",
    502: "system_failed",
    503: "busy",
}
"""Status to the word that a program can rely on."""


class Refused(Exception):
    """A request that gets no answer of the kind that was asked for.

    Parameters
    ----------
    status : int
        A key of `CODES`.
    message : str
        What came, what would do.
    headers : mapping of str to str
        To send along.
    """

    def __init__(self, status: int, message: str, headers: Mapping[str, str] | None = None) -> None:
        self.status, self.message, self.headers = status, message, dict(headers or {})
        super().__init__(message)


def error_body(status: int, message: str) -> dict[str, Any]:
    """Give the content of an answer that refuses.

    Examples
    --------
    >>> error_body(503, "200 texts are being checked; try again.")
    {'error': {'code': 'busy', 'message': '200 texts are being checked; try again.'}}
    """
    return {"error": {"code": CODES.get(status, "refused"), "message": message}}


async def refuse(send: Send, refused: Refused) -> None:
    """Answer from a middleware, where there is no framework yet."""
    body = json.dumps(error_body(refused.status, refused.message)).encode()
    headers = {
        "content-type": "application/json",
        "content-length": str(len(body)),
        **refused.headers,
    }
    await send(
        {
            "type": "http.response.start",
            "status": refused.status,
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        }
    )
    await send({"type": "http.response.body", "body": body})
