"""Wait until a page has painted what it is going to paint."""

import asyncio

from playwright.async_api import CDPSession, Page

from pagesight.render.traffic import Traffic

# Scrolls through the page, a viewport a step, and back to the top. Reads the height anew at each
# step, since lazy pages grow; 60 ms are enough for an intersection observer to fire.
_SCROLL = """(async (steps) => {
  const pause = () => new Promise(resolve => setTimeout(resolve, 60));
  for (let step = 1; step <= steps; step++) {
    if (step * innerHeight >= document.documentElement.scrollHeight) break;
    scrollTo({top: step * innerHeight, behavior: "instant"});
    await pause();
  }
  scrollTo({top: 0, behavior: "instant"});
})(%d)"""


async def settle(page: Page, traffic: Traffic, quiet: float) -> None:
    """Return once the page is loaded and no request was open for `quiet` seconds.

    Returns at once when the document grows larger than allowed.
    """
    loaded = asyncio.ensure_future(page.wait_for_load_state("load", timeout=0))
    too_large = asyncio.ensure_future(traffic.too_large.wait())
    try:
        await asyncio.wait({loaded, too_large}, return_when=asyncio.FIRST_COMPLETED)
        if loaded.done():
            await loaded
            await traffic.wait_for_quiet(quiet)
    finally:
        loaded.cancel()
        too_large.cancel()


async def scroll_through(session: CDPSession, traffic: Traffic, steps: int, quiet: float) -> None:
    """Scroll down at most `steps` viewports and back, and wait for what that set off."""
    await session.send("Runtime.evaluate", {"expression": _SCROLL % steps, "awaitPromise": True})
    await traffic.wait_for_quiet(quiet)
