"""What the service answers at which path."""

from __future__ import annotations

from datetime import datetime  # noqa: TC003  # the framework reads the annotations of routes
from importlib.metadata import version
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query
from starlette.responses import Response

from fairnlp.monitor.service.answers import Refused, to_json
from fairnlp.monitor.service.metrics import MEDIA_TYPE
from fairnlp.monitor.service.schemas import (
    Health,
    ManyTexts,
    OneText,
    Page,
    Predicted,
    Refusal,
    Summary,
    Texts,
    Verdict,
    Verified,
)
from fairnlp.monitor.service.watch import recorded, result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from fairnlp.monitor.service.metrics import Metrics
    from fairnlp.monitor.service.watch import Watch

__all__ = ["routes"]

_LARGEST = 2**63 - 1  # of the whole numbers that the log can compare

_REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Refusal, "description": meaning}
    for status, meaning in {
        400: "The body is not JSON in UTF-8.",
        408: "The body did not arrive in time.",
        413: "The body is too large.",
        415: "The body is not declared as JSON.",
        422: "A key is missing or unknown, a value of the wrong type or too long.",
        502: "The system under test failed on the text itself.",
        503: "Too many texts are being checked; try again.",
    }.items()
}


def _of(*statuses: int) -> dict[int | str, dict[str, Any]]:
    return {status: _REFUSALS[status] for status in statuses}


def routes(watch: Watch, metrics: Metrics) -> APIRouter:
    """Make the routes of a service.

    Parameters
    ----------
    watch : Watch
    metrics : Metrics
    """
    router = APIRouter()
    limits = watch.limits

    def allowed(texts: Sequence[str]) -> list[str]:
        if len(texts) > limits.max_texts:
            msg = f"`texts` has {len(texts):,} texts; at most {limits.max_texts:,} at once."
            raise Refused(422, msg)
        for place, text in enumerate(texts):
            if len(text) > limits.max_text:
                msg = f"Text {place} has {len(text):,} characters; at most {limits.max_text:,}."
                raise Refused(422, msg)
        return list(texts)

    @router.post(
        "/predict",
        summary="Ask the system; the check does not delay the answer",
        response_model=Predicted,
        responses=_of(400, 408, 413, 415, 422, 502),
    )
    async def predict(body: OneText) -> Response:
        (text,) = allowed([body.text])
        return _json({"prediction": await watch.predict(text)})

    @router.post(
        "/verify",
        summary="Ask the system and check its answers",
        response_model=Verified,
        responses=_of(400, 408, 413, 415, 422, 502, 503),
    )
    async def verify(body: Texts) -> Response:
        texts = allowed(body.texts if isinstance(body, ManyTexts) else [body.text])
        return _json({"results": [result(one) for one in await watch.verify(texts)]})

    @router.get(
        "/verdicts",
        summary="Read the log, the latest first",
        response_model=Page,
        responses=_of(422),
    )
    async def verdicts(
        limit: Annotated[int, Query(ge=1, le=500, description="At most so many.")] = 50,
        before: Annotated[
            int | None, Query(ge=1, le=_LARGEST, description="The `next` of the page before.")
        ] = None,
        verdict: Annotated[Verdict | None, Query(description="Only those.")] = None,
        characteristic: Annotated[str | None, Query(description="Only those.")] = None,
        since: Annotated[
            datetime | None, Query(description="Only those from then on; UTC unless it says.")
        ] = None,
    ) -> Response:
        found = await watch.read(
            lambda reader: reader.page(
                limit=limit + 1,
                before=before,
                verdict=verdict,
                characteristic=characteristic,
                since=since,
            )
        )
        more = found[limit - 1].check_id if len(found) > limit else None
        return _json({"verdicts": [recorded(one) for one in found[:limit]], "next": more})

    @router.get(
        "/summary", summary="How many were biased, of how many, so far", response_model=Summary
    )
    async def summary() -> Response:
        return _json(await watch.summary())

    @router.get("/metrics", summary="Counts for Prometheus", response_class=_Metrics)
    async def read_metrics() -> Response:
        return Response(metrics.text(await watch.figures()), media_type=MEDIA_TYPE)

    @router.get("/health", summary="Whether the service is up", response_model=Health)
    async def health() -> Response:
        return _json(
            {"status": "up", "system": watch.monitor.system.name, "version": version("fairnlp")}
        )

    return router


class _Metrics(Response):
    media_type = "text/plain"


def _json(content: Any) -> Response:
    return Response(to_json(content), media_type="application/json")
