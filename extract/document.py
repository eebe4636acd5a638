"""A page parsed and segmented once, for every extractor that reads it."""

from dataclasses import dataclass, field

from lxml.html import HtmlElement

from pagesight.extract.blocks import Block
from pagesight.extract.bounds import bounded_html, cut_after
from pagesight.extract.budget import NO_DEADLINE, Budget
from pagesight.extract.dom import parse
from pagesight.extract.errors import ParseError
from pagesight.extract.segment import segment
from pagesight.render.page import Page


@dataclass(frozen=True, slots=True)
class Document:
    """A page, its tree (never changed; it stays inside `extract`) and its text blocks.

    `budget` is what reading the page may still cost, and knows what was left out for that.
    """

    page: Page
    tree: HtmlElement
    blocks: tuple[Block, ...]
    budget: Budget = field(default_factory=lambda: Budget(NO_DEADLINE), repr=False, compare=False)


def read(page: Page, name: str = "", budget: Budget | None = None) -> Document:
    """Parse and segment `page`, or as much of it as the budget allows; without one, no deadline.

    Raises ParseError, which tells the page's name, if it holds no HTML.
    """
    budget = budget or Budget(NO_DEADLINE)
    try:
        tree = parse(bounded_html(page.html, budget))
    except ParseError as error:
        raise ParseError(f"{name or page.url or 'the page'}: {error}") from error
    blocks = segment(tree, page, budget)
    if budget.reading_ended and blocks:
        cut_after(tree, blocks[-1])
    return Document(page, tree, blocks, budget)
