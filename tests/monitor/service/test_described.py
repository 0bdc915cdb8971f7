"""What the service says of itself holds: cases are made of its OpenAPI description."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from fairnlp.monitor import Monitor
from fairnlp.monitor.service import ServiceLimits, create_app

schemathesis = pytest.importorskip("schemathesis")

pytestmark = pytest.mark.slow


def classify(texts: list[str]) -> list[str]:
    return ["good" if "he" in text.lower().split() else "bad" for text in texts]


OPERATIONS = [
    ("/health", "get"),
    ("/metrics", "get"),
    ("/predict", "post"),
    ("/summary", "get"),
    ("/verdicts", "get"),
    ("/verify", "post"),
]


@pytest.fixture(scope="module")
def described(tmp_path_factory):
    log = tmp_path_factory.mktemp("log") / "log.sqlite"
    monitor = Monitor(classify, log=log, keep_texts=True, cache=False, mode="background")
    app = create_app(monitor, limits=ServiceLimits(max_text=200, max_texts=5))

    async def alive(scope, receive, send):
        assert scope["type"] != "lifespan"  # each case would start and stop the service
        await app(scope, receive, send)

    yield schemathesis.openapi.from_dict(app.openapi()), alive
    monitor.close()


def test_all_operations_are_tried(described):
    schema, _ = described
    found = [result.ok() for result in schema.get_all_operations()]
    assert sorted((one.path, one.method) for one in found) == OPERATIONS


VALID, INVALID = schemathesis.GenerationMode.POSITIVE, schemathesis.GenerationMode.NEGATIVE


@pytest.mark.parametrize(
    ("path", "method", "mode"),
    [(path, method, VALID) for path, method in OPERATIONS]
    + [("/predict", "post", INVALID), ("/verdicts", "get", INVALID), ("/verify", "post", INVALID)],
    ids=str,
)
def test_every_answer_is_as_described(described, path, method, mode):
    schema, app = described

    @given(case=schema[path][method].as_strategy(generation_mode=mode))
    @settings(max_examples=100, suppress_health_check=list(HealthCheck))
    def ask(case):
        case.call_and_validate(app=app)

    ask()
