"""Extract many pages at once from an event loop, which stays free."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from os import PathLike
from typing import Self, TypeVar

from pagesight.app.config import Options
from pagesight.app.models import Models
from pagesight.app.pipeline import Pipeline
from pagesight.app.result import Result
from pagesight.render.errors import OptionError
from pagesight.vision.prediction import Prediction

Made = TypeVar("Made")


class AsyncPipeline:
    """Extracts up to `pages` pages at once, in as many browsers and threads, kept in the block.

    async with AsyncPipeline(pages=4) as pipeline:
        results = await asyncio.gather(*map(pipeline.extract_url, urls))
    """

    def __init__(
        self, options: Options | None = None, pages: int = 4, models: Models | None = None
    ) -> None:
        """Make a pipeline. Raises OptionError for options or a number that cannot be."""
        if not isinstance(pages, int) or pages < 1:
            raise OptionError(f"pages={pages!r}: wanted a whole number, 1 or more")
        self._pages = pages
        self._pipeline = Pipeline(options, models, browsers=pages)
        self._threads: ThreadPoolExecutor | None = None

    async def __aenter__(self) -> Self:
        self._threads = ThreadPoolExecutor(self._pages, "pagesight")
        await self._in_thread(self._pipeline.__enter__)  # loads Playwright
        return self

    async def __aexit__(self, *_: object) -> None:
        threads, self._threads = self._threads, None
        if threads is not None:
            threads.shutdown(wait=False, cancel_futures=True)
        await asyncio.to_thread(self._pipeline.__exit__)

    async def extract_url(self, source: str | PathLike[str]) -> Result:
        """Return the content of the page at `source`, as `Pipeline.extract_url` does."""
        return await self._in_thread(lambda: self._pipeline.extract_url(source))

    async def extract_html(self, html: str | bytes, url: str = "") -> Result:
        """Return the content of HTML that is at hand."""
        return await self._in_thread(lambda: self._pipeline.extract_html(html, url))

    async def classify_url(self, source: str | PathLike[str]) -> Prediction:
        """Return the genre of the page at `source`, or of the page that a picture shows."""
        return await self._in_thread(lambda: self._pipeline.classify_url(source))

    async def classify_html(self, html: str | bytes, url: str = "") -> Prediction:
        """Return the genre of HTML that is at hand."""
        return await self._in_thread(lambda: self._pipeline.classify_html(html, url))

    async def _in_thread(self, work: Callable[[], Made]) -> Made:
        if self._threads is None:
            raise OptionError("the pipeline is not open: use `async with AsyncPipeline(...)`")
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)
