"""Cut a tree into text blocks, in one iterative walk that takes linear time."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.block_builder import BlockBuilder
from pagesight.extract.blocks import Block
from pagesight.extract.budget import Budget
from pagesight.extract.marks import NO_MARKS, HiddenText, Marks
from pagesight.extract.open_element import OpenAbove, OpenElement
from pagesight.extract.parse.addresses import Addresses
from pagesight.extract.parse.dom import FORMATTING_TAGS, SKIPPED_TAGS, UNRENDERED_TAGS
from pagesight.extract.parse.layout_match import with_layout
from pagesight.render.page import Page


@dataclass(frozen=True, slots=True)
class Segments:
    """Text blocks, and the text nodes that are hidden, in document order."""

    blocks: tuple[Block, ...]
    hidden: tuple[HiddenText, ...]


def segment(
    tree: HtmlElement, page: Page, marks: Marks = NO_MARKS, budget: Budget | None = None
) -> Segments:
    """Return the text blocks of the page, or of one element of it, in document order.

    A block ends at every block-level boundary and at two `br` in a row. `noscript` and `template`
    are read unless the page was rendered: only then have scripts replaced what they hold. What
    `marks` hide is left out of blocks that hold more than that; others are marked as unseen.
    The blocks end where `budget` does.
    """
    return segment_all((tree,), page, marks, budget)


def segment_all(
    trees: Sequence[HtmlElement],
    page: Page,
    marks: Marks = NO_MARKS,
    budget: Budget | None = None,
) -> Segments:
    """Return the text blocks of elements of one page, one element after the other."""
    if not trees:
        return Segments((), ())
    skipped = SKIPPED_TAGS | UNRENDERED_TAGS if page.rendered else SKIPPED_TAGS
    builder = BlockBuilder(Addresses(trees[0].getroottree().getroot(), page.url))
    above = OpenAbove(marks)
    for tree in trees:
        for event, element, opened in _walk(tree, above.of(tree), skipped, marks):
            if event == "start" and budget is not None and budget.ends_reading(len(builder.blocks)):
                break
            if event == "start":
                _open(builder, opened)
            elif event == "end":
                _close(builder, opened)
            if event != "start" and element.tail and element is not tree:
                builder.text(element.tail, opened if event == "skip" else opened.parent or opened)
        builder.flush()
    blocks = with_layout(builder.blocks, builder.pieces, page.layout)
    return Segments(blocks, tuple(builder.hidden))


def _walk(
    tree: HtmlElement, above: OpenElement | None, skipped: frozenset[str], marks: Marks
) -> Iterator[tuple[str, HtmlElement, OpenElement]]:
    """Yield ("start", element, itself open), then ("end", ...) or ("skip", element, its parent)."""
    walker = etree.iterwalk(tree, events=("start", "end"))
    current = above
    for event, element in walker:
        if event == "start" and element.tag not in skipped:
            current = OpenElement(element, current, marks)
            yield event, element, current
        elif event == "start":
            walker.skip_subtree()
        elif current is not None and current.element is element:
            yield event, element, current
            current = current.parent
        elif current is not None:
            yield "skip", element, current


def _open(builder: BlockBuilder, opened: OpenElement) -> None:
    """Take in a start tag and the text that follows it."""
    if opened.tag == "br" and opened.unseen is not None and not builder.concealed:
        return
    if opened.tag == "br":
        builder.line_break(opened)
    elif opened.tag == "img":
        builder.image(opened.element, opened)
    elif opened.inline:
        builder.open_inline(opened)
    else:
        builder.flush()
    if opened.element.text:
        builder.text(opened.element.text, opened)


def _close(builder: BlockBuilder, opened: OpenElement) -> None:
    if opened.inline:
        builder.close_inline(opened, opened.tag not in FORMATTING_TAGS)
    else:
        builder.flush()
