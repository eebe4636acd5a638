"""Scroll through a page and the boxes that scroll in it, so that what waits to be seen comes."""

import asyncio

from playwright.async_api import CDPSession

from pagesight.render.browser.snapshot import evaluate
from pagesight.render.net.network_log import NetworkLog

# Goes down one step in the page (box 0) or in one of its largest scroll boxes, and returns how
# many steps that has; 0 where there is no such step, -1 where there is no such box.
_STEP = """((number, step) => {
  const page = document.scrollingElement || document.documentElement;
  const find = () => [...document.querySelectorAll("body *")].slice(0, 5000).filter((box) =>
    box.scrollHeight > box.clientHeight + 50 && box.clientHeight > innerHeight / 4
    && box.clientWidth > innerWidth / 4
    && /auto|scroll|overlay/.test(getComputedStyle(box).overflowY))
    .sort((one, other) => other.scrollHeight - one.scrollHeight).slice(0, BOXES);
  if (number && !globalThis.pagesightBoxes) {
    const body = document.body;
    const alone = body && body !== page && body.scrollHeight > body.clientHeight + 50;
    globalThis.pagesightBoxes = [...(alone ? [body] : []), ...find()];
  }
  const box = number ? globalThis.pagesightBoxes[number - 1] : page;
  if (!box) return number ? -1 : 0;
  const height = number ? box.clientHeight : innerHeight;
  if (number && step === 1) box.scrollIntoView({behavior: "instant"});
  if (!height || step * height >= box.scrollHeight) return 0;
  box.scrollTo({top: step * height, behavior: "instant"});
  return Math.ceil(box.scrollHeight / height);
})(%d, %d)"""
_TO_TOP = """(() => {
  for (const box of globalThis.pagesightBoxes || [])
    box.scrollTo({top: 0, left: 0, behavior: "instant"});
  scrollTo({top: 0, left: 0, behavior: "instant"});
  return true;
})()"""
_BOXES = 3  # scroll boxes looked into: a page has its content in one, seldom a list beside it
_PAUSE = 0.04  # seconds: two frames, enough for an intersection observer to fire


async def scroll_through(
    session: CDPSession, log: NetworkLog, steps: int, growth: int, quiet: float
) -> None:
    """Scroll down at most `steps` viewports and back, and wait for what that set off.

    Lists that grow as one scrolls are followed for `growth` viewports beyond their first height.
    Each step is a call of its own: where this is cut off, nothing goes on in the page.
    """
    for box in range(1 + _BOXES):
        taken = await _scroll_box(session, box, steps, growth)
        if taken is None:
            break
        steps -= taken
    await to_top(session)
    await log.wait_for_quiet(quiet)


async def _scroll_box(session: CDPSession, box: int, steps: int, growth: int) -> int | None:
    """Return how many steps a box was scrolled down; None if there is none of that number."""
    end = 0
    for step in range(1, steps + 1):
        there = int(str(await evaluate(session, _STEP.replace("BOXES", str(_BOXES)) % (box, step))))
        if there < 0:
            return None
        end = end or there + growth
        if not there or step >= end:
            return step - 1
        await asyncio.sleep(_PAUSE)
    return steps


async def to_top(session: CDPSession) -> bool:
    """Scroll to the top of the page and of its boxes, wherever they stand."""
    return bool(await evaluate(session, _TO_TOP))
