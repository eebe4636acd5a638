// Makes UTF-8 of what is UTF-8 and was read as Latin-1, where `least` of all that is beyond ASCII
// is; returns whether it did.
(least) => {
  if (document.characterSet !== "windows-1252") return false;
  const all = new TextDecoder("windows-1252").decode(Uint8Array.from({length: 256}, (_, at) => at));
  const bytes = new Map([...all].map((character, at) => [character, at]));
  const utf8 = new TextDecoder("utf-8", {fatal: true, ignoreBOM: true});
  const beyondAscii = /[^\x00-\x7f]+/g;
  const decoded = (run) => {
    try { return utf8.decode(Uint8Array.from(run, (each) => bytes.get(each) ?? 255)); }
    catch { return null; }
  };
  const found = [];
  const look = (text, set) => { if (/[^\x00-\x7f]/.test(text)) found.push([text, set]); };
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
  if (runs.filter((run) => decoded(run) !== null).length < least * runs.length) return false;
  for (const [text, set] of found) set(text.replace(beyondAscii, (run) => decoded(run) ?? run));
  return true;
}
