"""Read sums of money: signs and codes of currencies, and the numbers beside them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation

from pagesight.extract.text.tokens import UNSPACED

# Signs and the codes they stand for; of several, the first, or that of the page's country.
SIGNS: Mapping[str, str] = {
    "US$": "USD", "CA$": "CAD", "C$": "CAD", "AU$": "AUD", "A$": "AUD", "NZ$": "NZD",
    "HK$": "HKD", "NT$": "TWD", "S$": "SGD", "R$": "BRL", "MX$": "MXN",
    "$": "USD CAD AUD NZD MXN CLP ARS COP TWD HKD SGD", "€": "EUR", "£": "GBP",
    "¥": "JPY CNY", "￥": "JPY CNY", "円": "JPY", "元": "CNY TWD", "₹": "INR", "₽": "RUB",
    "₩": "KRW", "원": "KRW", "₺": "TRY", "₫": "VND", "đ": "VND", "Đ": "VND", "VNĐ": "VND",
    "₴": "UAH", "₪": "ILS", "฿": "THB",
    "₦": "NGN", "₱": "PHP", "₲": "PYG", "₡": "CRC", "₵": "GHS", "₸": "KZT", "zł": "PLN",
    "Kč": "CZK", "Ft": "HUF", "лв": "BGN", "lei": "RON", "kn": "HRK", "руб": "RUB",
    "грн": "UAH", "kr": "SEK NOK DKK ISK", "Rs": "INR PKR LKR NPR", "TL": "TRY", "Fr": "CHF",
    "SFr": "CHF", "R": "ZAR",
    "RM": "MYR", "Rp": "IDR", "ر.س": "SAR", "৳": "BDT", "﷼": "IRR", "ریال": "IRR", "د.إ": "AED",
    "р": "RUB BYN",
    "ج.م": "EGP", "د.ك": "KWD", "ر.ق": "QAR", "د.م": "MAD", "د.ج": "DZD", "ر.ع": "OMR",
    "جنيه": "EGP", "درهم": "AED MAD", "دينار": "KWD JOD IQD", "ريال": "SAR QAR OMR YER",
    "сум": "UZS", "тг": "KZT", "тенге": "KZT", "₾": "GEL", "₼": "AZN", "֏": "AMD", "KSh": "KES",
    "Ksh": "KES", ":-": "SEK", "NIS": "ILS", "FCFA": "XOF XAF", "CFA": "XOF XAF", "تومان": "IRT",
}  # fmt: skip
CODES = frozenset({
    "USD", "EUR", "GBP", "JPY", "CNY", "INR", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF",
    "AUD", "CAD", "NZD", "BRL", "MXN", "ZAR", "TRY", "RUB", "UAH", "KRW", "SGD", "HKD", "THB",
    "AED", "SAR", "ILS", "RON", "BGN", "HRK", "TWD", "CLP", "ARS", "COP", "PEN", "MYR", "IDR",
    "PHP", "VND", "EGP", "KWD", "QAR", "BDT", "IRR", "KZT", "KES", "MAD", "NGN", "PKR",
    "RSD",
})  # fmt: skip
# In small letters too, but those that are words.
SMALL_CODES = frozenset(
    code.lower() for code in CODES - {"TRY", "COP", "PEN", "PHP", "RON", "SAR", "MAD"}
)
# The country of a top-level domain, or of a language's second part, and its money.
_COUNTRIES: Mapping[str, str] = {
    "ca": "CAD", "au": "AUD", "nz": "NZD", "mx": "MXN", "cl": "CLP", "ar": "ARS", "co": "COP",
    "tw": "TWD", "hk": "HKD", "sg": "SGD", "cn": "CNY", "zh": "CNY", "jp": "JPY", "ja": "JPY",
    "se": "SEK", "sv": "SEK", "no": "NOK", "nb": "NOK", "nn": "NOK", "dk": "DKK", "da": "DKK",
    "is": "ISK", "pk": "PKR", "lk": "LKR", "np": "NPR",
}  # fmt: skip
_NO_COUNTRIES = frozenset({"ar", "ca"})  # languages: Arabic, Catalan
_BEHIND = frozenset({"р", ":-"})  # before a number a river, and half a face
# Before a number: no letter or digit, but a word that no space parts from it, and no higher digits
# ("3万5000円").
STARTS_NUMBER = rf"(?:(?<!\w)|(?<=[{UNSPACED}\uac00-\ud7af])(?<![万萬千百億亿兆만천억조]))"
NUMBER = r"\d(?:[\d.,'’،٬ \u00a0\u202f]{0,20}\d)?"  # bounded: a page may be all digits
_find_country = re.compile(r"\.([a-z]{2})(?:[:/]|$)").search
_find_host_country = re.compile(r"([a-z]{2})\.[^.]+\.").match  # "au.jobs.example"
_find_path_country = re.compile(r"://[^/]+/(?:[a-z]{2}[-_])?([a-z]{2})/").search
_canonical = {sign.lower(): sign for sign in SIGNS}
_by_length = sorted((*SIGNS, *CODES), key=len, reverse=True)
_patterns = {
    # Letters are a sign only where no word goes on, and a full stop may end them.
    sign: rf"(?<![^\W\d_]){re.escape(sign)}\.?(?![^\W\d_])"
    if sign[0].isalpha() and sign[-1].isalpha()
    else re.escape(sign)
    for sign in _by_length
}
_SIGN = "|".join(_patterns.values())
_SIGN_BEFORE = "|".join(pattern for sign, pattern in _patterns.items() if sign not in _BEHIND)
_sums = re.compile(
    rf"(?P<before>{_SIGN_BEFORE})\s?(?P<first>(?:\.(?=\d\d(?!\d)))?{NUMBER})"
    rf"(?:\s?(?-i:(?P<code>{'|'.join(CODES)}))(?![^\W\d_]))?"
    rf"|{STARTS_NUMBER}(?<![.,])(?P<whole>\d{{1,4}})€(?P<cents>\d\d)(?!\d)"
    rf"|{STARTS_NUMBER}(?<![.,])(?P<second>{NUMBER})(?:,-|,–|\.-)?\s?(?P<after>{_SIGN})",
    re.I,
).finditer
_has_digit = re.compile(r"\d").search
_find_number = re.compile(NUMBER).search
_has_cents_alone = re.compile(r"\W*[.]\d\d(?![\d.,])").match
_CENTS = re.compile(r"^(\d+)[ \u00a0\u202f](\d\d)$")
# Signs that are other words too: "PHP 8", "COP 28", "2 MAD MEN", the knots of ships, the
# Friday of "Fr 12. Mai".
_find_other_word = re.compile(
    r"(?<![^\W\d_])(?:COP|Fr|MAD|PEN|PHP|R|RM|kn|lei|р)(?![^\W\d_]|\$)", re.I
).search
_IN_CAPITALS = frozenset({"COP", "MAD", "PEN", "PHP", "R", "RM"})
_has_cents = re.compile(r"\d[.,]\d\d(?!\d)").search
_has_parts = re.compile(r"\d[.,]\d\d(?!\d)|\d[.,'’ \u00a0\u202f]\d{3}(?!\d)|\d{3}|\d\s?lei").search
_calls_former = re.compile(
    r"(?:\b(?:was|before|old|original(?:ly)?|regular|list|former(?:ly)?|previous(?:ly)?|rrp|msrp|uvp"
    r"|instead|statt|alter|bisher(?:iger)?|früher(?:er)?|antes|anterior|precedente|avant|ancien|prima"
    r"|au lieu de|en lugar de|anziché|invece di|in plaats van|em vez de|oude|старая"
    r"|adviesprijs|vejl\.?|prix (?:conseillé|barré)|prezzo (?:consigliato|di listino)"
    r"|(?:precio|preço|pvp) recomendado|listenpreis|zamiast|cena (?:katalogowa|regularna)"
    # Of what is bid for, once somebody has.
    r"|start(?:ing|preis|gebot|bod)?|(?:opening|minimum) bid|ausruf(?:preis)?|mise à prix"
    r"|(?:prix de|precio de|preço de) (?:départ|salida|partida)|base d['’]asta|utropspris"
    r"|cena wywoławcza|стартовая)"
    r"(?: (?:price|bid|preis|prix|precio|prezzo|prijs|цена))?"
    r"|原價|定價|市價|建議售價|定价|原价|市场价|通常価格|定価|정가)\W*$",
    re.I,
).search
_calls_instalment = re.compile(
    r"(?<![\w.,])(?:[2-9]|[1-9]\d)(?: ?[x×]| (?:[^\W\d]+[ -]){0,2}(?:cuotas|parcelas|prestações"
    r"|mensualidades|plazos|payments|instal?lments|(?:monats)?raten|mensualités|fois|rat[ey]?"
    r"|taksit))(?!\w)(?: [^\W\d]+){0,3}\W*$",
    re.I,
).search


def code_of(sign: str, language: str = "", url: str = "") -> str:
    """Return the ISO 4217 code of a sign, by the page's address and language where it has several.

    >>> code_of("£"), code_of("eur"), code_of("$", "es", "https://a.cl/x"), code_of("kr", "da")
    ('GBP', 'EUR', 'CLP', 'DKK')
    >>> code_of("$", "en", "https://au.jobs.example/1"), code_of("$", "ar", "https://ar.a.example")
    ('AUD', 'USD')
    """
    codes = codes_of(sign)
    host = url.split("//")[-1].split("/")[0].lower()
    country = _find_country(host)
    first = _find_host_country(host)
    own = first[1] if first and first[1] != language[:2].lower() else ""
    path = _find_path_country(url.lower())
    region = language[3:].lower()
    tongue = language[:2] if language[:2] not in _NO_COUNTRIES else ""
    for hint in (path and path[1], country and country[1], own, region, tongue):
        if hint and _COUNTRIES.get(hint) in codes:
            return _COUNTRIES[hint]
    return codes[0] if codes else ""


def codes_of(sign: str) -> tuple[str, ...]:
    """Return the codes that a sign may stand for, the likeliest first; none if it is no sign."""
    bare = sign.strip().rstrip(".")
    if bare.upper() in CODES:
        return (bare.upper(),)
    return tuple(SIGNS.get(_canonical.get(bare.lower(), ""), "").split())


def is_surely_money(written: str) -> bool:
    """Return whether a number with the sign of a currency is a sum, and the sign no other word.

    Of signs that are other words too the number must have cents, or three digits; the rand's R
    names models and sizes, and needs cents.

    >>> is_surely_money("PHP 8"), is_surely_money("PHP 1,299"), is_surely_money("12 €")
    (False, True, True)
    >>> is_surely_money("R1 299.00"), is_surely_money("R125"), is_surely_money("R$ 125")
    (True, False, True)
    """
    word = _find_other_word(written)
    if word is None:
        return True
    is_sign = word[0] in _IN_CAPITALS or word[0].upper() not in _IN_CAPITALS
    has_parts = _has_cents if word[0] == "R" else _has_parts
    return is_sign and has_parts(written) is not None


@dataclass(frozen=True, slots=True)
class Money:
    """A sum, a plain decimal number, the sign or code it is written with, and where it stands."""

    amount: str
    sign: str
    start: int = 0
    end: int = 0


def sums_in(text: str) -> Iterator[Money]:
    """Yield the sums of money in a text.

    >>> [(each.amount, each.sign) for each in sums_in("was 1.299,00 € now €999 or $19 99")]
    [('1299.00', '€'), ('999', '€'), ('19.99', '$')]
    >>> [(each.amount, each.sign) for each in sums_in("1 299:-, 12€99 or $1,299.00 MXN")]
    [('1299', ':-'), ('12.99', '€'), ('1299.00', 'MXN')]
    >>> [(each.amount, each.sign) for each in sums_in("時給1,350円 / 交通費支給")]
    [('1350', '円')]
    >>> [(each.amount, each.sign) for each in sums_in("$95.99 CAD, $5 TOO")]
    [('95.99', 'CAD'), ('5', '$')]
    """
    for match in _sums(text) if _has_digit(text) else ():
        if not is_surely_money(match[0]):
            continue
        parted = match["whole"] and f"{match['whole']}.{match['cents']}"
        sign = (match["code"] or match["before"] or match["after"] or "€").rstrip(".")
        if number := amount(parted or match["first"] or match["second"]):
            yield Money(number, sign, match.start(), match.end())


def amount(written: str) -> str:
    """Return a number as a plain decimal, "" if there is none.

    >>> amount("1.759,99"), amount("2 433"), amount("24.990"), amount("19,5"), amount("2,433 2")
    ('1759.99', '2433', '24990', '19.5', '2433')
    >>> amount("$ .75"), amount("No. 75")
    ('0.75', '75')
    """
    match = _find_number(written)
    if not match:
        return ""
    if _has_cents_alone(written):
        return f"0.{match[0]}"
    digits = re.sub(r"['’،٬]", "", match[0])
    if cents := _CENTS.match(digits):
        return f"{cents[1]}.{cents[2]}"
    digits = re.sub(r"[ \u00a0\u202f](?:(?!\d{3}(?!\d)).*)?", "", digits)  # of thousands alone
    last = max(digits.rfind("."), digits.rfind(","))
    if last >= 0:
        whole, rest = re.sub(r"[.,]", "", digits[:last]), digits[last + 1 :]
        several = digits.count(digits[last]) > 1
        is_thousands = several or (len(rest) == 3 and not re.fullmatch(r"0", whole))
        if len({*digits} & {".", ","}) == 2 and not several:
            is_thousands = False
        digits = whole + rest if is_thousands else f"{whole}.{rest}"
    return plain(digits)


def plain(number: str) -> str:
    """Return a decimal number that a machine wrote without an exponent; "" if it is none.

    >>> plain("450.00"), plain("1e3"), plain("x"), plain("1,299.00")
    ('450.00', '1000', '', '1299.00')
    """
    try:
        value = Decimal(number.strip().replace(",", "") if "." in number else number.strip())
    except InvalidOperation:
        return ""
    return f"{value:f}" if value.is_finite() and abs(value.adjusted()) < 20 else ""


def calls_former_price(before: str) -> bool:
    """Return whether the words before a sum say that it is a former price.

    >>> calls_former_price("Only, was"), calls_former_price("Statt: "), calls_former_price("from")
    (True, True, False)
    """
    return _calls_former(before) is not None


def calls_instalment(before: str) -> bool:
    """Return whether the words before a sum say that it is one of several to be paid.

    >>> calls_instalment("em até 3x de "), calls_instalment("or 4 interest-free payments of ")
    (True, True)
    >>> calls_instalment("12 cuotas sin interés de "), calls_instalment("Pack of 12 for ")
    (True, False)
    """
    return _calls_instalment(before) is not None
