"""Traces and metrics by OpenTelemetry, under its standard names; off unless it is begun.

Nothing is told of a parameter, a text or the message of an error: these may quote a turn.
"""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import copy_context
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from graphmem.errors import MissingExtraError

if TYPE_CHECKING:
    from opentelemetry.metrics import Histogram, MeterProvider
    from opentelemetry.trace import Tracer, TracerProvider

T = TypeVar("T")

ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT"

# As the conventions advise; http.server.request.duration, and the other two.
_REQUEST_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10)
_QUERY_SECONDS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10)
_MODEL_SECONDS = (0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96)
_METRICS: Mapping[str, tuple[float, ...]] = {
    "http.server.request.duration": _REQUEST_SECONDS,
    "db.client.operation.duration": _QUERY_SECONDS,
    "gen_ai.client.operation.duration": _MODEL_SECONDS,
}
_OF_SPANS_ALONE = ("gen_ai.usage.",)

Attributes = dict[str, str | int]


class _Instruments(NamedTuple):
    tracer: "Tracer"
    seconds: Mapping[str, "Histogram"]


_instruments: _Instruments | None = None
# Whoever tells something of a span while it is off tells it nobody.
_OFF: AbstractContextManager[Attributes | None] = nullcontext()


def start() -> Callable[[], None]:
    """Send to the address in the environment, if there is one; what is returned sends the rest.

    Raises `MissingExtraError` where there is one and what sends is not installed.
    """
    if not os.environ.get(ENDPOINT):
        return lambda: None
    try:
        from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.metrics import MeterProvider
        from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise MissingExtraError(
            f"{ENDPOINT} is set, and what sends there is not installed.",
            next_step='Run `pip install "graphmem[otel]"`, or unset it.',
        ) from error

    about = {"service.version": version("graphmem")}
    if "service.name=" not in os.environ.get("OTEL_RESOURCE_ATTRIBUTES", ""):
        about["service.name"] = os.environ.get("OTEL_SERVICE_NAME", "graphmem")
    resource = Resource.create(about)
    tracers = TracerProvider(resource=resource)
    tracers.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    reader = PeriodicExportingMetricReader(OTLPMetricExporter())
    meters = MeterProvider([reader], resource=resource)
    use(tracers, meters)

    def stop() -> None:
        end()
        tracers.shutdown()
        meters.shutdown()

    return stop


def use(tracers: "TracerProvider", meters: "MeterProvider") -> None:
    """Tell these of all that this process does from now on."""
    global _instruments
    meter = meters.get_meter("graphmem", version("graphmem"))
    _instruments = _Instruments(
        tracers.get_tracer("graphmem", version("graphmem")),
        {
            name: meter.create_histogram(name, unit="s", explicit_bucket_boundaries_advisory=bounds)
            for name, bounds in _METRICS.items()
        },
    )


def end() -> None:
    """Tell nobody any more."""
    global _instruments
    _instruments = None


def is_on() -> bool:
    """Tells whether anybody is told."""
    return _instruments is not None


def in_context(work: Callable[[], T]) -> Callable[[], T]:
    """The work as a part of the present span, on whichever thread it runs."""
    if _instruments is None:
        return work
    context = copy_context()
    return lambda: context.run(work)


def query(name: str) -> AbstractContextManager[Attributes | None]:
    """A span of one query, named by its file."""
    if _instruments is None:
        return _OFF
    told: Attributes = {"db.system.name": "neo4j", "db.operation.name": name}
    return _span(_instruments, name, "CLIENT", "db.client.operation.duration", told)


def model(operation: str, name: str, **more: int) -> AbstractContextManager[Attributes | None]:
    """A span of one call of a model; ``more`` are counts, under names of graphmem's own."""
    if _instruments is None:
        return _OFF
    told: Attributes = {"gen_ai.operation.name": operation, "gen_ai.request.model": name}
    counts = {f"graphmem.{key}": count for key, count in more.items()}
    metric = "gen_ai.client.operation.duration"
    return _span(_instruments, f"{operation} {name}", "CLIENT", metric, told, counts)


def request(
    method: str, scheme: str, headers: Mapping[str, str]
) -> AbstractContextManager[Attributes | None]:
    """A span of one HTTP request, a part of what its ``traceparent`` says."""
    if _instruments is None:
        return _OFF
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    told: Attributes = {"http.request.method": method, "url.scheme": scheme}
    parent = TraceContextTextMapPropagator().extract(headers)
    metric = "http.server.request.duration"
    return _span(_instruments, method, "SERVER", metric, told, parent=parent)


@contextmanager
def _span(
    to: _Instruments,
    name: str,
    kind: str,
    metric: str,
    told: Attributes,
    counts: Mapping[str, int] | None = None,
    *,
    parent: Any = None,
) -> Iterator[Attributes]:
    """A span, and its seconds in the metric; what is put into the attributes is told at its end."""
    from opentelemetry.trace import SpanKind, StatusCode

    begun = time.perf_counter()
    with to.tracer.start_as_current_span(
        name,
        context=parent,
        kind=SpanKind[kind],
        # The message of an exception may quote what somebody said.
        record_exception=False,
        set_status_on_exception=False,
    ) as span:
        try:
            yield told
        except BaseException as error:
            told["error.type"] = type(error).__name__
            raise
        finally:
            if "error.type" in told:
                span.set_status(StatusCode.ERROR)
            if "http.route" in told:
                span.update_name(f"{name} {told['http.route']}")
            span.set_attributes({**told, **(counts or {})})
            measured = {k: v for k, v in told.items() if not k.startswith(_OF_SPANS_ALONE)}
            to.seconds[metric].record(time.perf_counter() - begun, measured)
