"""Read what a product page shows beside its price: numbers and rating."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from urllib.parse import parse_qsl, urlsplit

import numpy as np
from lxml.html import HtmlElement

from pagesight.extract.metadata.product.details import called_beside_title
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import tag_mask
from pagesight.extract.page.spans import TextSpans
from pagesight.extract.text.class_names import OTHER_PRODUCTS

_SKU = (
    r"sku|(?:\w+ )?item (?:code|no\.?|number|#)|product (?:code|no\.?|number|id)"
    r"|id (?:do )?produ(?:to|cto|it)"
    r"|art(?:icle|ikel)?\.?[ -]?(?:no|nr|nummer|number|num)\.?|article|artikel|artikelnummer"
    r"|bestell-?nr\.?|best\.-nr\."
    r"|cat(?:alog(?:ue)?)?\.? ?(?:no|number|#)\.?"
    r"|cod\.? ?art\.?|stock code|c[oó]d(?:igo)?\.?(?: do produto)?|sku:|ugs"
    r"|kod(?: produktu)?|kód(?: produktu| tovaru| zboží)?|číslo(?: produktu)?|asin|tuotenumero"
    r"|varen(?:r\.?|ummer)|art\.|артикул|код(?: товар[ау])?|商品編號|型號|商品番号|品番|indeks"
    r"|nr (?:kat|ref)\.?|(?:stok|ürün) kodu|cod(?: produs)?|cikkszám|κωδικός(?: προϊόντος)?"
    r"|tuote(?:nro|koodi)|tootekood|prekės kodas|preces kods|šifra(?: proizvoda| izdelka)?"
    r"|mã (?:sản phẩm|sp|hàng)|kode produk|รหัสสินค้า|상품 ?(?:번호|코드)|품번|货号|商品编号|产品编号"
    r"|貨號|商品コード|商品番號|symbol(?: produktu)?|artikelnr\.?|codice(?: (?:articolo|prodotto))?"
    r"|رقم المنتج|رمز المنتج|کد (?:کالا|محصول)|מק\"ט"
)
_REFERENCE = r"(?:ref(?:er[eê]nc(?:ia|e))?|réf(?:érence)?)\.?|article|artikel|item|kod|kód|id"
_MPN = (
    r"mpn|(?:item )?model(?: (?:no\.?|number|nr\.?|#))?|(?:manufacturer )?part (?:no\.?|number)"
    r"|herstellernummer|modell|modelo|modèle|model tootja|型號|型番"
)
_GTIN = r"(?:gtin|ean|upc|isbn|barcode)(?:[- ]?1[0234])?(?:-(?:nummer|code))?(?: \(.{1,10}\))?"
_is_number = re.compile(r"(?=.*\d)[\w./-]{3,30}(?: [\w./-]{1,12}){0,2}").fullmatch
_is_gtin = re.compile(r"(?:\d[ -]?){7,13}[\dX]").fullmatch
_MEAN = r"[0-5](?:[.,]\d{1,20})?"
_OUT_OF = r"\s*(?:/|(?:out )?of|von|sur|de|su|van|z|av|из|na)\s*5\b"
_find_rating = re.compile(
    rf"(?<![\d.,])({_MEAN}){_OUT_OF}"
    rf"|(?:rat(?:ed|ing)|bewertung|note)\D{{0,12}}({_MEAN})(?![\d.,])"
    rf"|(?<![\d.,])({_MEAN})\s*(?:stars?|sterne|étoiles|estrellas|★)"
    r"|\A([0-5][.,]\d{1,2})(?![\d.,/])",
    re.I,
).search
_STARS = r"\d\s*(?:stars?|stern(?:en?)?|étoiles?|estrellas?|★)"
_says_levels = re.compile(  # "1 star 2 stars", "Your rating 1 2 3 4 5"
    rf"{_STARS}\D{{0,10}}{_STARS}|\b1\D{{1,10}}2\D{{1,10}}3\D{{1,10}}4\D{{1,10}}5\b", re.I
).search
_COUNT = r"(\d{1,3}(?:[., \u00a0\u202f]\d{3})+|\d{1,7})"
_REVIEWS = (
    r"(?:(?:customer|verified|user|global) )*(?:reviews?|ratings?|votes?|customers?)|bewertung\w*"
    r"|rezension\w*|avis|évaluations?|opini\w*|valoraci\w*|reseñas?|recension\w*|avalia\w*|beoordeling\w*"
    r"|hodnocení|hodnotení|отзыв\w*|оцен\w*|則?評價|条?评价|レビュー|تقييم\w*|리뷰"
)
_find_bracketed = re.compile(
    rf"(?:{_REVIEWS})\s*[(:]\s*{_COUNT}(?![.,]?\d)(?!{_OUT_OF})"
    rf"|\A(?:[0-5][.,]\d{{1,2}}\s*)?\(\s*{_COUNT}\s*\)\Z",
    re.I,
).search
_find_counted = re.compile(rf"(?<![\d.,]){_COUNT}\s*(?:{_REVIEWS})", re.I).search
_says_both = re.compile(
    r"(?<![\d.,$€£])\(?((?!0[.,]0)[0-5][.,]\d{1,2})"
    r"(?:\s?/\s?5| out of 5| von 5| sur 5)?(?: (?:stars?|sternen?|étoiles|estrellas))?"
    rf"(?: (?:out of|from|by|von|sur|de|par|por|da|door))?\)?[\s|·(]{{1,4}}"
    rf"{_COUNT}\s*(?:\)|{_REVIEWS})",
    re.I,
).search
_names_rating = re.compile(r"rating|stars?(?![a-z])|bewertung|review").search
_names_others = re.compile(OTHER_PRODUCTS).search
_CALLED = "//span[@class='sku']/text()"  # of WooCommerce, in whatever language its label is
_HELD = "//@data-sku | //@data-product-sku"  # other attributes hold numbers of the shop's own
_says_gtin = re.compile(rf"{_GTIN}\s+(\d[\d -]{{6,16}}\d)", re.I).fullmatch
_says_sku = re.compile(
    r"\W*(?:sku|(?:product|item|article) (?:code|no\.?|number)|style (?:no\.?|number)|codice"
    r"|artikel-?(?:nr\.?|nummer)|código|kod produktu|品番|型番)\s+#?(\S+)",
    re.I,
).fullmatch
MAX_CHARS = 40  # of a value
_MAX_QUERY, _MAX_PIECE = 1_000, 200  # characters of an address that are read
_ASKED = ("sku", "pid", "product_id", "productid", "item", "id")  # in an address
_is_id = re.compile(r"(?=(?:\D*\d){5})[A-Za-z]{0,3}[A-Za-z0-9]{5,17}").fullmatch
_MOST_STATED = 200  # characters of a brand or number that are looked at
_in_form = tag_mask("label", "legend", "select")
_MAX_RATING_CHARS = 80  # of a text that is a rating and no more; by hand
_code_before_words = re.compile(r"(?=(?:\S*\d){5})(\S+) [^\d]+").fullmatch


class Label:
    """Finds a value by the label before it, in the same text or the one before."""

    def __init__(self, names: str, fits: Callable[[str], object]) -> None:
        """Take the label's names, a regular expression, and what its values are like."""
        self._is_label = re.compile(rf"(?:{names})\s*[:.#]?", re.I).fullmatch
        self._find = re.compile(rf"^\W*(?:{names})\s*[:.#]+\s*(\S.{{1,{MAX_CHARS}}})", re.I).match
        self._fits = fits

    def value(self, texts: Sequence[str]) -> str:
        """Return the first value that is like one; "" if there is none."""
        before = ""
        for text in texts:
            bare = text.strip(" :#")
            if self._is_label(before) and self._fits(bare):
                return bare
            match = self._find(text)
            if match and self._fits(value := match[1].strip(" .")):
                return str(value)
            before = text
        return ""


_sku, _reference = Label(_SKU, _is_number), Label(_REFERENCE, _is_number)
_mpn, _gtin = Label(_MPN, _is_number), Label(_GTIN, _is_gtin)


def sku(texts: Sequence[str], tree: HtmlElement) -> str:
    """Return the number under which the product is sold, by its label, else as a form has it."""
    short = (text for text in texts if len(text) <= MAX_CHARS)
    worded = (match[1] for match in map(_says_sku, short) if match and _is_number(match[1]))
    if number := _sku.value(texts) or next(worded, "") or _reference.value(texts):
        return number
    held = (value.strip() for path in (_CALLED, _HELD) for value in tree.xpath(path)[:1])
    return next(filter(_is_number, held), "")


def number_in_address(url: str) -> str:
    """Return the number by which the page's address names the product; "" if it has none.

    >>> number_in_address("https://shop.example/p/blue-mug-112949990.html?ref=mail")
    '112949990'
    >>> number_in_address("https://shop.example/store/1227?pid=260591")
    '260591'
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    asked = dict(parse_qsl(parts.query[:_MAX_QUERY]))
    named = (asked[name] for name in _ASKED if name in asked)
    last = parts.path.rstrip("/").rpartition("/")[2].partition(".")[0]
    pieces = re.split(r"[-_,=]", last[-_MAX_PIECE:])
    return next((each for each in (*named, *pieces[::-1]) if _is_id(each)), "")


def mpn(texts: Sequence[str]) -> str:
    """Return the maker's own number or name of the model, by its label."""
    return _mpn.value(texts)


def gtin(texts: Sequence[str]) -> str:
    """Return the global number of the trade item, by its label."""
    short = (text for text in texts if len(text) <= MAX_CHARS)
    worded = (match[1] for match in map(_says_gtin, short) if match)
    return re.sub(r"[ -]", "", _gtin.value(texts) or next(worded, ""))


def bare_sku(stated: str) -> str:
    """Return a stated number without the words after it.

    >>> bare_sku("TE502955-1293415 Housse de canapé"), bare_sku("GARNI 570 EASY II")
    ('TE502955-1293415', 'GARNI 570 EASY II')
    """
    match = _code_before_words(stated) if len(stated) <= _MOST_STATED else None
    return match[1] if match else stated


def rating(document: Document, extents: TextSpans, first: int, last: int) -> tuple[str, str]:
    """Return the mean of the stars that customers gave, of five, and how many they are; or "".

    Both are of the first element that says the mean; the number may stand in the next. A mean of 0
    is of nobody, and what stands beside the buttons of a form is what one may give. Where none
    is called so they are those of the first line, or two, that say both.
    """
    elements, mean, count = document.elements, "", ""
    others = called_beside_title(document, _names_others)
    beside = elements.inside(others | _in_form(elements.tag))
    where = np.flatnonzero(~beside).tolist(), first, last
    for label in texts_of_called(document, extents, where, _names_rating, _MAX_RATING_CHARS):
        if match := None if mean or _says_levels(label) else _find_rating(label):
            mean = str(next(filter(None, match.groups()))).replace(",", ".")
        if match := None if count else _find_bracketed(label) or _find_counted(label):
            count = re.sub(r"\D", "", next(filter(None, match.groups())))
    if mean:
        return (mean, count.lstrip("0")) if float(mean) else ("", "")
    own = [
        text
        for text, row, at in zip(
            document.cuts.texts, document.cuts.element, document.cuts.first, strict=True
        )
        if first <= at < last and len(text) <= _MAX_RATING_CHARS and not beside[row]
    ]
    lines = (line for pair in pairwise([*own, ""]) for line in (pair[0], " ".join(pair)))
    if both := next(filter(None, map(_says_both, lines)), None):
        return both[1].replace(",", "."), re.sub(r"\D", "", both[2])
    return _spoken_mean(document, extents, first, last), count.lstrip("0")


def _spoken_mean(document: Document, extents: TextSpans, first: int, last: int) -> str:
    """Return the mean that the stars are called, for those who do not see them."""
    spoken = document.elements.values("aria-label")
    near = (text for row, text in spoken if first <= extents.start[row] < last)
    matches = (_find_rating(text) for text in near if len(text) <= _MAX_RATING_CHARS)
    means = (next(filter(None, each.groups())).replace(",", ".") for each in matches if each)
    return next(means, "")


def texts_of_called(
    document: Document,
    extents: TextSpans,
    where: tuple[Iterable[int], int, int],
    names: Callable[[str], object],
    most: int,
) -> Iterator[str]:
    """Yield what the elements called so say, in attributes, then in texts.

    `where` has the elements that are looked at, and between which texts they begin.
    """
    elements, (rows, first, last) = document.elements, where
    for row in rows:
        if not first <= extents.start[row] < last:
            continue
        if names(f"{elements.classes[row]} {elements.ids[row]}".lower()):
            attributes = elements.own(row)
            for name in ("aria-label", "title", "data-rating"):
                yield (attributes.get(name) or "")[:most]
            yield extents.said(extents.start[row], extents.end[row], most)
