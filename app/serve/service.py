"""The service itself: one set of models, threads that read pages, browsers; its figures."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest

from pagesight.app.config import Options
from pagesight.app.models import Models
from pagesight.app.pipeline import Pipeline
from pagesight.app.serve.routes.schemas import ReadOptions
from pagesight.app.serve.settings import Settings, answer_seconds
from pagesight.app.serve.wait_queue import Moved, WaitQueue
from pagesight.datasets.schema import Genre
from pagesight.render.browser.pool import BackgroundBrowsers
from pagesight.render.errors import BrowserError, LateError
from pagesight.render.net.guard import check_address
from pagesight.render.net.upstream import Cancellation
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture, Page
from pagesight.render.sources.address import own_address
from pagesight.render.sources.source import Source, captured, html_source, read_source

logger = logging.getLogger(__name__)

Made = TypeVar("Made")
_FIRST_PAGE = "<title>A page</title><h1>A page</h1><p>Of a few plain words, to load the models.</p>"
# Of browsers: one that loops for ever has a ninth of what the service has. With 5, a third, callers
# who need no browser waited 2.6 times as long beside a hostile one, with 10 at most 2.1 times
# (tests/bench/bench_fair.py); nicer ones would get next to nothing where there is other work.
_NICENESS = 10
_STUCK_SECONDS = 30.0  # beyond all deadlines, from which on a page counts as stuck
MEDIA_TYPE = CONTENT_TYPE_LATEST
_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks for a page, and who is told of it while that page waits for its turn."""

    name: str
    moved: Moved = lambda _: None


class Service:
    """Gets and reads pages, so many at once; nothing heavy is done on the event loop.

    A page waits in the queue of what it needs next: a browser, a fetch, a thread that reads. In
    each of them callers take turns, and who hangs up or is late leaves it.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.models = Models()
        self.ready = self.closing = False
        self.fault = ""  # that keeps the service from being ready
        self.browsers = BackgroundBrowsers(
            settings.browsers, settings.options.rendering, niceness=_NICENESS
        )
        self.queues = {
            "render": WaitQueue(settings.browsers, settings.queue),
            "fetch": WaitQueue(settings.fetches, settings.queue, settings.fetches_each),
            "read": WaitQueue(settings.workers, settings.queue),
        }
        self._reading = ThreadPoolExecutor(settings.workers, "reading")
        self._fetching = ThreadPoolExecutor(settings.fetches, "fetching")
        self._no_browser = ""

    @property
    def pending(self) -> int:
        """Return how many pages are worked on or wait."""
        return sum(map(len, self.queues.values()))

    @property
    def problems(self) -> tuple[str, ...]:
        """Return what keeps the service from doing all its work, in words; none if it is well."""
        most = self.settings.answer_seconds + _STUCK_SECONDS
        stuck = [name for name, queue in self.queues.items() if queue.oldest_seconds > most]
        problems = (self.fault, self._no_browser, *(f"a page is stuck in {name}" for name in stuck))
        return tuple(filter(None, problems))

    async def start(self) -> None:
        """Load the models that most requests need."""
        pipeline = self.pipeline(replace(self.settings.options, render=False))
        try:
            await self.read(Visitor(""), lambda: pipeline.extract_page(Page("", _FIRST_PAGE)))
        except Exception:  # nobody awaits the task that this is
            self.fault = "the models do not load"
            logger.exception(self.fault)
            raise
        self.ready = True

    async def stop(self) -> None:
        """End browsers and threads."""
        await asyncio.to_thread(self.browsers.close)
        for threads in (self._fetching, self._reading):
            threads.shutdown(wait=False, cancel_futures=True)

    def pipeline(self, options: Options) -> Pipeline:
        """Return a pipeline over the shared models."""
        return Pipeline(options, self.models)

    async def in_time(self, work: Coroutine[Any, Any, Made], options: Options) -> Made:
        """Return what `work` returns. Raises LateError, and ends the work, if it takes too long."""
        seconds = answer_seconds(options)
        try:
            async with asyncio.timeout(seconds):
                return await work
        except TimeoutError as error:
            raise LateError(f"no answer in {seconds:g} s") from error

    async def page(
        self,
        visitor: Visitor,
        url: str,
        html: str | None,
        options: Options,
        work: Callable[[Capture], Made],
    ) -> Made:
        """Return what `work` makes of a page: of `html` if it is given, else of what is at `url`.

        Raises a RenderError if there is none, GuardError for anything but an http(s) address,
        BusyError if too many wait, and LateError.
        """
        if url:
            check_address(url)  # a path would name a file of ours
        if html is not None and not options.render:
            page = html  # its own name: what a lambda sees may change
            making = self.read(
                visitor, lambda: work(captured(Page(url or own_address(page), page)))
            )
        else:
            making = self._page(visitor, url, html, options, work)
        return await self.in_time(making, options)

    async def _page(
        self,
        visitor: Visitor,
        url: str,
        html: str | None,
        options: Options,
        work: Callable[[Capture], Made],
    ) -> Made:
        if options.render:
            source = await asyncio.to_thread(_source, url, html)
            capture = await self.render(visitor, source, options.rendering)
        else:
            capture = await self.fetch(visitor, url, options.rendering)
        return await self.read(visitor, lambda: work(capture), admitted=True)

    async def render(self, visitor: Visitor, source: Source, options: RenderOptions) -> Capture:
        """Return the capture of a source by a browser; cancelling closes its tab.

        The place is taken until the browser is ready again: closing a tab that hangs takes seconds.
        """
        async with self.queues["render"].slot(visitor.name, visitor.moved) as slot:
            rendering = self.browsers.begin(source, options)
            slot.keep_for(rendering.free)
            try:
                capture = await asyncio.wrap_future(rendering.capture)
            except BrowserError:
                self._no_browser = "the last page found no working browser"
                raise
            self._no_browser = ""
            return capture

    async def fetch(self, visitor: Visitor, source: str, options: RenderOptions) -> Capture:
        """Return what a server or a file gives for the source, without a browser.

        Cancelling shuts the connection; its thread is free again with it.
        """
        cancellation = Cancellation()
        try:
            return await self._in_thread(
                self._fetching, "fetch", visitor, lambda: read_source(source, options, cancellation)
            )
        except asyncio.CancelledError:
            cancellation.cancel()
            raise

    async def read(
        self, visitor: Visitor, work: Callable[[], Made], *, admitted: bool = False
    ) -> Made:
        """Return what `work` returns, done in a thread that reads pages.

        Raises BusyError if too many wait; who is `admitted`, having waited before, never is.
        """
        return await self._in_thread(self._reading, "read", visitor, work, admitted=admitted)

    async def _in_thread(
        self,
        threads: ThreadPoolExecutor,
        queue: str,
        visitor: Visitor,
        work: Callable[[], Made],
        *,
        admitted: bool = False,
    ) -> Made:
        waiting = self.queues[queue].slot(visitor.name, visitor.moved, admitted=admitted)
        async with waiting as slot:
            done = threads.submit(work)
            slot.keep_for(done)
            return await asyncio.wrap_future(done)


def as_asked(options: Options, asked: ReadOptions) -> Options:
    """Return the options, with how to read pages as a request has it."""
    given = {name: getattr(asked, name) for name in ReadOptions.model_fields}
    given["genre"] = None if asked.genre == "auto" else Genre(asked.genre)
    return replace(options, **given)


def _source(url: str, html: str | None) -> Source:
    return Source(url, url) if html is None else html_source(html, url, name=url or "the HTML")


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
