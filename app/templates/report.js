// The pages that systems do worst on: filtered, the worst first, each with its differences.
"use strict";
(() => {
  const AT_ONCE = 30; // pages shown before "more"
  const ELEMENTS = { kept: "span", missed: "del", added: "ins" };
  const cases = JSON.parse(document.getElementById("cases").textContent);
  const pictures = JSON.parse(document.getElementById("pictures").textContent);
  const list = document.getElementById("list");
  const more = document.getElementById("more");
  const filters = [...document.querySelectorAll(".filters select")];
  let limit = AT_ONCE;

  function element(tag, className, text) {
    const made = document.createElement(tag);
    made.className = className;
    made.textContent = text;
    return made;
  }

  const figure = (value) => value.toFixed(3).replace(/^0/, "");

  function line(shown) {
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    const meter = element("meter", "", "");
    Object.assign(meter, { value: shown.f1, max: 1 });
    meter.setAttribute("aria-label", "word F1");
    summary.append(
      element("span", "f1", figure(shown.f1)), meter, element("span", "name", shown.url || shown.id),
      element("span", "tags", `${shown.genre} · ${shown.lang}`), element("span", "system", shown.system),
    );
    details.append(summary);
    details.addEventListener("toggle", () => {
      if (details.open && details.childElementCount === 1) {
        details.append(facts(shown), drill(shown));
      }
    });
    return details;
  }

  function facts(shown) {
    const row = element("p", "facts", `${shown.id}: precision ${figure(shown.precision)}, recall ${figure(shown.recall)}`);
    if (shown.error) row.append(`, error: ${shown.error}`);
    if (/^https?:/.test(shown.url)) {
      const link = element("a", "", "the page");
      Object.assign(link, { href: shown.url, rel: "noopener noreferrer", target: "_blank" });
      row.append(" · ", link);
    }
    return row;
  }

  function drill(shown) {
    if (!pictures[shown.id]) return differences(shown);
    const both = element("div", "drill", "");
    both.append(picture(shown), differences(shown));
    return both;
  }

  function picture(shown) {
    const figure = element("figure", "shot", "");
    const image = new Image();
    Object.assign(image, { src: pictures[shown.id], alt: `Top of ${shown.id}` });
    figure.append(image);
    for (const [left, top, width, height, kind] of shown.boxes) {
      const box = element("i", kind, "");
      box.style.cssText = `left: ${left}%; top: ${top}%; width: ${width}%; height: ${height}%`;
      figure.append(box);
    }
    return figure;
  }

  function differences(shown) {
    const box = element("div", "diff", "");
    box.tabIndex = 0; // so that keys scroll it
    for (const [kind, text] of shown.differences) box.append(element(ELEMENTS[kind], "", text));
    if (!shown.differences.length) box.textContent = "Neither gold nor the system has any text.";
    return box;
  }

  function show() {
    const fits = (shown) => filters.every(({ name, value }) => !value || shown[name] === value);
    const found = cases.filter(fits);
    list.replaceChildren(...found.slice(0, limit).map(line));
    more.hidden = found.length <= limit;
    document.getElementById("found").textContent = `${found.length} pages, the worst first`;
  }

  filters.forEach((select) => select.addEventListener("change", () => {
    limit = AT_ONCE;
    show();
  }));
  more.addEventListener("click", () => {
    limit += AT_ONCE;
    show();
  });
  show();
})();
