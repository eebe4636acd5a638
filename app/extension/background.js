// A click on the icon sends the open page to the service and marks the answer; another takes it off.
importScripts("settings.js");

const COLOURS = {
  article: "#2563eb", listing: "#7c3aed", collection: "#be185d", product: "#c2410c",
  documentation: "#0e7490", forum: "#4d7c0f", service: "#b45309", other: "#64748b",
};

// Words of the badge, which has room for four letters.
const BADGES = {
  article: "text", listing: "list", collection: "shop", product: "item",
  documentation: "docs", forum: "chat", service: "site", other: "page",
};

chrome.action.onClicked.addListener(look);

// Mark a tab, or take the marks off. Says in the badge what came of it.
async function look(tab) {
  const target = { tabId: tab.id };
  try {
    await chrome.scripting.insertCSS({ target, files: ["mark.css"] });
    await chrome.scripting.executeScript({ target, files: ["mark.js"] });
    const page = await inTab(target, () => pagesight.begin());
    if (page === null) return show(tab.id, "", "", "Pagesight: mark the content of this page");
    show(tab.id, "…", "#64748b", "Pagesight is reading this page");
    const answer = await ask(page);
    const counts = await inTab(target, (blocks, genre, sure) => pagesight.mark(blocks, genre, sure), [
      answer.blocks, answer.genre, answer.confidence,
    ]);
    const sure = `${Math.round(100 * answer.confidence)} %`;
    show(tab.id, BADGES[answer.genre], COLOURS[answer.genre],
      `${answer.genre}, ${sure} sure: ${counts.kept} of ${counts.all} blocks kept by ${answer.extractor}`);
  } catch (error) {
    show(tab.id, "!", "#b91c1c", `Pagesight: ${error.message}`);
  }
}

async function ask({ html, url }) {
  const { server, key } = await settings();
  const headers = { "Content-Type": "application/json", ...(key && { "X-API-Key": key }) };
  const asked = { html, blocks: true, ...(/^https?:/.test(url) && { url }) };
  let answer;
  try {
    answer = await fetch(`${server}/extract`, { method: "POST", headers, body: JSON.stringify(asked) });
  } catch {
    throw new Error(`no service at ${server}; start it with: pagesight serve`);
  }
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.message ?? `the service answered ${answer.status}`);
  return body;
}

async function inTab(target, func, args = []) {
  const [{ result }] = await chrome.scripting.executeScript({ target, func, args });
  return result;
}

function show(tabId, text, color, title) {
  chrome.action.setBadgeText({ tabId, text });
  if (color) chrome.action.setBadgeBackgroundColor({ tabId, color });
  chrome.action.setTitle({ tabId, title });
}
