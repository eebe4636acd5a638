"""The attributes of the product that a page is about: as it states them, else as it shows them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from pagesight.extract.metadata.product.breadcrumbs import breadcrumbs
from pagesight.extract.metadata.product.details import shown_details, stated_details
from pagesight.extract.metadata.product.facts import (
    brand,
    gtin,
    linked_brand,
    mpn,
    number_in_address,
    rating,
    sku,
)
from pagesight.extract.metadata.product.prices import list_price, shown_price
from pagesight.extract.metadata.product.product import NAMES, Product
from pagesight.extract.metadata.product.stated import stated
from pagesight.extract.metadata.product.stock import availability
from pagesight.extract.metadata.read import metadata, page_title
from pagesight.extract.metadata.sources import inner_text
from pagesight.extract.page.document import Document
from pagesight.extract.page.spans import TextSpans
from pagesight.extract.text.money import code_of
from pagesight.extract.text.tokens import tokens

_SHARED = 0.5  # of the words of the page's title, in the name of its product
_BEFORE, _AFTER = 40, 250  # texts around heading and price that may say more of the product
_FAR = 3_000  # texts behind the heading that may have a table of its numbers
_NEAR = 80  # texts behind the price that may say whether it is in stock


def product(document: Document) -> Product:
    """Return what the page says of its product; what it does not say stays empty.

    Of several prices the one that most ways of saying agree on is taken, of equals the first.
    """
    language, extents = document.once(metadata).language, TextSpans(document)
    said = [stated_details(document, document.once(page_title)), *stated(document, language)]
    if document.blocks:
        said.append(shown(document, extents, language))
    said.append(
        Product(title=document.once(page_title), breadcrumbs=breadcrumbs(document, extents))
    )
    prices = Counter(Decimal(each.price) for each in said if each.price)
    agreed = max(prices, key=prices.__getitem__, default=None)  # of equals the first
    priced = [each for each in said if each.price and Decimal(each.price) == agreed]
    found = {name: _first(said, name) for name in NAMES}
    found |= {name: _first(priced, name) for name in ("price", "currency")}
    found["title"] = _title(document, found["title"])
    found["sku"] = found["sku"] or number_in_address(document.page.url)
    found["brand"] = found["brand"] or linked_brand(document, found["title"])
    return Product(**found)


def _title(document: Document, stated: str) -> str:
    """Return the stated name, unless the page is plainly about something else.

    It is if a heading and the `title` element agree on its title, and the name has less than half
    of that one's words: some pages state a related product, an offer or a code.
    """
    shown = document.once(page_title)
    words = frozenset(tokens(shown))
    if len(words & frozenset(tokens(stated))) >= _SHARED * len(words):
        return stated
    element = document.tree.find(".//title")
    titled = frozenset(tokens(inner_text(element))) if element is not None else frozenset()
    headed = any(block.tag == "h1" and block.text == shown for block in document.visible_blocks)
    return shown if headed and words <= titled else stated


def _first(said: Sequence[Product], name: str) -> Any:
    """Return the first value of an attribute that is not empty, else the empty one."""
    return next(
        (value for each in said if (value := getattr(each, name))), getattr(Product(), name)
    )


def shown(document: Document, extents: TextSpans, language: str) -> Product:
    """Return what the page shows of its product, whatever it states for machines."""
    heading = _heading(document)
    price = shown_price(document, extents, heading)
    at = price.text if price else heading
    first, last = max(0, min(heading, at) - _BEFORE), max(heading, at) + _AFTER
    around, behind = extents.texts(first, last), extents.texts(heading, heading + _FAR)
    near = extents.texts(min(heading, at), max(heading, at) + _NEAR)
    return replace(
        shown_details(document, extents, heading, heading + _FAR),
        list_price=list_price(document, extents, price) if price else "",
        price=price.money.amount if price else "",
        currency=code_of(price.money.sign, language, document.page.url) if price else "",
        availability=availability(near, extents.texts(heading, at + _AFTER), document.tree),
        sku=sku([*around, *behind], document.tree),
        gtin=gtin(behind),
        mpn=mpn(behind),
        brand=brand(around, document, extents, first, last),
        rating=rating(document, extents, first, last),
    )


def _heading(document: Document) -> int:
    """Return the number of the text that names the product: the heading most like the title."""
    wanted = frozenset(document.once(page_title).lower().split())

    def likeness(block_text: str) -> float:
        words = frozenset(block_text.lower().split())
        return len(words & wanted) / (len(words | wanted) or 1)

    ranks = {"h1": 0.3, "h2": 0.1}
    blocks = [block for block in document.visible_blocks if block.text]
    best = max(
        blocks,
        key=lambda block: likeness(block.text) + ranks.get(block.tag, 0.0),
        default=document.blocks[0],
    )
    return int(document.cuts.first[best.order])
