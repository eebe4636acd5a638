"""Read the brand of a product: by labels, by names of elements and addresses, by its title."""

import re
from collections.abc import Mapping, Sequence

import numpy as np

from pagesight.extract.metadata.product.facts import MAX_CHARS, Label, texts_of_called
from pagesight.extract.metadata.site_names import squeezed
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import ANCHOR
from pagesight.extract.page.spans import TextSpans

_BRAND = (
    r"brand|marke|hersteller|marca|marque|manufacturer|fabricante|producer|producent|výrobce"
    r"|výrobca|značka|merk|fabrikant|märke|varemerke|mærke|merkki|tootja|бренд|производитель"
    r"|марка"
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
_MOST_BRAND_WORDS = 3  # by hand
_brand = Label(_BRAND, _is_brand)
_brand_near = Label(rf"{_BRAND}|by", _is_brand)
_is_brand_label = re.compile(rf"(?:{_BRAND})\W*", re.I).fullmatch
_after_brand_label = re.compile(rf"^.*\b(?:{_BRAND})\s*:\s+(?=\S)", re.I).sub


def leading_brand(document: Document, title: str) -> str:
    """Return the words that the title begins with, if a link or the page's data says just them."""
    words = title.split()
    if len(words) <= _MOST_BRAND_WORDS:
        return ""
    spans, tags = TextSpans(document), document.elements.tag
    links = np.flatnonzero(tags == ANCHOR).tolist()
    said = [spans.said(spans.start[row], spans.end[row], MAX_CHARS) for row in links]
    names = {*map(squeezed, said), *map(squeezed, _find_brands(document.page.html))} - {""}
    leads = (" ".join(words[:count]) for count in range(_MOST_BRAND_WORDS, 0, -1))
    return next((lead for lead in leads if squeezed(lead) in names), "")


def bare_brand(stated: str) -> str:
    """Return a stated brand without the words before it.

    >>> bare_brand("Ver mais artigos da Marca: Panasonic"), bare_brand("TP-Link")
    ('Panasonic', 'TP-Link')
    """
    return _after_brand_label("", stated) if len(stated) <= _MOST_STATED else stated


def specified_brand(specification: Mapping[str, str]) -> str:
    """Return the brand in a table of facts; "" if it has none."""
    return next((said for label, said in specification.items() if _is_brand_label(label)), "")


def brand(
    texts: Sequence[str], document: Document, extents: TextSpans, first: int, last: int
) -> str:
    """Return the product's brand, by the label before it, else by what its element is called."""
    found = _brand_near.value(texts)
    rows = range(len(document.elements))
    called = texts_of_called(document, extents, (rows, first, last), _names_brand, MAX_CHARS)
    named = (said.rstrip(":").rpartition(":")[2].strip() for said in called if len(said) > 1)
    behind = extents.texts(first, first + _FAR)
    return found or next(filter(_is_brand, named), "") or _brand.value(behind)
