"""The product that a page states for machines: JSON-LD, microdata, RDFa Lite, Open Graph."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import zip_longest
from typing import Any

from lxml.html import HtmlElement

from pagesight.extract.metadata.entities.entity import plain_text
from pagesight.extract.metadata.read import page_title
from pagesight.extract.metadata.sources import Sources, elements_with, inner_text, sources
from pagesight.extract.page.document import Document
from pagesight.extract.page.head import Item, texts, types
from pagesight.extract.text.money import amount, code_of, plain
from pagesight.extract.text.tokens import clean

_MOST_MARKED = 3000  # elements with a property: more are a long list of offers
_MOST_CHARS = 5_000  # of a value: a step of a recipe, a description
_MOST_CHARS_AROUND = 500  # of one around others: each level of them would be read again
_MARKING = ("itemscope", "itemprop", "typeof", "property")
_OF_LINES = frozenset({"recipeIngredient", "ingredients", "recipeInstructions"})
_LINES = ".//li[not(.//li)] | .//p[not(ancestor::li) and not(.//li)]"
_STATES = ("content", "datetime", "value", "href", "src", "data", "resource")
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


@dataclass(frozen=True, slots=True)
class Product:
    """A product by schema.org's names; empty where the page does not say.

    `price` and `list_price`, from which that is reduced, are plain decimal numbers, `currency` is
    the ISO 4217 code, `availability` as schema.org names it (InStock, OutOfStock, PreOrder ...),
    `rating` the mean as the page gives it. Addresses of `images` are absolute; `specification` has
    values by name, `variants` the names of those that the markup lists.
    """

    title: str = ""
    price: str = ""
    currency: str = ""
    availability: str = ""
    sku: str = ""
    gtin: str = ""
    mpn: str = ""
    brand: str = ""
    rating: str = ""
    review_count: str = ""
    breadcrumbs: tuple[str, ...] = ()
    list_price: str = ""
    description: str = ""
    images: tuple[str, ...] = ()
    seller: str = ""
    specification: Mapping[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()


NAMES = tuple(each.name for each in fields(Product))


def microdata_items(document: Document) -> tuple[Item, ...]:
    """Return the items of a page in document order, those in others too, without those of no type.

    What stands in no item is in a last one of no type.
    """
    scopes: dict[HtmlElement, dict[str, Any]] = {}
    loose: dict[str, Any] = {}
    marked = [each for each in elements_with(document, *_MARKING) if not _is_of_head(each)][
        :_MOST_MARKED
    ]
    for element, following in zip_longest(marked, marked[1:]):
        owner = _owner(element, scopes, loose)
        is_item = element.get("itemscope") is not None or element.get("typeof") is not None
        if is_item:
            scopes[element] = _item(element)
        is_around = following is not None and element in following.iterancestors()
        most = _MOST_CHARS_AROUND if is_around else _MOST_CHARS
        value: Any = scopes[element] if is_item else _value(element, most)
        for written in (element.get("itemprop") or element.get("property") or "").split():
            name = written.rsplit(":", 1)[-1].rsplit("/", 1)[-1]
            is_lines = name in _OF_LINES and not is_item and not is_around
            for each in (is_lines and _lines(element)) or (value,):
                _add(owner, name, each)
    return (*(item for item in scopes.values() if item["@type"]), loose)


def _is_of_head(element: HtmlElement) -> bool:
    """Return whether an element of the head states a property of the page, and no item's."""
    states_page = element.tag == "meta" and set(element.keys()).isdisjoint(_MARKING[:-1])
    return states_page and next(element.iterancestors("head"), None) is not None


def _item(element: HtmlElement) -> dict[str, Any]:
    written = element.get("itemtype") or element.get("typeof") or ""
    return {"@type": [name for name in written.split() if name]}


def _owner(
    element: HtmlElement, scopes: Mapping[HtmlElement, dict[str, Any]], loose: dict[str, Any]
) -> dict[str, Any]:
    """Return the innermost item around the element."""
    for around in element.iterancestors():
        if around in scopes:
            return scopes[around]
    return loose


def _value(element: HtmlElement, most: int) -> str:
    for name in _STATES:
        if stated := element.get(name):
            return clean(stated[:_MOST_CHARS])
    return clean(inner_text(element, most))


def _lines(element: HtmlElement) -> tuple[str, ...]:
    """Return the texts of the elements in one that are a line each; none if it is one itself."""
    lines = element.xpath(_LINES)[:_MOST_MARKED]
    return tuple(clean(inner_text(line, _MOST_CHARS)) for line in lines if len(lines) > 1)


def _add(item: dict[str, Any], name: str, value: object) -> None:
    """Add a value of a property; several make a list."""
    if value in ("", None):
        return
    if name not in item:
        item[name] = value
    elif isinstance(item[name], list):
        item[name].append(value)
    else:
        item[name] = [item[name], value]


_is_product = re.compile(
    r"(?:Individual|Some)?Products?|Product(?:Model|Group)|Vehicle|Car|Book|MobileApplication"
    r"|SoftwareApplication|VideoGame|CreativeWork"
).fullmatch


def stated(document: Document, language: str) -> Iterator[Product]:
    """Yield what each way of stating says of the product; the surest first."""
    url, page_sources = document.page.url, document.once(sources)
    inner = document.once(microdata_items)
    for items in (page_sources.items, inner[:-1]):
        products = [item for item in items if any(map(_is_product, types(item)))]
        products = [item for item in products if _offers(item) or "Product" in types(item)]
        if products:
            yield _product(_meant(products, document.once(page_title)), language, url)
    yield _of_meta(page_sources, language, url)
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
    offers = [
        offer
        for offer in items_in(item.get("offers"))
        for offer in (offer, *items_in(offer.get("offers")))
    ]
    if not offers and ("price" in item or "lowPrice" in item):
        offers = [item]
    variants = [] if offers else items_in(item.get("hasVariant"))
    offers += [offer for variant in variants for offer in items_in(variant.get("offers"))]
    return [offer for offer in offers if _price(offer)] or offers


def _price(offer: Item) -> str:
    specified = _first_item(offer.get("priceSpecification"))
    for holder in (offer, specified):
        for name in ("price", "lowPrice", "minPrice"):
            written = text_in(holder, name)
            if number := plain(written) or amount(written):
                return number
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


def _of_meta(sources: Sources, language: str, url: str) -> Product:
    """Return what Open Graph's product tags say, and those of catalogs."""
    price = sources.of_meta("product:sale_price:amount", "product:price:amount", "og:price:amount")
    money = sources.of_meta(
        "product:sale_price:currency", "product:price:currency", "og:price:currency"
    )
    stock = sources.of_meta("product:availability", "og:availability")
    return Product(
        price=plain(price) or amount(price),
        currency=code_of(money, language, url),
        availability=availability_of(stock),
        sku=sources.of_meta("product:retailer_item_id", "product:sku"),
        gtin=sources.of_meta("product:ean", "product:isbn", "product:upc"),
        mpn=sources.of_meta("product:mfr_part_no"),
        brand=sources.of_meta("product:brand", "og:brand"),
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
