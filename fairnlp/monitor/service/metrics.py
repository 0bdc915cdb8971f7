"""What a Prometheus server reads: counts of requests, verdicts and checks."""

from __future__ import annotations

import time
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from prometheus_client import CollectorRegistry, Counter, Histogram, Metric, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

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


class _Live(Collector):
    def __init__(self, read: Callable[[], Iterable[Figure]]) -> None:
        self._read = read

    def describe(self) -> Iterable[Metric]:
        return []  # else the registry would read the figures when it is told of them

    def collect(self) -> Iterable[Metric]:
        for name, same in groupby(self._read(), key=lambda figure: figure.name):
            figures = list(same)
            kind = CounterMetricFamily if figures[0].grows else GaugeMetricFamily
            family = kind(name, figures[0].meaning, labels=list(figures[0].labels))
            for figure in figures:
                family.add_metric(list(figure.labels.values()), figure.value)
            yield family


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

    def add(self, read: Callable[[], Iterable[Figure]]) -> None:
        """Add figures that are read when they are asked for."""
        self.registry.register(_Live(read))

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
