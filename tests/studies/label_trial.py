"""Time the labelling tool: a script presses its keys in a browser until the labels are gold's.

    python tests/studies/label_trial.py wcxb_dev.parquet --pages 30 --out FOLDER

It is a script and no person: it knows which blocks are wrong, and neither reads nor thinks. What is
measured is how many keys a page takes from the model's choice to gold, and the seconds of these
with a pause after each, with what the tool takes to show the page. A block is flipped with the
space bar, or with `s` together with the largest element around it that belongs to its side whole.
Pages without a genre keep the one that the model predicted. FOLDER gets the pages, `gold.parquet`
and what the tool keeps beside it.
"""

import argparse
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import ne
from pathlib import Path
from statistics import mean, median

from playwright.sync_api import Page, sync_playwright

from pagesight.datasets.load import load
from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.extract.page.document import read
from pagesight.extract.training.gold.align import gold_labels
from pagesight.render.browser.process import environment, find_browser

Gold = tuple[LabelledPage, set[str]]  # a page, and the texts of its blocks that are content


@dataclass(frozen=True, slots=True)
class Trial:
    """What a page took; `changed` counts the blocks that were flipped."""

    keys: int
    seconds: float
    blocks: int
    changed: int


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    arguments.add_argument("corpus", type=Path)
    arguments.add_argument("--split", default="", help="Pages of this split; all by default.")
    arguments.add_argument("--pages", type=int, default=30)
    arguments.add_argument("--render", action="store_true", help="Show each page's picture.")
    arguments.add_argument("--out", type=Path, required=True)
    arguments.add_argument("--pause", type=float, default=0.15, help="Seconds after each key.")
    asked = arguments.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    of_split = [page for page in load(asked.corpus) if asked.split in ("", page.split)]
    pages = [page for page in of_split if page.text]
    drawn = random.Random(0).sample(pages, min(asked.pages, len(pages)))
    named = {name: (page, wanted(page)) for name, page in written(drawn, asked.out / "pages")}
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    pagesight = str(Path(sys.executable).with_name("pagesight"))
    rendered = [] if asked.render else ["--no-render"]
    options = [*rendered, "--out", str(asked.out / "gold.parquet"), "--port", str(port)]
    tool = subprocess.Popen(
        [pagesight, "label", *named, *options], stderr=subprocess.PIPE, text=True
    )
    try:
        assert tool.stderr is not None
        next(line for line in tool.stderr if line.startswith("label at"))
        trials = labelled(f"http://127.0.0.1:{port}/", named, asked.pause)
    finally:
        tool.terminate()
        tool.wait()
    print(report(trials, asked.pause))


def written(pages: Sequence[LabelledPage], folder: Path) -> Iterator[tuple[str, LabelledPage]]:
    """Yield the name of each page's file, which is written, and the page."""
    folder.mkdir(exist_ok=True)
    for number, page in enumerate(pages):
        file = folder / f"{number:02d}.html"
        file.write_text(page.page.html, "utf-8", errors="replace")
        yield str(file), page


def labelled(address: str, named: Mapping[str, Gold], pause: float) -> list[Trial]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium
        found = find_browser(chromium.executable_path)
        browser = chromium.launch(executable_path=found, env={**environment()})
        page = browser.new_page(viewport={"width": 1200, "height": 800})
        page.goto(address)
        trials = []
        for number in range(len(named)):
            started = time.monotonic()
            page.wait_for_selector(f"body[data-ready='{number}']")
            name = page.evaluate("n => fetch(`pages/${n}`).then((a) => a.json())", number)["id"]
            trials.append(one(page, number, named[name], pause, started))
        page.locator("#saved", has_text=re.compile("^saved$")).wait_for()
        browser.close()
    return trials


def one(page: Page, number: int, gold_of: Gold, pause: float, started: float) -> Trial:
    """Label the page that is shown; its seconds count from `started`, when it was asked for."""
    gold, content = gold_of
    keys = 0

    def press(key: str) -> None:
        nonlocal keys
        page.keyboard.press(key)
        time.sleep(pause)
        keys += 1

    sheet = page.evaluate("n => fetch(`pages/${n}`).then((a) => a.json())", number)
    blocks = sheet["blocks"]
    kept = [n in sheet["labels"]["kept"] for n in range(len(blocks))]
    right = [block["text"] in content for block in blocks]
    changed = sum(map(ne, kept, right))
    press("Home")
    at = 0
    for block in range(len(blocks)):
        if kept[block] == right[block]:
            continue
        for _ in range(block - at):
            press("j")
        at = block
        presses, span = flip(block, [each["shared"] for each in blocks], right)
        for _ in range(presses or 1):
            press("s" if presses else " ")
        kept[span] = [right[block]] * len(kept[span])
    if gold.genre:
        press(str(list(Genre).index(gold.genre) + 1))
    press("n")
    return Trial(keys, time.monotonic() - started, len(blocks), changed)


def flip(block: int, shared: Sequence[int], right: Sequence[bool]) -> tuple[int, slice]:
    """Return how often to press `s` at a block, 0 for the space bar, and what blocks that flips.

    An element may be given whole to the side of its first wrong block where all of it belongs
    there: what is right already is never made wrong.
    """
    best = 0, slice(block, block + 1)
    for presses, (first, last) in enumerate(elements(block, shared), 1):
        if any(side != right[block] for side in right[first : last + 1]):
            break
        if last > best[1].stop - 1:
            best = presses, slice(first, last + 1)
    return best


def elements(block: int, shared: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and last block of each element around a block, as the tool's `s` takes it."""
    first, last, end = block, block, len(shared) - 1
    while (first, last) != (0, end):
        above = shared[first] if first else 0
        depth = max(above, shared[last + 1] if last < end else 0)
        while first and shared[first] >= depth:
            first -= 1
        while last < end and shared[last + 1] >= depth:
            last += 1
        yield first, last


def wanted(gold: LabelledPage) -> set[str]:
    """Return the texts of the blocks that are content by gold."""
    blocks = read(gold.page).blocks
    labels = gold_labels(gold, blocks)
    assert labels is not None
    return {block.text for block, label in zip(blocks, labels, strict=True) if label == 1}


def report(trials: Sequence[Trial], pause: float) -> str:
    seconds = [trial.seconds for trial in trials]
    own = [trial.seconds - pause * trial.keys for trial in trials]
    rows = {
        f"pages, by a script that waits {1000 * pause:.0f} ms after each key": f"{len(trials)}",
        "blocks a page": f"{mean(trial.blocks for trial in trials):.0f}",
        "of them other than the model's choice": f"{mean(trial.changed for trial in trials):.1f}",
        "keys a page": f"{mean(trial.keys for trial in trials):.0f}, "
        f"median {median(trial.keys for trial in trials):.0f}",
        "seconds a page": f"{mean(seconds):.1f}, median {median(seconds):.1f}, "
        f"most {max(seconds):.1f}",
        "of them the tool's own, not pauses": f"{mean(own):.1f}",
    }
    return "\n".join(("| | |", "|---|---|", *(f"| {what} | {of} |" for what, of in rows.items())))


if __name__ == "__main__":
    main()
