"""How the service describes itself: OpenAPI with its own limits in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi.openapi.utils import get_openapi

if TYPE_CHECKING:
    from fastapi import FastAPI

    from fairnlp.monitor.service.limits import ServiceLimits

__all__ = ["describe"]

_ABOUT = (
    "Asks a text classifier, and says of each prediction whether it would change if only the "
    "person in the text were of another class. Every refusal has one shape: "
    '`{"error": {"code": ..., "message": ...}}`.'
)


def describe(app: FastAPI, limits: ServiceLimits, *, asks_token: bool) -> None:
    """Give an application a description that says how long a text and a list may be.

    Parameters
    ----------
    app : FastAPI
    limits : ServiceLimits
    asks_token : bool
        Whether the paths that hold texts or verdicts need the token.
    """

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            made = get_openapi(
                title=app.title, version=app.version, description=_ABOUT, routes=app.routes
            )
            parts = made["components"]["schemas"]
            bound_text = {"maxLength": limits.max_text}
            parts["OneText"]["properties"]["text"] |= bound_text
            texts = parts["ManyTexts"]["properties"]["texts"]
            texts["maxItems"] = limits.max_texts
            texts["items"] |= bound_text
            for name in ("HTTPValidationError", "ValidationError"):  # never sent: see `faults`
                parts.pop(name, None)
            if asks_token:
                made["components"]["securitySchemes"] = {
                    "token": {"type": "http", "scheme": "bearer"}
                }
                for path, operations in made["paths"].items():
                    if path != "/health":
                        for operation in operations.values():
                            operation["security"] = [{"token": []}]
            app.openapi_schema = made
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI's documentation says
