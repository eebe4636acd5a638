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
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from loopback import Exchange, Respond, Site
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import async_playwright
from private_addresses import ADDRESSES, HEADERS, PAGES
from private_servers import Secret, allowing, filled, private_and_public, resolve, trying_page

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.browser.process import find_browser
from pagesight.render.errors import RenderError
from pagesight.render.net.fetch import fetch
from pagesight.render.options import RenderOptions

Ask = Callable[[str], Awaitable[object]]
Way = Literal["browser", "fetch"]

# How the names of attempts begin -> what they are.
WAYS = {
    "page": "what a page can do",
    "browser": "addresses in the browser, direct and by redirect",
    "fetch": "addresses in plain fetches, direct and by redirect",
}


@dataclass(frozen=True)
class Attempt:
    """A way to the private server: `url` is asked for, and the public server answers by `page`."""

    name: str
    way: Way
    url: str
    page: Respond | None = None


async def main() -> None:
    with private_and_public() as (secret, public):
        rows = await tried(secret, public)
    print("| way | attempts | get through without the proxy | refused | through |")
    print("|---|---|---|---|---|")
    for prefix, what in WAYS.items():
        own = [row for row in rows if row[0].startswith(prefix)]
        real = sum(without > 0 for _, without, _ in own)
        got_through = sum(through > 0 for _, _, through in own)
        counts = (len(own), real, len(own) - got_through, got_through)
        print(f"| {what} | {' | '.join(map(str, counts))} |")
        for name, _, through in own:
            if through:
                print(f"{name}: got through", file=sys.stderr)


async def tried(secret: Secret, public: Site) -> list[tuple[str, int, int]]:
    """Return each attempt with how often it got through without the proxy, and with it.

    First all with it, and then all without: a connection that comes late is none of another's.
    """
    strict = allowing(public, deadline=10.0)
    lax = RenderOptions(deadline=10.0, allow_private=True)
    made = list(attempts(secret, public))
    async with BrowserPool(options=strict, resolve=resolve) as pool:
        guarded = await counts(made, secret, public, pool.render, fetching(strict))
    async with plain_chromium(secret) as visit:
        bare = await counts(made, secret, public, visit, fetching(lax))
    names = (attempt.name for attempt in made)
    return list(zip(names, bare, guarded, strict=True))


def attempts(secret: Secret, public: Site) -> Iterator[Attempt]:
    """Yield all of them."""
    for name in [*PAGES, *HEADERS]:
        page = trying_page(secret, PAGES.get(name, ""), HEADERS.get(name, ("X-None", "")))
        yield Attempt(f"page: {name}", "browser", public.url(), page)
    ways: tuple[Way, ...] = ("browser", "fetch")
    for way in ways:
        for name, address in ADDRESSES.items():
            url = filled(address, secret)
            yield Attempt(f"{way}: {name}", way, url)
            leading = partial(Exchange.redirect, location=url.encode().decode("latin-1"))
            yield Attempt(f"{way}, by redirect: {name}", way, public.url(), leading)


def fetching(options: RenderOptions) -> Ask:
    """Return what fetches without a browser."""
    return lambda url: asyncio.to_thread(fetch, url, options, resolve)


async def counts(
    made: Sequence[Attempt], secret: Secret, public: Site, browse: Ask, fetch_it: Ask
) -> list[int]:
    """Return how often the private server is reached by each attempt."""
    found = []
    for attempt in made:
        if attempt.page is not None:
            public.pages["/"] = attempt.page
        secret.reset()
        with suppress(RenderError, PlaywrightError):
            await (browse if attempt.way == "browser" else fetch_it)(attempt.url)
        found.append(secret.accepted)
    return found


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
