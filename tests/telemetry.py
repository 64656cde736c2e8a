"""Spans and metrics that stay in this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from graphmem import telemetry


class Told:
    """What was told."""

    def __init__(self) -> None:
        self._exporter = InMemorySpanExporter()
        self._reader = InMemoryMetricReader()
        self._meters = MeterProvider([self._reader])
        tracers = TracerProvider()
        tracers.add_span_processor(SimpleSpanProcessor(self._exporter))
        telemetry.use(tracers, self._meters)

    @property
    def spans(self) -> tuple[ReadableSpan, ...]:
        return self._exporter.get_finished_spans()

    def metrics(self) -> dict[str, list[dict[str, Any]]]:
        """Attributes of the points of each metric."""
        found = self._reader.get_metrics_data()
        assert found is not None
        return {
            metric.name: [dict(point.attributes or {}) for point in metric.data.data_points]
            for resource in found.resource_metrics
            for scope in resource.scope_metrics
            for metric in scope.metrics
        }

    def everything(self) -> str:
        """All of it as one text."""
        spans = (span.to_json() for span in self.spans)
        return "\n".join([*spans, str(self.metrics())])


@contextmanager
def listening() -> Iterator[Told]:
    """A block whose spans and metrics are told."""
    try:
        yield Told()
    finally:
        telemetry.end()
