"""Read what a page says of its product at length: description, pictures, specification, seller."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, pairwise
from urllib.parse import unquote

import numpy as np

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.entities.read import entities
from pagesight.extract.metadata.product.stated import Product
from pagesight.extract.metadata.read import metadata, page_title
from pagesight.extract.page.addresses import image_address
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE, HEADING_TAGS
from pagesight.extract.page.elements import Elements, Flags, Rows, tag_mask
from pagesight.extract.page.rewrite.embeds import EMBED
from pagesight.extract.page.spans import TextSpans
from pagesight.extract.text.class_names import OTHER_PRODUCTS
from pagesight.extract.text.money import amount, plain
from pagesight.extract.text.safe import is_safe_address
from pagesight.extract.text.tokens import tokens

_MOST_IMAGES, _MOST_VARIANTS, _MOST_PAIRS = 30, 200, 100
_MOST_NAME, _MOST_VALUE = 50, 300  # characters of a line of a specification
_LEAST_LIKENESS = 0.3  # of a product's name to the page's title, which may name the shop too
_MOST_OF_LINE = 8  # texts, blank ones too
_FEWEST_PAIRS = 3  # of a table: fewer lay something out, but where it is called so
_NEAR = 200  # texts behind the heading that are of the product where nothing says so
_LEAST_DESCRIPTION, _MOST_DESCRIPTION = 60, 10_000  # characters
_names_gallery = re.compile(
    r"gall?er|(?:product|main|zoom)-?(?:images?|media|photos?|thumb|pic)|image-?(?:block|main|zoom)"
    r"|thumbnails|zoom|(?<![a-z])(?:images|photos|pictures|fotos|bilder)(?![a-z])"
).search
_names_others = re.compile(
    rf"{OTHER_PRODUCTS}|review|mini-?cart|basket|bundle|footer|(?<![a-z])nav(?![a-z])|menu|logo"
    r"|payment|social|share"
).search
_names_description = re.compile(
    r"(?<![a-z])(?:description|beschreibung|descripci[oó]n|descri[cç][aã]o|descrizione)(?!-?meta)"
).search
_DESCRIPTION = (
    r"(?:(?:product|item) )?description|(?:produkt|artikel)?beschreibung|description du produit"
    r"|descripci[oó]n(?: del producto)?|descri[cç][aã]o(?: do produto)?|descrizione|omschrijving"
    r"|opis(?: produktu)?|popis(?: produktu)?|описание(?: товара)?|商品説明|商品描述|상품 ?설명"
)
_heads_description = re.compile(_DESCRIPTION, re.I).fullmatch
_without_head = re.compile(rf"\A(?i:{_DESCRIPTION})\W?\s+(?=[«“\"]|[^\W\d_a-zà-ÿа-я])").sub
_names_facts = re.compile(r"spec|attribute|technical|data-?sheet|properties|features").search
_is_count = re.compile(r"[\d.,:/]+").fullmatch  # of stars, of minutes: nothing that a product has
_is_picture = re.compile(
    r"#|javascript:|.*\.(?:jpe?g|png|webp|avif|gif)(?:[?#]|$)", re.I | re.S
).match
_stands_in = re.compile(  # for one
    r"favicon|placeholder|no-?image|spacer|blank\.|logo\.\w+(?:[?#]|$)"
    r"|/(?:false|null|none|undefined)$", re.I,
).search  # fmt: skip
_is_sign = re.compile(r"\.(?:svg|gif)(?:[?#]|$)", re.I).search
# The size of a picture at the end of its name; in templates it is not filled in.
_size = re.compile(
    r"[_-](?:\d{2,4}x(?:\d{2,4})?|x\d{2,4}|\{[^{}]{1,20}\}x?|small|compact|medium|large|grande|master)"
    r"(?:@\dx)?(?=\.\w{3,4}$)"
).sub
_is_cell = tag_mask("td", "th")
_is_bare = tag_mask("b", "strong", "span", "em", "i", "br", "img")  # parts of a line
_in_furniture = tag_mask("nav", "footer", "aside", "header", "form")
_LIST_PRICES = ("ListPrice", "StrikethroughPrice", "MSRP", "SRP")


def stated_details(document: Document, title: str) -> Product:
    """Return what the page's markup says of the product that is most like the title."""
    things = [each for each in document.once(entities) if "Product" in each.type]
    words = frozenset(tokens(title))
    thing = max(things, key=lambda each: _likeness(each, words), default=None)
    if thing is None:
        return Product()
    offer = next(iter(thing.entities("offers")), Entity("Offer", {}))
    pairs = ((each.text("name"), each.text("value")) for each in _properties(thing))
    images = map(document.origin.addresses.absolute, thing.texts("image"))
    return Product(
        list_price=_list_price(offer),
        description=thing.text("description"),
        images=tuple(dict.fromkeys(filter(_is_image, images)))[:_MOST_IMAGES],
        seller=offer.text("seller"),
        specification=dict([pair for pair in pairs if all(pair)][:_MOST_PAIRS]),
        variants=thing.texts("hasVariant")[:_MOST_VARIANTS],
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
    page = document.once(metadata)
    pairs = [*_pairs(document, extents, first, last)]
    pairs = pairs or [*_pairs_of_texts(document, extents, first, min(last, first + _NEAR))]
    images = islice(_images(document), _MOST_IMAGES)
    return Product(
        description=_description(document, extents)
        or page.description
        or _first_paragraphs(document, first),
        images=_distinct(filter(_is_image, (page.image, *images))),
        specification=dict(pairs[:_MOST_PAIRS]),
    )


def _outside(document: Document) -> Flags:
    """Return which elements are of the page's furniture or of other products, (elements,)."""
    elements = document.elements
    others = called_beside_title(document, _names_others)
    return elements.inside(_in_furniture(elements.tag) | others)


def called_beside_title(document: Document, names: Callable[[str], object]) -> Flags:
    """Return which elements have such a name, (elements,), but for those that hold the title.

    Those are of the product, whatever themes call them: "ast-no-review product".
    """
    elements, title = document.elements, document.once(page_title)
    flags = elements.called(names)
    shown = [block for block in document.visible_blocks if block.text == title]
    for block in [*shown[:1], *(each for each in shown if each.tag in HEADING_TAGS)]:
        flags[elements.chain(block.element)] = False
    return flags


def _images(document: Document) -> Iterator[str]:
    """Yield the addresses of the pictures in what is called a gallery, or described as the product.

    What links to another page is a picture of something else.
    """
    elements, addresses = document.elements, document.origin.addresses
    words = frozenset(tokens(document.once(page_title)))
    in_gallery = elements.inside(elements.called(_names_gallery))
    shown = (elements.tag == CODE["img"]) & ~document.once(_outside)
    for row in np.flatnonzero(shown).tolist():
        if elements.classes[row] == EMBED:
            continue
        own = frozenset(tokens(elements.own(row).get("alt", "")))
        is_described = len(own & words) >= _LEAST_LIKENESS * len(own | words) > 0
        links = [each for at in elements.chain(row) if (each := elements.own(at).get("href"))]
        leads_away = not all(map(_is_picture, links))
        if (in_gallery[row] or is_described or links) and not leads_away:
            address = image_address(elements.nodes[row], addresses) or ""
            if _is_image(address) and not _is_sign(address):
                yield address


def _distinct(images: Iterable[str]) -> tuple[str, ...]:
    """Return the addresses, of those of one picture in several sizes the first.

    >>> _distinct(["/a_3000x.jpg?v=1", "/a_%7Bwidth%7Dx.jpg?v=1", "/a-300x300.jpg", "/b_50x.jpg"])
    ('/a_3000x.jpg?v=1', '/b_50x.jpg')
    """
    by_size: dict[str, str] = {}
    for address in images:
        bare = unquote(address).partition("?")[0]
        by_size.setdefault(_size("", bare) if _is_picture(bare) else address, address)
    return tuple(by_size.values())


def _description(document: Document, extents: TextSpans) -> str:
    """Return the first longer text that is called a description, else the one headed so; or ""."""
    called = document.elements.called(_names_description) & ~document.once(_outside)
    long = [row for row in np.flatnonzero(called).tolist() if extents.of(row) >= _LEAST_DESCRIPTION]
    texts = (extents.said(extents.start[row], extents.end[row], _MOST_DESCRIPTION) for row in long)
    return _without_head("", next(filter(None, texts), "")) or _headed_description(document)


def _headed_description(document: Document) -> str:
    """Return what stands below the first heading that says "Description", up to the next."""
    blocks = document.visible_blocks
    heads = [at for at, block in enumerate(blocks) if block.tag in HEADING_TAGS]
    for at, after in pairwise([*heads, len(blocks)]):
        if _heads_description(blocks[at].text.strip(" :")):
            return " ".join(block.text for block in blocks[at + 1 : after])[:_MOST_DESCRIPTION]
    return ""


def _first_paragraphs(document: Document, heading: int) -> str:
    """Return the first longer text below the text `heading`, with those that go on; or ""."""
    outside, paragraphs = document.once(_outside), list[str]()
    for block in document.visible_blocks:
        at = int(document.cuts.first[block.order])
        is_text = len(block.text) >= _LEAST_DESCRIPTION and block.link_chars == 0
        if heading < at < heading + _NEAR and is_text and not outside[block.element]:
            paragraphs.append(block.text)
        elif paragraphs:
            break
    return " ".join(paragraphs)[:_MOST_DESCRIPTION]


def _is_image(address: str) -> bool:
    return bool(address) and is_safe_address(address) and not _stands_in(address)


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
    are_facts = elements.inside(elements.called(_names_facts))
    for list_tag, part in (("table", "tr"), ("dl", "dt")):
        rows = np.flatnonzero(elements.tag == CODE[part])
        pairs = [_pair(elements, extents, row, cells) for row in rows.tolist()]
        before = np.cumsum([0, *(pair is not None for pair in pairs)])  # how many are pairs
        for holder in np.flatnonzero(elements.tag == CODE[list_tag]).tolist():
            if outside[holder] or not first <= extents.start[holder] < last:
                continue
            begin, end = np.searchsorted(rows, (holder, elements.end[holder])).tolist()
            least = 2 if are_facts[holder] else _FEWEST_PAIRS
            if before[end] - before[begin] >= max(least, (end - begin) / 2):
                yield from filter(None, pairs[begin:end])


def _pairs_of_texts(
    document: Document, extents: TextSpans, first: int, last: int
) -> Iterator[tuple[str, str]]:
    """Yield the lines of the first list of names and values: "Height: 2 m", or in an element each.

    A list is what has several such lines below each other, and no others.
    """
    elements, lines = document.elements, dict[int, list[tuple[str, str] | None]]()
    other = document.once(_outside) | elements.linked | _is_bare(elements.tag)
    for row in extents.rows(first, last):
        if not other[row]:
            parent = int(elements.parents[row])
            lines.setdefault(parent, []).append(_line(extents, row))
    for pairs in lines.values():
        complete = [pair for pair in pairs if pair]
        is_list = len(complete) == len(pairs) >= _FEWEST_PAIRS
        if is_list and not all(_is_count(value) for _, value in complete):
            yield from complete
            return


def _line(extents: TextSpans, row: int) -> tuple[str, str] | None:
    """Return the name and the value that an element has as two texts, or as one with a colon."""
    first, last = extents.start[row], extents.end[row]
    texts = extents.texts(first, last) if last - first <= _MOST_OF_LINE else []
    if len(texts) == 1:
        name, _, value = texts[0].partition(":")
        texts = [name, value]
    texts = [text.strip(" :") for text in texts]
    is_line = (
        len(texts) == 2 and 0 < len(texts[0]) <= _MOST_NAME and 0 < len(texts[1]) <= _MOST_VALUE
    )
    return (texts[0], texts[1]) if is_line and any(map(str.isalpha, texts[0])) else None


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
