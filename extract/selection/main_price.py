"""The price of a product: short, among many other prices, and so often left out."""

from bisect import bisect
from dataclasses import replace

from pagesight.extract.extraction import Extraction
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.records.prices import price_in

_MOST_WORDS = 12  # of a block that is a price: "Regular price $169.99 Sale price $159.99"


def with_main_price(document: Document, extraction: Extraction) -> Extraction:
    """Return the extraction of a product's page with the first price under the title.

    Nothing is added if a text that is kept has that price.
    """
    blocks = document.visible_blocks
    begin = next((at for at, block in enumerate(blocks) if block.tag == "h1"), 0)
    found = next((block for block in blocks[begin:] if _price(block)), None)
    if found is None or any(_price(found) in block.text for block in extraction.blocks):
        return extraction
    at = bisect([block.order for block in extraction.blocks], found.order)
    share = (extraction.page_probabilities or (0.0,) * len(document.blocks))[found.order]
    return replace(
        extraction,
        blocks=(*extraction.blocks[:at], found, *extraction.blocks[at:]),
        probabilities=(*extraction.probabilities[:at], share, *extraction.probabilities[at:]),
    )


def _price(block: Block) -> str:
    """Return the price in a short text."""
    is_short = len(block.text.split()) <= _MOST_WORDS
    return price_in(block.text) if is_short else ""
