"""Read what a page shows at one moment."""

import json
import re
from dataclasses import dataclass, field
from urllib.parse import urljoin

from pagesight.render.browser.script_world import ScriptWorld
from pagesight.render.sources.address import bare

# Text outside links and buttons, in characters, below which a page may have nothing to show yet:
# a navigation bar and a footer have 200 to 300, the shortest articles of WCXB's development split
# 400.
THIN = 400
# What a page says that is about to show something, or to lead on.
_ANNOUNCES = (
    r"/just a moment|one moment|checking|verifying|redirect|please wait|loading|bitte warten"
    r"|weitergeleitet|wird geladen|patient|redirig|chargement|espere|cargando|caricamento"
    r"|attendere|aguarde|carregando|laden|подождите|загрузка|加载中|読み込み中|로딩/i"
)
# What stands where text is to come.
_PENDING = (
    r"/^\s*(?:loading|please wait|wird geladen|lade|chargement|cargando|caricamento|carregando"
    r"|laden|ladataan|laster|laddar|ładowanie|загрузка|завантаження|加载中|読み込み中|로딩)[^.…]{0,25}"
    r"(?:\.+|…|$)\s*$/i"
)
_find_refresh = re.compile(
    r"""\s*(\d+(?:\.\d+)?)\s*(?:[;,]\s*(?:url\s*=\s*)?["']?([^"']*))?""", re.I
).match
# A refresh that is due within so many seconds is waited for.
_REFRESH_SECONDS = 10.0

# Looks at the page; texts are counted no further than matters. Once it is quiet or idle, keeps
# what it holds, should a later script take it away.
_LOOK = """(() => {
  const THIN = %d, ANNOUNCES = %s, PENDING = %s, MOST = 5000, QUIET = %s, idle = %s, early = %s,
    root = document.documentElement;
  let chars = 0;
  const skipped = new Set(["A", "BUTTON", "SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "OPTION"]);
  const count = (top) => {
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
      (node) => skipped.has(node.nodeName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    for (let node = walker.currentNode; node && chars < THIN; node = walker.nextNode()) {
      if (node.nodeType === 3) {
        const text = node.data.trim();
        if (text && (!node.parentElement || node.parentElement.checkVisibility()))
          chars += text.length;
      } else if (node.shadowRoot) count(node.shadowRoot);
      else if (node.contentDocument?.body) count(node.contentDocument.body);
    }
  };
  if (document.body) count(document.body);
  const pends = () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(), left = MOST; node && left; node = walker.nextNode(), left--)
      if (node.data.length < 60 && PENDING.test(node.data) && node.parentElement?.checkVisibility())
        return true;
    return false;
  };
  const meta = document.querySelector('meta[http-equiv="refresh" i]');
  if ((QUIET || idle) && root) globalThis.pagesightEarlier = root.outerHTML;
  const thin = chars < THIN, text = thin ? document.body?.innerText || "" : "";
  return JSON.stringify({
    chars, idle, early, refresh: meta ? meta.content.toWellFormed() : "", base: document.baseURI,
    url: location.href,
    pending: !thin && !idle && !!document.body && pends(),
    blank: thin && !text.trim(), announces: thin && ANNOUNCES.test(document.title + " " + text),
    scripted: document.scripts.length > 0,
    elements: document.getElementsByTagName("*").length,
    height: root ? root.scrollHeight : 0});
})()"""


@dataclass(frozen=True, slots=True)
class PageState:
    """Read what a page shows at one moment."""

    chars: int  # of text outside links, counted no further than `THIN`
    elements: int
    height: int  # CSS px
    scripted: bool
    url: str
    base: str  # address that those in it are relative to
    refresh: str  # content of a meta tag that sends the browser on
    announces: bool  # says that it is about to show something, or to lead on
    blank: bool  # shows no text at all
    pending: bool  # shows that a part of it is to come
    idle: bool = field(compare=False)  # no timer of it is due soon
    early: bool = field(compare=False)  # one is that was set before the page had loaded

    @property
    def thin(self) -> bool:
        """Whether that is next to nothing."""
        return self.chars < THIN

    def leads_on_after(self, header: str) -> float | None:
        """Return the seconds after which a refresh leads to another page soon; None if none does.

        `header` is the HTTP header of that name, which does the same.
        """
        found = _find_refresh(self.refresh or header)
        if not found or float(found[1]) > _REFRESH_SECONDS or not found[2]:
            return None
        try:
            target = urljoin(self.base, found[2].strip())
        except ValueError:
            return None
        return None if bare(target) == bare(self.url) else float(found[1])


async def look_at(world: ScriptWorld, *, is_quiet: bool) -> PageState:
    """Return what the page shows now; kept in the page if that is quiet or idle."""
    script = _LOOK % (
        THIN,
        _ANNOUNCES,
        _PENDING,
        json.dumps(is_quiet),
        world.is_idle,
        world.awaits_early,
    )
    return PageState(**json.loads(str(await world.evaluate(script))))
