"""The application: what the service answers, put together from its parts."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING

from fastapi import FastAPI

from fairnlp.monitor.service.access import TokenRequired
from fairnlp.monitor.service.bodies import BodyLimit
from fairnlp.monitor.service.description import describe
from fairnlp.monitor.service.faults import answer_faults
from fairnlp.monitor.service.limits import ServiceLimits
from fairnlp.monitor.service.metrics import Counted, Metrics
from fairnlp.monitor.service.pages import PAGES, pages
from fairnlp.monitor.service.routes import routes
from fairnlp.monitor.service.watch import Watch, Watched

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

__all__ = ["create_app"]

_log = logging.getLogger(__name__)


def create_app(
    monitor: Watched, *, limits: ServiceLimits | None = None, token: str | None = None
) -> FastAPI:
    """Make the service of a monitor, an ASGI application.

    Parameters
    ----------
    monitor : Monitor
        It is closed when the application stops. In ``mode="background"`` an answer of ``/predict``
        never waits for its check.
    limits : ServiceLimits, optional
    token : str, optional
        Asked for as ``Authorization: Bearer <token>``, but for what holds no text and no verdict.

    Returns
    -------
    FastAPI

    Raises
    ------
    MissingDependencyError
        If the extra ``monitor`` is not installed.

    Examples
    --------
    >>> from fairnlp.monitor.service import create_app
    >>> app = create_app(monitor, token="...")  # doctest: +SKIP
    >>> import uvicorn
    >>> uvicorn.run(app)  # doctest: +SKIP
    """
    limits = limits or ServiceLimits()
    watch, metrics = Watch(monitor, limits), Metrics()

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        yield
        if not await watch.stop():
            _log.warning("Stopped after %g s with checks undone", limits.drain_seconds)

    app = FastAPI(
        title="fairnlp monitor",
        version=version("fairnlp"),
        lifespan=life,
        docs_url=None,  # the pages that come with the framework load scripts from elsewhere
        redoc_url=None,
    )
    answer_faults(app, metrics)
    app.include_router(routes(watch, metrics))
    app.include_router(pages(app, watch, asks_token=token is not None))
    describe(app, limits, asks_token=token is not None)
    # The last one is asked first: count everything, then who may ask, then how much.
    app.add_middleware(BodyLimit, limits=limits)
    if token is not None:
        app.add_middleware(TokenRequired, token=token)
    named = frozenset([*app.openapi()["paths"], *PAGES])
    app.add_middleware(Counted, metrics=metrics, routes=named)
    return app
