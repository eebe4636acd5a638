"""A page parsed, walked and cut into blocks once, for everything that reads it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from lxml.html import HtmlElement

from pagesight.extract.errors import ParseError
from pagesight.extract.markdown.inline import collapse
from pagesight.extract.parse.blocks import Block
from pagesight.extract.parse.cut import Cuts, cut
from pagesight.extract.parse.dom import SKIPPED_TAGS, UNRENDERED_TAGS, parse
from pagesight.extract.parse.elements import Elements
from pagesight.extract.parse.origin import Origin
from pagesight.extract.parse.walk import Texts, walk
from pagesight.render.page import Layout, Page


@dataclass(frozen=True)
class Document:
    """A page, its tree (never changed; it stays inside `extract`), and the tables made of it."""

    page: Page
    tree: HtmlElement
    elements: Elements
    texts: Texts
    cuts: Cuts

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """Return the page's text blocks in document order."""
        cuts, elements = self.cuts, self.elements
        origin = Origin(self.tree, self.page.url, elements, self.texts.holder, cuts)
        tags = elements.tag[elements.block[cuts.element]].tolist()
        columns = zip(
            cuts.texts, tags, cuts.link_chars.tolist(), cuts.element.tolist(),
            cuts.hidden.tolist(), strict=True,
        )  # fmt: skip
        blocks = tuple(
            Block(text, elements.names[tag] if text else "img", linked, order, row, origin, hidden)
            for order, (text, tag, linked, row, hidden) in enumerate(columns)
        )
        return blocks if self.page.layout is None else self._laid_out(blocks, self.page.layout)

    def _laid_out(self, blocks: tuple[Block, ...], layout: Layout) -> tuple[Block, ...]:
        """Return the blocks with the boxes and styles of their text nodes."""
        from pagesight.extract.parse.layout_match import with_layout

        bounds = zip(self.cuts.start.tolist(), self.cuts.end.tolist(), strict=True)
        pieces = [tuple(map(collapse, self.cuts.strings[start:end])) for start, end in bounds]
        placed = with_layout(cast("tuple[Any, ...]", blocks), pieces, layout)
        return cast("tuple[Block, ...]", placed)


def read(page: Page, name: str = "") -> Document:
    """Parse, walk and cut `page`. Raises ParseError, which tells its name, if it holds no HTML.

    `noscript` and `template` are read unless the page was rendered: only then have scripts replaced
    what they hold. Hidden text is kept and marked: many pages hide what a click shows.
    """
    try:
        tree = parse(page.html)
    except ParseError as error:
        raise ParseError(f"{name or page.url or 'the page'}: {error}") from error
    skipped = SKIPPED_TAGS | UNRENDERED_TAGS if page.rendered else SKIPPED_TAGS
    elements, texts = walk(tree, skipped)
    return Document(page, tree, elements, texts, cut(elements, texts))
