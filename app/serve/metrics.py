"""Figures of the service for Prometheus."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from pagesight.app.serve.service import Service

MEDIA_TYPE = CONTENT_TYPE_LATEST
_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """Counts requests and pages, in a registry of its own."""

    def __init__(self, service: Service) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._requests = Counter(
            "pagesight_requests", "Answers, by route and status.", ("method", "route", "status"),
            registry=self._registry,
        )  # fmt: skip
        self._seconds = Histogram(
            "pagesight_request_seconds", "From a request's head to the end of its answer.",
            ("route",), registry=self._registry, buckets=_SECONDS,
        )  # fmt: skip
        self._pages = Counter(
            "pagesight_pages", "Pages that were read, by genre.", ("genre",),
            registry=self._registry,
        )  # fmt: skip
        for name, text, value in (
            ("pagesight_pending_requests", "Pages that are worked on or wait.",
             lambda: service.pending),
            ("pagesight_oldest_page_seconds", "Since the oldest page was begun.",
             lambda: max(queue.oldest_seconds for queue in service.queues.values())),
            ("pagesight_problems", "Things that keep the service from its work.",
             lambda: len(service.problems)),
        ):  # fmt: skip
            Gauge(name, text, registry=self._registry).set_function(value)

    def count_request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answer."""
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def count_page(self, genre: str) -> None:
        """Count a page of the genre."""
        self._pages.labels(genre).inc()

    def written(self) -> bytes:
        """Return all figures in Prometheus' text format."""
        return generate_latest(self._registry)
