"""What a Prometheus server reads: counts of requests, verdicts and checks."""

from __future__ import annotations

import time
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from prometheus_client import CollectorRegistry, Counter, Histogram, Metric, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from fairnlp.monitor.service.asgi import App, Message, Receive, Scope, Send

__all__ = ["MEDIA_TYPE", "Counted", "Figure", "Metrics"]

MEDIA_TYPE = CONTENT_TYPE_LATEST


class Figure(NamedTuple):
    """A figure that somebody else keeps.

    Parameters
    ----------
    name, meaning : str
        Of the metric.
    value : float
    labels : dict of str to str
        Equal names have equal keys, and come one after another.
    grows : bool
        True for a count that never falls.
    """

    name: str
    meaning: str
    value: float
    labels: dict[str, str]
    grows: bool


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
        self.system_errors = Counter(
            "fairnlp_system_errors",
            "Requests that the system under test failed to answer.",
            registry=self.registry,
        )

    def text(self, figures: Iterable[Figure] = ()) -> bytes:
        """Give all of them in Prometheus' text format, with figures that somebody else keeps."""
        families = []
        for name, same in groupby(figures, key=lambda figure: figure.name):
            found = list(same)
            kind = CounterMetricFamily if found[0].grows else GaugeMetricFamily
            families.append(kind(name, found[0].meaning, labels=list(found[0].labels)))
            for figure in found:
                families[-1].add_metric(list(figure.labels.values()), figure.value)
        return generate_latest(self.registry) + generate_latest(_Told(families))


class _Told(CollectorRegistry):
    """A registry of what is given; counters of the library would add when they were made."""

    def __init__(self, families: Iterable[Metric]) -> None:
        super().__init__()
        self._families = families

    def collect(self) -> Iterable[Metric]:
        return self._families


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
