"""What the service does with a page: one set of models, threads that read, browsers that render."""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

from pagesight.app.config import Options
from pagesight.app.errors import LateError
from pagesight.app.models import Models
from pagesight.app.pipeline import Pipeline
from pagesight.app.serve.browsers import Browsers
from pagesight.app.serve.line import Line, Ticket
from pagesight.app.serve.settings import Settings, answer_seconds
from pagesight.render.net.guard import check_address
from pagesight.render.page import Capture, Page
from pagesight.render.read_source import captured, read_source
from pagesight.render.sources.address import own_address
from pagesight.render.sources.source import Source, html_source

logger = logging.getLogger(__name__)

Made = TypeVar("Made")
_FIRST_PAGE = "<title>A page</title><h1>A page</h1><p>Of a few plain words, to load the models.</p>"


class Service:
    """Gets and reads pages, so many at once; nothing heavy is done on the event loop.

    Each page that somebody asks for, by the API or in the demo, stands in one of two lines.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.models = Models()
        self.ready = False
        self.closing = False
        self.reading = ThreadPoolExecutor(settings.workers, "reading")
        self.browsers = Browsers(settings.browsers, settings.options.rendering)
        self._rendered = Line(settings.browsers, settings.queue)
        self._read = Line(settings.workers, settings.queue)
        # A slow server or a line keeps a thread waiting, which costs nothing but the thread.
        most = settings.workers + settings.browsers + 2 * settings.queue
        self.fetching = ThreadPoolExecutor(most, "fetching")

    @property
    def pending(self) -> int:
        """Return how many pages are worked on or wait."""
        return len(self._rendered) + len(self._read)

    async def start(self) -> None:
        """Load the models that most requests need; the log says why where they do not load."""
        options = replace(self.settings.options, render=False)
        pipeline = self.pipeline(options)
        try:
            await self.read(lambda: pipeline.extract_page(Page("", _FIRST_PAGE)), options)
        except Exception:  # nobody awaits the task that this is
            logger.exception("the models do not load")
            raise
        self.ready = True

    async def stop(self) -> None:
        """End browsers and threads."""
        await self.browsers.close()
        for threads in (self.fetching, self.reading):
            threads.shutdown(wait=False, cancel_futures=True)

    def pipeline(self, options: Options) -> Pipeline:
        """Return a pipeline over the shared models."""
        return Pipeline(options, self.models)

    def join(self, *, render: bool) -> Ticket:
        """Return a place in the line of pages like this. Raises BusyError if too many wait."""
        return (self._rendered if render else self._read).join()

    async def answer(self, work: Coroutine[Any, Any, Made], options: Options) -> Made:
        """Return what `work` returns, if there is room for it and it ends in time.

        Its place is free again when the work has ended, not when its caller was answered: what
        cannot be stopped counts as long as it lasts. Raises BusyError and LateError.
        """
        try:
            ticket = self.join(render=options.render)
        except BaseException:
            work.close()
            raise
        task = asyncio.ensure_future(work)

        def ended(task: "asyncio.Task[Made]") -> None:
            ticket.leave()
            if not task.cancelled() and task.exception() and late:
                logger.warning("failed after its caller was answered", exc_info=task.exception())

        late = False
        task.add_done_callback(ended)
        seconds = answer_seconds(options)
        try:
            return await asyncio.wait_for(asyncio.shield(task), seconds)
        except TimeoutError as error:
            late = True
            raise LateError(f"no answer in {seconds:g} s") from error

    async def capture(self, url: str, html: str | None, options: Options) -> Capture:
        """Return the capture of a page: `html` if it is given, else what is at `url`.

        Raises a RenderError if there is none, GuardError for anything but an http(s) address.
        """
        if url:
            check_address(url)  # a path would name a file of ours
        rendering = options.rendering
        if options.render:
            source = await asyncio.to_thread(_source, url, html)
            return await asyncio.wrap_future(self.browsers.render(source, rendering))
        if html is None:
            return await self._in(self.fetching, lambda: read_source(url, rendering))
        page = html
        return await self.read(lambda: captured(Page(url or own_address(page), page)), options)

    async def read(self, work: Callable[[], Made], options: Options) -> Made:
        """Return what `work` returns, done in a thread that reads pages.

        Raises LateError where none was free before nobody waits for the answer any more.
        """
        ends = time.monotonic() + answer_seconds(options)

        def in_time() -> Made:
            if time.monotonic() > ends:
                raise LateError("no thread was free in time")
            return work()

        return await self._in(self.reading, in_time)

    async def _in(self, threads: ThreadPoolExecutor, work: Callable[[], Made]) -> Made:
        return await asyncio.get_running_loop().run_in_executor(threads, work)


def _source(url: str, html: str | None) -> Source:
    return Source(url, url) if html is None else html_source(html, url, name=url or "the HTML")


def json_bytes(values: Any) -> bytes:
    """Return values as JSON in UTF-8; halves of characters are escaped, which JSON reads too."""
    return json.dumps(values, ensure_ascii=False).encode("utf-8", "backslashreplace")
