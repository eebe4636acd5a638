"""A server on loopback, and a pool of one browser to visit it."""

import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import replace

import pytest
import pytest_asyncio
from loopback import Site

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.options import RenderOptions


@pytest.fixture(scope="session")
def options() -> RenderOptions:
    """Loopback allowed, and time enough on a busy machine."""
    return RenderOptions(deadline=20.0, allow_private=True)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def pool(options: RenderOptions) -> AsyncIterator[BrowserPool]:
    """One browser for all tests that do not harm it."""
    async with BrowserPool(options=options) as opened:
        yield opened


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def hasty_pool(options: RenderOptions) -> AsyncIterator[BrowserPool]:
    """A browser for pages that would never end of themselves: waits for them a second at most."""
    async with BrowserPool(options=replace(options, deadline=10.0, settle=1.0)) as opened:
        yield opened


@pytest.fixture
def stopwatch() -> Callable[[], float]:
    """Seconds since the test began."""
    started = time.monotonic()
    return lambda: time.monotonic() - started


@pytest.fixture
def other_site() -> Iterator[Site]:
    """A second server, on a port of its own."""
    with Site() as served:
        yield served
