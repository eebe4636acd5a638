"""A page parsed and segmented once, for every extractor that reads it."""

from collections import Counter
from dataclasses import dataclass, field

from lxml.html import HtmlElement

from pagesight.extract.blocks import Block
from pagesight.extract.bounds import bounded_html, cut_after
from pagesight.extract.budget import NO_DEADLINE, Budget
from pagesight.extract.errors import ParseError
from pagesight.extract.marks import HiddenText, Marks
from pagesight.extract.parse.dom import parse, pop_marks, unseen_in, with_marks
from pagesight.extract.segment import Segments, segment
from pagesight.extract.visibility import hidden_by_style, hidden_in_browser
from pagesight.render.page import Page

# Shares of a page's text that one cause may hide: more is shown by scripts that did not run.
_MOST_HIDDEN = 0.5  # one rule or attribute, where no browser looked
_MOST_UNSEEN = 0.98  # one way of hiding, in a browser


@dataclass(frozen=True, slots=True)
class Document:
    """A page, its tree (never changed; it stays inside `extract`) and its text blocks.

    `marks` tell which text of the tree is hidden; `hidden` is that text, which is in no block, or
    in one that is unseen. `budget` is what reading the page may still cost, and knows what was
    left out for that.
    """

    page: Page
    tree: HtmlElement
    blocks: tuple[Block, ...]
    marks: Marks = field(default_factory=dict, repr=False)
    hidden: tuple[HiddenText, ...] = ()
    budget: Budget = field(default_factory=lambda: Budget(NO_DEADLINE), repr=False, compare=False)

    @property
    def visible_blocks(self) -> tuple[Block, ...]:
        """The blocks without those that are unseen."""
        return tuple(block for block in self.blocks if not block.unseen)

    @property
    def hidden_chars(self) -> int:
        """The characters of hidden text."""
        return sum(len(each.text) for each in self.hidden)


def read(
    page: Page, name: str = "", budget: Budget | None = None, *, include_hidden: bool = False
) -> Document:
    """Parse and segment `page`, or as much of it as the budget allows; without one, no deadline.

    Hidden text is left out unless asked for. Raises ParseError, which gives the page's name, if it
    holds no HTML.
    """
    budget = budget or Budget(NO_DEADLINE)
    unseen = unseen_in(page)
    text, name_of_marks = with_marks(page.html, unseen or ())
    try:
        tree = parse(bounded_html(text, budget, name_of_marks))
    except ParseError as error:
        raise ParseError(f"{name or page.url or 'the page'}: {error}") from error
    ways = pop_marks(tree, name_of_marks)
    marks: Marks = {}
    if not include_hidden:
        marks = hidden_by_style(tree) if unseen is None else hidden_in_browser(tree, ways)
    segments = segment(tree, page, marks, budget)
    if budget.reading_ended and segments.blocks:
        cut_after(tree, segments.blocks[-1])
    while excess := _too_much(segments, _MOST_HIDDEN if unseen is None else _MOST_UNSEEN):
        marks = {e: mark for e, mark in marks.items() if mark.source not in excess}
        segments = segment(tree, page, marks)
    return Document(page, tree, segments.blocks, marks, segments.hidden, budget)


def _too_much(segments: Segments, most: float) -> frozenset[str]:
    """Return the sources of marks that leave too little: they await scripts that never ran."""
    hidden: Counter[str] = Counter()
    for each in segments.hidden:
        hidden[each.mark.source] += len(each.text)
    seen = sum(len(block.text) for block in segments.blocks if not block.unseen)
    chars = seen + hidden.total()
    return frozenset(source for source, own in hidden.items() if own > most * chars)
