// Labels of one page at a time: blocks kept or dropped, and a genre. Each change is sent at once.
"use strict";

const DOUBTFUL = [0.2, 0.8]; // probabilities between these are marked, and `f` goes from one to the next
const AGAIN = 2000; // ms until what could not be saved is sent again

const at = (id) => document.getElementById(id);
let pages, genres, corpus; // all there is to label
let number = 0; // of the page that is shown
let sheet, kept, genre, done, records; // of that page; a record is [first block, last block]
let current = 0; // block
let subtree = null; // what `s` took last: {block, from, to, keep}
let example = null; // what `r` took last: {block, depth}
let shownSince = 0, secondsBefore = 0;
const histories = new Map(); // page -> states before each change
const unsaved = new Map(); // page -> labels that are to be sent
let sending = false;

async function ask(path, options) {
  const answer = await fetch(path, options);
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.message);
  return body;
}

async function begin() {
  const all = await ask("pages");
  ({ pages, genres, corpus } = all);
  at("genres").replaceChildren(...genres.map((name, place) => {
    const button = document.createElement("button");
    button.dataset.key = String(place + 1);
    const key = document.createElement("kbd");
    key.textContent = place + 1;
    button.append(name, " ", key);
    return button;
  }));
  const first = pages.findIndex((page) => !page.done);
  await open(Math.max(0, first));
}

async function open(wanted) {
  if (wanted < 0 || wanted >= pages.length) return;
  document.body.dataset.ready = "";
  const found = await ask(`pages/${wanted}`);
  number = wanted;
  sheet = found;
  const labels = unsaved.get(wanted) ?? found.labels;
  kept = found.blocks.map(() => false);
  for (const block of labels.kept) kept[block] = true;
  ({ genre, done, records } = labels);
  secondsBefore = labels.seconds;
  shownSince = performance.now();
  subtree = example = null;
  show();
  move(Math.max(0, kept.indexOf(true)));
  document.body.dataset.ready = String(wanted);
}

// --- what is shown

function show() {
  document.title = `${sheet.title} · Pagesight label`;
  at("title").textContent = sheet.title;
  at("url").textContent = sheet.url || sheet.id;
  if (/^https?:/.test(sheet.url)) at("url").href = sheet.url;
  else at("url").removeAttribute("href");
  at("look").hidden = at("view").hidden = !sheet.picture;
  if (!sheet.picture && document.body.classList.contains("shows-picture")) toggleView();
  at("blocks").replaceChildren(...sheet.blocks.map(row));
  at("picture").replaceChildren(...(sheet.picture ? [picture(), ...sheet.blocks.map(box).filter(Boolean)] : []));
  at("read").scrollTop = at("look").scrollTop = 0;
  showState();
  at("genres").querySelector("[aria-pressed=true]").scrollIntoView({ block: "nearest", inline: "center" });
}

function row(block, place) {
  const line = document.createElement("li");
  line.dataset.block = place;
  line.classList.toggle("is-heading", /^h[1-6]$/.test(block.tag));
  const chance = block.probability;
  line.classList.toggle("is-doubtful", chance !== null && chance > DOUBTFUL[0] && chance < DOUBTFUL[1]);
  const texts = { mark: "", tag: block.tag, text: block.text, chance: chance === null ? "" : `${Math.round(100 * chance)} %` };
  for (const [name, text] of Object.entries(texts)) {
    const part = document.createElement("span");
    part.className = name;
    part.textContent = text;
    line.append(part);
  }
  return line;
}

function picture() {
  const image = new Image();
  image.src = sheet.picture;
  image.alt = "";
  return image;
}

function box(block, place) {
  if (!block.place) return null;
  const frame = document.createElement("i");
  frame.style.cssText = block.place;
  frame.dataset.block = place;
  return frame;
}

function showState() {
  for (const element of document.querySelectorAll("[data-block]")) {
    const block = Number(element.dataset.block);
    element.classList.toggle("is-kept", kept[block]);
    const record = records.findIndex(([from, to]) => from <= block && block <= to);
    element.classList.toggle("in-record", record >= 0);
    element.classList.toggle("begins-record", record >= 0 && records[record][0] === block);
    if (element.tagName !== "LI") continue;
    element.setAttribute("aria-label", kept[block] ? "kept" : "dropped");
    element.classList.toggle("is-changed", kept[block] !== sheet.blocks[block].kept);
    element.firstChild.textContent = kept[block] ? "✓" : "–";
  }
  for (const button of at("genres").children) {
    button.setAttribute("aria-pressed", String(genres[button.dataset.key - 1] === genre));
  }
  const count = kept.filter(Boolean).length;
  const changed = kept.filter((keep, block) => keep !== sheet.blocks[block].kept).length;
  at("counts").textContent = `${count} of ${kept.length} blocks kept, ${changed} other than the model's choice`
    + (records.length ? `; ${records.length} records` : "");
  const finished = pages.filter((page) => page.done).length;
  at("place").textContent = `page ${number + 1} of ${pages.length}${done ? " ✓" : ""}, ${finished} done`;
  at("progress").value = finished;
  at("progress").max = pages.length;
  at("reopen").hidden = !done;
  const all = finished === pages.length;
  say(all ? `All ${pages.length} pages are labelled: ${corpus}` : "");
}

function say(text) {
  at("message").textContent = text;
  at("message").hidden = !text;
}

function move(block, { scroll = true } = {}) {
  for (const element of document.querySelectorAll(".is-current")) element.classList.remove("is-current");
  current = Math.max(0, Math.min(block, kept.length - 1));
  for (const element of document.querySelectorAll(`[data-block="${current}"]`)) {
    element.classList.add("is-current");
    if (scroll) element.scrollIntoView({ block: element.tagName === "LI" ? "nearest" : "center" });
  }
}

// Where there is room for one of them only: the picture or the blocks.
function toggleView() {
  const shown = document.body.classList.toggle("shows-picture");
  at("view").firstChild.textContent = shown ? "Blocks " : "Picture ";
  move(current);
}

// --- changes

// Change labels; what they were can be had back.
function change(act) {
  const before = { kept: [...kept], genre, records };
  act();
  const same = genre === before.genre && records === before.records;
  if (same && kept.every((keep, block) => keep === before.kept[block])) return;
  if (!histories.has(number)) histories.set(number, []);
  histories.get(number).push({ ...before, current });
  save();
}

function toggle(block) {
  subtree = null;
  change(() => { kept[block] = !kept[block]; });
}

// Flip the block together with all of the smallest element that holds more than it; pressed again,
// give the same to the next larger element.
function toggleSubtree() {
  if (!kept.length) return;
  if (subtree === null || subtree.block !== current) {
    subtree = { block: current, from: current, to: current, keep: !kept[current] };
  }
  const { blocks } = sheet;
  let { from, to } = subtree;
  const above = from > 0 ? blocks[from].shared : 0;
  const below = to + 1 < blocks.length ? blocks[to + 1].shared : 0;
  const depth = Math.max(above, below);
  while (from > 0 && blocks[from].shared >= depth) from -= 1;
  while (to + 1 < blocks.length && blocks[to + 1].shared >= depth) to += 1;
  subtree = { ...subtree, from, to };
  change(() => kept.fill(subtree.keep, from, to + 1));
}

// Take the block for a part of one record: the smallest element around it that has others of its
// tag beside it. Each of these is a record. Pressed again, the next larger such element; then none.
function recordsByExample() {
  if (!kept.length) return;
  const depth = example !== null && example.block === current ? example.depth - 1 : Infinity;
  const steps = sheet.blocks[current].path.split("/");
  for (let size = Math.min(depth, steps.length); size > 1; size -= 1) {
    const found = alike(steps.slice(0, size - 1).join("/") + "/", steps[size - 1].split("[")[0]);
    if (found.length < 2) continue;
    example = { block: current, depth: size };
    change(() => { records = found; });
    return;
  }
  example = null;
  change(() => { records = []; });
}

// The blocks of each element of that tag right below a parent: [first, last].
function alike(parent, tag) {
  const spans = new Map();
  sheet.blocks.forEach(({ path }, block) => {
    if (!path.startsWith(parent)) return;
    const step = path.slice(parent.length).split("/")[0];
    if (step.split("[")[0] !== tag) return;
    spans.set(step, [spans.get(step)?.[0] ?? block, block]);
  });
  return [...spans.values()];
}

function undo() {
  const before = histories.get(number)?.pop();
  if (!before) return;
  subtree = example = null;
  ({ kept, genre, records } = before);
  move(before.current);
  save();
}

function nextDoubtful() {
  const rows = [...at("blocks").children];
  const ahead = rows.findIndex((line, block) => block > current && line.classList.contains("is-doubtful"));
  move(ahead >= 0 ? ahead : Math.max(0, rows.findIndex((line) => line.classList.contains("is-doubtful"))));
}

function finish(isDone) {
  done = isDone;
  save();
  if (!isDone) return;
  go(number + 1 < pages.length ? number + 1 : pages.findIndex((page) => !page.done));
}

// --- what is saved

function labelsNow() {
  const numbers = kept.flatMap((keep, block) => (keep ? [block] : []));
  const seconds = Math.round(secondsBefore * 10 + (performance.now() - shownSince) / 100) / 10;
  return { kept: numbers, genre, done, seconds, records };
}

function save() {
  pages[number].done = done;
  unsaved.set(number, labelsNow());
  showState();
  send();
}

async function send() {
  if (sending) return;
  sending = true;
  try {
    while (unsaved.size) {
      at("saved").textContent = "saving …";
      const [page, labels] = unsaved.entries().next().value;
      await ask(`pages/${page}`, {
        method: "PUT", headers: { "Content-Type": "application/json" }, body: JSON.stringify(labels),
      });
      if (unsaved.get(page) === labels) unsaved.delete(page);
    }
    at("saved").textContent = "saved";
    at("saved").classList.remove("is-late");
  } catch (error) {
    at("saved").textContent = "not saved";
    at("saved").classList.add("is-late");
    say(`Not saved, trying again: ${error.message}. Leave this page open, and see whether the command still runs.`);
    setTimeout(send, AGAIN);
  } finally {
    sending = false;
  }
}

// --- keys, clicks, drags

const go = (wanted) => open(wanted).catch((error) => say(error.message));

const KEYS = {
  j: () => move(current + 1), ArrowDown: () => move(current + 1),
  k: () => move(current - 1), ArrowUp: () => move(current - 1),
  Home: () => move(0), End: () => move(kept.length - 1),
  " ": () => kept.length && toggle(current),
  s: toggleSubtree, r: recordsByExample, u: undo, f: nextDoubtful,
  n: () => finish(true), x: () => finish(false),
  p: () => go(number - 1), ArrowLeft: () => go(number - 1), ArrowRight: () => go(number + 1),
  v: () => sheet.picture && toggleView(),
};

function press(key) {
  if (document.body.dataset.ready === "") return; // the next page is on its way
  if (genres[key - 1]) change(() => { genre = genres[key - 1]; });
  else KEYS[key]?.();
}

document.addEventListener("keydown", (event) => {
  const known = KEYS[event.key] || /^[1-9]$/.test(event.key);
  if (!known || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  press(event.key);
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) {
    button.blur(); // else the space bar would press it again
    press(button.dataset.key);
  }
});

// A press on a block flips it; drawn over others with a mouse, it gives them the same.
let drawn = null, touched = false;
document.addEventListener("pointerdown", (event) => {
  touched = event.pointerType === "touch"; // perhaps to scroll: only a click says
  const element = event.target.closest("[data-block]");
  if (!element || event.button || touched) return;
  const block = Number(element.dataset.block);
  toggle(block);
  drawn = kept[block];
  move(block, { scroll: element.tagName !== "LI" });
});
document.addEventListener("pointerover", (event) => {
  const line = event.target.closest("li[data-block]");
  if (drawn !== null && line) change(() => { kept[line.dataset.block] = drawn; });
});
document.addEventListener("pointerup", () => { drawn = null; });
document.addEventListener("click", (event) => {
  const element = event.target.closest("[data-block]");
  if (!element || !touched) return;
  toggle(Number(element.dataset.block));
  move(Number(element.dataset.block), { scroll: false });
});

window.addEventListener("beforeunload", (event) => {
  if (unsaved.size) event.preventDefault();
});

begin().catch((error) => say(error.message));
