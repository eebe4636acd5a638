// Looks at the page; texts are counted no further than matters. Once it is quiet or idle, keeps
// what it holds, should a later script take it away.
(thinChars, announcing, pending, quiet, idle, early) => {
  const ANNOUNCES = new RegExp(announcing, "i"), PENDING = new RegExp(pending, "i"), MOST = 5000;
  const root = document.documentElement;
  let chars = 0;
  const skipped = new Set(["A", "BUTTON", "SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "OPTION"]);
  const count = (top) => {
    const walker = document.createTreeWalker(top, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
      (node) => skipped.has(node.nodeName) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT);
    for (let node = walker.currentNode; node && chars < thinChars; node = walker.nextNode()) {
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
  if ((quiet || idle) && root) globalThis.pagesightEarlier = root.outerHTML;
  const thin = chars < thinChars, text = thin ? document.body?.innerText || "" : "";
  const said = document.title + " " + text;
  return JSON.stringify({
    chars, idle, early, refresh: meta ? meta.content.toWellFormed() : "", base: document.baseURI,
    url: location.href,
    pending: !thin && !idle && !!document.body && pends(),
    blank: thin && !text.trim(), announces: thin && ANNOUNCES.test(said) ? said.toWellFormed() : "",
    scripted: document.scripts.length > 0,
    elements: document.getElementsByTagName("*").length,
    height: root ? root.scrollHeight : 0});
}
