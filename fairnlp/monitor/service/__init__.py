"""The monitor over HTTP: a service of its own, and a guard for one that is there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fairnlp.core.optional import require
from fairnlp.core.registry import load
from fairnlp.monitor.service.guarding import GuardMiddleware
from fairnlp.monitor.service.limits import ServiceLimits

if TYPE_CHECKING:
    from fairnlp.monitor.service.app import create_app
    from fairnlp.monitor.service.serving import serve

__all__ = ["GuardMiddleware", "ServiceLimits", "create_app", "serve"]

_HOME = {
    "create_app": "fairnlp.monitor.service.app:create_app",
    "serve": "fairnlp.monitor.service.serving:serve",
}


def __getattr__(name: str) -> Any:
    if name in _HOME:
        for package in ("fastapi", "prometheus_client", "uvicorn"):
            require(package, extra="monitor", purpose="The monitor's service")
        return load("name", name, _HOME)
    msg = f"module {__name__!r} has no attribute {name!r}"
    raise AttributeError(msg)
