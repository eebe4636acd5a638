"""Read a page as it stands: its picture, its DOM, its title and language, and what hides its text.

Elements that hide their text are found by computed style and box. A script in an isolated world
looks at every element, and marks those where text begins or ends to be hidden by an attribute, in
the HTML that it reads out; the name of the attribute is random, so that no page can forge or
foresee it. The marks are then taken out of the HTML, and their places kept: whatever an HTML parser
makes of the markup, a mark put back at its place is in its element.
"""

import asyncio
import json
import re
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from secrets import token_hex
from typing import Any

from playwright.async_api import CDPSession

from pagesight.render.browser.recovery import PageRecovery, Steps
from pagesight.render.browser.script_world import Script, ScriptWorld, called
from pagesight.render.options import RenderOptions
from pagesight.render.page import ANIMATED, Unseen
from pagesight.render.sources.body import WHOLE

_MOST_ELEMENTS = 100_000  # about a second; pages with more go unmarked
# Shares of the time left that a step may take, so that the next ones get some.
_HEIGHT, _PICTURE, _FRAME, _LATE_FRAME = 0.2, 0.7, 0.3, 0.9


def marked_unseen(name: str, *, lacks_sheets: bool, lacks_scripts: bool) -> Script:
    """Return the expression that marks what is hidden, and gives what takes the marks away again.

    What style sheets and scripts that are lacking may have shown does not count as hidden.
    """
    arguments = (name, lacks_sheets, lacks_scripts, _MOST_ELEMENTS, ANIMATED)
    return called("mark_unseen", *arguments)


def new_name() -> str:
    """Return a name for the attribute that marks elements, which no page can know."""
    return f"pagesight-{token_hex(8)}"


def taken_out(html: str, name: str) -> tuple[str, tuple[Unseen, ...]]:
    """Return the HTML without the marks of that name, and what each said at which place."""
    parts = re.split(rf' {name}="(\w+)"', html)
    unseen, place = [], 0
    for text, way in zip(parts[::2], parts[1::2], strict=False):
        place += len(text)
        unseen.append(Unseen(place, way))
    return "".join(parts[::2]), tuple(unseen)


@dataclass(frozen=True, slots=True)
class Dom:
    """The DOM as HTML, cut at the limit asked for, and its whole length in characters."""

    html: str
    url: str
    full: int = 0
    title: str = ""
    language: str = ""
    empty: bool = False  # the body holds nothing at all
    rendered: bool = True  # the HTML is the DOM's, after scripts ran
    earlier: str = ""  # the DOM before it was scrolled, where that was much longer
    unseen: tuple[Unseen, ...] | None = None  # what the page hides, None if that was not looked at


async def read_dom(
    world: ScriptWorld, limit: int, *, lacks_sheets: bool, lacks_scripts: bool, marked: bool
) -> Dom:
    """Return the DOM as it stands, and if `marked`, which of its elements hide their text.

    What style sheets and scripts that are lacking may have shown does not count as hidden.
    """
    name = new_name()
    mark = marked_unseen(name, lacks_sheets=lacks_sheets, lacks_scripts=lacks_scripts)
    fields = json.loads(str(await world.call("read_dom", limit, mark if marked else None)))
    was_marked = fields.pop("marked")
    html, unseen = taken_out(fields.pop("html"), name)
    full = fields.pop("full") - sum(len(name) + len(each.way) + 4 for each in unseen)
    return Dom(html=html, full=full, unseen=unseen if was_marked else None, **fields)


async def repair_charset(world: ScriptWorld) -> None:
    """Make UTF-8 in the page of what is UTF-8 and what a tag calls Latin-1.

    Browsers believe the tag; `sources/charset.py` has it as here.
    """
    await world.call("repair_charset", WHOLE)


async def page_height(world: ScriptWorld) -> int:
    """Return the height of the whole page in CSS px."""
    return int(str(await world.call("measure_height")))


async def screenshot(session: CDPSession, width: int, height: int) -> bytes:
    """Return a PNG of the page's top `width` x `height` CSS px, as painted now.

    DevTools' own call, not Playwright's, which waits for fonts that may never come.
    """
    answer = await session.send(
        "Page.captureScreenshot",
        {
            "format": "png",
            "optimizeForSpeed": True,  # the same pixels: 3/4 of the time, 4/3 of the bytes
            "clip": {"x": 0, "y": 0, "width": width, "height": height, "scale": 1},
            "captureBeyondViewport": True,
        },
    )
    return b64decode(answer["data"])


async def read_mhtml(session: CDPSession) -> bytes:
    """Return the page with its style sheets and pictures as MHTML (RFC 2557)."""
    answer = await session.send("Page.captureSnapshot", {"format": "mhtml"})
    return str(answer["data"]).encode("utf-8", "replace")


async def last_frame(session: CDPSession) -> bytes:
    """Return a PNG of the viewport as it was painted last; the page itself need not respond."""
    frame: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def keep(event: Mapping[str, Any]) -> None:
        if not frame.done():
            frame.set_result(event["data"])

    session.on("Page.screencastFrame", keep)
    await session.send("Page.startScreencast", {"format": "png"})
    picture = await frame
    await session.send("Page.stopScreencast")
    return b64decode(picture)


class Pictures:
    """Takes pictures until `deadline`, a time on the clock of `steps`."""

    def __init__(
        self,
        world: ScriptWorld,
        recovery: PageRecovery,
        steps: Steps,
        options: RenderOptions,
        deadline: float,
    ) -> None:
        self._world = world
        self._recovery = recovery
        self._steps = steps
        self._options = options
        self._deadline = deadline
        self._frame: asyncio.Future[bytes] | None = None
        self.top: bytes | None = None
        self.full_page: bytes | None = None

    async def take(self) -> None:
        """Take the pictures, as high as the page where it is shorter than asked for."""
        measure = partial(page_height, self._world)
        measured = await self._recovery.insist("measure", measure, _HEIGHT)
        height = max(self._options.viewport.height, measured or 0)
        self.ask_for_frame()
        await self._last_frame(_FRAME)
        top = min(height, self._options.screenshot_height)
        self.top = await self._picture("screenshot", top)
        if self.top is None:
            self.top = await self._last_frame(_LATE_FRAME)
        if self.top is not None and "screenshot" in self._steps.failed:
            self._steps.warn("the picture shows the part of the page that was painted last")
        if self._options.full_page:
            await self._take_full_page(height)

    async def _take_full_page(self, height: int) -> None:
        tallest = self._options.max_full_page_height
        self.full_page = await self._picture("full page", min(height, tallest))
        if height > tallest:
            self._steps.warn(f"full page cut at {tallest} of {height} px")

    async def _picture(self, step: str, height: int) -> bytes | None:
        take = partial(screenshot, self._world.session, self._options.viewport.width, height)
        return await self._recovery.insist(step, take, _PICTURE)

    def ask_for_frame(self) -> None:
        """Ask for what was painted last, all there may be of a page on which something failed.

        It needs no answer of the page: it may come while the page is asked for other things.
        """
        if self._frame is None and self._steps.failed:
            self._frame = asyncio.ensure_future(last_frame(self._world.session))

    async def _last_frame(self, share: float) -> bytes | None:
        if self._frame is None:
            return None
        now = self._steps.clock()
        until = min(self._deadline, now + (self._deadline - now) * share)
        return await self._steps.attempt("last frame", asyncio.shield(self._frame), until)

    def close(self) -> None:
        """Give up what is still waited for."""
        if self._frame is not None:
            self._frame.cancel()
