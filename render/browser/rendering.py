"""Read a page's layout and, where frames or shadow trees are part of it, the HTML with them."""

import json
from dataclasses import dataclass

from playwright.async_api import CDPSession

from pagesight.render.browser.compose import composed_html, has_shadow
from pagesight.render.browser.frames import placed_frames
from pagesight.render.browser.layout import capture_snapshot, parse_snapshot
from pagesight.render.browser.snapshot import Dom, evaluate
from pagesight.render.browser.unseen import MARK_UNSEEN, new_name
from pagesight.render.page import Layout, Unseen

_MARK = "!!(globalThis.pagesightUnmark = (%s)(%s))"
_UNMARK = "(globalThis.pagesightUnmark?.(), true)"


@dataclass(frozen=True, slots=True)
class Rendering:
    """The layout; and of a page of several documents or trees its `html` in one, else None."""

    layout: Layout
    html: str | None = None
    unseen: tuple[Unseen, ...] = ()


async def read_rendering(
    session: CDPSession, *, lacks_sheets: bool, lacks_scripts: bool
) -> Rendering:
    """Return where everything lies, frames and shadow trees in their places.

    What style sheets and scripts that are lacking may have shown does not count as hidden.
    """
    snapshot = await capture_snapshot(session)
    if not has_shadow(snapshot) and not placed_frames(snapshot):
        return Rendering(parse_snapshot(snapshot, {}))
    name = new_name()
    arguments = ", ".join(map(json.dumps, (name, lacks_sheets, lacks_scripts)))
    await evaluate(session, _MARK % (MARK_UNSEEN, arguments))
    try:
        snapshot = await capture_snapshot(session)
    finally:
        await evaluate(session, _UNMARK)
    frames = placed_frames(snapshot)
    html, unseen = composed_html(snapshot, frames, name)
    return Rendering(parse_snapshot(snapshot, frames), html, unseen)


def with_parts(dom: Dom, rendering: Rendering, limit: int) -> Dom:
    """Return the DOM with its frames and shadow trees in place, cut at `limit` characters."""
    if rendering.html is None:
        return dom
    html = rendering.html[:limit]
    unseen = tuple(each for each in rendering.unseen if each.place < len(html))
    return Dom(
        html=html,
        url=dom.url,
        full=len(rendering.html),
        title=dom.title,
        language=dom.language,
        unseen=unseen if dom.unseen is not None else None,
    )
