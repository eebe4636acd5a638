// Marks blocks in the open page without a change to it: ranges with a style (CSS Custom Highlight).
globalThis.pagesight ??= (() => {
  const NAMES = ["pagesight-kept", "pagesight-dropped"];
  const SKIPPED = "script, style, noscript, template, svg, iframe, object, embed, canvas, audio, video, select, textarea, option";
  const AHEAD = 50_000; // characters searched for a block: hidden text may stand before it
  const invisible = /[\s\u00ad\u200b\u2060\ufeff]/;
  let legend = null;

  // The page as it stands, for the service; null where marks were there, which are gone then.
  function begin() {
    if (legend) return end();
    const copy = document.documentElement.cloneNode(true);
    copy.querySelectorAll("noscript, template").forEach((each) => each.remove());
    return { html: `<!doctype html>${copy.outerHTML}`, url: location.href };
  }

  function end() {
    NAMES.forEach((name) => CSS.highlights.delete(name));
    legend.remove();
    legend = null;
    return null;
  }

  // The characters of the page that take room, and the text node and offset of each.
  function characters() {
    const shown = [];
    const places = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, (node) =>
      node.parentElement.closest(SKIPPED) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      for (let at = 0; at < node.data.length; at += 1) {
        if (invisible.test(node.data[at])) continue;
        shown.push(node.data[at]);
        places.push([node, at]);
      }
    }
    return { stream: shown.join(""), places };
  }

  // A range in each text node that the characters from `start` to `end` stand in.
  function ranges(places, start, end) {
    const found = [];
    for (let at = start; at < end; at += 1) {
      const [node, offset] = places[at];
      const last = found.at(-1);
      if (last?.startContainer === node) last.setEnd(node, offset + 1);
      else {
        found.push(new Range());
        found.at(-1).setStart(node, offset);
        found.at(-1).setEnd(node, offset + 1);
      }
    }
    return found;
  }

  // Blocks are in document order, so each is looked for after the one before.
  function mark(blocks, genre, confidence) {
    const { stream, places } = characters();
    const highlights = NAMES.map(() => new Highlight());
    const counts = { kept: 0, all: 0 };
    let cursor = 0;
    for (const block of blocks) {
      const sought = [...block.text].filter((each) => !invisible.test(each)).join("");
      const at = stream.slice(cursor, cursor + sought.length + AHEAD).indexOf(sought);
      if (!sought || at < 0) continue;
      const start = cursor + at;
      cursor = start + sought.length;
      ranges(places, start, cursor).forEach((range) => highlights[block.kept ? 0 : 1].add(range));
      counts.all += 1;
      counts.kept += block.kept;
    }
    NAMES.forEach((name, at) => CSS.highlights.set(name, highlights[at]));
    explain(`${genre}, ${Math.round(100 * confidence)} % sure: ${counts.kept} of ${counts.all} blocks kept`);
    return counts;
  }

  function explain(text) {
    legend = document.createElement("pagesight-legend");
    const shown = document.createElement("div");
    shown.textContent = text;
    shown.style = "position:fixed;z-index:2147483647;right:14px;bottom:14px;background:#10242c;color:#fff;" +
      "font:14px/1.4 system-ui,sans-serif;border-left:6px solid #14b8a6;border-radius:8px;padding:10px 16px";
    legend.attachShadow({ mode: "open" }).append(shown);
    document.documentElement.append(legend);
  }

  return { begin, mark };
})();
