"""Read a page as it stands: its picture, its DOM, its title and language."""

import asyncio
import json
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession

from pagesight.render.browser.script_world import ScriptWorld
from pagesight.render.browser.unseen import MARK_UNSEEN, new_name, taken_out
from pagesight.render.page import Unseen
from pagesight.render.sources.charset import WHOLE

# In the world of our scripts, so that what a page made of the built-in objects does not matter.
# toWellFormed: scripts can make halves of characters, which no file can hold.
_READ_DOM = """((limit, name, lacks, mark) => {
  const root = document.documentElement;
  const unmark = root ? mark(name, ...lacks) : null;
  const doctype = document.doctype ? "<!DOCTYPE " + document.doctype.name + ">" : "";
  const html = root ? doctype + root.outerHTML : "";
  unmark?.();
  const earlier = globalThis.pagesightEarlier || "";
  return JSON.stringify({html: html.slice(0, limit).toWellFormed(), full: html.length,
    marked: !!unmark,
    earlier: earlier.length > 1.3 * html.length ? earlier.slice(0, limit).toWellFormed() : "",
    title: document.title.toWellFormed(),
    language: root ? root.lang.toWellFormed() : "", url: location.href,
    empty: !document.body || !document.body.hasChildNodes()});
})(%d, "%s", %s, %s)"""
# Browsers believe a page that says it is Latin-1. Where nearly all that it has beyond ASCII would
# be valid UTF-8, it is that: as `sources/charset.py` has it.
_REPAIR = """(() => {
  if (document.characterSet !== "windows-1252") return false;
  const all = new TextDecoder("windows-1252").decode(Uint8Array.from({length: 256}, (_, at) => at));
  const bytes = new Map([...all].map((character, at) => [character, at]));
  const utf8 = new TextDecoder("utf-8", {fatal: true, ignoreBOM: true});
  const beyondAscii = /[^\\x00-\\x7f]+/g;
  const decoded = (run) => {
    try { return utf8.decode(Uint8Array.from(run, (each) => bytes.get(each) ?? 255)); }
    catch { return null; }
  };
  const found = [];
  const look = (text, set) => { if (/[^\\x00-\\x7f]/.test(text)) found.push([text, set]); };
  const walk = (root) => {
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = root; node; node = nodes.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) look(node.data, (text) => { node.data = text; });
      for (const name of ["alt", "title", "content", "placeholder", "aria-label", "value"])
        if (node.hasAttribute?.(name))
          look(node.getAttribute(name), (text) => node.setAttribute(name, text));
      const shadow = node.shadowRoot ?? globalThis.pagesightRoots?.get(node);
      if (shadow) walk(shadow);
    }
  };
  walk(document);
  const runs = found.flatMap(([text]) => text.match(beyondAscii));
  if (runs.filter((run) => decoded(run) !== null).length < %s * runs.length) return false;
  for (const [text, set] of found) set(text.replace(beyondAscii, (run) => decoded(run) ?? run));
  return true;
})()"""
_MEASURE = """Math.ceil(Math.max(
  document.documentElement ? document.documentElement.scrollHeight : 0,
  document.body ? document.body.scrollHeight : 0))"""


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
    world: ScriptWorld, limit: int, *, lacks_sheets: bool, lacks_scripts: bool, marked: bool = True
) -> Dom:
    """Return the DOM as it stands, and if `marked`, which of its elements hide their text.

    What style sheets and scripts that are lacking may have shown does not count as hidden.
    """
    name = new_name()
    lacks = json.dumps([lacks_sheets, lacks_scripts])
    script = _READ_DOM % (limit, name, lacks, MARK_UNSEEN if marked else "() => null")
    fields = json.loads(str(await world.evaluate(script)))
    was_marked = fields.pop("marked")
    html, unseen = taken_out(fields.pop("html"), name)
    full = fields.pop("full") - sum(len(name) + len(each.way) + 4 for each in unseen)
    return Dom(html=html, full=full, unseen=unseen if was_marked else None, **fields)


async def repair_charset(world: ScriptWorld) -> None:
    """Make UTF-8 in the page of what is UTF-8 and what a tag calls Latin-1."""
    await world.evaluate(_REPAIR % WHOLE)


async def page_height(world: ScriptWorld) -> int:
    """Return the height of the whole page in CSS px."""
    return int(str(await world.evaluate(_MEASURE)))


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
