"""What is sent back: JSON of whatever a system returns, and one shape for every refusal."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fairnlp.monitor.service.asgi import Send

__all__ = ["CODES", "Refused", "error_json", "refuse", "to_json"]

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

_LONGEST = 1000  # characters of a message: what a system raises may hold all of a text


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


def to_json(value: Any) -> bytes:
    """Write anything as JSON in UTF-8.

    Arrays and their numbers become lists and numbers, what is not a number becomes null, and what
    JSON does not have is written as text: a prediction that was made is never withheld.

    Examples
    --------
    >>> import numpy as np
    >>> to_json({"prediction": np.array([0.25, np.nan])})
    b'{"prediction": [0.25, null]}'
    """
    plain = _plain(value)
    try:
        return json.dumps(plain, ensure_ascii=False, allow_nan=False).encode()
    except UnicodeEncodeError:  # half of a surrogate pair
        return json.dumps(plain, allow_nan=False).encode()


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(entry) for entry in value]
    if callable(to_list := getattr(value, "tolist", None)):  # of NumPy, torch, pandas
        return _plain(to_list())
    return str(value)


def error_json(status: int, message: str) -> bytes:
    """Write the content of an answer that refuses.

    Examples
    --------
    >>> error_json(503, "200 texts are being checked; try again.")
    b'{"error": {"code": "busy", "message": "200 texts are being checked; try again."}}'
    """
    short = message if len(message) <= _LONGEST else message[:_LONGEST] + " ..."
    return to_json({"error": {"code": CODES.get(status, "refused"), "message": short}})


async def refuse(send: Send, refused: Refused) -> None:
    """Answer from a middleware, where there is no framework yet."""
    body = error_json(refused.status, refused.message)
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
