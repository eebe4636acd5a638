// Shared by the other scripts: results as they come, and the state in the address.
window.pagesight = {
  started: [], // called with each new result and the state that the address holds
  completed: [], // called with each result once its details are there

  // The state of the address, as the server asks for it when the demo is opened.
  state: () => Object.fromEntries(new URLSearchParams(location.search)),

  // Keep values in the address, so that it can be shared; null takes one out.
  remember(values) {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(values)) {
      if (value === null) query.delete(name);
      else query.set(name, value);
    }
    history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
  },
};

(() => {
  const SHOWN = [ // what a result is of
    "url", "sample", "extractor", "genre", "render", "favor", "comments", "tables", "links", "images",
  ];

  function start(shown) {
    shown.dataset.started = "true";
    const state = new URLSearchParams(location.search);
    const given = new URLSearchParams(shown.dataset.query);
    // A file has no address: nothing that one holds was said of it.
    const again = given.size > 0 && SHOWN.every((name) => state.get(name) === given.get(name));
    if (!again) ["threshold", "tab"].forEach((name) => state.delete(name));
    const kept = Object.fromEntries(SHOWN.map((name) => [name, given.get(name)]));
    if (!again) Object.assign(kept, { threshold: null, tab: null });
    window.pagesight.remember(kept);
    document.title = `${shown.querySelector("h2").textContent} · Pagesight`;
    for (const begin of window.pagesight.started) begin(shown, state);
    choose(`sample-${given.get("sample")}`);
  }

  function choose(id) {
    for (const button of document.querySelectorAll("#samples button")) {
      button.classList.toggle("is-shown", button.id === id);
    }
  }

  // After a failure nothing of the page before it stays: not in the address, nor as a chosen sample.
  function fail(failure) {
    failure.dataset.started = "true";
    window.pagesight.remember(Object.fromEntries([...SHOWN, "threshold", "tab"].map((name) => [name, null])));
    document.title = "Pagesight";
    choose("");
  }

  // The evidence and the comparison come after their result: they go into its panels.
  function complete(details) {
    const shown = document.querySelector(`.ps-result[data-id="${details.dataset.of}"][data-started]`);
    if (!shown) return;
    details.dataset.started = "true";
    for (const part of details.querySelectorAll("template")) {
      shown.querySelector(`#ps-panel-${part.dataset.panel}`).replaceChildren(part.content.cloneNode(true));
    }
    shown.dataset.compared = details.dataset.compared;
    for (const end of window.pagesight.completed) end(shown);
  }

  // One timer for whatever is being waited for: the words change, the time goes on.
  let began = null;
  setInterval(() => {
    const elapsed = document.querySelector(".ps-elapsed");
    if (!elapsed) began = null;
    else elapsed.textContent = `${Math.round((Date.now() - (began ??= Date.now())) / 1000)} s`;
  }, 1000);

  new MutationObserver(() => {
    document.getElementById("status")?.setAttribute("aria-live", "polite");
    if (document.querySelector(".ps-waiting")) began ??= Date.now();
    else began = null;
    document.querySelectorAll(".ps-result:not([data-started])").forEach(start);
    document.querySelectorAll(".ps-failure:not([data-started])").forEach(fail);
    document.querySelectorAll(".ps-details:not([data-started])").forEach(complete);
  }).observe(document, { childList: true, subtree: true });

  async function copy(button, text) {
    const label = button.textContent;
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = label; }, 2000);
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-copy], [data-snippet]");
    if (!button) return;
    if (button.dataset.snippet) return copy(button, button.dataset.snippet.replaceAll("{server}", location.origin));
    const panel = button.closest("[role=tabpanel]");
    const shown = panel.querySelectorAll(button.dataset.copy === "source" ? ".ps-source" : ".ps-block.is-kept .ps-text");
    copy(button, [...shown].map((each) => each.textContent).join("\n"));
  });
})();
