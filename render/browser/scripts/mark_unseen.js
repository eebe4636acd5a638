// Marks, by an attribute of that name, the elements where text begins or ends to be hidden. Returns
// a function that takes the marks away again; null where there is no page, or one of more than
// `most` elements. A mark is set where an element begins to hide what is in it, by its own style or
// box; those ways that what is inside can end (`endsInside`) are looked at anew in every element,
// and end with "shown". `animated` is a pattern of names of what scripts show.
(name, lacksSheets, lacksScripts, most, animated) => {
  const parse = (text) => {
    const found = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
    return found ? [+found[1], +found[2], +found[3], found[4] === undefined ? 1 : +found[4]] : null;
  };
  const alike = (one, other) => [0, 1, 2].every((at) => Math.abs(one[at] - other[at]) < 12);
  const cuts = (style) => style.overflowX !== "visible" && style.overflowY !== "visible"
    && !/auto|scroll/.test(style.overflowX + style.overflowY);
  const clipped = (style) => {
    const corners = (/^rect\((.*)\)$/.exec(style.clip) || ["", "9px"])[1].split(/[ ,]+/);
    const moved = style.position === "absolute" || style.position === "fixed";
    if (moved && corners.every((corner) => Math.abs(parseFloat(corner)) <= 1)) return true;
    const path = style.clipPath;
    const inset = /^inset\(([\d.]+)%/.exec(path);
    return (inset && +inset[1] >= 50) || /^(circle|ellipse)\(0/.test(path);
  };
  const ground = (style, above) => {
    if (style.backgroundImage !== "none" || style.mixBlendMode !== "normal") return null;
    const own = parse(style.backgroundColor);
    if (!own) return null;
    return own[3] === 1 ? own : own[3] === 0 ? above : null;
  };
  const hasText = (element) => {
    for (let node = element.firstChild; node; node = node.nextSibling)
      if (node.nodeType === 3 && /\S/.test(node.data)) return true;
    return false;
  };
  const textBox = (element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return range.getBoundingClientRect();
  };
  // Something other than what the element stands in may lie behind its text.
  let painted = null;
  const paints = (element, part) => {
    const style = getComputedStyle(element, part);
    const ground = parse(style.backgroundColor);
    return (!part || style.content !== "none")
      && (style.backgroundImage !== "none" || !ground || ground[3] > 0);
  };
  const overlaid = (element) => {
    painted ??= [...document.querySelectorAll("*")].slice(0, 20000).map((other) => ({
      other, box: other.getBoundingClientRect(),
      beside: /^(img|video|canvas|svg|iframe|object|embed)$/.test(other.localName)
        || paints(other),
      around: paints(other, "::before") || paints(other, "::after"),
    })).filter((each) => each.beside || each.around).slice(0, 2000);
    const text = textBox(element);
    return painted.some(({other, box, beside, around}) => box.left < text.right
      && box.right > text.left && box.top < text.bottom && box.bottom > text.top
      && (other.contains(element) ? around : beside && !element.contains(other)));
  };
  let suspects = 0;
  const colourless = (element, style, behind) => {
    if (style.textShadow !== "none" || /text/.test(style.backgroundClip)) return false;
    const ink = parse(style.webkitTextFillColor || style.color);
    if (!ink || !hasText(element)) return false;
    if (ink[3] <= 0.05) return true;
    if (lacksSheets || !behind || !alike(ink, behind) || ++suspects > 200) return false;
    return !overlaid(element);
  };
  const outside = (element, style, moved) => {
    const box = style.textIndent === "0px" ? element.getBoundingClientRect() : textBox(element);
    if (!box.width || !box.height) return null;
    const left = box.left + scrollX, top = box.top + scrollY;
    if (left + box.width <= (moved ? -4000 : 0) || top + box.height <= 0) return true;
    if (style.textIndent === "0px" || !cuts(style)) return false;
    return box.left >= element.getBoundingClientRect().right;
  };
  // Where scripts are missing, nothing shows what they would have.
  const awaitsScripts = (element) => lacksScripts && new RegExp(animated, "i")
    .test([element.getAttribute("class"), ...element.getAttributeNames()].join(" "));
  const root = document.documentElement;
  if (!root) return null;
  const marked = [];
  const states = new Map();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  const start = {way: "", opacity: 1, ground: [255, 255, 255, 1], boxed: true, moved: false};
  const endsInside = new Set(["visibility", "font", "colour", "offscreen"]);
  for (let element = root; element; element = walker.nextNode()) {
    if (states.size === most) return null;
    const parent = element.parentElement, above = states.get(parent) || start;
    const style = getComputedStyle(element);
    const folded = parent?.localName === "details" && !parent.open
      && element !== parent.querySelector(":scope > summary");
    const none = style.display === "none" || style.contentVisibility === "hidden";
    const opacity = +style.opacity <= 0.05 && awaitsScripts(element) ? 1 : +style.opacity;
    const state = {way: above.way, opacity: above.opacity * opacity,
      ground: ground(style, above.ground), boxed: above.boxed && !none && !folded,
      moved: above.moved || style.transform !== "none"};
    states.set(element, state);
    const box = element.getBoundingClientRect();
    let own = "";
    if (none) own = "display";
    else if (style.visibility !== "visible") own = "visibility";
    else if (state.opacity <= 0.05) own = "opacity";
    else if (parseFloat(style.fontSize) < 2) own = "font";
    else if (state.boxed && clipped(style)) own = "clip";
    else if (state.boxed && cuts(style) && style.display !== "inline"
      && style.display !== "contents" && (box.width <= 1 || box.height <= 1)) own = "size";
    else if (state.boxed && style.transform !== "none" && element.offsetWidth
      && (box.width < 0.5 || box.height < 0.5)) own = "size";
    else if (state.boxed) {
      const out = outside(element, style, state.moved);
      if (out || (out === null && above.way === "offscreen")) own = "offscreen";
      else if (colourless(element, style, state.ground)) own = "colour";
    }
    const stays = above.way !== "" && !endsInside.has(above.way);
    const begins = own !== "" && (own !== above.way || own === "display"
      || (own === "opacity" && opacity <= 0.05));
    if (begins) marked.push([element, own]);
    else if (own === "" && above.way !== "" && !stays) marked.push([element, "shown"]);
    state.way = stays ? above.way : own;
  }
  for (const [element, way] of marked) element.setAttribute(name, way);
  return () => { for (const [element] of marked) element.removeAttribute(name); };
}
