"""Read the price of an item and its rating, as the page writes them."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.records.fields.parts import ItemPart
from pagesight.extract.text.class_names import hyphenated, names_former_price
from pagesight.extract.text.money import (
    CODES,
    NUMBER,
    SIGNS,
    SMALL_CODES,
    STARTS_NUMBER,
    amount,
    calls_former_price,
    calls_instalment,
    is_surely_money,
)

# For longer words: a full stop may end them.
_SHORT = frozenset({"Fr", "Rp", "Rs", "Tk", "kr", "грн", "лв", "руб"})
_UNOFFICIAL = "₿"  # which no code of ISO 4217 stands for, nor for ten rials
_UNOFFICIAL_WORDS = ("تومان", "toman")
_one_char = "".join(sign for sign in SIGNS if len(sign) == 1) + _UNOFFICIAL
_marks = re.sub(r"\w", "", _one_char)  # that no word goes on with
_several_chars = "|".join(
    re.escape(sign) + (r"\.?" if sign in _SHORT else "")
    for sign in sorted({*SIGNS, *CODES, *SMALL_CODES, *_UNOFFICIAL_WORDS})
    if len(sign) > 1
)
_CURRENCY = rf"[{_one_char}]|{_several_chars}"
_AMOUNT = rf"{NUMBER}(?:,-)?"
# "Rp 1,1jt", "Rs 45 lakh": a price says so where it is no sum of a company.
_MYRIADS = r"(?:(?:億|亿)(?:[\d,.]{1,6}[万萬])?|[万萬千])?"  # 3,480万円, 1億2,000万円
_TIMES = r"(?i:\s?(?:jt|juta|rb|ribu|lakhs?|lacs?|crores?|cr|mil[iy]ar|triệu|tỷ)(?!\w))?"
_find_sums = re.compile(
    rf"(?:(?<![\w/])(?:{_CURRENCY})|(?<=\w)[{_marks}])\s?{_AMOUNT}{_TIMES}(?!\d|\s?%)"
    rf"|{STARTS_NUMBER}(?<![.])(?<![a-z][-+=]){_AMOUNT}{_MYRIADS}\s?(?:{_CURRENCY})(?:(?<=€)(?=[a-zà-ÿ])|(?!\w))(?!(?<=[$£])\s?[\d$£])"
).finditer
_has_digit = re.compile(r"\d").search
# Sums that are no price: a limit, a saving, the value of a company.
_limits = re.compile(
    r"\b(?:under|over|above|below|than|up to|sav(?:e|ing)s?|worth|wins?|orders?|minimum|unter|über"
    r"|bis zu|économisez|ahorra|risparmi|spare)\s*$|(?:^|[\s(])[-–−]$",
    re.I,
).search
_goes_on = re.compile(
    r"\s?(?:[kmb]|mn|bn|tn|mio|mrd|mil|(?:m|b|tr)illion|thousand|off)\b|[kmb]\b"
    r"|(?:\s\S{1,20}){0,2}\s(?:cash(?: ?back)?|coupons?|rebates?|vouchers?|gift cards?)\b",
    re.I,
).match
_is_of_unit = re.compile(
    r"\s*(?:/|(?:per|pro|par|je|por|al|a)\b)\s*(?:\d+\s*)?(?:kg|kilo\w*|gr?|lbs?|oz|lt?|lit(?:er|re)s?"
    r"|ml|cl|m[²2]?|sq\.? ?(?:ft|m)|st(?:k|ück)?|pcs?|pi[eè]ce|unit|unidad)\b",
    re.I,
).match
_is_called_price = re.compile(
    r"\b(?:price(?: is)?|now|only|sale|special|preis|jetzt|nur|prix|precio|prezzo|cena|цена)"
    r"[:\s–-]*$",
    re.I,
).search
# In a text of more words what is not called a price stands at the beginning or the end, so many
# words from it, and in a heading at the end: else it is what a sentence says.
_MOST_BESIDE, _FROM_EDGE = 8, 2
_NEAR, _MANY = 120, 9  # characters on either side that are read; what stands for words beyond them
_WORD_CHARS = 25  # before a price: what is read to decide whether it is the one to pay
_apart_cents = re.compile(r"^(\D+\d+(?:,\d{3})*) (\d\d)$").sub
_follows_a_word = re.compile(r"\s*[^\W\d_]").match
_struck_out = re.compile(r"~~([^~]+)~~").findall
_LEAST_LEFT = Decimal("0.2")  # of a price that was reduced: less is a saving or a part
_MARKS = str.maketrans("", "", "*\\")
_PRICE = "price|preis|prix|precio|prezzo|prijs|pris|cena"
_heads_price = re.compile(
    rf"(?:.{{0,20}}\b)?(?:{_PRICE}|preço|цена|fiyatı?)\b.{{0,20}}", re.I
).fullmatch
_heads_sum = re.compile(r"amount|sum|betrag|montant|importe?|importo|valor|сумма", re.I).fullmatch
_begins_with_currency = re.compile(rf"\s?(?:{_CURRENCY})(?!\w)").match
_find_currency = re.compile(rf"(?<!\w)(?:{_CURRENCY})(?!\w)").search
_is_number = re.compile(NUMBER).fullmatch
_is_nothing = re.compile(r"\D*0+(?:[.,]0+)?\D*").fullmatch  # the sum of an empty cart
_names_price = re.compile(rf"(?<![a-z])(?:{_PRICE}|pre[cç]o|fiyat)(?![a-z])").search
_last_class = re.compile(r"\.([\w-]+)\s*$").search
_MOST_STYLES = 500_000  # characters of style sheets
_STRIKES = "line-through"
_MOST_SELECTOR, _MOST_BODY = 500, 2_000  # characters of a rule; before what strikes in it


def _prices(text: str) -> Iterator[re.Match[str]]:
    """Yield the sums of money in a text."""
    if _has_digit(text):  # most have none, which is seen soon
        sums = (each for each in _find_sums(text) if is_surely_money(each[0]))
        yield from (each for each in sums if not _is_nothing(each[0]))


def price_in(text: str) -> str:
    """Return the first price in `text` with its currency, as written; "" if there is none.

    Prices that the word before them calls former ones count only where there is no other. Two
    digits apart are cents written small.

    >>> price_in("Was £1,299.00 new"), price_in("ab 12,50 €"), price_in("Kr 5")
    ('£1,299.00', '12,50 €', '')
    >>> price_in("Was £40 Now £30"), price_in("$19 99")
    ('£30', '$19.99')
    >>> price_in("Superb Car 2017 $ 50,213"), price_in("Bàn phím 1.690.000đ")
    ('$ 50,213', '1.690.000đ')
    """
    return _price_to_pay(_prices(text))


def sums_in(text: str) -> int:
    """Return how many sums of money a text holds."""
    return sum(1 for _ in _prices(text))


@dataclass(frozen=True, slots=True)
class Prices:
    """The price to pay, a range where it is one, and the former or list price; as written."""

    price: str = ""
    list_price: str = ""


def prices_of(blocks: Sequence[Block], former: Sequence[str] = ()) -> Prices:
    """Return the prices of an item; `former` are texts that its elements call former prices.

    The price is what is not struck out nor called former, if a price is in that. Of two sums side
    by side the second, if less, is what the first was reduced to. What a sentence or a headline
    says is no price, nor are limits and savings.
    """
    priced = [block for block in blocks if next(_prices(block.text), None)]
    if not priced:
        return Prices(next(_before_currency(blocks), ""))
    now = [match for block in priced for match in _offered(_current_text(block, former), block)]
    now = now or [match for block in priced for match in _offered(block.text, block)]
    now = [match for match in now if not _is_per_unit(match)] or now
    price = _price_to_pay(now)
    struck = [text for block in priced for text in _struck_out(block.markdown)]
    sums = (match for match in map(price_in, (*struck, *former)) if match != price)
    listed = next(filter(None, sums), "")
    listed = listed or next((text for text in (*struck, *former) if _is_former(text, price)), "")
    listed = listed or next(_called_former(priced, price), "")
    pair = _side_by_side(now)
    if pair and price == pair[0][0].strip():
        first, second = (match[0].strip() for match in pair)
        if _is_range(pair):
            price = pair[0].string[pair[0].start() : pair[1].end()].strip()
        elif _reduces(first, second):
            price, listed = second, first
        elif (len(now) == 2 or pair[0].string != pair[1].string) and _reduces(second, first):
            listed = second
    return Prices(price, listed if listed != price else "")


def _before_currency(blocks: Sequence[Block]) -> Iterator[str]:
    """Yield the numbers that are all of a block, with the currency that opens the next."""
    for block, following in pairwise(blocks):
        if _is_number(block.text) and _begins_with_currency(following.text):
            yield price_in(f"{block.text} {following.text}")


def price_under(attributes: Mapping[str, str]) -> str:
    """Return the number below the head of a column that is called a price, or the sum below one
    that is called an amount; "" if there is none.

    >>> price_under({"Artikel": "Salami", "Preis in EUR": "7,49"}), price_under({"Price": "7 left"})
    ('7,49 EUR', '')
    >>> price_under({"Payee": "Those of $100 and under", "Amount": "$10.00"})
    '$10.00'
    """
    for head, text in attributes.items():
        if _heads_sum(head) and price_in(text) == text:
            return text
        if _heads_price(head) and _is_number(text):
            sign = _find_currency(head)
            return f"{text} {sign[0]}" if sign else text
    return ""


def _called_former(blocks: Sequence[Block], price: str) -> Iterator[str]:
    """Yield the sums above the price that the word before them calls former ones."""
    for match in (match for block in blocks for match in _prices(block.text)):
        before = match.string[max(0, match.start() - _WORD_CHARS) : match.start()]
        if calls_former_price(before) and _reduces(match[0], price):
            yield match[0].strip()


def _is_former(text: str, price: str) -> bool:
    """Return whether a text is a number alone, without the currency, that was the price."""
    return bool(price and _is_number(text)) and _reduces(text, price)


def _is_per_unit(match: re.Match[str]) -> bool:
    """Return whether a sum is what a measure costs, not the thing: "(€1.20 / kg)"."""
    return _is_of_unit(match.string, match.end()) is not None


def _side_by_side(sums: Sequence[re.Match[str]]) -> tuple[re.Match[str], re.Match[str]] | None:
    """Return the first two sums, if no word is between them, or each is all that its block says."""
    if len(sums) < 2:
        return None
    if sums[0].string != sums[1].string:
        return (sums[0], sums[1]) if all(map(_is_alone, sums[:2])) else None
    between = sums[0].string[sums[0].end() : sums[1].start()]
    return None if any(map(str.isalnum, between)) else (sums[0], sums[1])


def _is_alone(match: re.Match[str]) -> bool:
    """Return whether a sum is all that its text says."""
    return not any(map(str.isalnum, match.string[: match.start()] + match.string[match.end() :]))


def _is_range(pair: tuple[re.Match[str], re.Match[str]]) -> bool:
    if pair[0].string != pair[1].string:
        return False
    between = pair[0].string[pair[0].end() : pair[1].start()].strip()
    return between in ("-", "–", "—", "~") and _value(pair[0][0]) < _value(pair[1][0])


def _reduces(former: str, now: str) -> bool:
    """Return whether the second sum is what the first was reduced to, and no part of it."""
    return _LEAST_LEFT * _value(former) <= _value(now) < _value(former)


def _value(price: str) -> Decimal:
    return Decimal(amount(price) or 0)


def _offered(text: str, block: Block) -> Iterator[re.Match[str]]:
    """Yield the sums in the text of a block that may be prices."""
    for match in _prices(text):
        start, end = match.span()
        before = text[max(0, start - _NEAR) : start].rpartition("\n")[2]
        after = text[end : end + _NEAR].partition("\n")[0]
        if _limits(before[-_WORD_CHARS:]) or _goes_on(after) or calls_instalment(before):
            continue
        words_before = _words(before) + (len(before) == _NEAR) * _MANY
        words_after = _words(after) + (len(after) == _NEAR) * _MANY
        at_start = words_before <= _FROM_EDGE and block.tag not in HEADING_TAGS
        at_edge = at_start or words_after <= _FROM_EDGE
        is_short = words_before + words_after <= _MOST_BESIDE
        if is_short or at_edge or _is_called_price(before[-_WORD_CHARS:]):
            yield match


def _words(text: str) -> int:
    """Return how many words with a letter a text has: another sum is none."""
    return sum(any(map(str.isalpha, word)) for word in text.split())


def _price_to_pay(sums: Iterable[re.Match[str]]) -> str:
    former = ""
    for match in sums:
        text, price = match.string, match[0].strip()
        if not _follows_a_word(text, match.end()):
            price = _apart_cents(r"\1.\2", price)
        before = text[max(0, match.start() - _WORD_CHARS) : match.start()]
        if not (calls_former_price(before) or _limits(before)):
            return price
        former = former or price
    return former


def _current_text(block: Block, former: Sequence[str]) -> str:
    """Return the text of the block without what its Markdown strikes out, or is called former."""
    text = block.text
    for struck in (*_struck_out(block.markdown), *former):
        text = text.replace(struck.translate(_MARKS), " ", 1)
    return text


def price_called(parts: Sequence[ItemPart]) -> str:
    """Return the number, without a currency, that is called a price, as in menus; or ""."""
    called = (part for part in parts if _names_price(part.called))
    now = (part.text for part in called if not names_former_price(part.called))
    return next(filter(_is_number, now), "")


def former_texts(parts: Sequence[ItemPart], struck: frozenset[str]) -> list[str]:
    """Return the texts of the parts that are called former prices, or are struck out by class."""
    return [
        part.text
        for part in parts
        if (names_former_price(part.called) or not struck.isdisjoint(part.called.split()))
        and (_is_number(part.text) or next(_prices(part.text), None))
    ]


def struck_classes(document: Document) -> frozenset[str]:
    """Return the classes whose text the page's own style sheets strike out, in small letters."""
    sheets = (element.text or "" for element in document.tree.iter("style"))
    text = "".join(sheets)[:_MOST_STYLES]
    if _STRIKES not in text:
        return frozenset()
    rules = (rule.rpartition("{") for rule in text.split("}"))
    striking = (rule for rule, _, body in rules if _STRIKES in body[: _MOST_BODY + len(_STRIKES)])
    shown = (rule.rpartition("{")[2][-_MOST_SELECTOR:] for rule in striking)
    selectors = (each for rule in shown for each in rule.split(","))
    matches = (_last_class(each) for each in selectors)
    return frozenset(hyphenated(each[1]).lower() for each in matches if each)
