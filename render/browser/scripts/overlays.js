// Finds what is laid over a page, and if `act` closes or hides it; the rest are patterns without
// case. What lies on top is found by hit tests, through shadow trees, so that the order of layers
// does not matter; what holds the page's own text is never one.
(act, ...patterns) => {
  const [CONSENT, CHOICE, NAMED_CONSENT, NAMED_OVERLAY, ASKS, REFUSE, CLOSE] =
    patterns.map((each) => new RegExp(each, "i"));
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
      if (node.nodeType !== 3 || !/\S/.test(node.data)) return true;
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
    || button.querySelector("img")?.alt || "").trim().replace(/\s+/g, " ");
  const labelOf = (button) => nameOf(button)
    || (/\bclose\b|-close|close-|dismiss/i.test(attributes(button)) ? "close" : "");
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
    && (/^rgba\(.*, 0?\.\d+\)$/.test(style.backgroundColor) || +style.opacity < 1
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
}
