"""Find the price that a product page shows: by what its element is called and where it stands."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice

from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Elements
from pagesight.extract.page.spans import TextSpans
from pagesight.extract.text.class_names import OTHER_PRODUCTS, names_former_price
from pagesight.extract.text.money import (
    Money,
    amount,
    calls_former_price,
    calls_instalment,
    code_of,
    codes_of,
    sums_in,
)

_MOST_PRICES = 1_000  # prices of a page: with more it is a list
_MAX_CHARS = 60  # of an element that is a price
_MAX_BLOCK_CHARS = 200  # of a block that holds one
_MAX_LABEL_CHARS = 24  # of a block before a price that names it
_LEVELS = 6  # elements around a price whose names count
_MOST_NAMES = 8  # class names of one: more are states of all the product ("shipping-taxable")
_names_price = re.compile(
    r"price|preis|prix|precio|preco|prezzo|cena|fiyat|(?<![a-z])prc(?![a-z])"
).search
_names_current = re.compile(
    r"sale|current|now|final|special|our|actual|main|product|offer|deal|today|sell|pay"
).search
_names_former = re.compile(
    r"old|was|regular|list-?price|strike|before|cross|rrp|msrp|original|previous|compare|saving"
    r"|discount|uvp|retail|instal|financ|month|unit|shipping|delivery|points|coupon|deposit|conv"
    r"|per-|base-?price|grundpreis"
).search
_names_others = re.compile(
    rf"{OTHER_PRODUCTS}|recos|carousel|mini-?cart|cart-?(?:item|popup|drawer)|basket|bundle|swiper"
    r"|slick|slide|sponsor|widget|footer|(?<![a-z])nav|menu|compar|listing|card|tile|list-?item"
    r"|modal|popup|banner"
).search
_WITHOUT_TAX = (
    r"(?:(?:exc?|excl|excluding|plus|\+|without|sin|senza|bez|zonder|ohne|zzgl|exkl|hors)\.?"
    r" ?(?:tax(?:es)?|vat|gst|iva|dph|btw|mwst|moms|tva)\b\.?|(?:iva|tva|vat) (?:esclusa|excluded)"
    r"|h\.?t\.?(?!\w)|netto\b|net\b)"
)
_says_other = re.compile(
    r"\b(?:save|compare|shipping|delivery|versand|livraison|from|over|free|spend"
    rf"|per month|/ ?m|{_WITHOUT_TAX})\W*$",
    re.I,
).search
_PIECES = r"(?:шт|tk|st|stk|stück|stuk|szt|ks|kom|kpl|pcs?|pieces?|pz|units?|ud|ea|each)\b|[個件个]"
_says_part = re.compile(
    rf"^\s*(?:/(?!\s*{_PIECES})|per |pro |par |x\s|a month|mtl|monthly|off|saving|delivery"
    "|shipping|each)",
    re.I,
).search
_goes_on_without_tax = re.compile(rf"\s*\(?{_WITHOUT_TAX}", re.I).match
_TEST_NAMES = frozenset({"data-testid", "data-test", "data-qa"})
_find_codes = re.compile(
    r"""currency(?:_?code|iso)?["']?\s*[:=]\s*(?:\{\s*["']active["']\s*:\s*)?["']([A-Z]{3})["']""",
    re.I,
).finditer
_STRUCK = frozenset({CODE["del"], CODE["s"], CODE["strike"]})
_STRIKES = "line-through"
_FURNITURE = frozenset({CODE["nav"], CODE["footer"], CODE["aside"], CODE["select"]})
_NOTHING = re.compile(r"0+(?:\.0+)?").fullmatch
_BEHIND = 0.004  # of a score, each text further behind the heading
_AHEAD = 0.5  # of a score, a price before the heading
_MOST_AWAY = 2.0  # of a score, the most that distance takes
_OF_OTHER_PRODUCTS = 1.5  # of a score, a place that is called one for other products
_REPEATED = 0.2  # score for each time a sum is said, to three
_LISTED = 1.5  # of a score, an element like those of other sums: prices of a list
RIGHT_BELOW = 20  # texts from the heading to a price that surely is the product's
_NET = 1.0  # of a score, a sum without tax: more than makes two prices alike
_SEVERAL = 3  # sums of a kind that make a list
_LEAST = -3.0  # score of a price that is worth reporting
_NEAR_PRICE = 12  # texts
_ALIKE = 0.7  # of a score
_LEAST_LEFT = Decimal("0.1")  # of a list price
_REDUCED = Decimal("0.3")  # of a price: less is a part of it


@dataclass(frozen=True, slots=True)
class Price:
    """A price that may be the product's: the number among the page's texts where it stands."""

    money: Money
    text: int
    row: int
    score: float = 0.0


def shown_price(document: Document, extents: TextSpans, heading: int) -> Price | None:
    """Return the price that is most likely the product's; None if none is likely.

    `heading` is the number of the text that names the product.
    """
    candidates = islice(_candidates(document, extents), _MOST_PRICES)
    prices = [price for price in candidates if not _NOTHING(price.money.amount)]
    amounts: dict[str, set[str]] = defaultdict(set)
    for price in prices:
        amounts[_tag_and_classes(document.elements, price.row)].add(price.money.amount)
    times = Counter(price.money.amount for price in prices)
    scored = []
    for price in prices:
        alike = amounts[_tag_and_classes(document.elements, price.row)]
        is_listed = len(alike) >= _SEVERAL and not 0 < price.text - heading <= RIGHT_BELOW
        score = price.score + _score(document.elements, price, heading)
        score += _REPEATED * min(times[price.money.amount], 3) - _LISTED * is_listed
        scored.append(replace(price, score=score))
    best = max(scored, key=lambda price: price.score, default=None)
    if best is None or best.score < _LEAST:
        return None
    lowest = min((price for price in scored if _reduces(price, best)), key=_value, default=best)
    return next((price for price in scored if _has_cents_of(price, lowest)), lowest)


def currency(document: Document, sign: str, language: str) -> str:
    """Return the code of a sign: of several that which the page's own data says, else likely is."""
    codes = codes_of(sign)
    codes_of_data = (
        (match[1] for match in _find_codes(document.page.html)) if len(codes) > 1 else ()
    )
    own = next((code for code in codes_of_data if code in codes), "")
    return own or code_of(sign, language, document.page.url)


def list_price(document: Document, extents: TextSpans, price: Price) -> str:
    """Return the amount near the price that is struck out or called a former one; "" if none is."""
    elements = document.elements
    for row in extents.rows(max(0, price.text - _NEAR_PRICE), price.text + _NEAR_PRICE):
        text = extents.said(extents.start[row], extents.end[row], _MAX_CHARS)
        sums = list(sums_in(text))
        is_one = len({money.amount for money in sums}) == 1
        is_former = is_one and (_is_struck(elements, row) or _is_called_former(elements, row))
        ends = (0, *(money.end for money in sums))
        for begin, money in zip(ends, sums, strict=False):
            is_called = is_former or calls_former_price(text[begin : money.start])
            if is_called and _reduced_from(money, price):
                return money.amount
    return ""


def _is_struck(elements: Elements, row: int) -> bool:
    """Return whether an element is struck out, by its tag, its own style or a class."""
    named = f"{elements.own(row).get('style', '')} {elements.classes[row]}"
    return int(elements.tag[row]) in _STRUCK or _STRIKES in named


def _is_called_former(elements: Elements, row: int) -> bool:
    return names_former_price(_called(elements, row).replace("_", "-"))


def _reduced_from(money: Money, price: Price) -> bool:
    now, former = _value(price), Decimal(money.amount)
    return now < former <= now / _LEAST_LEFT


def _reduces(price: Price, best: Price) -> bool:
    """Return whether a price beside the best one is what that was reduced to."""
    return (
        abs(price.text - best.text) <= _NEAR_PRICE
        and price.score > best.score - _ALIKE
        and _REDUCED * _value(best) <= _value(price) < _value(best)
        and price.money.sign == best.money.sign
    )


def _has_cents_of(price: Price, best: Price) -> bool:
    """Return whether a price is the best one with its cents, which stand in small figures."""
    is_beside = abs(price.text - best.text) <= _NEAR_PRICE
    return is_beside and price.money.amount.startswith(f"{best.money.amount}.")


def _value(price: Price) -> Decimal:
    return Decimal(price.money.amount)


def _tag_and_classes(elements: Elements, row: int) -> str:
    return f"{elements.tag[row]} {elements.classes[row]} {elements.classes[elements.parents[row]]}"


def _candidates(document: Document, extents: TextSpans) -> Iterator[Price]:
    """Yield the sums in the page's blocks, and in short elements that are called prices."""
    yield from _in_blocks(document)
    elements = document.elements
    named: dict[str, bool] = {"": False}  # pages repeat their names
    for row in range(len(elements)):
        called = _called(elements, row)
        if called not in named:
            named[called] = bool(_names_price(called))
        if named[called] and extents.start[row] < extents.end[row]:
            text = extents.said(extents.start[row], extents.end[row], _MAX_CHARS)
            sums = list(sums_in(text))
            if not sums and (number := amount(text)) and not any(map(str.isalpha, text)):
                sums = [Money(number, "")]
            if len(sums) == 1:
                yield Price(sums[0], extents.start[row], row)


def _in_blocks(document: Document) -> Iterator[Price]:
    """Yield the sums in short blocks that no word beside them calls something else."""
    label = ""
    for block in document.visible_blocks:
        is_label = len(block.text) <= _MAX_LABEL_CHARS
        if len(block.text) <= _MAX_BLOCK_CHARS:
            begin = 0  # of what belongs to a sum: not what says that the one before is net
            for money in sums_in(block.text):
                before = f"{label} {block.text[begin : money.start]}"
                is_label = False
                is_other = calls_former_price(before) or calls_instalment(before)
                is_other = is_other or _says_other(before) is not None
                net = _goes_on_without_tax(block.text, money.end)
                begin = net.end() if net else begin
                if not (is_other or _says_part(block.text[money.end :])):
                    text = _text_of(document, block, money)
                    row = int(document.texts.holder[text])
                    yield Price(money, text, row, -_NET if net else 0.0)
        label = block.text if is_label else ""


def _text_of(document: Document, block: Block, money: Money) -> int:
    """Return the number of the text in which a sum of the block begins."""
    cuts, digits = document.cuts, re.findall(r"\d+", block.text[money.start : money.end])[0]
    texts = range(int(cuts.start[block.order]), int(cuts.end[block.order]))
    return next((at for at in texts if digits in cuts.strings[at]), int(cuts.first[block.order]))


def _score(elements: Elements, price: Price, heading: int) -> float:
    """Return how likely the price is the product's, by names and place."""
    row, score, named, of_others = price.row, 1.0 if price.money.sign else 0.0, 0.0, False
    for level in range(_LEVELS):
        called, near = _called(elements, row), 1 - level / _LEVELS
        if level and called.count(" ") >= _MOST_NAMES:
            called = ""
        if _names_price(called):
            named = max(named, near + 0.4 * near * bool(_names_current(called)))
        score -= 2 * near * bool(_names_former(called))
        score -= 3 * _is_struck(elements, row) + 2 * (int(elements.tag[row]) in _FURNITURE)
        of_others = of_others or (level > 0 and bool(_names_others(called)))
        row = elements.parents[row]
    behind = price.text - heading
    away = behind * _BEHIND if behind >= 0 else _AHEAD - 2 * behind * _BEHIND
    return score + named - _OF_OTHER_PRODUCTS * of_others - min(_MOST_AWAY, away)


def _called(elements: Elements, row: int) -> str:
    marks = [value for name, value in elements.own(row).items() if name in _TEST_NAMES]
    return " ".join((elements.classes[row], elements.ids[row], *marks)).lower().strip()
