// Blocks: linked between picture and text, and kept or dropped by the slider of probability.
(() => {
  const result = (element) => element.closest(".ps-result");
  const rows = (shown) => [...shown.querySelectorAll(".ps-block")];

  // Number what is kept, in reading order, in the text and on the picture.
  function number(shown) {
    let count = 0;
    let words = 0;
    const boxes = new Map([...shown.querySelectorAll(".ps-box")].map((b) => [b.dataset.block, b]));
    for (const row of rows(shown)) {
      const kept = row.classList.contains("is-kept");
      const label = kept ? String(++count) : "";
      if (kept) words += row.querySelector(".ps-text").textContent.split(/\s+/).filter(Boolean).length;
      row.querySelector(".ps-number").textContent = label;
      const box = boxes.get(row.dataset.block);
      if (!box) continue;
      box.classList.toggle("is-kept", kept);
      box.firstElementChild.textContent = label;
    }
    shown.querySelector(".ps-kept").textContent = count;
    shown.querySelector(".ps-words").textContent = words.toLocaleString("en");
  }

  function slide(slider) {
    const shown = result(slider);
    const given = shown.dataset.threshold;
    const own = slider.value === given; // then the extractor's own choice, with whole tables
    for (const row of rows(shown)) {
      row.dataset.chosen ??= row.classList.contains("is-kept");
      const kept = own ? row.dataset.chosen === "true" : row.dataset.share * 100 >= slider.value;
      row.classList.toggle("is-kept", kept);
    }
    shown.querySelector(".ps-slider output").textContent = `${slider.value} %`;
    shown.querySelectorAll(".ps-reset, .ps-slid").forEach((each) => { each.hidden = own; });
    colour(shown, slider.value);
    number(shown);
    window.pagesight.remember({ threshold: own ? null : slider.value });
  }

  function colour(shown, threshold) {
    const bars = shown.querySelectorAll(".ps-histogram i");
    bars.forEach((bar, at) => bar.classList.toggle("is-kept", (at + 0.5) * (100 / bars.length) >= threshold));
  }

  // Mark a block in both places, and bring it into view in the other one.
  function activate(shown, block, from) {
    shown.querySelectorAll(".is-active").forEach((old) => old.classList.remove("is-active"));
    if (block === null) return;
    for (const element of shown.querySelectorAll(`[data-block="${block}"]`)) {
      element.classList.add("is-active");
      if (element.classList.contains("ps-block") && element !== from) reveal(element, from);
      if (element.classList.contains("ps-box") && element !== from) center(element);
    }
  }

  function center(box) {
    const frame = box.closest(".ps-scroll");
    const top = box.offsetTop + box.offsetHeight / 2 - frame.clientHeight / 2;
    if (box.offsetTop < frame.scrollTop || box.offsetTop + box.offsetHeight > frame.scrollTop + frame.clientHeight) {
      frame.scrollTo({ top, behavior: "smooth" });
    }
  }

  // Hovering over the picture must not move the page under the pointer: only a click does.
  function reveal(row, from) {
    if (!from || from.dataset.pressed !== "true") return;
    window.pagesight.open(row.closest("[role=tabpanel]").id);
    row.scrollIntoView({ block: "nearest", behavior: "smooth" });
  }

  const block = (event) => event.target.closest?.(".ps-box, .ps-block");

  document.addEventListener("input", (event) => {
    if (event.target.matches(".ps-slider input")) slide(event.target);
    if (event.target.matches(".ps-show-dropped")) {
      result(event.target).classList.toggle("with-dropped", event.target.checked);
    }
  });
  for (const kind of ["mouseover", "focusin"]) {
    document.addEventListener(kind, (event) => {
      const at = block(event);
      if (at) activate(result(at), at.dataset.block, at);
    });
  }
  document.addEventListener("mouseout", (event) => {
    const at = block(event);
    if (at && at !== document.activeElement && !block({ target: event.relatedTarget ?? document })) {
      activate(result(at), null);
    }
  });
  document.addEventListener("click", (event) => {
    const at = block(event);
    if (at) {
      at.dataset.pressed = "true";
      activate(result(at), at.dataset.block, at);
      delete at.dataset.pressed;
    }
    if (event.target.matches(".ps-reset")) {
      const slider = result(event.target).querySelector(".ps-slider input");
      slider.value = result(event.target).dataset.threshold;
      slide(slider);
    }
  });
  document.addEventListener("keydown", (event) => {
    const at = block(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!at?.matches(".ps-block") || !step) return;
    const seen = rows(result(at)).filter((row) => row.offsetParent);
    const next = seen[seen.indexOf(at) + step];
    if (!next) return;
    event.preventDefault();
    at.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  });

  window.pagesight.started.push((shown, state) => {
    const slider = shown.querySelector(".ps-slider input");
    const asked = Number.parseInt(state.get("threshold"), 10);
    number(shown);
    if (slider) colour(shown, slider.value);
    if (slider && asked >= 0 && asked <= 100) {
      slider.value = asked;
      slide(slider);
    }
    const first = rows(shown).find((row) => row.classList.contains("is-kept"));
    if (first) first.tabIndex = 0;
  });
})();
