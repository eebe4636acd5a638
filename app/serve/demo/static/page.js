// What the other scripts share: results as they come, and the state in the address.
window.pagesight = {
  started: [], // called with each new result and the state that the address holds

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
  function start(shown) {
    shown.dataset.started = "true";
    const state = new URLSearchParams(location.search);
    const given = new URLSearchParams(shown.dataset.query);
    const again = [...given].every(([name, value]) => state.get(name) === value);
    if (!again) ["threshold", "tab"].forEach((name) => state.delete(name));
    const kept = {};
    for (const name of ["url", "sample", "extractor", "genre", "render"]) kept[name] = given.get(name);
    if (!again) Object.assign(kept, { threshold: null, tab: null });
    window.pagesight.remember(kept);
    document.title = `${shown.querySelector("h2").textContent} · Pagesight`;
    for (const begin of window.pagesight.started) begin(shown, state);
    for (const button of document.querySelectorAll("#samples button")) {
      button.classList.toggle("is-shown", button.id === `sample-${given.get("sample")}`);
    }
  }

  function count(waiting) {
    const began = Date.now();
    const timer = setInterval(() => {
      if (!waiting.isConnected) return clearInterval(timer);
      waiting.querySelector(".ps-elapsed").textContent = `${Math.round((Date.now() - began) / 1000)} s`;
    }, 1000);
    waiting.dataset.started = "true";
  }

  new MutationObserver(() => {
    document.getElementById("status")?.setAttribute("aria-live", "polite");
    document.querySelectorAll(".ps-result:not([data-started])").forEach(start);
    document.querySelectorAll(".ps-waiting:not([data-started])").forEach(count);
  }).observe(document, { childList: true, subtree: true });

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-copy]");
    if (!button) return;
    const panel = button.closest("[role=tabpanel]");
    const shown = panel.querySelectorAll(button.dataset.copy === "source" ? ".ps-source" : ".ps-block.is-kept .ps-text");
    await navigator.clipboard.writeText([...shown].map((each) => each.textContent).join("\n"));
    button.textContent = "Copied";
  });
})();
