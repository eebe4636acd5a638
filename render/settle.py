"""Wait until a page has painted what it is going to paint."""

import asyncio

from playwright.async_api import CDPSession, Page

from pagesight.render.reading import evaluate
from pagesight.render.traffic import Traffic

# Goes down to a viewport of the page and says whether it has so many; lazy pages grow meanwhile.
_SCROLL = """((step) => {
  const there = step * innerHeight < document.documentElement.scrollHeight;
  if (there) scrollTo({top: step * innerHeight, behavior: "instant"});
  return there;
})(%d)"""
_TO_TOP = 'scrollTo({top: 0, left: 0, behavior: "instant"}), true'
_PAUSE = 0.06  # seconds: enough for an intersection observer to fire


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
    """Scroll down at most `steps` viewports and back, and wait for what that set off.

    Each step is a call of its own: where this is cut off, nothing goes on in the page.
    """
    for step in range(1, steps + 1):
        if not await evaluate(session, _SCROLL % step):
            break
        await asyncio.sleep(_PAUSE)
    await to_top(session)
    await traffic.wait_for_quiet(quiet)


async def to_top(session: CDPSession) -> bool:
    """Scroll to the top of the page, wherever it stands."""
    return bool(await evaluate(session, _TO_TOP))
