"""Currencies: the signs and codes that stand for them, and how a sum is written beside one."""

import re
from collections.abc import Mapping

# Signs and the codes they stand for; of several, the first, or that of the page's country.
SIGNS: Mapping[str, str] = {
    "US$": "USD", "CA$": "CAD", "C$": "CAD", "AU$": "AUD", "A$": "AUD", "NZ$": "NZD",
    "HK$": "HKD", "NT$": "TWD", "S$": "SGD", "R$": "BRL", "MX$": "MXN",
    "$": "USD CAD AUD NZD MXN CLP ARS COP TWD HKD SGD", "€": "EUR", "£": "GBP",
    "¥": "JPY CNY", "￥": "JPY CNY", "円": "JPY", "元": "CNY TWD", "₹": "INR", "₽": "RUB",
    "₩": "KRW", "원": "KRW", "₺": "TRY", "₫": "VND", "₴": "UAH", "₪": "ILS", "฿": "THB",
    "₦": "NGN", "₱": "PHP", "₲": "PYG", "₡": "CRC", "₵": "GHS", "₸": "KZT", "zł": "PLN",
    "Kč": "CZK", "Ft": "HUF", "лв": "BGN", "lei": "RON", "kn": "HRK", "руб": "RUB",
    "грн": "UAH", "kr": "SEK NOK DKK ISK", "Rs": "INR PKR LKR NPR", "TL": "TRY", "Fr": "CHF",
    "RM": "MYR", "Rp": "IDR", "ر.س": "SAR", "د.إ": "AED",
}  # fmt: skip
CODES = frozenset({
    "USD", "EUR", "GBP", "JPY", "CNY", "INR", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF",
    "AUD", "CAD", "NZD", "BRL", "MXN", "ZAR", "TRY", "RUB", "UAH", "KRW", "SGD", "HKD", "THB",
    "AED", "SAR", "ILS", "RON", "BGN", "HRK", "TWD", "CLP", "ARS", "COP", "PEN", "MYR", "IDR",
    "PHP", "VND", "EGP", "KWD", "QAR",
})  # fmt: skip
# The country of a top-level domain, or of a language's second part, and its money.
_COUNTRIES: Mapping[str, str] = {
    "ca": "CAD", "au": "AUD", "nz": "NZD", "mx": "MXN", "cl": "CLP", "ar": "ARS", "co": "COP",
    "tw": "TWD", "hk": "HKD", "sg": "SGD", "cn": "CNY", "zh": "CNY", "jp": "JPY", "ja": "JPY",
    "se": "SEK", "sv": "SEK", "no": "NOK", "nb": "NOK", "nn": "NOK", "dk": "DKK", "da": "DKK",
    "is": "ISK", "pk": "PKR", "lk": "LKR", "np": "NPR",
}  # fmt: skip
NUMBER = r"\d(?:[\d.,'’ \u00a0\u202f]{0,20}\d)?"  # bounded: a page may be all digits
_find_country = re.compile(r"\.([a-z]{2})(?:[:/]|$)").search
_find_path_country = re.compile(r"://[^/]+/(?:[a-z]{2}[-_])?([a-z]{2})/").search
_canonical = {sign.lower(): sign for sign in SIGNS}


def code_of(sign: str, language: str = "", url: str = "") -> str:
    """Return the ISO 4217 code of a sign, by the page's address and language where it has several.

    >>> code_of("£"), code_of("eur"), code_of("$", "es", "https://a.cl/x"), code_of("kr", "da")
    ('GBP', 'EUR', 'CLP', 'DKK')
    """
    codes = codes_of(sign)
    country = _find_country(url.split("//")[-1].split("/")[0].lower())
    path = _find_path_country(url.lower())
    for hint in (path and path[1], country and country[1], language[-2:].lower(), language[:2]):
        if hint and _COUNTRIES.get(hint) in codes:
            return _COUNTRIES[hint]
    return codes[0] if codes else ""


def codes_of(sign: str) -> tuple[str, ...]:
    """Return the codes that a sign may stand for, the likeliest first; none if it is no sign."""
    bare = sign.strip().rstrip(".")
    if bare.upper() in CODES:
        return (bare.upper(),)
    return tuple(SIGNS.get(_canonical.get(bare.lower(), ""), "").split())
