// Two extractors side by side: what one keeps and the other does not, block by block.
(() => {
  function texts(shown) {
    const found = new Map();
    for (const row of shown.querySelectorAll(".ps-block")) {
      found.set(Number(row.dataset.block), row.querySelector(".ps-text").textContent);
    }
    return found;
  }

  function line(text, kind) {
    const made = document.createElement("p");
    made.className = `is-${kind}`;
    made.textContent = kind === "lost" ? "" : text;
    return made;
  }

  // Runs of blocks that both keep are folded to one line: the difference is what one looks for.
  function compare(shown, chosen, other, name) {
    const [left, right] = [new Set(chosen), new Set(other)];
    const sides = shown.querySelectorAll(".ps-diff");
    sides.forEach((side) => side.replaceChildren());
    shown.querySelector(".ps-other").textContent = name;
    let same = 0;
    const fold = () => {
      if (same) sides.forEach((side) => side.append(line(`${same} block${same > 1 ? "s" : ""} alike`, "skipped")));
      same = 0;
    };
    for (const [block, text] of texts(shown)) {
      if (left.has(block) && right.has(block)) same += 1;
      if (left.has(block) === right.has(block)) continue;
      fold();
      sides[0].append(line(text, left.has(block) ? "only" : "lost"));
      sides[1].append(line(text, right.has(block) ? "only" : "lost"));
    }
    fold();
  }

  function difference(chosen, other) {
    const [left, right] = [new Set(chosen), new Set(other)];
    const more = other.filter((block) => !left.has(block)).length;
    const fewer = chosen.filter((block) => !right.has(block)).length;
    return more || fewer ? `+${more} −${fewer} blocks` : "the same blocks";
  }

  function update(shown) {
    const compared = JSON.parse(shown.dataset.compared);
    const chosen = compared[0].kept;
    for (const input of shown.querySelectorAll("[name=ps-compared]")) {
      const other = compared[input.value];
      input.parentElement.querySelector(".ps-difference").textContent = difference(chosen, other.kept);
      if (input.checked) compare(shown, chosen, other.kept, other.name);
    }
  }

  document.addEventListener("change", (event) => {
    if (event.target.name === "ps-compared") update(event.target.closest(".ps-result"));
  });
  window.pagesight.completed.push(update);
})();
