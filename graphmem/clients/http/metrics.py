"""Metrics for Prometheus. No label is of a space, a key or a text."""

import math
from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class Metrics:
    """The figures of one server."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self.requests = Counter(
            "graphmem_http_requests",
            "Requests that were answered.",
            ("route", "status"),
            registry=self._registry,
        )
        self.seconds = Histogram(
            "graphmem_http_request_seconds",
            "Seconds from a request to the end of its answer.",
            ("route",),
            buckets=_SECONDS,
            registry=self._registry,
        )
        self.in_flight = Gauge(
            "graphmem_operations_in_flight",
            "Operations that are under way or wait for a thread.",
            registry=self._registry,
        )
        self.refused = Counter(
            "graphmem_refused",
            "Requests that were too much: in_flight, rate, queue or followers.",
            ("limit",),
            registry=self._registry,
        )
        self.jobs_waiting = Gauge(
            "graphmem_ingests_waiting",
            "Ingests that are recorded now, or wait to be.",
            registry=self._registry,
        )
        self.jobs = Counter(
            "graphmem_ingests",
            "Ingests that were recorded, or failed to be.",
            ("state",),
            registry=self._registry,
        )
        self.turns_waiting = Gauge(
            "graphmem_turns_waiting",
            "Turns that wait for extraction, up to 10,000 of each space.",
            registry=self._registry,
        )
        self.extractions = Counter(
            "graphmem_extractions",
            "Runs of the worker that were done, or failed.",
            ("state",),
            registry=self._registry,
        )

    def watch_queue(self, size: Callable[[], int]) -> None:
        """Tells the size of the task queue when it is asked for; NaN where it does not answer."""

        def measured() -> float:
            try:
                return size()
            except Exception:  # noqa: BLE001 - its client's errors; the other figures are told
                return math.nan

        Gauge(
            "graphmem_queue_messages",
            "Messages of the task queue that wait or are under way.",
            registry=self._registry,
        ).set_function(measured)

    def text(self) -> bytes:
        """The figures in Prometheus' text format."""
        return generate_latest(self._registry)
