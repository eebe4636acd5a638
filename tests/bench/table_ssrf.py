"""Print which attempts to reach a private address get through: none should.

    python tests/bench/table_ssrf.py

Every page and address of tests/support/private_addresses.py is tried with the renderer and the
plain fetcher, against a real server on loopback that counts connections and datagrams. "without"
is the count where nothing guards: Chromium as Playwright starts it, and the fetcher with private
addresses allowed. Where that is 0 the address leads to nobody here, or the browser does no such
thing any more.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from loopback import Exchange, Site
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright
from private_addresses import ADDRESSES, HEADERS, PAGES
from private_servers import (
    Secret,
    allowing,
    filled,
    private_and_public,
    resolve,
    trying_page,
)

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.browser.process import find_browser
from pagesight.render.errors import RenderError
from pagesight.render.net.fetch import fetch
from pagesight.render.options import RenderOptions

Ask = Callable[[str], Awaitable[object]]
Pair = tuple[Ask, Ask]  # without the proxy, and with it


async def main() -> None:
    with private_and_public() as (secret, public):
        rows = await tried(secret, public)
    print(f"{'attempt':50} without  through")
    for name, without, through in rows:
        print(f"{name:50} {without:7} {through:8}")
    real = sum(without > 0 for _, without, _ in rows)
    got_through = sum(through > 0 for _, _, through in rows)
    print(
        f"{len(rows)} attempts, of which {real} get through without the proxy: "
        f"{len(rows) - got_through} refused, {got_through} through"
    )


async def tried(secret: Secret, public: Site) -> list[tuple[str, int, int]]:
    """Return each attempt with what `counts` says of it."""
    strict = allowing(public, deadline=10.0)
    lax = RenderOptions(deadline=10.0, allow_private=True)
    rows = []
    async with BrowserPool(options=strict, resolve=resolve) as pool, plain_chromium(secret) as bare:
        in_browser: Pair = (bare, pool.render)
        by_fetch: Pair = (
            lambda url: asyncio.to_thread(fetch, url, lax, resolve),
            lambda url: asyncio.to_thread(fetch, url, strict, resolve),
        )
        for name in [*PAGES, *HEADERS]:
            markup, header = PAGES.get(name, ""), HEADERS.get(name, ("X-None", ""))
            public.pages["/"] = trying_page(secret, markup, header)
            rows.append((f"page: {name}", *await counts(secret, public.url(), in_browser)))
        for way, pair in (("browser", in_browser), ("fetch", by_fetch)):
            for name, address in ADDRESSES.items():
                url = filled(address, secret)
                rows.append((f"{way}: {name}", *await counts(secret, url, pair)))
                location = url.encode().decode("latin-1")
                public.pages["/"] = partial(Exchange.redirect, location=location)
                redirected = await counts(secret, public.url(), pair)
                rows.append((f"{way}, by redirect: {name}", *redirected))
    return rows


async def counts(secret: Secret, url: str, pair: Pair) -> tuple[int, int]:
    """Return how often the private server is reached without the proxy, and with it."""
    found = []
    for ask in pair:
        secret.reset()
        with suppress(RenderError, PlaywrightError):
            await ask(url)
        found.append(secret.accepted)
    return found[0], found[1]


@asynccontextmanager
async def plain_chromium(secret: Secret) -> AsyncIterator[Ask]:
    """Yield a way to visit a page as anybody's first script would."""
    async with async_playwright() as playwright:
        executable = find_browser(playwright.chromium.executable_path)
        rules = "--host-resolver-rules=MAP *.example 127.0.0.1"
        browser = await playwright.chromium.launch(executable_path=executable, args=[rules])

        async def visit(url: str) -> None:
            context = await browser.new_context()
            try:
                page = await context.new_page()
                await page.goto(url, timeout=3000)
                await asyncio.to_thread(secret.reached.wait, 1.0)
            finally:
                await context.close()

        yield visit
        await browser.close()


if __name__ == "__main__":
    asyncio.run(main())
