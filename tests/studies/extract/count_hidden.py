"""Count the hidden text that is left out of pages, by way of hiding, and what of it is gold.

python count_hidden.py wcxb_dev.parquet docs.parquet [--examples 20] [--render 50]

`--render` counts so many pages of each corpus, evenly spread, after a browser has rendered their
HTML by itself: linked sheets and scripts are missing. `--layout` counts the pages that have a
stored layout by its boxes and styles, as where a browser rendered them; what colour, clipping or
overflow alone hides stays seen, since a layout does not say it.
A hidden token is gold if the page's gold text has it more often than the text that is left.
"""

import argparse
import asyncio
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow.parquet as pq
from lxml import etree
from lxml import html as lxml_html
from lxml.html import HtmlElement
from rapidfuzz.distance import LCSseq

from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import ParseError
from pagesight.extract.page.document import read
from pagesight.extract.text.tokens import tokens
from pagesight.render.browser.pool import BrowserPool
from pagesight.render.browser.snapshot import new_name, taken_out
from pagesight.render.errors import RenderError
from pagesight.render.options import RenderOptions
from pagesight.render.page import LaidOutNode, Layout, Page
from pagesight.render.sources.source import html_source
from pagesight.render.store import unpacked_layout

_NOWHERE = "https://hidden.invalid/"
_ENDS_INSIDE = ("visibility", "font", "offscreen")

Boxes = Mapping[HtmlElement, LaidOutNode]


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
            self.nodes[each.mark.method] += 1
            self.tokens[each.mark.method] += found.total()
            self.gold[each.mark.method] += gold.total()
            if gold:
                lost[each.mark.method, each.mark.source] += gold.total()
                if gold.total() > 5:
                    shown = f"{page.id} {each.mark.source} {gold.total()}: {each.text[:90]}"
                    self.examples.append((gold.total(), shown))
        self.pages.update({each.mark.method for each in document.hidden})

    def report(self, corpus: str) -> None:
        """Print a row a way of hiding."""
        for way in (*self.tokens, ""):
            own = [way] if way else list(self.tokens)
            hidden, gold = (sum(count[w] for w in own) for count in (self.tokens, self.gold))
            share, lost = hidden / (self.all_tokens + hidden), gold / max(1, self.all_gold)
            pages, nodes = (sum(count[w] for w in own) for count in (self.pages, self.nodes))
            counts = f"{pages} | {nodes} | {hidden:,} | {share:.2%} | {gold:,} | {lost:.3%}"
            print(f"| {corpus} | {way or 'all'} | {counts} |")
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


def with_layouts(corpus: Path, pages: Sequence[LabelledPage]) -> list[LabelledPage]:
    """Return the pages that have a layout, with what it says of hidden text."""
    columns = pq.read_table(corpus, columns=["id", "layout"]).to_pydict()
    layouts = dict(zip(columns["id"], map(unpacked_layout, columns["layout"]), strict=True))
    pairs = ((page, layouts[page.id]) for page in pages)
    return [replace(p, page=with_unseen(p.page, layout)) for p, layout in pairs if layout]


def with_unseen(page: Page, layout: Layout) -> Page:
    """Return the page with marks where text begins to be hidden, by the layout."""
    tree = lxml_html.document_fromstring(page.html)
    name = new_name()
    boxes, holders = laid_out(tree, layout)
    ways: dict[HtmlElement | None, str] = {None: ""}
    for element in tree.iter(etree.Element):
        parent = element.getparent()
        own, above = way_of(element, boxes, holders), ways[parent]
        ways[element] = above if above not in ("", *_ENDS_INSIDE) else own
        if ways[element] != above:
            element.set(name, own or "shown")
    html, unseen = taken_out(lxml_html.tostring(tree, encoding="unicode"), name)
    return replace(page, html=html, layout=layout, rendered=True, unseen=unseen)


def way_of(element: HtmlElement, boxes: Boxes, holders: Collection[HtmlElement]) -> str:
    """Return how an element hides what is in it, by its own box and style; "" if it does not."""
    if element not in holders:
        folded = any(above.tag == "details" for above in element.iterancestors())
        passes_on = element in boxes and not (element.text or "").strip()
        return "" if folded or (passes_on and len(element) == 1) else "display"
    if element not in boxes:
        return ""
    box, style = boxes[element].box, boxes[element].style
    out = box.x + box.width <= 0 or box.y + box.height <= 0
    hides = {
        "visibility": not style.visible,  # or of no opacity
        "font": style.font_size < 2,
        "offscreen": out and box.width > 0 and box.height > 0,
    }
    return next((way for way, is_so in hides.items() if is_so), "")


def laid_out(tree: HtmlElement, layout: Layout) -> tuple[Boxes, Collection[HtmlElement]]:
    """Return boxes, by aligning tags and texts with the layout's, and what holds such text."""
    own = list(nodes_of(tree))
    ours = [text.casefold() if text else f"<{element.tag}>" for element, text in own]
    theirs = [node.text.casefold() if node.text else f"<{node.tag}>" for node in layout.nodes]
    boxes: dict[HtmlElement, LaidOutNode] = {}
    holders: set[HtmlElement] = set()
    for block in LCSseq.opcodes(ours, theirs):
        if block.tag == "equal":
            found = own[block.src_start : block.src_end]
            nodes = layout.nodes[block.dest_start : block.dest_end]
            for (element, text), node in zip(found, nodes, strict=True):
                boxes.setdefault(element, node)
                holders.update((element, *element.iterancestors()) if text else ())
    return boxes, holders


def nodes_of(tree: HtmlElement) -> Iterator[tuple[HtmlElement, str | None]]:
    """Yield elements, and the texts of elements, in document order."""
    for event, node in etree.iterwalk(tree, events=("start", "end", "comment", "pi")):
        if event == "start":
            yield node, None
        holder = node if event == "start" else node.getparent()
        text = " ".join(((node.text if event == "start" else node.tail) or "").split())
        if text and holder is not None:
            yield holder, text


def main() -> None:
    """Count over each corpus."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("corpora", type=Path, nargs="+")
    arguments.add_argument("--examples", type=int, default=0)
    arguments.add_argument("--render", type=int, default=0)
    arguments.add_argument("--layout", action="store_true")
    options = arguments.parse_args()
    print(
        "| corpus | hidden by | pages | nodes | words | of all words | of them gold | of all gold |"
    )
    print("|---|---|---|---|---|---|---|---|")
    for corpus in options.corpora:
        count = Count(options.examples)
        pages = list(load(corpus))
        if options.render:
            pages = asyncio.run(rendered(pages[:: max(1, len(pages) // options.render)]))
        if options.layout:
            pages = with_layouts(corpus, pages)
        for page in pages:
            count.add(page)
        count.report(corpus.stem)


if __name__ == "__main__":
    main()
