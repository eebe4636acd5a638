"""Dates in the many ways in which pages write them, in ISO 8601."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from pagesight.extract.text.time_words import month_number

# In English, German, French, Spanish and Italian.
WEEKDAYS = (
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch"
    r"|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes"
    r"|sábado|domingo|lunedì|martedì|mercoledì|giovedì|venerdì|sabato|domenica"
)
_NAME = r"((?:تشرين|كانون) ال\w{3,5}|[^\W\d_][^\s\d.,;:/|·•»()\[\]–—-]{1,13})\.?"
_DAY = r"(\d{1,2})(?:st|nd|rd|th|er|º|ª|\.)?"
_AFTER_DAY = r"(?:[\s,]+|(?<=\d(?:st|nd|rd|th)))"  # raised letters take no space: "22ndJan"
_YEAR = r"(\d{4}|['’]\d\d)(?!\d)"
_TO = r"\s?(?:[-–—&]|\b(?:to|and|bis|und|et|al?|y|e)\b)\s?"
_UNTIL = (
    rf"(?:{_TO}(?P<until>\d{{1,2}})(?:st|nd|rd|th|\.)?)?"  # the last day, of those within a month
)
_WEEKDAY = r"(?:\s?\([^\W\d]{1,9}\.?\))?"
_OF = r"(?:de\s+|di\s+|of\s+|del\s+|d['’])?"
# As C's `ctime` has it, with a zone or without: "May  4 10:00:00 CEST 2022".
_CLOCK = r"(?:\d\d:\d\d(?::\d\d)?\s(?:(?:[A-Z]{3,5}|[+-]\d{4})\s)?)?"
# Between the days of a range, of which the first may lack month and year: "12.-15.3.2026".
_GOES_TO = r"\s*(?:[-–—~～]|\b(?:to|until|till|through|bis|au|al?|do|tot|til|t/m|по)\b)\s*"
_goes_to = re.compile(_GOES_TO, re.I).match
_find_first_day = re.compile(
    r"(?<![\w./-])((?:[^\W\d_]{3,10}\.?\s+)?\d{1,2}(?:st|nd|rd|th|er|\.)?"
    rf"(?:\d{{1,2}}\.|\s+(?:de\s+)?[^\W\d_]{{3,10}}\.?)?){_GOES_TO}$",
    re.I,
).search
_MOST_FIRST = 32  # characters that end in the first day
# A year and another number: what no text without a date may lack.
_may_be_date = re.compile(r"\d\d\D+\d|\d\D+\d\d|[\d元]年\d").search
_TIME = r"(?:[T ]\s?(\d\d:\d\d)(?::(\d\d))?(?:[.,]\d+)?\s?(Z|[+-]\d\d:?\d\d)?)?"
_find_iso = re.compile(
    r"(?<![\d/.-])(\d{4})\s?[-/.年년]\s?(\d{1,2})\s?[-/.月월]\s?(\d{1,2})(?!\d)" + _TIME
).finditer
_find_day_first = re.compile(
    rf"(?<![a-z\d])(?<!\d:){_DAY}{_UNTIL}{_AFTER_DAY}{_OF}{_NAME}(?:,?\s+|(?<=\.)){_OF}{_YEAR}"
).finditer
_find_month_first = re.compile(
    rf"(?<!\w){_NAME}\s+{_DAY}{_WEEKDAY}{_UNTIL}{_WEEKDAY}(?:,\s*|\s+){_CLOCK}{_YEAR}"
).finditer
_find_year_first = re.compile(
    rf"(?<!\d)(\d{{4}})\.?,?\s+(?:m\.\s+|gada\s+)?{_NAME}\s+(\d{{1,2}})(?!\d)"
).finditer
_find_latvian = re.compile(rf"(?<!\d)(\d{{4}})\.\s+gada\s+(\d{{1,2}})\.\s+{_NAME}").finditer
# The years before the first of each.
_ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "民國": 1911, "民国": 1911}
_find_of_era = re.compile(
    rf"({'|'.join(_ERAS)})\s?(\d{{1,3}}|元)\s?年\s?(\d{{1,2}})\s?月\s?(\d{{1,2}})\s?日"
).finditer
# Of the Iranian calendar: six months of 31 days, then of 30.
_IRANIAN_MONTHS = (
    *("فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور"),
    *("مهر", "آبان", "آذر", "دی", "بهمن", "اسفند"),
)
_find_iranian = re.compile(
    rf"(?<!\d)(\d{{1,2}})\s+({'|'.join(_IRANIAN_MONTHS)})\s+(?:ماه\s+)?([1۱][34۳۴]\d\d)(?!\d)"
).finditer
_IRANIAN_EPOCH = -356033  # days before it
_CYCLE, _LEAPS = 33, 8  # years of a cycle, leap years in it
_find_vietnamese = re.compile(
    r"(?<!\d)(\d{1,2})\s+tháng\s+(\d{1,2}),?\s+(?:năm\s+)?(\d{4})(?!\d)", re.I
).finditer
_THAI_MONTHS = (  # cut short
    *("ม.ค.", "ก.พ.", "มี.ค.", "เม.ย.", "พ.ค.", "มิ.ย."),
    *("ก.ค.", "ส.ค.", "ก.ย.", "ต.ค.", "พ.ย.", "ธ.ค."),
)
_find_thai = re.compile(
    rf"(?<!\d)(\d{{1,2}})\s+({'|'.join(map(re.escape, _THAI_MONTHS))})\s*(?:25)?(\d\d)(?!\d)"
).finditer
_find_hyphened = re.compile(rf"(?<!\d)(\d{{1,2}})[-/]{_NAME}[-/](\d{{4}}|\d\d)(?!\d)").finditer
_find_numeric = re.compile(
    r"(?<![\d/.-])(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?![\d/]|[.-]\d)"
).finditer
_find_named_month = re.compile(rf"(?<![\w]){_NAME},?\s+{_OF}(\d{{4}})(?!\d)").finditer
_find_numbered_month = re.compile(
    r"(?<![\d/.-])(\d{4})(?:-|\s?[年년]\s?)(\d{1,2})(?=[月월\s]|$)"
).finditer
_names_version = re.compile(
    r"(?<!\w)(?:v|ver|version|versione|versión|versão|versie|wersja|версия|версії|release|rev|build"
    r"|firmware|sürüm|phiên bản)[.:]?\s*$|(?:版本?|バージョン|버전)[:：]?\s*$",
    re.I,
).search
_LONGEST_LEAD = 16  # characters before figures that may say that they are a version
_LAST_MONTH = 12  # of the calendar
_PIVOT = 69  # of years in two digits: from there on of the last century, as POSIX has it (strptime)
_EARLIEST, _LATEST = 1000, 2100
_BUDDHIST = 543  # years that Thailand is ahead
# Countries whose dates in figures put the month first, all of them in English or Spanish; "en"
# alone is read as American (CLDR 45, dateFormats: en, en-US, es-US, es-PA, fil).
_MONTH_FIRST = frozenset({"", "en", "en-us", "en-ph", "es-us", "es-pa", "es-pr", "fil", "en-pr"})
Match = re.Match[str]
# What finds dates by the name of the month: the groups of year, month and day.
_NAMED = (
    (_find_month_first, (4, 1, 2)),
    (_find_day_first, (4, 3, 1)),
    (_find_hyphened, (3, 2, 1)),
    (_find_year_first, (1, 2, 3)),
    (_find_latvian, (1, 3, 2)),
)
_day_in_path = re.compile(r"://[^?#]*?/[a-z]?((?:19|20)\d\d)(\d\d)(\d\d)(?=[/_.-]|$)").search


@dataclass(frozen=True, slots=True)
class FoundDate:
    """A date in a text: in ISO 8601, with the time if the text has it so; where it stands."""

    iso: str
    start: int
    end: int
    until: str = ""  # the last day of several


def date_in(text: str, *, day_first: bool | None = None, language: str = "") -> str:
    """Return the day of the first date in `text` in ISO 8601; "" if there is none.

    1.2.2026 and 1-2-2026 are read with the day first; 1/2/2026 with the month first, unless
    `day_first` says which. `language` is an ISO 639-1 code.

    >>> date_in("Posted on 3rd March, 2026"), date_in("2026年3月7日"), date_in("31/12/26")
    ('2026-03-03', '2026-03-07', '2026-12-31')
    >>> date_in("May 4,2019"), date_in("4. März 2022"), date_in("3 de mayo de 2020")
    ('2019-05-04', '2022-03-04', '2020-05-03')
    >>> date_in("August 17-18, 2022"), date_in("3rd and 4th May 2020"), date_in("May 4(W), 2022")
    ('2022-08-17', '2020-05-03', '2022-05-04')
    >>> date_in("Tue 16-Jun-20 16:12"), date_in("Sat, Jun 18 '05"), date_in("1 min·May 12, 2021")
    ('2020-06-16', '2005-06-18', '2021-05-12')
    >>> date_in("Wed May  4 10:00:00 CEST 2022"), date_in("31/12/99"), date_in("Version 1.2.13")
    ('2022-05-04', '1999-12-31', '')
    >>> date_in("令和5年11月17日"), date_in("平成元年1月8日"), date_in("۲۱ فروردین ۱۴۰۳")
    ('2023-11-17', '1989-01-08', '2024-04-09')
    """
    date_found = find_date(text, day_first=day_first, language=language)
    return date_found.iso[:10] if date_found else ""


def find_date(text: str, *, day_first: bool | None = None, language: str = "") -> FoundDate | None:
    """Return the first date in `text`, read as `date_in` does; None if there is none."""
    if not _may_be_date(text):  # nearly all texts: found out in a tenth of the time
        return None
    first = _first_in(text, day_first, language)
    if first is None or first.until:
        return first
    if begin := _first_day(text, first):
        return FoundDate(begin, first.start, first.end, first.iso[:10])
    link = _goes_to(text, first.end)
    last = _first_in(text[link.end() :][:_MOST_FIRST], day_first, language) if link else None
    return replace(first, until=last.iso[:10]) if last and not last.start else first


def _first_in(text: str, day_first: bool | None, language: str) -> FoundDate | None:
    dates = [
        *_first(_iso_dates(text)),
        *_first(_named_dates(text, language)),
        *_first(_numeric_dates(text, day_first)),
    ]
    return min(dates, key=lambda each: each.start, default=None)


def _first_day(text: str, last: FoundDate) -> str:
    """Return the day from which a range goes to the date before which it stands; "" if none does.

    >>> found = find_date("28 Dec - 3 Jan 2026")
    >>> found.iso, found.until
    ('2025-12-28', '2026-01-03')
    """
    before = _find_first_day(text[max(last.start - _MOST_FIRST, 0) : last.start])
    if not before:
        return ""
    year, month, day = map(int, last.iso[:10].split("-"))
    if (first := before[1].rstrip(".")).isdecimal():
        return _iso(year, month, int(first)) if int(first) < day else ""
    for each in (year, year - 1):
        begin = date_in(f"{before[1]} {each}") or date_in(f"{before[1]}{each}")
        if begin and begin < last.iso:
            return begin
    return ""


def month_in(text: str, language: str = "") -> str:
    """Return the first month that stands in `text` with its year: "2021-05"; "" if none does.

    >>> month_in("Published in May 2021"), month_in("2021年5月"), month_in("Mark 2020")
    ('2021-05', '2021-05', '')
    """
    named = ((int(match[2]), month_number(match[1], language)) for match in _find_named_month(text))
    numbered = ((int(match[1]), int(match[2])) for match in _find_numbered_month(text))
    for year, month in (*named, *numbered):
        if 1 <= month <= _LAST_MONTH and _EARLIEST < year < _LATEST:
            return f"{year}-{month:02}"
    return ""


def has_date_in_figures(text: str) -> bool:
    """Return whether a text has a date of which day or month may stand first: "3/4/2026"."""
    return next(_find_numeric(text), None) is not None


def writes_day_first(texts: Iterable[str]) -> bool | None:
    """Return whether the dates of a page put the day first: some of them can only be read so.

    None if no more of them can be read in one way only than in the other.

    >>> writes_day_first(["3/4/2026", "25/4/2026"]), writes_day_first(["3/4/2026"])
    (True, None)
    """
    pairs = [(int(match[1]), int(match[3])) for text in texts for match in _find_numeric(text)]
    leading = sum(first > _LAST_MONTH for first, _ in pairs)
    following = sum(second > _LAST_MONTH for _, second in pairs)
    return None if leading == following else leading > following


def puts_day_first(locale: str) -> bool:
    """Return whether a language, or one of a country such as en-GB, puts the day first.

    >>> puts_day_first("en-GB"), puts_day_first("pt"), puts_day_first("en"), puts_day_first("en_US")
    (True, True, False, False)
    """
    return locale.replace("_", "-").lower() not in _MONTH_FIRST


def _first(dates: Iterator[FoundDate]) -> list[FoundDate]:
    return [first for first in (next(dates, None),) if first]


def _iso_dates(text: str) -> Iterator[FoundDate]:
    for match in _find_iso(text):
        year, month, day, minutes, seconds, zone = match.groups()
        whole = _iso(int(year), int(month), int(day))
        if whole and minutes and minutes < "24":
            whole += f"T{minutes}:{seconds or '00'}{_zone(zone or '')}"
        if whole:
            yield FoundDate(whole, match.start(), match.end())


def _zone(written: str) -> str:
    """Return a time zone as ISO 8601 has it."""
    if written == "Z":
        return "+00:00"
    return f"{written[:3]}:{written[3:]}" if written and ":" not in written else written


def _named_dates(text: str, language: str) -> Iterator[FoundDate]:
    """Yield the dates whose month has a name, the nearest to the beginning first."""
    dates = [
        FoundDate(
            _iso(_year(match[year]), month, int(match[day])),
            *match.span(),
            _iso(_year(match[year]), month, int(match.groupdict().get("until") or 0)),
        )
        for find, (year, name, day) in _NAMED
        for match in find(text)
        if (month := month_number(match[name], language))
    ]
    dates += [
        FoundDate(day_of(match), *match.span())
        for find, day_of in (() if text.isascii() else _OF_OTHERS)
        for match in find(text)
    ]
    yield from sorted((each for each in dates if each.iso), key=lambda each: each.start)


def _numeric_dates(text: str, day_first: bool | None) -> Iterator[FoundDate]:
    for match in _find_numeric(text):
        first, mark, second, year = match.groups()
        is_usual = mark != "/" if day_first is None else day_first
        days_lead = int(first) > _LAST_MONTH or (int(second) <= _LAST_MONTH and is_usual)
        day, month = (first, second) if days_lead else (second, first)
        whole = _iso(_year(year), int(month), int(day))
        lead = text[max(0, match.start() - _LONGEST_LEAD) : match.start()]
        if whole and not (mark == "." and _names_version(lead)):
            yield FoundDate(whole, match.start(), match.end())


def _of_era(era: str, year: str) -> int:
    """Return the year that one of Japan or Taiwan is; 元 is the first of its era."""
    return _ERAS[era] + (1 if year == "元" else int(year))


def _of_iran(year: int, month: int, day: int) -> str:
    """Return the day of a date in the Iranian calendar, by its cycle of 33 years.

    >>> _of_iran(1403, 1, 21), _of_iran(1399, 12, 30)
    ('2024-04-09', '2021-03-20')
    """
    if not 1 <= day <= 31:
        return ""
    count = year + 1595  # so that the cycle begins with a year that is one
    leaps = count // _CYCLE * _LEAPS + (count % _CYCLE + 3) // 4
    in_year = (month - 1) * 31 if month <= 6 else 186 + (month - 7) * 30
    return date.fromordinal(365 * count + leaps + in_year + day + _IRANIAN_EPOCH).isoformat()


def _year(written: str) -> int:
    """Return the year that four or two digits stand for, these with an apostrophe or without."""
    year = int(written.lstrip("'’"))
    century = 1900 if year >= _PIVOT else 2000
    return year + century if year < 100 else year


def _iso(year: int, month: int, day: int) -> str:
    """Return the day, "" if there is no such day.

    >>> _iso(2568, 4, 5), _iso(7119, 11, 25)
    ('2025-04-05', '')
    """
    if year > _LATEST + _BUDDHIST // 2:
        year -= _BUDDHIST
    if year > _LATEST:  # the number of a thing, before a month
        return ""
    try:
        return date(year, month, day).isoformat()
    except ValueError:
        return ""


# What finds those of other ways and calendars, none of them in ASCII, and the day that each is.
_OF_OTHERS: Sequence[tuple[Callable[[str], Iterator[Match]], Callable[[Match], str]]] = (
    (_find_vietnamese, lambda found: _iso(int(found[3]), int(found[2]), int(found[1]))),
    (_find_thai, lambda found: _iso(
        2500 + int(found[3]), 1 + _THAI_MONTHS.index(found[2]), int(found[1])
    )),
    (_find_of_era, lambda found: _iso(_of_era(found[1], found[2]), int(found[3]), int(found[4]))),
    (_find_iranian, lambda found: _of_iran(
        int(found[3]), 1 + _IRANIAN_MONTHS.index(found[2]), int(found[1])
    )),
)  # fmt: skip


def day_in_address(url: str) -> str:
    """Return the day that a step of a page's address begins with, in eight digits; "" if none.

    >>> day_in_address("https://a.example/art/20190412/letters.html")
    '2019-04-12'
    >>> day_in_address("https://a.example/p/20195512")
    ''
    """
    match = _day_in_path(url)
    try:
        return date(*map(int, match.groups())).isoformat() if match else ""
    except ValueError:
        return ""
