"""Do on a page what was asked for: click, and wait for what is to appear."""

import asyncio
import json
from contextlib import suppress

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from pagesight.render.browser.snapshot import evaluate

_PAUSE = 0.1  # seconds between two looks
# Clicks the first element that is seen; a selector that is none clicks nothing.
_CLICK = """((selector) => {
  let found = [];
  try { found = [...document.querySelectorAll(selector)]; } catch { return false; }
  const shown = found.find((element) => element.checkVisibility());
  if (!shown) return false;
  shown.scrollIntoView({block: "center", behavior: "instant"});
  shown.click();
  return true;
})(%s)"""
# Whether an element that the selector names is seen, or else the page shows the text.
_SHOWS = """((wanted) => {
  try {
    if ([...document.querySelectorAll(wanted)].some((each) => each.checkVisibility())) return true;
  } catch {}
  return !!document.body && document.body.innerText.includes(wanted);
})(%s)"""


async def click(session: CDPSession, selector: str) -> bool:
    """Click what the CSS selector names; return whether there was something to click."""
    return bool(await evaluate(session, _CLICK % json.dumps(selector)))


async def wait_for(session: CDPSession, wanted: str) -> bool:
    """Return once the page shows `wanted`, which is a CSS selector or a text."""
    while True:
        with suppress(PlaywrightError):  # it goes on to another page this moment
            if await evaluate(session, _SHOWS % json.dumps(wanted)):
                return True
        await asyncio.sleep(_PAUSE)
