"""The attributes of the product that a page is about: as it states them, else as it shows them."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import islice
from typing import Any

import numpy as np

from pagesight.extract.metadata.product.availability import availability, offers, says_stock
from pagesight.extract.metadata.product.brand import (
    bare_brand,
    brand,
    leading_brand,
    specified_brand,
)
from pagesight.extract.metadata.product.details import shown_details, stated_details
from pagesight.extract.metadata.product.facts import (
    bare_sku,
    gtin,
    mpn,
    number_in_address,
    rating,
    sku,
)
from pagesight.extract.metadata.product.prices import (
    RIGHT_BELOW,
    Price,
    currency,
    list_price,
    shown_price,
)
from pagesight.extract.metadata.product.stated import (
    NAMES,
    Product,
    items_in,
    microdata_items,
    name_in,
    stated,
    text_in,
)
from pagesight.extract.metadata.read import metadata, page_title
from pagesight.extract.metadata.sources import inner_text
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE, HEADING_TAGS
from pagesight.extract.page.head import Item, objects, types
from pagesight.extract.page.spans import TextSpans
from pagesight.extract.text.money import amount, sums_in
from pagesight.extract.text.tokens import tokens

_names_crumbs = re.compile(
    r"bread-?_?crumb|(?<![a-z])crumbs?(?![a-z])|navigation-?path|ariane"
).search
_part_by_arrows = re.compile(r"\s*[>›»→]\s*").split
_is_separator = re.compile(r"[\W_]*").fullmatch
_MOST_CRUMBS = 12  # by hand: shops have up to eight levels
_MAX_CHARS = 60  # of a name
_MOST_ITEMS = 5_000  # of JSON-LD
_SHARED = 0.5  # of the words of the page's title, in the name of its product
_BEFORE, _AFTER = 40, 250  # texts around heading and price that may say more of the product
_FAR = 3_000  # texts behind the heading that may have a table of its numbers
_MOST_OFFER, _MOST_OFFERS = 40, 6  # characters of a button, buttons; by hand, as what follows
_SURE_PRICE = 1.5  # score of a price that is surely the product's
_FURTHEST = {True: 120, False: 80}  # texts from the heading to the price, if there is a button
_NEAR = 80  # texts behind the price that may say whether it is in stock


def breadcrumbs(document: Document, extents: TextSpans) -> tuple[str, ...]:
    """Return the names of the pages above this one, from the top down, often with its own."""
    return stated_breadcrumbs(document) or shown_breadcrumbs(document, extents)


def stated_breadcrumbs(document: Document) -> tuple[str, ...]:
    """Return the names of the pages above this one that the page states, from the top down."""
    stated = tuple(islice(objects(document.head.values), _MOST_ITEMS))
    for items in (stated, document.once(microdata_items)):
        lists = [item for item in items if "BreadcrumbList" in types(item)]
        names = [_crumb_names(each) for each in lists]
        if any(names):
            return max(names, key=len)
        loose = tuple(text_in(item, "title") for item in items if "Breadcrumb" in types(item))
        if any(loose):
            return tuple(filter(None, loose))
    return ()


def _crumb_names(crumbs: Item) -> tuple[str, ...]:
    entries = items_in(crumbs.get("itemListElement"))
    entries = sorted(entries, key=lambda entry: amount(text_in(entry, "position")).zfill(6))
    names = (text_in(entry, "name") or name_in(entry, "item") for entry in entries)
    return tuple(name for name in names if name and "://" not in name)


def shown_breadcrumbs(document: Document, extents: TextSpans) -> tuple[str, ...]:
    """Return the texts of the first element that is called breadcrumbs and has several, else of the
    first line of links with arrows between them.
    """
    elements = document.elements
    for row in range(len(elements)):
        label = elements.own(row).get("aria-label") or ""
        if _names_crumbs(f"{elements.classes[row]} {elements.ids[row]} {label}".lower()):
            texts = _crumb_texts(document, extents, row)
            names = [text.strip(" /\\›»>|") for text in texts if not text.endswith(":")]
            crumbs = tuple(dict.fromkeys(name for name in names if not _is_separator(name)))
            if _are_crumbs(crumbs):
                return crumbs
    lines = (block for block in document.visible_blocks if 2 * block.link_chars > len(block.text))
    parted = (tuple(filter(None, _part_by_arrows(block.text.strip()))) for block in lines)
    return next(filter(_are_crumbs, parted), ())


def _are_crumbs(names: Sequence[str]) -> bool:
    return 1 < len(names) <= _MOST_CRUMBS and max(map(len, names)) <= _MAX_CHARS


def _crumb_texts(document: Document, extents: TextSpans, row: int) -> Sequence[str]:
    """Return the texts in an element, those of an item of a list in one."""
    tags, end = document.elements.tag, int(document.elements.end[row])
    items = (row + np.flatnonzero(tags[row:end] == CODE["li"])).tolist()
    if len(items) > 1:
        return [extents.said(extents.start[at], extents.end[at], _MAX_CHARS) for at in items]
    return extents.texts(extents.start[row], extents.end[row])


def product(document: Document) -> Product:
    """Return what the page says of its product; what it does not say stays empty.

    Of several prices the one that most ways of saying agree on is taken, of equals the first.
    """
    language, extents = document.once(metadata).language, TextSpans(document)
    sayings = [stated_details(document, document.once(page_title)), *stated(document, language)]
    if document.blocks:
        sayings.append(shown(document, extents, language))
    sayings.append(
        Product(title=document.once(page_title), breadcrumbs=breadcrumbs(document, extents))
    )
    prices = Counter(Decimal(each.price) for each in sayings if each.price)
    agreed = max(prices, key=prices.__getitem__, default=None)  # of equals the first
    priced = [each for each in sayings if each.price and Decimal(each.price) == agreed]
    fields = {name: _first(sayings, name) for name in NAMES}
    fields |= {name: _first(priced, name) for name in ("price", "currency")}
    fields["title"] = _title(document, fields["title"])
    fields["sku"] = _sku(document, sayings, fields)
    fields["brand"] = bare_brand(fields["brand"]) or leading_brand(document, fields["title"])
    return Product(**fields)


def _sku(document: Document, products: Sequence[Product], facts: Mapping[str, Any]) -> str:
    """Return the number that the shop sells the product by.

    It is not what the markup alone says where the page shows another by its label, nor the number
    of the trade item, where the address has one of its own.
    """
    stated, in_address = bare_sku(facts["sku"]), number_in_address(document.page.url)
    seen = [each.sku for each in products if each.sku and _is_seen(document, each.sku)]
    if stated and stated not in seen and seen:
        return seen[0]
    return stated if stated and stated != facts["gtin"] else in_address or stated


def _is_seen(document: Document, text: str) -> bool:
    return any(text in each for each in document.cuts.texts)


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


def _first(products: Sequence[Product], name: str) -> Any:
    """Return the first value of an attribute that is not empty, else the empty one."""
    return next(
        (value for each in products if (value := getattr(each, name))), getattr(Product(), name)
    )


def shown(document: Document, extents: TextSpans, language: str) -> Product:
    """Return what the page shows of its product, whatever it states for machines."""
    heading = _heading(document)
    price = shown_price(document, extents, heading)
    at = price.text if price else heading
    first, last = max(0, min(heading, at) - _BEFORE), max(heading, at) + _AFTER
    around, behind = extents.texts(first, last), extents.texts(heading, heading + _FAR)
    near = extents.texts(min(heading, at), max(heading, at) + _NEAR)
    mean, count = rating(document, extents, first, last)
    details = shown_details(document, extents, heading, heading + _FAR)
    return replace(
        details,
        title=_heading_over(document, heading, price),
        list_price=list_price(document, extents, price) if price else "",
        price=price.money.amount if price else "",
        currency=currency(document, price.money.sign, language) if price else "",
        availability=availability(near, extents.texts(heading, at + _AFTER), document.tree),
        sku=sku([*around, *behind], document.tree),
        gtin=gtin(behind),
        mpn=mpn(behind),
        brand=specified_brand(details.specification)
        or brand(document, extents, heading, first, last),
        rating=mean,
        review_count=count,
    )


def shows_product(document: Document) -> bool:
    """Return whether the page shows one product for sale below a heading that is its title.

    Then it is a page of a product whatever its genre: its price is where a product's is, with a
    button to buy it or words of stock close by. Many such buttons are of a list.
    """
    title = document.once(page_title)
    heads = iter([each for each in document.visible_blocks if each.tag in HEADING_TAGS])
    head = next((each for each in heads if each.text == title), None)
    if head is None:
        return False
    others = (int(document.cuts.first[each.order]) for each in heads if not _has_sum(each.text))
    heading = int(document.cuts.first[head.order])
    below = document.cuts.strings[heading + 1 : heading + _FURTHEST[True]]
    short = [text for text in below if len(text) <= _MOST_OFFER]
    if not (any(map(_has_sum, short)) and any(offers(text) or says_stock(text) for text in short)):
        return False
    buttons = sum(len(text) <= _MOST_OFFER and bool(offers(text)) for text in document.cuts.strings)
    if buttons > _MOST_OFFERS:
        return False
    extents = TextSpans(document)
    price = shown_price(document, extents, heading)
    right_below = min(heading + RIGHT_BELOW, next(others, heading + RIGHT_BELOW))
    return price is not None and _is_sold(price, extents, heading, right_below)


def _is_sold(price: Price, extents: TextSpans, heading: int, right_below: int) -> bool:
    """Return whether a price is surely that of what the heading names: close, and with words.

    What stands before the text `right_below` is of nothing else.
    """
    near = extents.texts(heading, max(heading, price.text) + _NEAR)
    short = [text for text in near if len(text) <= _MOST_OFFER]
    has_button = any(map(offers, short))
    is_close = 0 < price.text - heading <= _FURTHEST[has_button]
    is_named = has_button or any(map(says_stock, short))
    is_sure = price.score >= _SURE_PRICE or price.text <= right_below
    return is_close and ((is_sure and is_named) or bool(gtin(near)))


def _has_sum(text: str) -> bool:
    return next(sums_in(text), None) is not None


def _heading_over(document: Document, heading: int, price: Price | None) -> str:
    """Return the page's one `h1`, close above the price, if no heading says the page's title.

    Shops made by hand have one title for all pages, "Product details" say.
    """
    tops = [block for block in document.visible_blocks if block.tag == "h1" and block.text]
    is_close = price is not None and 0 < price.text - heading <= _BEFORE
    is_top = len(tops) == 1 and int(document.cuts.first[tops[0].order]) == heading
    return tops[0].text if is_close and is_top and not _titles(document, tops[0].text) else ""


def _titles(document: Document, heading: str) -> bool:
    """Return whether a heading shares a word with the page's title."""
    return not {*tokens(heading)}.isdisjoint(tokens(document.once(page_title)))


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
