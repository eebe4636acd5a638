"""The product that a page states for machines: JSON-LD, microdata, RDFa Lite, Open Graph."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pagesight.extract.metadata.entities.normalise import plain_text
from pagesight.extract.metadata.product.microdata import items as microdata_items
from pagesight.extract.metadata.product.product import Product
from pagesight.extract.metadata.read import page_title
from pagesight.extract.metadata.sources import Sources, sources
from pagesight.extract.page.document import Document
from pagesight.extract.page.structured_data import Item, texts, types
from pagesight.extract.text.money import amount, code_of, plain

_is_product = re.compile(
    r"(?:Individual|Some)?Products?|Product(?:Model|Group)|Vehicle|Car|Book|MobileApplication"
    r"|SoftwareApplication|VideoGame|CreativeWork"
).fullmatch
_is_offer = re.compile(r"(?:Aggregate)?Offer").fullmatch
_GTINS = ("gtin13", "gtin", "gtin14", "gtin12", "gtin8", "isbn", "ean")
_AVAILABILITIES = {
    name.lower(): name
    for name in ("InStock", "OutOfStock", "PreOrder", "PreSale", "BackOrder", "Discontinued",
                 "InStoreOnly", "OnlineOnly", "LimitedAvailability", "SoldOut", "MadeToOrder")
} | {"instock": "InStock", "available": "InStock", "oos": "OutOfStock",
     "unavailable": "OutOfStock", "available for order": "InStock", "pending": "PreOrder",
     "onbackorder": "BackOrder"}  # fmt: skip
_words = re.compile(r"\w+").findall


def stated(document: Document, language: str) -> Iterator[Product]:
    """Yield what each way of stating says of the product; the surest first."""
    url, said = document.page.url, document.once(sources)
    inner = document.once(microdata_items)
    for items in (said.items, inner[:-1]):
        products = [item for item in items if any(map(_is_product, types(item)))]
        products = [item for item in products if _offers(item) or "Product" in types(item)]
        if products:
            yield _product(_meant(products, document.once(page_title)), language, url)
    yield _of_meta(said, language, url)
    offers = [item for item in inner if any(map(_is_offer, types(item)))]
    for item in offers[:1] or [inner[-1]]:
        yield replace(_product({**inner[-1], "offers": item}, language, url), title="")


def _meant(products: Sequence[Item], title: str) -> Item:
    """Return the product that is most like the page's title; of equals the first."""
    wanted = frozenset(_words(title.lower()))

    def likeness(item: Item) -> float:
        words = frozenset(_words(text_in(item, "name").lower()))
        return len(words & wanted) / (len(words | wanted) or 1) + 0.1 * bool(_offers(item))

    return max(products, key=likeness)


def _product(item: Item, language: str, url: str) -> Product:
    offer = next(iter(_offers(item)), {})
    rating = _first_item(item.get("aggregateRating"))
    return Product(
        title=text_in(item, "name"),
        price=_price(offer),
        currency=code_of(_currency(offer), language, url),
        availability=availability_of(text_in(offer, "availability")),
        sku=text_in(item, "sku") or text_in(offer, "sku") or text_in(item, "productID"),
        gtin=next(
            filter(None, (text_in(item, name) or text_in(offer, name) for name in _GTINS)), ""
        ),
        mpn=text_in(item, "mpn"),
        brand=name_in(item, "brand") or name_in(item, "manufacturer"),
        rating=text_in(rating, "ratingValue"),
        review_count=text_in(rating, "reviewCount") or text_in(rating, "ratingCount"),
    )


def _offers(item: Item) -> list[Item]:
    """Return the item's offers that have a price; all of them if none has one."""
    found = [
        offer
        for offer in items_in(item.get("offers"))
        for offer in (offer, *items_in(offer.get("offers")))
    ]
    if not found and ("price" in item or "lowPrice" in item):
        found = [item]
    variants = [] if found else items_in(item.get("hasVariant"))
    found += [offer for variant in variants for offer in items_in(variant.get("offers"))]
    return [offer for offer in found if _price(offer)] or found


def _price(offer: Item) -> str:
    specified = _first_item(offer.get("priceSpecification"))
    for holder in (offer, specified):
        for name in ("price", "lowPrice", "minPrice"):
            written = text_in(holder, name)
            if found := plain(written) or amount(written):
                return found
    return ""


def _currency(offer: Item) -> str:
    specified = _first_item(offer.get("priceSpecification"))
    return text_in(offer, "priceCurrency") or text_in(specified, "priceCurrency")


def availability_of(written: str) -> str:
    """Return schema.org's name for what is written; "" if it has none.

    >>> availability_of("http://schema.org/InStock"), availability_of("in stock")
    ('InStock', 'InStock')
    """
    name = written.strip().rstrip("/").rsplit("/", 1)[-1].lower()
    return _AVAILABILITIES.get(name) or _AVAILABILITIES.get(re.sub(r"[\s_-]", "", name), "")


def _of_meta(said: Sources, language: str, url: str) -> Product:
    """Return what Open Graph's product tags say, and those of catalogs."""
    price = said.of_meta("product:sale_price:amount", "product:price:amount", "og:price:amount")
    money = said.of_meta(
        "product:sale_price:currency", "product:price:currency", "og:price:currency"
    )
    stock = said.of_meta("product:availability", "og:availability")
    return Product(
        price=plain(price) or amount(price),
        currency=code_of(money, language, url),
        availability=availability_of(stock),
        sku=said.of_meta("product:retailer_item_id", "product:sku"),
        gtin=said.of_meta("product:ean", "product:isbn", "product:upc"),
        mpn=said.of_meta("product:mfr_part_no"),
        brand=said.of_meta("product:brand", "og:brand"),
    )


def items_in(value: Any) -> list[Item]:
    listed = value if isinstance(value, list) else [value]
    return [item for item in listed if isinstance(item, Mapping)]


def _first_item(value: Any) -> Item:
    return next(iter(items_in(value)), {})


def name_in(item: Item, field: str) -> str:
    """Return a field's text, or the name of the item that it is."""
    return next(filter(None, map(plain_text, texts(item.get(field), "name"))), "")


def text_in(item: Item, field: str) -> str:
    """Return the field's first text or number."""
    value = item.get(field)
    value = value[0] if isinstance(value, list) and value else value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return repr(value)
    return plain_text(value) if isinstance(value, str) else name_in(item, field)
