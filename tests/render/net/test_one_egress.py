"""Whatever way a page takes, nothing reaches a private address: not even a bare connection."""

from collections.abc import AsyncIterator, Iterator
from contextlib import suppress

import pytest
import pytest_asyncio
from loopback import Site
from private_addresses import (
    ADDRESSES,
    HEADERS,
    PAGES,
    Secret,
    filled,
    pages_beside,
    resolve,
    trying_page,
)

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.errors import RenderError
from pagesight.render.net.fetch import fetch
from pagesight.render.options import RenderOptions

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.fixture(scope="module")
def secret() -> Iterator[Secret]:
    """The private server."""
    served = Secret()
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="module")
def public(secret: Secret) -> Iterator[Site]:
    """A server that may be fetched from, and that sends the browser on."""
    served = Site()
    served.pages = pages_beside(secret)
    served.start()
    yield served
    served.stop()


@pytest.fixture(scope="module")
def strict(public: Site) -> RenderOptions:
    """Options that allow the public server alone."""
    return RenderOptions(deadline=20.0, allow=(f"127.0.0.1:{public.server_port}",))


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def strict_pool(strict: RenderOptions) -> AsyncIterator[BrowserPool]:
    async with BrowserPool(options=strict, resolve=resolve) as pool:
        yield pool


@pytest.mark.parametrize("way", [*PAGES, *HEADERS])
async def test_a_page_cannot_reach_a_private_address(
    way: str, secret: Secret, public: Site, strict_pool: BrowserPool
) -> None:
    public.pages["/"] = trying_page(secret, PAGES.get(way, ""), HEADERS.get(way, ("X-None", "")))
    secret.reset()
    with suppress(RenderError):  # where it went there itself
        await strict_pool.render(public.url())
    assert secret.accepted == 0


@pytest.mark.parametrize("notation", ADDRESSES)
async def test_a_private_address_is_refused_in_every_notation(
    notation: str, secret: Secret, strict: RenderOptions, strict_pool: BrowserPool
) -> None:
    secret.reset()
    url = filled(ADDRESSES[notation], secret)
    with pytest.raises(RenderError):
        await strict_pool.render(url)
    with pytest.raises(RenderError):
        fetch(url, strict, resolve)
    assert secret.accepted == 0


@pytest.mark.parametrize("notation", ADDRESSES)
async def test_a_redirect_to_a_private_address_is_refused_in_every_notation(
    notation: str, secret: Secret, public: Site, strict: RenderOptions, strict_pool: BrowserPool
) -> None:
    secret.reset()
    url = filled(ADDRESSES[notation], secret).encode().decode("latin-1")  # as headers are sent
    public.pages["/"] = lambda exchange: exchange.redirect("/step")
    public.pages["/step"] = lambda exchange: exchange.redirect(url)
    with pytest.raises(RenderError):
        await strict_pool.render(public.url())
    with pytest.raises(RenderError):
        fetch(public.url(), strict, resolve)
    assert secret.accepted == 0
