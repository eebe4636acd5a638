"""Render one page, for those who have no event loop."""

import asyncio

from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture
from pagesight.render.pool import BrowserPool
from pagesight.render.sources import Source


def render_page(source: str | Source, options: RenderOptions | None = None) -> Capture:
    """Return the capture of `source`: a URL, or a path of HTML, MHTML, a WARC or a folder.

    Starts and ends a browser, which costs about a second; for many pages use BrowserPool.
    """

    async def render() -> Capture:
        async with BrowserPool(options=options) as pool:
            return await pool.render(source)

    return asyncio.run(render())
