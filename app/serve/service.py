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
from pagesight.app.serve.admission import Admission
from pagesight.app.serve.browsers import Browsers
from pagesight.app.serve.settings import Settings
from pagesight.render.net.guard import check_address
from pagesight.render.page import Capture, Page
from pagesight.render.read_source import captured, read_source
from pagesight.render.sources.address import own_address
from pagesight.render.sources.source import Source, html_source

logger = logging.getLogger(__name__)

Made = TypeVar("Made")
_FIRST_PAGE = "<title>A page</title><h1>A page</h1><p>Of a few plain words, to load the models.</p>"


class Service:
    """Gets and reads pages, so many at once; nothing heavy is done on the event loop."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.models = Models()
        self.admission = Admission(settings.workers, settings.queue)
        self.ready = False
        self.closing = False
        self._reading = ThreadPoolExecutor(settings.workers, "reading")
        # A slow server keeps a thread waiting, which costs nothing but the thread.
        self._fetching = ThreadPoolExecutor(settings.workers + settings.queue, "fetching")
        rendering = replace(settings.options.rendering, deadline=settings.deadline)
        self._browsers = Browsers(settings.browsers, rendering)

    async def start(self) -> None:
        """Load the models that most requests need; the log says why where they do not load."""
        pipeline = self.pipeline(replace(self.settings.options, render=False))
        try:
            await self._in(self._reading, lambda: pipeline.extract_page(Page("", _FIRST_PAGE)))
        except Exception:
            logger.exception("the models do not load")
            raise
        self.ready = True

    async def stop(self) -> None:
        """End browsers and threads."""
        await self._browsers.close()
        for threads in (self._fetching, self._reading):
            threads.shutdown(wait=False, cancel_futures=True)

    def pipeline(self, options: Options) -> Pipeline:
        """Return a pipeline over the shared models."""
        return Pipeline(options, self.models)

    async def answer(self, work: Coroutine[Any, Any, Made]) -> Made:
        """Return what `work` returns, if there is room for it and it ends in time.

        Its place is free again when the work has ended, not when its caller was answered: what
        cannot be stopped counts as long as it lasts. Raises BusyError and LateError.
        """
        try:
            self.admission.enter()
        except BaseException:
            work.close()
            raise
        began = time.monotonic()
        task = asyncio.ensure_future(work)

        def ended(task: "asyncio.Task[Made]") -> None:
            self.admission.leave(time.monotonic() - began)
            if not task.cancelled() and task.exception() and late:
                logger.warning("failed after its caller was answered", exc_info=task.exception())

        late = False
        task.add_done_callback(ended)
        try:
            return await asyncio.wait_for(asyncio.shield(task), self.settings.answer_seconds)
        except TimeoutError as error:
            late = True
            raise LateError(f"no answer in {self.settings.answer_seconds:g} s") from error

    async def capture(self, url: str, html: str | None, options: Options) -> Capture:
        """Return the capture of a page: `html` if it is given, else what is at `url`.

        Raises a RenderError if there is none, GuardError for anything but an http(s) address.
        """
        if url:
            check_address(url)  # a path would name a file of ours
        if options.render:
            return await self._browsers.render(await asyncio.to_thread(_source, url, html))
        if html is None:
            return await self._in(self._fetching, lambda: read_source(url, options.rendering))
        page = html
        return await self.read(lambda: captured(Page(url or own_address(page), page)))

    async def read(self, work: Callable[[], Made]) -> Made:
        """Return what `work` returns, done in a thread that reads pages.

        Raises LateError where none was free before nobody waits for the answer any more.
        """
        ends = time.monotonic() + self.settings.answer_seconds

        def in_time() -> Made:
            if time.monotonic() > ends:
                raise LateError("no thread was free in time")
            return work()

        return await self._in(self._reading, in_time)

    async def _in(self, threads: ThreadPoolExecutor, work: Callable[[], Made]) -> Made:
        return await asyncio.get_running_loop().run_in_executor(threads, work)


def _source(url: str, html: str | None) -> Source:
    return Source(url, url) if html is None else html_source(html, url, name=url or "the HTML")


def json_bytes(values: Any) -> bytes:
    """Return values as JSON in UTF-8; halves of characters are escaped, which JSON reads too."""
    return json.dumps(values, ensure_ascii=False).encode("utf-8", "backslashreplace")
