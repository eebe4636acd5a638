"""Read a page's layout and, where frames or shadow trees are part of it, the HTML with them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession

from pagesight.render.browser.compose import (
    ELEMENT,
    TEXT,
    Frames,
    Placed,
    Snapshot,
    composed_html,
    has_shadow,
    placed_frames,
)
from pagesight.render.browser.script_world import ScriptWorld
from pagesight.render.browser.snapshot import Dom, marked_unseen, new_name
from pagesight.render.page import Box, LaidOutNode, Layout, Style, Unseen

_STYLES = (
    "display",
    "visibility",
    "opacity",
    "position",
    "font-size",
    "font-weight",
    "color",
    "background-color",
)
_MARK = "!!(globalThis.pagesightUnmark = %s)"
_UNMARK = "(globalThis.pagesightUnmark?.(), true)"


async def capture_snapshot(session: CDPSession) -> Snapshot:
    """Return all documents of the page with what is laid out in them."""
    return await session.send(
        "DOMSnapshot.captureSnapshot",
        {"computedStyles": list(_STYLES), "includePaintOrder": False, "includeDOMRects": False},
    )


def parse_snapshot(snapshot: Snapshot, frames: Frames) -> Layout:
    """Return the layout of the snapshot's first document, with `frames` in their places."""
    height = float(snapshot["documents"][0].get("contentHeight", 0.0))
    return Layout(tuple(_laid_out_nodes(snapshot, frames, Placed(0, 0.0, 0.0))), height)


def _laid_out_nodes(snapshot: Snapshot, frames: Frames, at: Placed) -> Iterator[LaidOutNode]:
    document, strings = snapshot["documents"][at.document], snapshot["strings"]
    tags = _tags(document["nodes"], strings)
    parents = document["nodes"]["parentIndex"]
    types = document["nodes"]["nodeType"]
    styles: dict[int, _NodeStyle] = {}
    for node, (x, y, width, height), text, values in _laid_out(document["layout"], strings):
        parent = styles.get(parents[node])
        own = styles[node] = (
            _NodeStyle(values, parent) if values else parent or _NodeStyle({}, None)
        )
        box = Box(at.left + x, at.top + y, width, height)
        if types[node] == ELEMENT and not tags[node].startswith("::"):
            yield LaidOutNode(tags[node], None, box, own.style)
        elif types[node] == TEXT and text.strip():
            yield LaidOutNode(tags[parents[node]], _collapsed(text), box, own.style)
        if frame := frames.get((at.document, node)):
            yield from _laid_out_nodes(snapshot, frames, frame)


class _NodeStyle:
    """Computed style of a node, and the opacity that it and its ancestors together have."""

    def __init__(self, values: Mapping[str, str], parent: "_NodeStyle | None") -> None:
        above: float = parent.opacity if parent else 1.0
        self.opacity: float = above * _number(values.get("opacity"), 1.0)
        self.style = Style(
            display=values.get("display", ""),
            visible=values.get("visibility", "visible") == "visible" and self.opacity > 0,
            position=values.get("position", ""),
            font_size=_number(values.get("font-size"), 16.0),
            font_weight=int(_number(values.get("font-weight"), 400.0)),
            color=values.get("color", ""),
            background=values.get("background-color", ""),
        )


def _laid_out(
    layout: Mapping[str, Any], strings: Sequence[str]
) -> Iterator[tuple[int, Sequence[float], str, Mapping[str, str]]]:
    """Yield node index, bounds, text and computed styles; a node's own first box only."""
    seen: set[int] = set()
    rows = zip(layout["nodeIndex"], layout["bounds"], layout["text"], layout["styles"], strict=True)
    for node, bounds, text, styles in rows:
        if node in seen:
            continue
        seen.add(node)
        values = {
            name: strings[value] for name, value in zip(_STYLES, styles, strict=False) if value >= 0
        }
        yield node, bounds, strings[text] if text >= 0 else "", values


def _tags(nodes: Mapping[str, Any], strings: Sequence[str]) -> list[str]:
    return [strings[name].lower() if name >= 0 else "" for name in nodes["nodeName"]]


def _collapsed(text: str) -> str:
    """Return `text` with single spaces, and without halves of characters that scripts can make."""
    return " ".join(text.split()).encode("utf-8", "replace").decode("utf-8")


def _number(value: str | None, default: float) -> float:
    """Return the number that a CSS value begins with: px, or none."""
    try:
        return float((value or "").removesuffix("px"))
    except ValueError:
        return default


@dataclass(frozen=True, slots=True)
class PageRendering:
    """The layout; and of a page of several documents or trees its `html` in one, else None."""

    layout: Layout
    html: str | None = None
    unseen: tuple[Unseen, ...] = ()


async def read_rendering(
    world: ScriptWorld, *, lacks_sheets: bool, lacks_scripts: bool
) -> PageRendering:
    """Return where everything lies, frames and shadow trees in their places.

    What style sheets and scripts that are lacking may have shown does not count as hidden.
    """
    snapshot = await capture_snapshot(world.session)
    if not has_shadow(snapshot) and not placed_frames(snapshot):
        return PageRendering(parse_snapshot(snapshot, {}))
    name = new_name()
    mark = marked_unseen(name, lacks_sheets=lacks_sheets, lacks_scripts=lacks_scripts)
    await world.evaluate(_MARK % mark)
    try:
        snapshot = await capture_snapshot(world.session)
    finally:
        await world.evaluate(_UNMARK)
    frames = placed_frames(snapshot)
    html, unseen = composed_html(snapshot, frames, name)
    return PageRendering(parse_snapshot(snapshot, frames), html, unseen)


def with_parts(dom: Dom, rendering: PageRendering, limit: int) -> Dom:
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
