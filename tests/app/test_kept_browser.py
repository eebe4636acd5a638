"""Pipelines that keep their browser, and close it."""

import asyncio
import threading
from contextlib import suppress

import psutil
import pytest
from loopback import Exchange, Site, hanging

from pagesight.app.api import AsyncPipeline
from pagesight.app.config import Options
from pagesight.app.pipeline import Pipeline
from pagesight.render.errors import BrowserError, OptionError

pytestmark = pytest.mark.browser
OPTIONS = Options(allow_private=True, deadline=120)


def browsers() -> set[int]:
    """Return the process ids of the browsers that this process has started, less their children."""
    found = set()
    for child in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            command = child.cmdline()
            if "chrom" in child.name() and not any("--type=" in part for part in command):
                found.add(child.pid)
    return found


def page(number: int) -> bytes:
    return f"<title>{number}</title><p>Page {number} of a few plain words. ".encode() * 5


def test_pages_of_a_block_share_a_browser_that_ends_with_it(site: Site) -> None:
    site.pages |= {"/1": page(1), "/2": page(2)}
    before = browsers()
    with Pipeline(OPTIONS) as pipeline:
        assert "Page 1" in pipeline.extract_url(site.url("/1")).text
        first = browsers() - before
        assert "Page 2" in pipeline.extract_url(site.url("/2")).text
        assert browsers() - before == first
        assert len(first) == 1
    assert browsers() == before


def test_a_pipeline_outside_a_block_leaves_no_browser(site: Site) -> None:
    site.pages["/1"] = page(1)
    before = browsers()
    assert "Page 1" in Pipeline(OPTIONS).extract_url(site.url("/1")).text
    assert browsers() == before


def test_a_block_that_renders_nothing_starts_no_browser(site: Site) -> None:
    site.pages["/1"] = page(1)
    before = browsers()
    with Pipeline(Options(allow_private=True, render=False)) as pipeline:
        assert "Page 1" in pipeline.extract_url(site.url("/1")).text
        assert browsers() == before


async def test_several_pages_are_rendered_at_once(site: Site) -> None:
    both = threading.Barrier(2, timeout=100)  # neither is answered before both are asked for

    def together(exchange: Exchange) -> None:
        both.wait()
        exchange.answer(page(int(exchange.path[1:])))

    site.pages |= {"/1": together, "/2": together}
    async with AsyncPipeline(OPTIONS, pages=2) as pipeline:
        results = await asyncio.gather(*map(pipeline.extract_url, [site.url("/1"), site.url("/2")]))
    assert [result.metadata.title for result in results] == ["1", "2"]


async def test_leaving_a_block_ends_pages_under_way(site: Site) -> None:
    asked = threading.Event()
    site.pages["/hang"] = hanging(asked)
    before = browsers()
    async with AsyncPipeline(OPTIONS, pages=1) as pipeline:
        reading = asyncio.ensure_future(pipeline.extract_url(site.url("/hang")))
        assert await asyncio.to_thread(asked.wait, 100)
    with pytest.raises(BrowserError, match="was closed"):
        await reading
    assert browsers() == before


async def test_a_pipeline_that_is_not_open_says_how_to_open_it() -> None:
    with pytest.raises(OptionError, match="use `async with"):
        await AsyncPipeline().extract_html("<p>text")
