// Tabs by mouse and by arrow keys, after the ARIA Authoring Practices; the two ways to see Markdown.
(() => {
  function open(tab) {
    const list = tab.closest("[role=tablist]");
    for (const each of list.querySelectorAll("[role=tab]")) {
      const chosen = each === tab;
      each.setAttribute("aria-selected", chosen);
      each.tabIndex = chosen ? 0 : -1;
      document.getElementById(each.getAttribute("aria-controls")).hidden = !chosen;
    }
    list.scrollTo({ left: tab.offsetLeft - list.offsetLeft - list.clientWidth / 2 + tab.offsetWidth / 2, behavior: "smooth" });
    window.pagesight.remember({ tab: tab.id === "ps-tab-content" ? null : tab.id.slice(7) });
  }

  window.pagesight.open = (panel) => {
    const tab = document.querySelector(`.ps-tabs [aria-controls="${panel}"]`);
    if (tab.getAttribute("aria-selected") !== "true") open(tab);
  };

  document.addEventListener("click", (event) => {
    const tab = event.target.closest?.(".ps-tabs [role=tab]");
    if (tab) open(tab);
  });
  document.addEventListener("keydown", (event) => {
    const tab = event.target.closest?.(".ps-tabs [role=tab]");
    if (!tab) return;
    const tabs = [...tab.parentElement.querySelectorAll("[role=tab]")];
    const at = tabs.indexOf(tab);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const chosen = tabs[(next + tabs.length) % tabs.length];
    open(chosen);
    chosen.focus();
  });
  document.addEventListener("change", (event) => {
    if (event.target.name !== "ps-markdown") return;
    const panel = event.target.closest("[role=tabpanel]");
    panel.querySelector(".ps-prose").hidden = event.target.value !== "rendered";
    panel.querySelector(".ps-source").hidden = event.target.value !== "source";
  });

  window.pagesight.started.push((shown, state) => {
    const tab = document.getElementById(`ps-tab-${state.get("tab")}`);
    if (tab) open(tab);
  });
})();
