"""Count the hidden text that is left out of pages, by way of hiding, and what of it is gold.

python tests/bench/count_hidden.py wcxb_dev.parquet docs.parquet [--examples 20] [--render 50]

`--render` counts so many pages of each corpus, evenly spread, after a browser has rendered their
HTML by itself: linked sheets and scripts are missing.
A hidden token is gold if the page's gold text has it more often than the text that is left.
"""

import argparse
import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import ParseError
from pagesight.extract.parse.document import read
from pagesight.extract.tokens import tokens
from pagesight.render.browser.pool import BrowserPool
from pagesight.render.errors import RenderError
from pagesight.render.options import RenderOptions
from pagesight.render.sources.source import html_source

_NOWHERE = "https://hidden.invalid/"


class Count:
    """What was left out of the pages of a corpus."""

    def __init__(self, examples: int) -> None:
        self.pages: Counter[str] = Counter()
        self.nodes: Counter[str] = Counter()
        self.tokens: Counter[str] = Counter()
        self.gold: Counter[str] = Counter()
        self.all_tokens = self.all_gold = 0
        self.examples: list[tuple[int, str]] = []
        self._most = examples

    def add(self, page: LabelledPage) -> None:
        """Count a page in."""
        try:
            document = read(page.page)
        except ParseError:
            return
        seen = Counter(tokens("\n".join(block.text for block in document.visible_blocks)))
        wanted = Counter(tokens(page.text or "")) - seen
        self.all_tokens += seen.total()
        self.all_gold += len(tokens(page.text or ""))
        lost: Counter[tuple[str, str]] = Counter()
        for each in document.hidden:
            found = Counter(tokens(each.text))
            gold = found & wanted
            wanted -= gold
            self.nodes[each.mark.way] += 1
            self.tokens[each.mark.way] += found.total()
            self.gold[each.mark.way] += gold.total()
            if gold:
                lost[each.mark.way, each.mark.source] += gold.total()
                if gold.total() > 5:
                    shown = f"{page.id} {each.mark.source} {gold.total()}: {each.text[:90]}"
                    self.examples.append((gold.total(), shown))
        self.pages.update({each.mark.way for each in document.hidden})

    def report(self) -> None:
        """Print a line a way of hiding."""
        print("way           pages   nodes   tokens  of all   gold of gold")
        for way in (*self.tokens, ""):
            own = [way] if way else list(self.tokens)
            hidden, gold = (sum(count[w] for w in own) for count in (self.tokens, self.gold))
            share, lost = hidden / (self.all_tokens + hidden), gold / max(1, self.all_gold)
            pages, nodes = (sum(count[w] for w in own) for count in (self.pages, self.nodes))
            counts = f"{pages:6} {nodes:7} {hidden:8} {share:7.2%} {gold:6} {lost:.3%}"
            print(f"{way or 'all':12} {counts}")
        for _, shown in sorted(self.examples, reverse=True)[: self._most]:
            print("  ", shown)


async def rendered(pages: Sequence[LabelledPage]) -> list[LabelledPage]:
    """Return the pages as a browser made them; those that cannot be rendered are left out."""
    found = []
    async with BrowserPool(options=RenderOptions(deadline=30)) as pool:
        for page in pages:
            try:
                capture = await pool.render(html_source(page.page.html, _NOWHERE))
            except RenderError:
                continue
            found.append(replace(page, page=capture.page))
    return found


def main() -> None:
    """Count over each corpus."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpora", type=Path, nargs="+")
    arguments.add_argument("--examples", type=int, default=0)
    arguments.add_argument("--render", type=int, default=0)
    options = arguments.parse_args()
    for corpus in options.corpora:
        count = Count(options.examples)
        pages = list(load(corpus))
        if options.render:
            pages = asyncio.run(rendered(pages[:: len(pages) // options.render]))
        for page in pages:
            count.add(page)
        print(f"{corpus.name}: {len(pages)} pages, {count.all_gold} tokens of gold")
        count.report()


if __name__ == "__main__":
    main()
