"""Overlays: what is laid over a page and is none of it, such as notices of consent and pop-ups.

An overlay is closed by a button that refuses or closes, never by one that agrees, and hidden where
it has none.
"""

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from pagesight.render.browser.script_world import ScriptWorld
from pagesight.render.obstacles import CHOICE, CONSENT

# Words by which overlays and their buttons are known, for scripts that ignore case: of the
# languages that the largest consent platforms speak (OneTrust, Cookiebot, Usercentrics).
# Names of elements, addresses of frames: those of consent platforms, and of what is laid over.
CONSENT_NAMES = (
    r"cookie|consent|gdpr|privacy-?(?:mgmt|manager|center)|onetrust|didomi|usercentrics|\bcmp\b"
    r"|-cmp|cmp-|sp_message|truste|cybot|qc-cmp|cky-|iubenda|osano|klaro|borlabs|termly|quantcast"
)
OVERLAY_NAMES = r"overlay|backdrop|modal|pop-?up|lightbox|interstitial|dialog|newsletter|curtain"
# What a pop-up asks for.
ASKS = (
    r"newsletter|subscri|sign ?up|sign in|log ?in|register|join (?:us|now|our)|e-?mail|discount"
    r"|% off|notifications?\b|ad ?block|years? (?:of age|old)|of legal age|our app|survey|feedback"
    r"|abonnieren|anmelden|registrier|benachrichtig|werbeblocker|abonne|inscri|suscri|notificac"
    r"|iscri|assin|inschrijv|aanmeld|prenumer|tilmeld|tilaa|zapisz|subskryb|přihlas|odebír"
    r"|подпис|уведомлен|рассылк|登録|メルマガ|订阅|訂閱|구독|النشرة"
)
# The beginnings of names of buttons that refuse.
REFUSE = (
    r"(?:reject|decline|deny|refuse|disagree|object|opt.?out)"
    r"|(?:accept |allow |use |only )*(?:strictly )?(?:necessary|essential|required)"
    r"(?: cookies)?(?: only)?$|only (?:accept|allow|use)|continue without|no,? thank"
    r"|i do not (?:acc|cons|agree)|do not (?:accept|consent|allow)|don['’]t (?:accept|allow)"
    r"|(?:alle )?(?:ablehnen|verweigern)|alle[sn]? (?:cookies )?ablehn|nur (?:notwendig|erforder"
    r"|essen|technisch)|(?:weiter )?ohne (?:zustimm|einwillig|akzept)|weiter ohne|nein,? danke"
    r"|(?:tout |je )?(?:refuse|rejet)|continuer sans|non,? merci|uniquement (?:les )?(?:cookies )?"
    r"(?:nécess|essen)|(?:rechaz|deneg)|s[oó]lo (?:las |cookies )?(?:necesa|esencia)|continuar sin"
    r"|no,? gracias|(?:rifiut|nega\b)|solo (?:i )?(?:cookie )?(?:necess|essenz)|continua senza"
    r"|no,? grazie|(?:rejeit|recus)|apenas (?:os )?(?:cookies )?(?:necess|essenc)|continuar sem"
    r"|não,? obrigad|(?:alles )?(?:weiger|afwijz)|alleen (?:noodz|function|essent)|nee,? bedankt"
    r"|doorgaan zonder|(?:avvis|neka|avböj|afvis)|(?:kun|endast|bare) nødv|endast nödv"
    r"|ne[ij] ta[ck]"
    r"|hylkää|kiellä|vain välttäm|odrzu|odmaw|odmów|nie zgadz|tylko (?:niezb|koniecz)|nie,? dzięk"
    r"|odmítn|odmietn|pouze (?:nezb|nutn)|len nevyh|elutas|csak a szüks|respinge|refuz|reddet"
    r"|yalnızca ger|отклон|отказ|только необ|не соглас|відхил|відмов|лише необх|απόρρ"
    r"|(?:すべて|全て)?拒否|必要な"
    r"|(?:全部|一律)?拒[绝絕]|不同意|仅必要|(?:모두 |전체 )?(?:거부|거절)|رفض|דחה|סרב"
)
# The whole names of those that close.
CLOSE = (
    r"[×✕✖⨯╳✗x]|(?:close|dismiss)(?: (?:this )?(?:dialog|modal|pop-?up|banner|window|message|notice"
    r"|overlay|cookie.*|newsletter.*))?|skip|not now|(?:maybe |remind me )?later|no"
    r"|schlie(?:ß|ss)en|später|jetzt nicht|fermer|plus tard|cerrar|ahora no|más tarde|chiudi"
    r"|più tardi|fechar|agora não|sluiten|later|niet nu|stäng|inte nu|lukk?|luk|ikke nå|sulje"
    r"|zamknij|nie teraz|zavřít|zatvoriť|bezárás|închide|kapat|закрыть|закрити|не сейчас|κλείσιμο"
    r"|閉じる|关闭|關閉|닫기|إغلاق|סגור|đóng|tutup|ปิด"
)


# Finds overlays, and closes or hides them. What lies on top is found by hit tests, through shadow
# trees, so that the order of layers does not matter; what holds the page's own text is never one.
SCRIPT = """((act, CONSENT, CHOICE, NAMED_CONSENT, NAMED_OVERLAY, ASKS, REFUSE, CLOSE) => {
  const MOST_CHARS = 8000, FEW_CHARS = 600;
  const known = globalThis.pagesightOverlays ??= {clicked: new WeakSet()};
  const rootOf = (element) => element.shadowRoot || globalThis.pagesightRoots?.get(element) || null;
  const above = (node) =>
    node.assignedSlot || node.parentElement || node.getRootNode().host || null;
  const isBody = (node) => node === document.body || node === document.documentElement;
  const documentOf = (frame) => { try { return frame.contentDocument; } catch { return null; } };
  // Calls `note` with all elements and texts in an element, its shadow trees and frames.
  const visit = (top, note) => {
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (note(node) === false) return false;
      if (node.nodeType !== 1) continue;
      const inner = rootOf(node) || documentOf(node)?.body;
      if (inner && visit(inner, note) === false) return false;
    }
    return true;
  };
  const textOf = (element) => {
    let text = "";
    visit(element, (node) => {
      if (node.nodeType !== 3 || !/\\S/.test(node.data)) return true;
      const parent = node.parentElement || node.getRootNode().host;
      if (parent && !/^(script|style|noscript|template)$/.test(parent.localName)
        && parent.checkVisibility()) text += " " + node.data.trim();
      return text.length < MOST_CHARS;
    });
    return text;
  };
  const attributes = (element) => ["id", "class", "name", "title", "aria-label", "src"]
    .map((name) => element.getAttribute(name) || "").join(" ") + " " + element.localName;
  const namesOf = (element) => {
    const inner = [...element.querySelectorAll("iframe, [id], [class]")].slice(0, 20);
    return [element, ...inner].map(attributes).join(" ");
  };
  const isModal = (element) => element.matches(":modal, :popover-open")
    || /^(alert)?dialog$/.test(element.getAttribute("role") || "")
    || element.getAttribute("aria-modal") === "true";
  const nameOf = (button) => (button.getAttribute("aria-label") || button.innerText
    || (button.localName === "input" ? button.value : "") || button.title
    || button.querySelector("img")?.alt || "").trim().replace(/\\s+/g, " ");
  const labelOf = (button) => nameOf(button)
    || (/\\bclose\\b|-close|close-|dismiss/i.test(attributes(button)) ? "close" : "");
  const isButton = (element) => element.matches(
    "button, [role=button], input[type=button], a, [class*=close i], [aria-label*=close i]");
  const isSafe = (button) => {  // leads nowhere else
    const link = button.closest("a"), href = link?.getAttribute("href");
    if (href && !/^(#|javascript:)/i.test(href)) return false;
    return !(button.form && button.type === "submit" && button.form.method !== "dialog");
  };
  const partsOf = (element) => {
    const parts = {buttons: [], modal: false, email: false, content: false, frames: 0};
    visit(element, (node) => {
      if (node.nodeType !== 1 || !node.checkVisibility()) return true;
      if (isButton(node)) parts.buttons.push(node);
      if (isModal(node)) parts.modal = true;
      if (node.matches("input[type=email]")) parts.email = true;
      if (node.matches("main, article, [role=main], [itemprop=articleBody]")
        && node.textContent.length > FEW_CHARS) parts.content = true;
      if (/^i?frame$/.test(node.localName) && !documentOf(node)?.body) parts.frames += 1;
      return parts.buttons.length < 500;
    });
    return parts;
  };
  let chars = null;
  const pageChars = () => chars ??= textOf(document.body).length;
  const isLocked = () => [document.body, document.documentElement].some((each) => {
    const style = getComputedStyle(each);
    return /hidden|clip/.test(style.overflowY) || style.position === "fixed";
  });
  // What an element laid over the page is, "" for what belongs to it.
  const kindOf = (element, style, share) => {
    const text = textOf(element), parts = partsOf(element), names = namesOf(element);
    const labels = parts.buttons.map(labelOf);
    const unread = parts.frames > 0 || (!text && (rootOf(element) === null));
    const asks = CONSENT.test(text.slice(0, FEW_CHARS))
      && labels.some((label) => CHOICE.test(label) || REFUSE.test(label));
    if (!parts.content && (asks || (NAMED_CONSENT.test(names) && (labels.length || unread)
      && text.length < MOST_CHARS))) return "a consent notice";
    const own = text.length > FEW_CHARS && text.length > pageChars() / 2;
    if (parts.content || own || style.position === "sticky"
      || element.matches("header, nav, footer, [role=banner], [role=navigation]")) return "";
    if (parts.modal) return "a dialog";
    const closes = labels.some((label) => CLOSE.test(label) || REFUSE.test(label));
    if (share >= 0.1 && (closes || parts.email) && ASKS.test(text)) return "a pop-up";
    if (share >= 0.5 && text && (isLocked() || NAMED_OVERLAY.test(names))
      && (closes || parts.buttons.length || parts.frames)) return "a pop-up";
    if (share >= 0.1 && unread && NAMED_OVERLAY.test(names)) return "a pop-up";
    return "";
  };
  const isVeil = (element, style, share) => share >= 0.5 && !textOf(element)
    && !element.querySelector("img, video, canvas, svg, picture")
    && (/^rgba\\(.*, 0?\\.\\d+\\)$/.test(style.backgroundColor) || +style.opacity < 1
      || style.backdropFilter !== "none" || NAMED_OVERLAY.test(attributes(element)));
  const liftedOf = (hit) => {  // the outermost layer that the hit is part of, but not of the page
    let found = null, length = 0;
    for (let node = hit; node && !isBody(node); node = above(node)) {
      const style = getComputedStyle(node);
      const closed = node === hit && !rootOf(node) && !node.firstElementChild
        && NAMED_CONSENT.test(attributes(node)) && !node.innerText;
      const lifted = /fixed|sticky/.test(style.position) || isModal(node) || closed
        || (style.position === "absolute" && +style.zIndex >= 100);
      if (!lifted) continue;
      const chars = textOf(node).length;
      if (found && chars > 1.5 * length + 200) break;
      found = node;
      length = chars;
    }
    return found;
  };
  const hitAt = (x, y) => {
    let root = document, hit = null;
    for (;;) {
      const next = root.elementFromPoint(x, y);
      if (!next || next === hit) return hit;
      hit = next;
      root = rootOf(hit);
      if (!root) return hit;
    }
  };
  const isIn = (element, x, y) => {
    const box = element.getBoundingClientRect();
    return box.left <= x * innerWidth && box.right >= x * innerWidth
      && box.top <= y * innerHeight && box.bottom >= y * innerHeight;
  };
  const columns = [0.03, 0.25, 0.5, 0.75, 0.97];
  const rows = [0.01, 0.15, 0.35, 0.5, 0.65, 0.85, 0.95, 0.99];
  const lifted = new Map(), hits = new Map();
  let unknown = false;
  for (const x of columns) for (const y of rows) {
    const hit = document.body && hitAt(x * innerWidth, y * innerHeight);
    if (!hit || isBody(hit)) continue;
    if (!hits.has(hit)) hits.set(hit, liftedOf(hit));
    const element = hits.get(hit);
    if (element) lifted.set(element, (lifted.get(element) || 0) + 1);
    unknown ||= !rootOf(hit) && !hit.firstElementChild && !hit.textContent.trim()
      && (hit.localName.includes("-") || !!element || !isIn(hit, x, y));
  }
  const click = (element) => {
    const buttons = partsOf(element).buttons.filter(isSafe);
    const find = (asked) => buttons.find((button) => asked.test(labelOf(button)));
    const button = known.clicked.has(element) ? null : find(REFUSE) || find(CLOSE);
    if (!button) return "";
    known.clicked.add(element);
    button.click();
    return labelOf(button);
  };
  const hide = (element) => {
    visit(element, (node) => {
      if (node.localName === "dialog" && node.open) node.close();
      if (node.nodeType === 1 && node.matches(":popover-open")) node.hidePopover();
    });
    element.style.setProperty("display", "none", "important");
  };
  // Takes back what kept the page below from being seen and scrolled.
  const release = () => {
    for (const each of [document.documentElement, document.body]) {
      const style = getComputedStyle(each);
      const set = (name, value) => each.style.setProperty(name, value, "important");
      if (style.position === "fixed") set("position", "static");
      if (/hidden|clip/.test(style.overflowY)) {
        set("overflow", "visible");
        set("height", "auto");
      }
    }
    for (const each of document.querySelectorAll("body, body > *, body > * > *")) {
      if (getComputedStyle(each).filter.includes("blur"))
        each.style.setProperty("filter", "none", "important");
      if (each.inert) each.inert = false;
    }
  };
  const found = [];
  let changed = false;
  for (const [element, count] of lifted) {
    const style = getComputedStyle(element), share = count / (columns.length * rows.length);
    const again = known.clicked.has(element);
    const kind = again ? "again" : kindOf(element, style, share);
    if (kind) {
      const by = act ? click(element) : "";
      if (act && !by) hide(element);
      if (!again) found.push({kind, share, by});
      changed = act;
    } else if (act && (known.released || changed) && isVeil(element, style, share)) {
      hide(element);
      changed = true;
    }
  }
  if (changed) {
    known.released = true;
    release();
  }
  return JSON.stringify({found, changed, unknown});
})(%s)"""


_CLOSES = f"^(?:{CLOSE})$"
_ROUNDS = 5  # of overlays that come one after the other, and what lies behind them
_FADING = 0.4  # seconds that a button's overlay is given to go


async def attend_to_overlays(world: ScriptWorld, *, close: bool) -> tuple[str, ...]:
    """Return what is laid over the page, in words, and how it was closed or hidden if asked for."""
    said: list[str] = []
    for _ in range(_ROUNDS if close else 0):
        seen = await _look(world, act=True)
        for each in seen["found"]:
            how = f"closed by its button {each['by'][:40]!r}" if each["by"] else "hidden"
            said.append(f"{each['kind']} was {how}")
        if not seen["changed"]:
            break
        await asyncio.sleep(_FADING)
    for each in (await _look(world, act=False))["found"]:
        where = f"lies on {each['share']:.0%} of the window"
        said.append(f"{each['kind']} {where}: close_overlays closes it")
    return tuple(said)


async def _look(world: ScriptWorld, *, act: bool) -> Mapping[str, Any]:
    """Return what the script finds; closed shadow trees are opened to it where it hits on some."""
    patterns = (CONSENT, CHOICE, CONSENT_NAMES, OVERLAY_NAMES, ASKS, f"^(?:{REFUSE})")
    expressions = (f"new RegExp({json.dumps(each)}, 'i')" for each in (*patterns, _CLOSES))
    script = SCRIPT % ", ".join((json.dumps(act), *expressions))
    seen: Mapping[str, Any] = json.loads(str(await world.evaluate(script)))
    if seen["unknown"] and not seen["changed"] and await world.reveal_closed_roots():
        seen = json.loads(str(await world.evaluate(script)))
    return seen
