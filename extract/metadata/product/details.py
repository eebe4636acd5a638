"""Read what a page says of its product at length: description, pictures, specification, seller."""

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.entities.read import entities
from pagesight.extract.metadata.product.stated import Product
from pagesight.extract.metadata.read import metadata, page_title
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Elements, Rows, tag_mask
from pagesight.extract.page.spans import TextSpans
from pagesight.extract.text.money import amount, plain
from pagesight.extract.text.safe import is_safe_address
from pagesight.extract.text.tokens import tokens

_MOST_IMAGES, _MOST_VARIANTS, _MOST_PAIRS = 30, 200, 100
_MOST_NAME, _MOST_VALUE = 50, 300  # characters of a line of a specification
_LEAST_LIKENESS = 0.3  # of a product's name to the page's title, which may name the shop too
_FEWEST_PAIRS = 3  # of a table: fewer lay something out
_is_cell = tag_mask("td", "th")
_in_furniture = tag_mask("nav", "footer", "aside", "header", "form")
_LIST_PRICES = ("ListPrice", "StrikethroughPrice", "MSRP", "SRP")


def stated_details(document: Document, title: str) -> Product:
    """Return what the page's markup says of the product that is most like the title."""
    things = [each for each in document.once(entities) if "Product" in each.type]
    words = frozenset(tokens(title))
    found = max(things, key=lambda each: _likeness(each, words), default=None)
    if found is None:
        return Product()
    offer = next(iter(found.entities("offers")), Entity("Offer", {}))
    pairs = ((each.text("name"), each.text("value")) for each in _properties(found))
    images = map(document.origin.addresses.absolute, found.texts("image"))
    return Product(
        list_price=_list_price(offer),
        description=found.text("description"),
        images=tuple(dict.fromkeys(filter(_is_image, images)))[:_MOST_IMAGES],
        seller=offer.text("seller"),
        specification=dict([pair for pair in pairs if all(pair)][:_MOST_PAIRS]),
        variants=found.texts("hasVariant")[:_MOST_VARIANTS],
    )


def states_product(document: Document) -> bool:
    """Return whether the page's markup states one product, on offer, that the page is named after.

    Then it is a page of a product whatever its genre; with several it is a list of them.
    """
    things = [each for each in document.once(entities) if "Product" in each.type]
    words = frozenset(tokens(document.once(page_title)))
    is_one = len(things) == 1 and bool(things[0].entities("offers"))
    return is_one and _likeness(things[0], words) >= _LEAST_LIKENESS


def shown_details(document: Document, extents: TextSpans, first: int, last: int) -> Product:
    """Return what the page shows of its product between two texts, and says of itself."""
    said = document.once(metadata)
    pairs = _pairs(document, extents, first, last)
    return Product(
        description=said.description,
        images=(said.image,) if said.image else (),
        specification=dict(islice(pairs, _MOST_PAIRS)),
    )


def _is_image(address: str) -> bool:
    return bool(address) and is_safe_address(address)


def _likeness(thing: Entity, words: frozenset[str]) -> float:
    own = frozenset(tokens(thing.text("name")))
    return len(own & words) / (len(own | words) or 1)


def _properties(thing: Entity) -> Sequence[Entity]:
    return thing.entities("additionalProperty")


def _list_price(offer: Entity) -> str:
    """Return the price that an offer's specification calls the list price; "" if none does."""
    for each in offer.entities("priceSpecification"):
        if each.text("priceType").rsplit("/", 1)[-1] in _LIST_PRICES:
            return plain(each.text("price")) or amount(each.text("price"))
    return ""


def _pairs(
    document: Document, extents: TextSpans, first: int, last: int
) -> Iterator[tuple[str, str]]:
    """Yield the lines of tables of two columns and the pairs of definition lists."""
    elements = document.elements
    outside = elements.inside(_in_furniture(elements.tag))
    cells = np.flatnonzero(_is_cell(elements.tag))
    for kind, part in (("table", "tr"), ("dl", "dt")):
        rows = np.flatnonzero(elements.tag == CODE[part])
        pairs = [_pair(elements, extents, row, cells) for row in rows.tolist()]
        before = np.cumsum([0, *(pair is not None for pair in pairs)])  # how many are pairs
        for holder in np.flatnonzero(elements.tag == CODE[kind]).tolist():
            if outside[holder] or not first <= extents.start[holder] < last:
                continue
            begin, end = np.searchsorted(rows, (holder, elements.end[holder])).tolist()
            if before[end] - before[begin] >= max(_FEWEST_PAIRS, (end - begin) / 2):
                yield from filter(None, pairs[begin:end])


def _pair(elements: Elements, extents: TextSpans, row: int, cells: Rows) -> tuple[str, str] | None:
    """Return the name and the value in a row of two cells, or in a term and what is behind it."""
    end = int(elements.end[row])
    if elements.tag[row] == CODE["dt"]:
        if end == len(elements) or elements.tag[end] != CODE["dd"]:
            return None
        inside = [row, end]
    else:
        begin, after = np.searchsorted(cells, (row, end)).tolist()
        if after - begin != 2:
            return None
        inside = cells[begin:after].tolist()
    spans = [(extents.start[each], extents.end[each]) for each in inside]
    name = extents.said(*spans[0], _MOST_NAME).rstrip(" :")
    value = extents.said(*spans[1], _MOST_VALUE)
    return (name, value) if name and value else None
