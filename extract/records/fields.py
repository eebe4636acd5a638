"""Read the fields of a record from its blocks."""

import re
from collections.abc import Iterable, Sequence

from pagesight.extract.currencies import CODES, NUMBER, SIGNS
from pagesight.extract.parse.blocks import Block
from pagesight.extract.parse.dom import HEADING_TAGS
from pagesight.extract.records.dates import date_in

# These are other words too: "PHP 8", "COP 28", the knots of ships, the Friday of "Fr 12. Mai".
_OTHER_WORDS = frozenset({"COP", "Fr", "PEN", "PHP", "RM", "kn", "lei"})
_SHORT = frozenset({"Rs", "kr", "грн", "лв", "руб"})  # for longer words: a full stop may end them
_UNOFFICIAL = "₿"  # which no code of ISO 4217 stands for
_one_char = "".join(sign for sign in SIGNS if len(sign) == 1) + _UNOFFICIAL
_several_chars = "|".join(
    re.escape(sign) + (r"\.?" if sign in _SHORT else "")
    for sign in sorted({*SIGNS, *CODES} - _OTHER_WORDS)
    if len(sign) > 1
)
_CURRENCY = rf"[{_one_char}]|{_several_chars}"
_AMOUNT = rf"{NUMBER}(?:,-)?"
_prices = re.compile(
    rf"(?<!\w)(?:{_CURRENCY})\s?{_AMOUNT}|(?<![\w.]){_AMOUNT}\s?(?:{_CURRENCY})(?!\w)"
).finditer
_calls_former = re.compile(
    r"\b(?:was|before|old|original(?:ly)?|regular|list|previous(?:ly)?|rrp|msrp|uvp|statt|antes"
    r"|avant|save)(?: price)?:?\s*$",
    re.I,
).search
_WORD_CHARS = 25  # before a price: what is read to decide whether it is the one to pay
_apart_cents = re.compile(r"^(\D+\d+) (\d\d)$").sub
_follows_a_word = re.compile(r"\s*[^\W\d_]").match
_struck_out = re.compile(r"~~([^~]+)~~").findall
_MARKS = str.maketrans("", "", "*\\")
_is_nothing = re.compile(r"\D*0+(?:[.,]0+)?\D*").fullmatch  # the sum of an empty cart
_is_badge = re.compile(r"(?:save|up to)?\s*[-–+]?\s?\d{1,2}\s?%.{0,12}", re.I).fullmatch
_is_rating = re.compile(r"(?:rated? )?\d([.,]\d+)? (?:out of|von|sur|de|из) \d\b.*", re.I).match
_turns_pages = re.compile(
    r"[\d\s.…«»‹›<>|→←-]+"
    r"|(?:(?:load|show|view|see) (?:more|all)|more|next|prev(?:ious)?|older|newer|first|last"
    r"|weiter|zurück|mehr (?:laden|anzeigen)|suivant|précédent|siguiente|anterior|successivo)"
    r"(?: \w+)?[\s»›→←]*",
    re.I,
).fullmatch
_MOST_OF_PAGER = 30  # characters
_is_address = re.compile(r"https?://|www\.").match


def price_in(text: str) -> str:
    """Return the first price in `text` with its currency, as written; "" if there is none.

    Prices that the word before them calls former ones count only where there is no other. Two
    digits apart are cents written small.

    >>> price_in("Was £1,299.00 new"), price_in("ab 12,50 €"), price_in("Kr 5")
    ('£1,299.00', '12,50 €', '')
    >>> price_in("Was £40 Now £30"), price_in("$19 99")
    ('£30', '$19.99')
    """
    return _price_to_pay([text])


def price_of(blocks: Sequence[Block]) -> str:
    """Return the price as `price_in` does, of what is not struck out if a price is in that."""
    priced = [block for block in blocks if next(_prices(block.text), None)]
    return _price_to_pay(map(_not_struck_out, priced)) or _price_to_pay(b.text for b in priced)


def _price_to_pay(texts: Iterable[str]) -> str:
    former = ""
    for text in texts:
        for found in _prices(text):
            price = found[0].strip()
            if _is_nothing(price):
                continue
            if not _follows_a_word(text, found.end()):
                price = _apart_cents(r"\1.\2", price)
            if not _calls_former(text[max(0, found.start() - _WORD_CHARS) : found.start()]):
                return price
            former = former or price
    return former


def _not_struck_out(block: Block) -> str:
    """Return the text of the block without what its Markdown strikes out."""
    text = block.text
    for struck in _struck_out(block.markdown):
        text = text.replace(struck.translate(_MARKS), " ", 1)
    return text


def title_block(blocks: Sequence[Block], common: frozenset[str] = frozenset()) -> Block:
    """Return the block that names the record: a heading, else the longest link, else the first.

    What other records say too (`common`: "Read more"), and dates, prices and numbers, name nothing.
    """
    texts = [block for block in blocks if block.text] or list(blocks)
    naming = [
        block for block in texts if block.text not in common and names_something(block.text)
    ] or texts
    headings = [block for block in naming if block.tag in HEADING_TAGS]
    if headings:
        return headings[0]
    linked = [block for block in naming if block.link_chars >= 0.6 * len(block.text)]
    return max(linked, key=lambda block: block.link_chars) if linked else naming[0]


def names_something(text: str) -> bool:
    """Return whether a text may name something."""
    if len(text) < 3 or _is_address(text) or sum(map(str.isalpha, text)) < len(text) / 3:
        return False
    if len(text) > 30 and not _is_rating(text):
        return True
    return not (date_in(text) or price_in(text) or _is_badge(text) or _is_rating(text))


def turns_pages(text: str) -> bool:
    """Return whether a text is of links to more of a list, and no item of it.

    >>> turns_pages("1 2 3 … 9 »"), turns_pages("Load more"), turns_pages("More than words")
    (True, True, False)
    """
    return len(text) <= _MOST_OF_PAGER and _turns_pages(" ".join(text.split())) is not None
