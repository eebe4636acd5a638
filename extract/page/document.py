"""A page parsed, walked and cut into blocks once, for everything that reads it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from lxml.html import HtmlElement

from pagesight.extract.errors import ParseError
from pagesight.extract.page.blocks import Block, LazyBlocks
from pagesight.extract.page.bounds import bounded_html, cut_behind, cut_from
from pagesight.extract.page.budget import NO_DEADLINE, Budget
from pagesight.extract.page.cut import Cuts, cut
from pagesight.extract.page.dom import SKIPPED_TAGS, UNRENDERED_TAGS, drop_pleas, parse
from pagesight.extract.page.elements import Elements, Rows
from pagesight.extract.page.hiding.marks import (
    HiddenText,
    Marks,
    excessive,
    hiders,
    pop_marks,
    unseen_in,
    with_marks,
)
from pagesight.extract.page.hiding.visibility import hidden_marks
from pagesight.extract.page.inline.formulas import walk_with_formulas
from pagesight.extract.page.inline.inline import collapse
from pagesight.extract.page.origin import Origin
from pagesight.extract.page.walk import Texts
from pagesight.render.page import Page

if TYPE_CHECKING:
    from pagesight.extract.extraction import Metadata, Pagination
    from pagesight.extract.features.table import BlockFeatures
    from pagesight.extract.features.text import TextCounts
    from pagesight.extract.metadata.product.product import Product
    from pagesight.extract.metadata.sources import Sources
    from pagesight.extract.page.head import Skipped
    from pagesight.extract.page.layout_match import Matches

# Shares of a page's text that one cause may hide: more is shown by scripts that did not run.
_MOST_HIDDEN = 0.5  # one rule or attribute, where no browser looked
_MOST_UNSEEN = 0.98  # one way of hiding, in a browser


@dataclass(frozen=True)
class Document:
    """A page, its tree (never changed; it stays inside `extract`), and the tables made of it."""

    page: Page
    tree: HtmlElement
    elements: Elements = field(repr=False)
    texts: Texts = field(repr=False)
    cuts: Cuts = field(repr=False)
    marks: Marks = field(repr=False)
    hider: Rows = field(repr=False)  # (elements,) the row whose mark hides its text; -1 if seen
    budget: Budget = field(repr=False, compare=False)

    def within(self, rows: Sequence[int]) -> "Document":
        """Return the page with only the text in some of its elements, in order, each by itself.

        No element is in another.
        """
        elements = self.elements
        piece = np.full(len(elements), -1)
        for number, row in enumerate(rows):
            piece[row : elements.end[row]] = number
        return self.pieces(piece[self.texts.holder])

    def pieces(self, piece: Rows) -> "Document":
        """Return the page with only some texts, those of one number by themselves, (texts,).

        The numbers ascend; -1 leaves a text out.
        """
        elements, texts = self.elements, self.texts
        inside = np.flatnonzero(piece >= 0)
        strings = [texts.strings[at] for at in inside.tolist()]
        fewer = replace(
            texts, strings=strings, holder=texts.holder[inside], opened=texts.opened[inside]
        )
        cuts = cut(elements, fewer, self.hider >= 0, piece[inside])
        return replace(self, texts=fewer, cuts=cuts)

    @cached_property
    def hidden(self) -> tuple[HiddenText, ...]:
        """Return the hidden text, which is in no block, or in one that is unseen."""
        hider = self.hider[self.texts.holder]
        texts = ((self.texts.strings[at], hider[at]) for at in np.flatnonzero(hider >= 0).tolist())
        collapsed = ((collapse(text), self.marks[int(row)]) for text, row in texts)
        return tuple(HiddenText(text, mark) for text, mark in collapsed if text)

    @property
    def hidden_chars(self) -> int:
        """The characters of hidden text."""
        return sum(len(each.text) for each in self.hidden)

    @property
    def visible_blocks(self) -> tuple[Block, ...]:
        """The blocks without those that are unseen."""
        return tuple(block for block in self.blocks if not block.unseen)

    @cached_property
    def metadata(self) -> "Metadata":
        """Return what the page says of itself."""
        from pagesight.extract.metadata.read import metadata

        return metadata(self)

    @cached_property
    def sources(self) -> "Sources":
        """Return what the page says of itself, by the way in which it says it."""
        from pagesight.extract.metadata.sources import sources

        return sources(self)

    @cached_property
    def product(self) -> "Product":
        """Return what the page says of the product that it is about, if it is about one."""
        from pagesight.extract.metadata.product.read import product

        return product(self)

    @cached_property
    def title(self) -> str:
        """Return the page's title, without the rest of the metadata, which takes longer."""
        from pagesight.extract.metadata.read import page_title

        return page_title(self)

    @cached_property
    def pagination(self) -> "Pagination":
        """Return the links to the other pages of the list or the thread that this is a page of."""
        from pagesight.extract.records.paging.pagination import pagination

        return pagination(self)

    @property
    def metadata_source(self) -> "Document | None":
        """Return the document, which can be asked for metadata; None past the deadline."""
        return self if self.budget.has_time_for("metadata") else None

    @cached_property
    def skipped(self) -> "Skipped":
        """Return what there is of the page beside its text."""
        from pagesight.extract.page.head import skipped

        return skipped(self.texts.passed)

    @cached_property
    def text_counts(self) -> "TextCounts":
        """Return the characters of the blocks by kind; of a page that has at least one block."""
        from pagesight.extract.features.text import text_counts

        return text_counts(self.cuts.texts, self.cuts.link_chars)

    @cached_property
    def features(self) -> "BlockFeatures":
        """Return the table of block features; of a page that has at least one block."""
        from pagesight.extract.features.table import block_features

        return block_features(self)

    @cached_property
    def origin(self) -> Origin:
        """Return where the blocks come from."""
        return Origin(self.tree, self.page.url, self.elements, self.texts, self.cuts)

    @cached_property
    def blocks(self) -> Sequence[Block]:
        """Return the page's text blocks in document order."""
        cuts, elements = self.cuts, self.elements
        codes = elements.tag[elements.block[cuts.element]].tolist()
        named = [elements.names[code] for code in codes]
        tags = [tag if text else "img" for tag, text in zip(named, cuts.texts, strict=True)]
        numbers = (cuts.link_chars, cuts.element, cuts.hidden, cuts.unseen)
        columns = (cuts.texts, tags, *(column.tolist() for column in numbers))
        blocks = LazyBlocks(columns, self.origin)
        if self.page.layout is None:
            return blocks
        from pagesight.extract.page.layout_match import with_layout

        return with_layout(blocks, self.laid_out, self.page.layout.nodes)

    @cached_property
    def laid_out(self) -> "Matches":
        """Return which nodes of the layout have the text of which blocks."""
        from pagesight.extract.page.layout_match import matches

        return matches(self.cuts, self.page.layout)


def read(
    page: Page, name: str = "", budget: Budget | None = None, *, include_hidden: bool = False
) -> Document:
    """Parse, walk and cut `page`, or as much of it as the budget allows; without one, no deadline.

    Hidden text is left out unless asked for. `noscript` and `template` are read unless the page
    was rendered: only then have scripts replaced what they hold. Raises ParseError, which gives
    the page's name, if it holds no HTML.
    """
    budget = budget or Budget(NO_DEADLINE)
    unseen = unseen_in(page)
    text, name_of_marks = with_marks(page.html, unseen or ())
    tree = _parsed(bounded_html(text, budget, name_of_marks), name or page.url or "the page")
    drop_pleas(tree)
    skipped = SKIPPED_TAGS | UNRENDERED_TAGS if page.rendered else SKIPPED_TAGS
    elements, texts = walk_with_formulas(tree, skipped, budget)
    if texts.unread is not None:
        cut_from(tree, texts.unread)
    ways = pop_marks(tree, elements, unseen, name_of_marks)
    marks = {} if include_hidden else hidden_marks(tree, elements, texts, ways)
    return _cut_up(page, tree, elements, texts, marks, budget)


def _parsed(html: bytes, name: str) -> HtmlElement:
    try:
        return parse(html)
    except ParseError as error:
        raise ParseError(f"{name}: {error}") from error


def _cut_up(
    page: Page, tree: HtmlElement, elements: Elements, texts: Texts, marks: Marks, budget: Budget
) -> Document:
    """Return the document, with the text shown that one cause hides too much of."""
    most = _MOST_HIDDEN if unseen_in(page) is None else _MOST_UNSEEN
    while True:
        hider = hiders(marks, elements.end)
        cuts = cut(elements, texts, hider >= 0)
        document = Document(page, tree, elements, texts, cuts, marks, hider, budget)
        seen = [text for text, out in zip(cuts.texts, cuts.unseen, strict=True) if not out]
        excess = excessive(document.hidden, sum(map(len, seen)), most)
        if not excess:
            return _limited(document)
        marks = {row: mark for row, mark in marks.items() if mark.source not in excess}


def _limited(document: Document) -> Document:
    """Return the document with no more blocks than its budget allows."""
    most = document.budget.limits.blocks
    if len(document.cuts.texts) <= most:
        return document
    document.budget.cut(f"{most:,} blocks")
    fewer = replace(document, cuts=document.cuts.up_to(most))
    cut_behind(document.tree, fewer.elements.nodes[int(fewer.cuts.element[-1])])
    return fewer
