"""The service without its API: what it says of itself, and what it does not begin."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from loopback import Exchange, Site

from pagesight.app.config import Options
from pagesight.app.serve.api import create_app
from pagesight.app.serve.routes.failures import failure_of
from pagesight.app.serve.service import Service, Visitor
from pagesight.app.serve.settings import Settings
from pagesight.extract.page.budget import Limits
from pagesight.render.errors import BrowserError, LateError
from pagesight.render.options import RenderOptions
from pagesight.render.sources.html import HtmlAnswer
from pagesight.render.sources.source import Source, html_source


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


def test_readyz_and_metrics_tell_that_it_is_not_well(tmp_path: Path) -> None:
    broken = RenderOptions(executable=Path("/bin/false"))
    settings = Settings(options=Options(rendering=broken), jobs=tmp_path)
    with TestClient(create_app(Service(settings)), "http://localhost") as client:
        assert "pagesight_problems 0.0" in client.get("/metrics").text
        assert client.post("/render", json={"html": "<p>words"}).status_code == 503
        ready = client.get("/readyz")
        assert (ready.status_code, ready.json()["status"]) == (503, "unwell")
        assert ready.json()["problems"] == ["the last page found no working browser"]
        assert "pagesight_problems 1.0" in client.get("/metrics").text


@pytest.mark.browser
def test_a_page_that_is_given_up_holds_its_place_until_the_browser_is_ready_again(
    site: Site,
) -> None:
    site.pages["/loop"] = b"<script>for (;;);</script><p>Never."
    options = RenderOptions(allow_private=True)

    async def test(service: Service) -> None:
        queue = service.queues["render"]
        loop = Source(site.url("/loop"), site.url("/loop"))
        page = asyncio.ensure_future(service.render(Visitor("eve"), loop, options))
        while not site.requested:
            await asyncio.sleep(0.05)
        page.cancel()
        await asyncio.wait({page})
        assert len(queue) == 1
        while len(queue):
            await asyncio.sleep(0.05)
        capture = await service.render(Visitor("ann"), html_source("<p>Now."), options)
        assert "Now." in capture.page.html

    with_service(Settings(options=Options(rendering=options), browsers=1), test)


def test_html_that_a_late_browser_does_not_show_is_late_and_no_host_is_blamed() -> None:
    def answer(_: str) -> HtmlAnswer:
        time.sleep(8.0)  # longer than the browser has
        return HtmlAnswer(b"<p>Shown too late.", "text/html")

    async def test(service: Service) -> None:
        source = Source("the HTML", "https://a.example/", answer)
        with pytest.raises(LateError) as raised:
            await service.render(Visitor("ann"), source, RenderOptions(deadline=8.0))
        assert failure_of(raised.value).status == 504

    with_service(Settings(browsers=1), test)


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
