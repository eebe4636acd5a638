"""One call a page, over models that are loaded once per process; many pages at once, in a loop.

Each function works inside a running event loop too (a notebook, a server), which waits meanwhile;
`AsyncPipeline` keeps it free.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from os import PathLike
from typing import Self, TypeVar

from pagesight.app.config import Options, checked_options
from pagesight.app.models import Models
from pagesight.app.pipeline import Pipeline
from pagesight.app.result import Result
from pagesight.app.sources import source_name
from pagesight.extract.page.document import Document
from pagesight.extract.records.patterns import Pattern
from pagesight.extract.records.patterns import learn_pattern as _learn_pattern
from pagesight.extract.records.patterns import read_by_pattern as _read_by_pattern
from pagesight.extract.records.record import Record
from pagesight.render.errors import OptionError
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture
from pagesight.vision.prediction import Prediction

Made = TypeVar("Made")


def extract_url(source: str | PathLike[str], options: Options | None = None) -> Result:
    """Return the content of the page at `source`, rendered unless the options say not to.

    `source` is a URL, or the path of a file (HTML, MHTML, WARC) or of a folder. A browser is
    started and ended, which takes seconds: for many pages use `with Pipeline(...)`. Raises a
    PagesightError if there is no page.
    """
    return _pipeline(options).extract_url(source)


def extract_html(html: str | bytes, url: str = "", options: Options | None = None) -> Result:
    """Return the content of HTML that is at hand. No browser is started, nothing is fetched.

    Without a `url` the page's address is the one that it states as its own, if it does. Raises a
    PagesightError for what is no HTML.
    """
    return _pipeline(options).extract_html(html, url)


def learn_pattern(
    source: str | PathLike[str],
    examples: Sequence[Mapping[str, str]],
    options: Options | None = None,
) -> Pattern:
    """Return the pattern by which a site writes its items, of which the examples show some.

    Each example has fields of one item of the page at `source` as seen, its title first: {"title":
    "Mug", "price": "$12"}. Raises PatternError where they are not on it, or nothing is like them.
    """
    return _learn_pattern(_document(source, options), examples)


def read_by_pattern(
    source: str | PathLike[str], pattern: Pattern, options: Options | None = None
) -> tuple[Record, ...]:
    """Return the items of the page at `source`. Raises PatternError where it no longer fits."""
    return _read_by_pattern(_document(source, options), pattern)


def render_url(source: str | PathLike[str], options: RenderOptions | None = None) -> Capture:
    """Return the page at `source` as a browser shows it: HTML after scripts, screenshot, layout.

    Raises a PagesightError if there is no page, or no browser.
    """
    from pagesight.render.capture import render_page

    if options is not None and not isinstance(options, RenderOptions):
        raise OptionError(f"options={options!r}: wanted pagesight.RenderOptions(...)")
    return render_page(source_name(source), options)


def classify_url(source: str | PathLike[str], options: Options | None = None) -> Prediction:
    """Return the genre of the page at `source`: a URL, a path, or the path of a picture of a page.

    Raises a PagesightError if there is no page.
    """
    return _pipeline(options).classify_url(source)


def classify_html(html: str | bytes, url: str = "", options: Options | None = None) -> Prediction:
    """Return the genre of HTML that is at hand. No browser is started, nothing is fetched."""
    return _pipeline(options).classify_html(html, url)


def perplexity(text: str, language: str = "") -> float:
    """Return how improbable a text is to the packaged language model: 1 is certain, 1e6 unknown.

    (PyPlexity, 2023.) Prose in English has some 2,000, navigation and word lists many times that;
    `language` (ISO 639-1) says where sentences end. Raises NoTextError for a text without words.
    """
    from pagesight.extract.papers.perplexity.model import score_text

    return score_text(text, _models().perplexity(), language).perplexity


def _document(source: str | PathLike[str], options: Options | None) -> Document:
    pipeline = _pipeline(options)
    return pipeline.document(pipeline.capture(source_name(source)))


def _pipeline(options: Options | None) -> Pipeline:
    return Pipeline(checked_options(options), _models())


@cache
def _models() -> Models:
    """Return the models of this process."""
    return Models()


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
