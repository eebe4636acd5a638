// Reads the DOM, and then takes the marks away. toWellFormed: scripts can make halves of
// characters, which no file can hold.
(limit, unmark) => {
  const root = document.documentElement;
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
}
