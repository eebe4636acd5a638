"""A page parsed and segmented once, for every extractor that reads it."""

from collections import Counter
from dataclasses import dataclass, field

from lxml.html import HtmlElement

from pagesight.extract.blocks import Block
from pagesight.extract.dom import parse_marked, unseen_in
from pagesight.extract.errors import ParseError
from pagesight.extract.marks import HiddenText, Marks
from pagesight.extract.segment import Segments, segment
from pagesight.extract.visibility import hidden_by_style, hidden_in_browser
from pagesight.render.page import Page

# Shares of a page's text that one cause may hide: more is shown by scripts that did not run.
_MOST_HIDDEN = 0.5  # one rule or attribute, where no browser looked
_MOST_UNSEEN = 0.98  # one way of hiding, in a browser


@dataclass(frozen=True, slots=True)
class Document:
    """A page, its tree (never changed; it stays inside `extract`) and its text blocks.

    `marks` tell which text of the tree is hidden; `hidden` is that
    text, which is in no block, or in one that is unseen.
    """

    page: Page
    tree: HtmlElement
    blocks: tuple[Block, ...]
    marks: Marks = field(default_factory=dict, repr=False)
    hidden: tuple[HiddenText, ...] = ()

    @property
    def visible_blocks(self) -> tuple[Block, ...]:
        """The blocks without those that are unseen."""
        return tuple(block for block in self.blocks if not block.unseen)

    @property
    def hidden_chars(self) -> int:
        """The characters of hidden text."""
        return sum(len(each.text) for each in self.hidden)


def read(page: Page, name: str = "", *, include_hidden: bool = False) -> Document:
    """Parse and segment `page`; hidden text is left out unless asked for.

    Raises ParseError, which gives the page's name, if it holds no HTML.
    """
    try:
        tree, ways = parse_marked(page.html, unseen_in(page) or ())
    except ParseError as error:
        raise ParseError(f"{name or page.url or 'the page'}: {error}") from error
    if include_hidden:
        return Document(page, tree, segment(tree, page).blocks)
    known = unseen_in(page) is not None
    marks = hidden_in_browser(tree, ways) if known else hidden_by_style(tree)
    segments = segment(tree, page, marks)
    while excess := _too_much(segments, _MOST_UNSEEN if known else _MOST_HIDDEN):
        marks = {e: mark for e, mark in marks.items() if mark.source not in excess}
        segments = segment(tree, page, marks)
    return Document(page, tree, segments.blocks, marks, segments.hidden)


def _too_much(segments: Segments, most: float) -> frozenset[str]:
    """Return the sources of marks that leave too little: they await scripts that never ran."""
    hidden: Counter[str] = Counter()
    for each in segments.hidden:
        hidden[each.mark.source] += len(each.text)
    seen = sum(len(block.text) for block in segments.blocks if not block.unseen)
    chars = seen + hidden.total()
    return frozenset(source for source, own in hidden.items() if own > most * chars)
