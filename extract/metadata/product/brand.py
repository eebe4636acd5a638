"""Read the brand of a product: by labels, by names of elements and addresses, by its title."""

import re
from collections.abc import Iterator, Mapping

import numpy as np

from pagesight.extract.metadata.product.facts import MAX_CHARS, Label, texts_of_called
from pagesight.extract.metadata.site_names import squeezed
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import ANCHOR, CODE, HEADING_TAGS
from pagesight.extract.page.elements import Elements
from pagesight.extract.page.spans import TextSpans

_BRAND = (
    r"brand|marke|hersteller|marca|marque|manufacturer|fabricante|producer|producent|výrobce"
    r"|výrobca|značka|merk|fabrikant|märke|varemerke|mærke|merkki|tootja|бренд|производитель"
    r"|марка|maker|作り手|製造元|製造者"
    r"|品牌|ブランド|メーカー|proizvođač|gyártó|márka|kaubamärk|zīmols|prekės ženklas"
    r"|marka|üretici|producător|marcă|μάρκα|κατασκευαστής|виробник|thương hiệu|hãng(?: sản xuất)?"
    r"|nhà sản xuất|merek|ยี่ห้อ|แบรนด์|브랜드|제조사|العلامة التجارية|الماركة|ماركة|برند|מותג|יצרן"
)
_is_brand = re.compile(r"[^\s:].{1,39}").fullmatch
_names_brand = re.compile(r"brand|manufacturer|hersteller|marca|marque|vendor").search
_find_brands = re.compile(
    r"""brand["']\s*:\s*(?:\{[^{}]{0,100}?["']name["']\s*:\s*)?["']([^"'\\]{2,40})["']"""
).findall
_MOST_STATED = 200  # characters of a brand that are looked at
_FAR = 3_000  # texts in which a label may say the brand
_MOST_BRAND_WORDS, _MOST_NAME = 3, 4  # by hand
_NEAR, _BEFORE = 24, 6  # texts around the heading, and before a link, blank ones too
_MOST_INSIDE = 10  # elements of a link
_leads_to_brand = re.compile(
    r"/(?:brands?|manufacturers?|makers?|designers?|vendors?|artists?|hersteller|marken?|marcas?"
    r"|marques?|marchi[oa]?|merken|marki|m[äæ]rken|fabricants?|fabricantes?|produttor[ei]|producent\w*|producer|merk|znacka"
    r"|vyrobce|producator)[-/=?_]\w|[?&](?:brand|vendor|manufacturer|marque|marca)(?:_?id)?=",
    re.I,
).search
_is_logo = re.compile(
    r"brand|manufacturer|hersteller|mar[ck]en?[-_/]|marque|vendor|/m/\d", re.I
).search
_says_by = re.compile(
    r"(?:by|from|von|vom|di|da|par|de|door|od|av|af|fra|por|made by|hergestellt von)\W?", re.I
).fullmatch
_says_maker = re.compile(
    r"(?:(?:hand)?made|crafted|designed|produced|hergestellt|gefertigt|fabriqué|gemaakt|fatto"
    r"|prodotto|hecho|fabricado|feito|wyprodukowan[ey]) (?:by|von|par|door|da|por|przez)"
    r"\s+((?-i:[^\W\d_a-z])[^,.;\d\n]{1,38})(?:[,.;]|$)",
    re.I,
).match
_is_year = re.compile(r"(?:19|20)\d\d\b").match
_without_verb = re.compile(r"^(?:buy|shop|acheter|comprar|compra|kup|koop|kaufen) ", re.I).sub
_brand = Label(_BRAND, _is_brand)
_brand_near = Label(rf"{_BRAND}|by", _is_brand)
_is_brand_label = re.compile(rf"(?:{_BRAND})\W*", re.I).fullmatch
_visits_store = re.compile(
    r"visit the (.+) store|besuchen? (?:sie )?den (.+?)[ -]store|visiter la boutique (.+)"
    r"|visita la tienda de (.+)|visita lo store di (.+)|visite a loja (.+)",
    re.I,
).fullmatch
_after_brand_label = re.compile(rf"^.*\b(?:{_BRAND})\s*:\s+(?=\S)", re.I).sub


def leading_brand(document: Document, title: str) -> str:
    """Return the words that the title begins with, if a link or the page's data says just them."""
    words = _without_verb("", title).split()
    if len(words) <= _MOST_BRAND_WORDS:
        return ""
    spans, tags = TextSpans(document), document.elements.tag
    links = np.flatnonzero(tags == ANCHOR).tolist()
    linked = [spans.said(spans.start[row], spans.end[row], MAX_CHARS) for row in links]
    names = {*map(squeezed, linked), *map(squeezed, _find_brands(document.page.html))} - {""}
    leads = (" ".join(words[:count]) for count in range(_MOST_BRAND_WORDS, 0, -1))
    named = (lead for lead in leads if squeezed(lead) in names and lead[-1] not in ",;:")
    return next((lead for lead in named if not _is_year(lead)), "") or _first_part(document, title)


def _first_part(document: Document, title: str) -> str:
    """Return the words that a heading has in an element of their own, before the rest of it."""
    cuts, elements = document.cuts, document.elements
    at = next((n for n, text in enumerate(cuts.texts) if text == title), None)
    if at is None or elements.names[elements.tag[cuts.element[at]]] not in HEADING_TAGS:
        return ""
    shown = range(int(cuts.start[at]), int(cuts.end[at]))
    texts = [(cuts.strings[n].strip(), document.texts.holder[n]) for n in shown]
    parts = [(text, holder) for text, holder in texts if text]
    is_own = len(parts) == 2 and parts[0][1] != cuts.element[at]
    return parts[0][0] if is_own and _is_lead(*(text for text, _ in parts)) else ""


def _is_lead(first: str, rest: str) -> bool:
    is_name = first[:1].isupper() and _is_brand(first) is not None and not first.endswith(":")
    return is_name and len(first.split()) <= _MOST_BRAND_WORDS and len(rest.split()) > 1


def bare_brand(stated: str) -> str:
    """Return a stated brand without the words around it.

    >>> bare_brand("Ver mais artigos da Marca: Panasonic"), bare_brand("Visit the TP-Link Store")
    ('Panasonic', 'TP-Link')
    """
    if len(stated) > _MOST_STATED:
        return stated
    visited = _visits_store(stated)
    return next(filter(None, visited.groups())) if visited else _after_brand_label("", stated)


def specified_brand(specification: Mapping[str, str]) -> str:
    """Return the brand in a table of facts; "" if it has none."""
    return next((value for label, value in specification.items() if _is_brand_label(label)), "")


def brand(document: Document, extents: TextSpans, heading: int, first: int, last: int) -> str:
    """Return the product's brand, by the label before it, else by its link or logo at the heading.

    Else it is what an element is called so. `heading` is the number of the text that names the
    product; what is said between `first` and `last` may be of it.
    """
    labelled = _brand_near.value(extents.texts(first, last))
    rows = range(len(document.elements))
    called = texts_of_called(document, extents, (rows, first, last), _names_brand, MAX_CHARS)
    named = (text.rstrip(":").rpartition(":")[2].strip() for text in called if len(text) > 1)
    behind = extents.texts(first, first + _FAR)
    beside = labelled or _beside_heading(document, extents, heading)
    return beside or next(filter(_is_brand, named), "") or _brand.value(behind)


def _beside_heading(document: Document, extents: TextSpans, heading: int) -> str:
    """Return the brand that a link to its page, a logo or "made by" says beside the heading."""
    elements, tags = document.elements, document.elements.tag
    title = squeezed(extents.texts(heading, heading + 1)[0]) if extents.sizes[heading] else ""
    near = range(max(0, heading - _NEAR), heading + _NEAR)
    rows = np.flatnonzero((tags == ANCHOR) | (tags == CODE["img"])).tolist()
    for row in (row for row in rows if extents.start[row] in near):
        own = elements.own(row)
        name = extents.said(extents.start[row], extents.end[row], MAX_CHARS)
        if tags[row] == ANCHOR:
            before = extents.texts(max(0, extents.start[row] - _BEFORE), extents.start[row])
            is_such = _leads_to_brand(own.get("href") or "") or _says_by("".join(before[-1:]))
        else:
            around = " ".join(
                (elements.classes[row], own.get("src") or "", own.get("data-src") or "")
            )
            is_such = _is_logo(around)
            name = own.get("alt") or own.get("title") or ""
        name = name or next(iter(_alternatives(elements, row)), "")
        is_name = _is_brand(name) and len(name.split()) <= _MOST_NAME
        if is_such and is_name and squeezed(name) != title:
            return name
    made = map(_says_maker, extents.texts(heading, heading + _NEAR))
    return next((each[1].strip() for each in made if each), "")


def _alternatives(elements: Elements, row: int) -> Iterator[str]:
    """Yield what the images in a link say."""
    inside = range(row + 1, min(int(elements.end[row]), row + _MOST_INSIDE))
    images = (elements.own(each) for each in inside if elements.tag[each] == CODE["img"])
    yield from (each.get("alt") or each.get("title") or "" for each in images)
