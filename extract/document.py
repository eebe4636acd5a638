"""A page parsed and segmented once, for every extractor that reads it."""

from dataclasses import dataclass

from lxml.html import HtmlElement

from pagesight.extract.blocks import Block
from pagesight.extract.dom import parse
from pagesight.extract.errors import ParseError
from pagesight.extract.segment import segment
from pagesight.render.page import Page


@dataclass(frozen=True, slots=True)
class Document:
    """A page, its tree (never changed; it stays inside `extract`) and its text blocks."""

    page: Page
    tree: HtmlElement
    blocks: tuple[Block, ...]


def read(page: Page, name: str = "") -> Document:
    """Parse and segment `page`. Raises ParseError, which tells its name, if it holds no HTML."""
    try:
        tree = parse(page.html)
    except ParseError as error:
        raise ParseError(f"{name or page.url or 'the page'}: {error}") from error
    return Document(page, tree, segment(tree, page))
