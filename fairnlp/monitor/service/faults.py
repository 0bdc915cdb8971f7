"""What went wrong, told in one shape: status, a word for programs, a sentence for people."""

from __future__ import annotations

import logging
import re
from typing import TYPE_CHECKING, Any

from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from fairnlp.core.errors import FairnlpError, SystemUnderTestError
from fairnlp.monitor.service.answers import Refused, error_json
from fairnlp.monitor.service.checks import Busy

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.requests import Request

    from fairnlp.monitor.service.metrics import Metrics

__all__ = ["answer_faults"]

_log = logging.getLogger(__name__)

_SAID = {
    404: "There is nothing at this path; /docs lists what there is.",
    405: "This path does not take this method; /docs lists what there is.",
}


def answer_faults(app: FastAPI, metrics: Metrics) -> None:
    """Let an application answer every fault in the one shape."""

    def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return _answer(error.status, error.message, error.headers)

    def not_valid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return _answer(*_told(error.errors()))

    def of_http(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        message = _SAID.get(error.status_code, "The body is not JSON that can be read.")
        return _answer(error.status_code, message, error.headers)

    def busy(_: Request, error: Exception) -> Response:
        return _answer(503, str(error), {"Retry-After": "1"})

    def system_failed(_: Request, error: Exception) -> Response:
        metrics.system_errors.inc()
        return _answer(502, str(error))

    def told(request: Request, error: Exception) -> Response:
        _log.error("%s", error)  # it may name files of this machine
        return fault(request, error)

    def fault(_: Request, error: Exception) -> Response:
        message = f"The service failed ({type(error).__name__}); what it writes out tells why."
        return _answer(500, message)

    app.add_exception_handler(Refused, refused)
    app.add_exception_handler(RequestValidationError, not_valid)
    app.add_exception_handler(HTTPException, of_http)
    app.add_exception_handler(Busy, busy)
    app.add_exception_handler(SystemUnderTestError, system_failed)
    app.add_exception_handler(FairnlpError, told)
    app.add_exception_handler(Exception, fault)


def _answer(status: int, message: str, headers: Any = None) -> Response:
    return Response(error_json(status, message), status, headers, media_type="application/json")


def _told(errors: Any) -> tuple[int, str]:
    """Give status and message of what a body or a parameter has wrong; the first three faults."""
    first = errors[0]
    if first["type"] == "json_invalid":
        place = first["loc"][-1]
        return 400, f"The body is not JSON (character {place}: {first['ctx']['error']})."
    faults = [f"{_where(error['loc'])} {_what(error)}" for error in errors[:3]]
    more = f"; and {len(errors) - 3} more" if len(errors) > 3 else ""
    return 422, "; ".join(faults) + more


def _where(loc: tuple[Any, ...]) -> str:
    """Give `texts[3]` for ("body", "many", "texts", 3)."""
    kind, *path = loc
    path = [step for step in path if step not in ("one", "many")]
    shown = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return f"`{shown.lstrip('.')}`" if shown else f"the {kind}"


def _what(error: Any) -> str:
    kind = error["type"]
    if kind == "value_error":
        return str(error["ctx"]["error"])
    if kind == "missing":
        return "is missing"
    if kind == "extra_forbidden":
        return "is a key that is not known here"
    if kind in ("model_type", "model_attributes_type", "dict_type"):
        return 'must be an object, such as {"text": "..."} or {"texts": ["..."]}'
    message: str = error["msg"]
    return re.sub("^[A-Z][a-z]+ should ", "must ", message).replace(" after validation", "")
