"""The service without its API: what it says of itself, and what it does not begin."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from loopback import Exchange, Site

from pagesight.app.config import Options
from pagesight.app.errors import LateError
from pagesight.app.serve.service import Service, Visitor
from pagesight.app.serve.settings import Settings
from pagesight.extract.page.budget import Limits
from pagesight.render.errors import BrowserError
from pagesight.render.options import RenderOptions
from pagesight.render.sources.source import html_source


def with_service(settings: Settings, test: Callable[[Service], Awaitable[None]]) -> None:
    async def run() -> None:
        service = Service(settings)
        await test(service)
        await service.stop()

    asyncio.run(run())


def test_a_service_whose_browser_does_not_start_says_so() -> None:
    broken = RenderOptions(executable=Path("/bin/false"))

    async def test(service: Service) -> None:
        assert service.problems == ()
        with pytest.raises(BrowserError):
            await service.render(Visitor("ann"), html_source("<p>words"), broken)
        assert service.problems == ("the last page found no working browser",)

    with_service(Settings(options=Options(rendering=broken)), test)


def test_who_is_late_is_told_so_and_leaves_the_queue(site: Site) -> None:
    site.pages["/silent"] = Exchange.hang
    rendering = RenderOptions(allow_private=True, deadline=0.5)
    options = Options(render=False, rendering=rendering, limits=Limits(seconds=0.5))

    async def test(service: Service) -> None:
        queue = service.queues["fetch"]
        slots = [queue.join("ann") for _ in range(service.settings.fetches_each)]
        page = service.page(Visitor("ann"), site.url("/silent"), None, options, lambda _: None)
        with pytest.raises(LateError):
            await page
        assert queue.waiting == 0
        assert site.requested == []
        assert len(queue) == len(slots)

    with_service(Settings(options=options, fetches=4), test)
