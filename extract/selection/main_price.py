"""The price of a product: short, among many other prices, and so often left out."""

from bisect import bisect
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from pagesight.extract.extraction import Extraction
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.records.prices import price_in
from pagesight.extract.text.class_names import names_former_price

_MOST_WORDS = 12  # of a block that is a price: "Regular price $169.99 Sale price $159.99"
_MOST_BESIDE = 3  # prices that stand together: the former one, the one to pay
_MOST_NAMES = 200  # characters of class names


def with_main_price(document: Document, extraction: Extraction) -> Extraction:
    """Return the extraction of a product's page with the first price to pay under the title.

    Nothing is added if a text that is kept has that price.
    """
    blocks = document.visible_blocks
    begin = next((at for at, block in enumerate(blocks) if block.tag == "h1"), 0)
    found = _first_to_pay(document, blocks[begin:])
    if found is None or any(_price(found) in block.text for block in extraction.blocks):
        return extraction
    at = bisect([block.order for block in extraction.blocks], found.order)
    share = (extraction.page_probabilities or (0.0,) * len(document.blocks))[found.order]
    return replace(
        extraction,
        blocks=(*extraction.blocks[:at], found, *extraction.blocks[at:]),
        probabilities=(*extraction.probabilities[:at], share, *extraction.probabilities[at:]),
    )


def _first_to_pay(document: Document, blocks: Sequence[Block]) -> Block | None:
    """Return the first price of the blocks, or one right after it if it is called a former one."""
    first = next((at for at, block in enumerate(blocks) if _price(block)), None)
    if first is None:
        return None
    run = list(takewhile(_price, blocks[first : first + _MOST_BESIDE]))
    return next((block for block in run if not _is_former(document, block)), run[0])


def _is_former(document: Document, block: Block) -> bool:
    """Return whether all of a block is struck out, or called a former price."""
    markdown, elements = block.markdown, document.elements
    if markdown.startswith("~~") and markdown.endswith("~~") and markdown.count("~~") == 2:
        return True
    rows = (block.element, elements.parents[block.element])
    called = " ".join(elements.classes[row][:_MOST_NAMES] for row in rows)
    return names_former_price(called.lower().replace("_", "-"))


def _price(block: Block) -> str:
    """Return the price in a short text."""
    is_short = len(block.text.split()) <= _MOST_WORDS
    return price_in(block.text) if is_short else ""
