"""Read a salary, or the range of it, out of a text."""

import re

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.entities.job_words import UNITS
from pagesight.extract.text.money import NUMBER, Money, amount, code_of, sums_in

_THOUSANDS = re.compile(r"\s?k\b", re.I).match
_bare_sum = re.compile(rf"\W{{0,3}}({NUMBER})(?=\s?k\b|(?<=\d\d\d\d))", re.I).match
_pairs_up = re.compile(
    r"(\d[\d.,'’ \u00a0\u202f]{0,12})\s?k?\s?(?:-|–|—|to|bis|à|a|až|do|и|~|〜|～)\s*\W?$", re.I
).search


def is_pay(text: str) -> bool:
    """Return whether a text has a sum and says for how long that is paid."""
    return any(each.search(text) for each in UNITS.values()) and any(sums_in(text))


def pay(text: str, language: str, url: str) -> Entity | None:
    """Return a salary, or the range of it, with its currency and for how long it is paid."""
    text = text.replace("\u200d", "")
    sums = list(sums_in(text))[:2] or _bare(text)
    if not sums:
        return None
    amounts = [_whole(each.amount, text[each.end :]) for each in sums]
    if len(sums) == 1 and (lower := _pairs_up(text[: sums[0].start])):
        amounts.insert(0, _whole(amount(lower[1]), text[sums[0].end :]))
    unit = next((name for name, names in UNITS.items() if names.search(text)), "")
    bounds = ("minValue", "maxValue") if len(amounts) > 1 else ("value",)
    value = dict(zip(bounds, amounts, strict=True)) | ({"unitText": unit} if unit else {})
    code = code_of(sums[0].sign, language, url)
    currency = {"currency": code} if code else {}
    return Entity("MonetaryAmount", currency | {"value": Entity("QuantitativeValue", value)})


def _bare(text: str) -> list[Money]:
    """Return the sum that a text begins with, though it has no sign of a currency."""
    match = _bare_sum(text)
    return [Money(amount(match[1]), "", match.start(1), match.end(1))] if match else []


def _whole(number: str, rest: str) -> str:
    """Return an amount in full: that of "45k" is 45000."""
    return f"{float(number) * 1000:g}" if _THOUSANDS(rest) else number
