"""Find the blocks that say when or for how much: items do, menus do not."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

import numpy as np

from pagesight.extract.features.text import TextCounts
from pagesight.extract.metadata.read import page_title
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Flags, are_headings
from pagesight.extract.records.fields.prices import price_in
from pagesight.extract.text.dates import WEEKDAYS, date_in

_MOST_CHARS = 160  # of a text that are read
# Without a year, as lists of one year have it: "January 14", "14 Jan", "14. März".
MONTH = (
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|ene|abr|ago|dic|fév|avr"
    r"|juin|juil|aoû|déc|gen|mag|giu|lug|set|ott|янв|фев|мар|апр|мая|июн|июл|авг|сен|окт|ноя|дек)"
    r"[^\W\d_]{0,7}"
)
_find_days = re.compile(
    rf"\b({MONTH})\.?\s+\d{{1,2}}(?!\d|\s?[°%])|(?<!\d)\d{{1,2}}(?:st|nd|rd|th|\.)?\s+({MONTH})\b"
    r"|(?<![\d/])\d{1,2}/\d{1,2}(?![\d/])",
    re.I,
).finditer
has_digit = re.compile(r"\d").search
_counts_time = re.compile(r"\d\+?\s\w{1,12}\s$").search  # "3 years ago 5 comments": no August
_MOST_COUNTED = 20  # characters


_MOST_OF_DAY = 30  # characters: "Wednesday, 23 September"
_MOST_DATE = 40  # characters of a date with what may stand beside it
_MOST_OF_WEEKDAY = 3  # letters beside a day: "Fri", "Пт"
_without_weekdays = re.compile(rf"\b(?:{WEEKDAYS})\b", re.I).sub
_MOST_LINE = 100  # characters of a row of a schedule, by hand
_MOST_BEFORE = 32  # characters within which its date ends: "Wednesday, September 18, 2019"
# The initials of a name, and a year: "A. Lee and J. van Dam. 2020. On lists".
_INITIALS = r"[A-ZÀ-Þ]\.(?:[ -]?[A-ZÀ-Þ]\.){0,4}"
cites = re.compile(
    rf"(?<!\w)(?:{_INITIALS} ?(?:[a-z]{{1,3}} ){{0,2}}[A-ZÀ-Þ]\w|[A-ZÀ-Þ]\w{{1,30}}, {_INITIALS})"
    r"(?s:.{0,400}?)(?<!\d)(?:19|20)\d\d(?!\d)"
).search
_says_meetings = re.compile(
    r"meeting|agenda|minutes|hearing|calendar|\bevents?\b|schedule|sitzung|termine|veranstaltung"
    r"|réunion|reuni",
    re.I,
).search
says_meeting = re.compile(
    r"\b(?:meetings?|hearings?|sessions?|workshops?|council|committee|board|commission|sitzung"
    r"|réunion|conseil|sesión|reunión|consejo|seduta)\b",
    re.I,
).search


def _names_day(text: str) -> re.Match[str] | None:
    """Return the first day with its month that a text names."""
    for match in _find_days(text) if has_digit(text) else ():
        if (word := match[1] or match[2]) and not is_month(word):  # "Marina 4", "Junior 12"
            continue
        before = text[max(0, match.start() - _MOST_COUNTED) : match.start()]
        if match[0][:3].lower() != "ago" or not _counts_time(before):
            return match
    return None


def names_meetings(document: Document, first: int) -> bool:
    """Return whether the title, a heading or the line before a list says that it is of meetings.

    `first` is the first block of the list.
    """
    elements, cuts = document.elements, document.cuts
    headings = np.flatnonzero(are_headings(elements.tag[elements.block[cuts.element]])).tolist()
    before = [text for text in cuts.texts[max(first - 1, 0) : first] if len(text) <= _MOST_LINE]
    is_said_near = any(map(_says_meetings, [*(cuts.texts[at] for at in headings), *before]))
    return is_said_near or bool(_says_meetings(document.once(page_title)))  # it takes the longest


def first_text(texts: Sequence[str], span: tuple[int, int]) -> str:
    """Return the first text of a span of blocks that has one, or ""."""
    first, last = span
    return texts[first] or next(filter(None, texts[first:last]), "")


def opens_with_date(text: str) -> bool:
    """Return whether a text is a short line that begins with a date.

    >>> opens_with_date("Thursday, Jan. 25"), opens_with_date("2019-03-04 Minutes of the board")
    (True, True)
    >>> opens_with_date("Minutes of the board meeting on the 4th of March 2019")
    False
    """
    return len(text) <= _MOST_LINE and _says_date(text[:_MOST_BEFORE])


@lru_cache(maxsize=1 << 12)  # several ask of each member of a list
def _says_date(text: str) -> bool:
    """Return whether a text of no more than _MOST_CHARS says a date, with a year or without."""
    return bool(_names_day(text) or date_in(text))


def day_in(text: str) -> str:
    """Return the first day with the name of its month that a text begins to say, or "".

    >>> day_in("October 21 - Board"), day_in("Board, 14. März"), day_in("12/13")
    ('October 21', '14. März', '')
    >>> day_in("10 jaar ago 2"), day_in("lunedì, ago 2"), day_in("AC Marina 4")
    ('', 'ago 2', '')
    """
    match = _names_day(text[:_MOST_CHARS])
    return match[0] if match and any(map(str.isalpha, match[0])) else ""


def is_day_alone(text: str) -> bool:
    """Return whether a text is a day without its year, and perhaps the day of the week.

    >>> is_day_alone("10 сен, Пт"), is_day_alone("Sunday, Apr 5"), is_day_alone("14 July blues")
    (True, True, False)
    """
    day = day_in(text) if len(text) <= _MOST_OF_DAY else ""
    rest = _without_weekdays("", text.replace(day, ""))
    return bool(day) and sum(map(str.isalpha, rest)) <= _MOST_OF_WEEKDAY


def is_date(text: str) -> bool:
    """Return whether a text is a date and little else, its day or its year perhaps told elsewhere.

    >>> is_date("Jun 2015 "), is_date("2 June "), is_date("June "), is_date("No. 2015 ")
    (True, True, False, False)
    """
    may_be = (text, f"{day_in(text)} 2000", f"1 {text}")
    return 0 < len(text) <= _MOST_DATE and any(map(date_in, may_be))


@lru_cache(maxsize=1 << 12)
def is_month(text: str) -> bool:
    """Return whether a short text is the name of a month.

    >>> is_month("May"), is_month("Maya")
    (True, False)
    """
    return bool(date_in(f"1 {text} 2000"))


def after_bold_day(text: str, markdown: str) -> str:
    """Return what stands in a text after a day that its Markdown has in bold; else the text.

    >>> after_bold_day("Friday 12 September Parents' evening", "**Friday 12 September** Parents'")
    "Parents' evening"
    """
    day, _, rest = markdown.removeprefix("**").partition("**")
    is_day = markdown.startswith("**") and is_date(day) and any(map(str.isalpha, rest))
    return text.removeprefix(day).lstrip(" :–—-|,·") if is_day else text


def say_date(texts: Sequence[str], counts: TextCounts) -> Flags:
    """Return which blocks hold a date, with a year or without, (blocks,)."""
    return _say(texts, counts, _says_date)


def say_price(texts: Sequence[str], counts: TextCounts) -> Flags:
    """Return which blocks hold a sum of money, (blocks,)."""
    return _say(texts, counts, lambda text: bool(price_in(text)))


def _say(texts: Sequence[str], counts: TextCounts, is_said: Callable[[str], bool]) -> Flags:
    """Return in which blocks something with digits is said: lists repeat their texts."""
    begun = {n: texts[n][:_MOST_CHARS] for n in np.flatnonzero(counts.digits > 0).tolist()}
    known = {text: is_said(text) for text in set(begun.values())}
    flags = np.zeros(len(texts), np.bool_)
    flags[list(begun)] = [known[text] for text in begun.values()]
    return flags
