"""The pages of the service: status and how to ask; they load nothing from elsewhere."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, Any

from fastapi import APIRouter, Request
from jinja2 import Environment, PackageLoader
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse, Response

from fairnlp.core.marking import STYLE

if TYPE_CHECKING:
    from fastapi import FastAPI

    from fairnlp.monitor.service.watch import Watch

__all__ = ["PAGES", "pages"]

PAGES = ("/", "/status", "/docs", "/openapi.json", "/page.css", "/page.js")
"""The paths of pages and their parts."""

# Nothing but what this service serves itself runs or loads on its pages.
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        "img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_FOLDER = files("fairnlp.monitor.service") / "page"


def pages(app: FastAPI, watch: Watch, *, asks_token: bool) -> APIRouter:
    """Make the routes of the pages.

    Parameters
    ----------
    app : FastAPI
        Which describes itself.
    watch : Watch
    asks_token : bool
        Whether the status is shown only to who knows the token; the page then asks for it.
    """
    router = APIRouter(include_in_schema=False)
    draw = _environment().get_template
    style = (_FOLDER / "page.css").read_text("utf-8") + STYLE
    script = (_FOLDER / "page.js").read_text("utf-8")
    about = watch.about() | {"version": app.version}

    @router.get("/")
    async def page() -> Response:
        seen = None if asks_token else await watch.status()
        drawn = draw("page.html.jinja")
        return _html(drawn.render(about=about, status=seen, asks_token=asks_token))

    @router.get("/status")
    async def part() -> Response:
        seen = await watch.status()
        return _html(draw("status.html.jinja").render(about=about, status=seen))

    @router.get("/docs")
    async def docs(request: Request) -> Response:
        described = app.openapi()
        drawn = draw("docs.html.jinja").render(
            info=described["info"],
            paths=described["paths"],
            shapes=described["components"]["schemas"],
            base=str(request.base_url).rstrip("/"),
        )
        return _html(drawn)

    @router.get("/page.css")
    async def page_css() -> Response:
        return Response(style, media_type="text/css", headers=_HEADERS)

    @router.get("/page.js")
    async def page_js() -> Response:
        return Response(script, media_type="text/javascript", headers=_HEADERS)

    return router


def _html(drawn: str) -> Response:
    return HTMLResponse(drawn, headers=_HEADERS)


def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("fairnlp.monitor.service", "page"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "coded": _coded,
        "count": "{:,}".format,
        "labels_of": _labels_of,
        "percent": "{:.1%}".format,
        "type_of": type_of,
    }
    return environment


def _coded(text: str) -> Markup:
    """Show what stands between backticks as code; escaped."""
    parts = str(escape(text)).split("`")
    return Markup("".join(f"<code>{p}</code>" if i % 2 else p for i, p in enumerate(parts)))


def _labels_of(counts: dict[str, dict[str, int]]) -> list[str]:
    return sorted({label for by in counts.values() for label in by})


def type_of(schema: dict[str, Any]) -> str:
    """Write a JSON schema in short.

    Examples
    --------
    >>> type_of({"type": "array", "items": {"type": "string", "maxLength": 9}, "maxItems": 5})
    '[string of at most 9 characters], at most 5'
    >>> type_of({"anyOf": [{"$ref": "#/components/schemas/Result"}, {"type": "null"}]})
    'Result or null'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(type_of(one) for one in schema[key])
    for key in ("enum", "const"):
        if key in schema:
            named = schema[key] if key == "enum" else [schema[key]]
            return " or ".join(f'"{one}"' for one in named)
    kind = str(schema.get("type", "anything"))
    if kind == "array":
        most = f", at most {schema['maxItems']:,}" if "maxItems" in schema else ""
        return f"[{type_of(schema.get('items', {}))}]{most}"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"{{name: {type_of(schema['additionalProperties'])}}}"
    if kind == "string" and "maxLength" in schema:
        return f"string of at most {schema['maxLength']:,} characters"
    if "minimum" in schema and "maximum" in schema:
        return f"{kind}, {schema['minimum']} to {schema['maximum']}"
    return kind
