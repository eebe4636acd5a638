"""What prices and dates look like, in many languages."""

import re

_SIGNS = "$€£¥₹₽₩฿₫₺₴₪"

# Of an amount before its sign the last digit is enough; all of it, in text that is nothing but
# digits, would take quadratic time.
_price = re.compile(
    rf"[{_SIGNS}]\s?\d[\d.,]*"
    rf"|\d[.,]*\s?(?:[{_SIGNS}]|USD\b|EUR\b|руб|грн|zł|kr\b|Kč|lei\b|TL\b|Rs\b|円|元)"
)
_date = re.compile(
    r"\b(?:19|20)\d\d[-/.年]\s?\d{1,2}"
    r"|\b\d{1,2}[-/. ]\d{1,2}[-/. ](?:19|20)\d\d"
    r"|\b\d{1,2}\.? (?:de )?\w{3,10}\.?,? (?:de )?(?:19|20)\d\d"
    r"|\b\w{3,10}\.? \d{1,2},? (?:19|20)\d\d"
)
find_prices, has_price = _price.findall, _price.search
find_dates, has_date = _date.findall, _date.search
