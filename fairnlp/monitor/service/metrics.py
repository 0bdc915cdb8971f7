"""What a Prometheus server reads: counts of requests, verdicts and checks."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

if TYPE_CHECKING:
    from collections.abc import Callable

    from fairnlp.monitor.service.asgi import App, Message, Receive, Scope, Send

__all__ = ["MEDIA_TYPE", "Counted", "Metrics"]

MEDIA_TYPE = CONTENT_TYPE_LATEST


class Metrics:
    """The metrics of one service, in a registry of its own.

    Labels hold words of ours only, never a path or text that a caller chose, so their number is
    bounded.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "fairnlp_requests", "Requests answered.", ["route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "fairnlp_request_seconds",
            "From the start of a request to the end of its answer.",
            ["route"],
            registry=self.registry,
        )
        self.verdicts = Counter(
            "fairnlp_verdicts",
            "Verdicts by what they say.",
            ["characteristic", "verdict"],
            registry=self.registry,
        )
        self.system_errors = Counter(
            "fairnlp_system_errors",
            "Requests that the system under test failed to answer.",
            registry=self.registry,
        )

    def gauge(self, name: str, meaning: str, read: Callable[[], float]) -> None:
        """Add a figure that is read when it is asked for."""
        Gauge(name, meaning, registry=self.registry).set_function(read)

    def text(self) -> bytes:
        """Give all of them in Prometheus' text format."""
        return generate_latest(self.registry)


class Counted:
    """ASGI middleware: count each request by its route and the status of its answer.

    Parameters
    ----------
    app : ASGI application
    metrics : Metrics
    routes : set of str
        Paths that are named; any other is "other".
    """

    def __init__(self, app: App, *, metrics: Metrics, routes: frozenset[str]) -> None:
        self.app, self.metrics, self.routes = app, metrics, routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and count it when its answer has gone."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status = 500  # what the server answers where nothing else does

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        route = scope["path"] if scope["path"] in self.routes else "other"
        start = time.perf_counter()
        try:
            await self.app(scope, receive, sent)
        finally:
            self.metrics.requests.labels(route, str(status)).inc()
            self.metrics.seconds.labels(route).observe(time.perf_counter() - start)
