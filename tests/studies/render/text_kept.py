"""Render a folder of sites and print what text is lost or gained against an earlier run.

    python tests/studies/render/text_kept.py --sites ../shared/data/sites --out now.jsonl
    python tests/studies/render/text_kept.py --compare before.jsonl now.jsonl

A run writes a line a page: the words that its HTML holds outside scripts and styles, those of its
layout, and seconds. Run it with the version before the change too, and compare.
"""

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from lxml import html as lxml_html

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))

from bench_render import served

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.errors import RenderError
from pagesight.render.options import RenderOptions

_UNREAD = "//script | //style | //noscript | //template | //comment()"


def main() -> None:
    """Render, or compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=Path)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--pages", type=int, default=200)
    parser.add_argument("--compare", type=Path, nargs=2)
    given = parser.parse_args()
    if given.compare:
        compare(*map(read, given.compare))
        return
    with served(given.sites) as pages, given.out.open("w", encoding="utf-8") as lines:
        asyncio.run(render(pages[: given.pages], lines))


async def render(pages: Sequence[str], lines: Any) -> None:
    """Write a line a page."""
    async with BrowserPool(options=RenderOptions(allow_private=True)) as pool:
        for number, page in enumerate(pages):
            started = time.monotonic()
            row: dict[str, Any] = {"page": f"{number} {urlsplit(page).path}"}
            try:
                capture = await pool.render(page)
            except RenderError as error:
                row["error"] = str(error)
            else:
                nodes = capture.page.layout.nodes if capture.page.layout else ()
                row["words"] = words(capture.page.html)
                row["layout_words"] = " ".join(node.text or "" for node in nodes).split()
                row["warnings"] = capture.warnings
            row["seconds"] = round(time.monotonic() - started, 2)
            lines.write(json.dumps(row, ensure_ascii=False) + "\n")


def words(html: str) -> list[str]:
    """Return the words of the HTML outside what no visitor reads."""
    tree = lxml_html.fromstring(html or "<p>")
    for element in tree.xpath(_UNREAD):
        element.drop_tree()
    return " ".join(tree.itertext()).split()


def read(path: Path) -> Mapping[str, Mapping[str, Any]]:
    """Return the lines of a run by page."""
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    return {row["page"]: row for row in rows}


def compare(before: Mapping[str, Mapping[str, Any]], now: Mapping[str, Mapping[str, Any]]) -> None:
    """Print the pages that lost or gained words, and the sums."""
    lost = gained = 0
    for page in [page for page in before if page in now]:
        for part in ("words", "layout_words"):
            old, new = (Counter(rows[page].get(part, ())) for rows in (before, now))
            gone, come = old - new, new - old
            if gone or come:
                sample = " ".join([*gone][:12])
                print(f"{page} {part}: -{gone.total()} +{come.total()} of {old.total()}: {sample}")
            lost, gained = lost + gone.total(), gained + come.total()
    for name, rows in (("before", before), ("now", now)):
        total = sum(len(row.get("words", ())) for row in rows.values())
        seconds = sorted(row["seconds"] for row in rows.values())
        failed = sum("error" in row for row in rows.values())
        median = seconds[len(seconds) // 2]
        print(f"{name}: {len(rows)} pages, {failed} failed, {total} words, median {median:.2f} s")
    print(f"words lost: {lost}, gained: {gained}")


if __name__ == "__main__":
    main()
