"""Read dates that items leave open: in parts, without a year, with day and month in figures."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

import numpy as np

from pagesight.extract.metadata.read import page_title
from pagesight.extract.metadata.sources import day_first, sources
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE, HEADING_TAGS
from pagesight.extract.records.fields.links import Span, is_mostly_link, link_texts
from pagesight.extract.records.groups.telling import day_in, has_digit, is_day_alone
from pagesight.extract.records.record import Record
from pagesight.extract.text.dates import (
    WEEKDAYS,
    date_in,
    find_date,
    has_date_in_figures,
    writes_day_first,
)
from pagesight.extract.text.furniture import claims_rights

_EARLIEST = "1600"  # 1444 is a year of the Islamic calendar, 1402 of the Persian one
_YEARS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)").findall
_heads_dates = re.compile(
    r"(?=.{4,60}$)(?:.*\b(?:schedule|calendar|meetings?|agendas?|events|dates|hearings)\b.*"
    r"|(?:19|20)\d\d)",
    re.I,
).match
_has_dots = re.compile(r"(?<![\d.])\d{1,2}\.\s?\d{1,2}\.\s?(?:\d\d){1,2}(?!\d)").search
_day_in_figures = re.compile(r"\d{1,2}/\d{1,2}(?![\d/])|\d{1,2}\.\s?\d{1,2}\.(?!\d)").match
# Before or behind a title, as archives of blogs have it under their years.
_month_and_day = re.compile(r"^\d\d-\d\d(?=\s|$)|(?<=\s)\d\d-\d\d$", re.M).search
_dates_address = re.compile(r".*?/((?:19|20)\d\d)[/-](\d{1,2})[/-]", re.S).match
_names_year = re.compile(r"(?:.*[^a-z])?year", re.I).fullmatch
_MOST_HEADING, _MOST_DATE_PART = 120, 12  # characters
_FEW = 0.1  # share of the records that have a date; by hand
_LAST_TEXTS = 60  # of a page, among which the owner of its rights is named
_names_weekday = re.compile(
    rf"\b(?:{WEEKDAYS}|(?:mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)(?=[.,]? ))", re.I
).search
_MOST_DAY, _MOST_LINE = 40, 60  # characters
_without_weekday = re.compile(rf"\b(?:{WEEKDAYS}|(?:mon|tue|wed|thu|fri|sat|sun)\b)", re.I).sub
_WEEKDAYS = {  # by the first letters of their names in the languages of the pattern, from Monday
    name: number
    for number, names in enumerate((
        "mon lun", "tue die mar", "wed mit mer mié", "thu don jeu jue gio", "fri fre ven vie",
        "sat sam sáb sab", "sun son dim dom",
    ))
    for name in names.split()
}  # fmt: skip
# As the title of "3 hours ago".
_is_whole_time = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d").match
_FEWEST_TIMES = 3  # that state one time and so say nothing; by hand
_HEADS = HEADING_TAGS | {"caption", "summary"}


def in_our_years(date: str) -> str:
    """Return a date, "" for one in the years of another calendar.

    >>> in_our_years("2026-01-02"), in_our_years("1404-10-12")
    ('2026-01-02', '')
    """
    return date if date >= _EARLIEST else ""


def date_in_parts(texts: Sequence[str], *, day_first: bool) -> str:
    """Return the date whose day, month and year are texts of their own, or "".

    As the leaf of a calendar has them: 03, May, 2026.
    """
    for size in (3, 2):
        for at in range(len(texts) - size + 1):
            parts = texts[at : at + size]
            if not all(0 < len(part) <= _MOST_DATE_PART for part in parts):
                continue
            if joined := date_in(" ".join(parts), day_first=day_first):
                return joined
    return ""


def telling_times(document: Document) -> Mapping[int, str]:
    """Return what elements state as their time, and the days in full that others are titled.

    Nothing if all state one time: that of a template or a build.
    """
    elements = document.elements
    stated = {row: value for row, value in elements.values("title") if _is_whole_time(value)}
    stated |= dict.fromkeys(np.flatnonzero(elements.tag == CODE["time"]).tolist(), "")
    stated |= elements.values("datetime")
    is_telling = len({*stated.values()}) > 1 or len(stated) < _FEWEST_TIMES
    return stated if is_telling else {}


def puts_day_first(document: Document, texts: Iterable[str], *, are_near: bool = False) -> bool:
    """Return whether the dates of items in figures put the day first.

    As some must be read, else as fewer are out of order, or, if they are near each other, as within
    less time, else with dots always, else as the page would have it by its language.
    """
    dated = [text for text in texts if has_date_in_figures(text)]
    written = writes_day_first(dated)
    if written is not None:
        return written
    first, second = (
        _spread([date_in(each, day_first=is_first) for each in dated]) for is_first in (True, False)
    )
    sure = 2 if are_near else 1
    if first[:sure] != second[:sure]:
        return first < second
    is_dotted = bool(dated) and all(map(_has_dots, dated))
    return is_dotted or day_first(document.tree, document.once(sources), document.page.url, ())


def _spread(dates: Sequence[str]) -> tuple[int, int]:
    """Return how many dates are out of order, upwards or downwards, and the days between all.

    >>> _spread(["2026-02-03", "2026-02-04", "2026-01-31"])
    (1, 4)
    """
    days = [date.fromisoformat(each).toordinal() for each in dates if each]
    down = sum(later < earlier for earlier, later in pairwise(days))
    up = sum(later > earlier for earlier, later in pairwise(days))
    return min(up, down), max(days, default=0) - min(days, default=0)


def with_years(
    document: Document, spans: Sequence[Span], records: tuple[Record, ...], *, day_first: bool
) -> tuple[Record, ...]:
    """Return the records, those without a date dated by their day and the year that heads them.

    It is that of the item's address or of a schedule that it is, else of the last heading above
    with one year in it, else that of the page's title, of a field of a form that is called so, of
    the record before, of a heading that is a link, or at the end of its own title; else one by that
    of the page's copyright in which the day of the week is the one that is said. If hardly a record
    has a date, a heading above that is one, as above what blogs post on a day, dates what follows.
    """
    if all(record.date for record in records):
        return records
    if sum(bool(record.date) for record in records) <= _FEW * len(records):
        records = _under_days(document, spans, records)
    headings = [
        (block, year)
        for block in _outside(document, spans)
        if (block.tag in _HEADS or _heads_dates(block.text)) and (year := _year_in(block.text))
    ]
    texts, links = (
        [each for each in headings if is_mostly_link(each[0]) == link] for link in (False, True)
    )
    year = _year_in(document.once(page_title)) or _year_chosen(document)
    rights = _year_of_rights(document)
    dated: list[Record] = []
    for record, (begin, _) in zip(records, spans, strict=True):
        is_dated = record.date or "lastPostDate" in record.attributes
        if not is_dated and (by_address := _date_by_address(record)):
            dated.append(replace(record, date=by_address))
            continue
        own = _year_at_start(record.title) or _last_before(begin, texts) or year
        own = own or (dated[-1].date[:4] if dated else "") or _last_before(begin, links)
        own = own or _year_at_end(record.title)
        own = own or _year_by_weekday(record.text, rights)
        dated.append(record if is_dated else _dated(record, own, day_first=day_first))
    return tuple(dated)


def _last_before(begin: int, headings: Sequence[tuple[Block, str]]) -> str:
    """Return the year of the last heading before a block, or ""."""
    at = bisect_left(headings, begin, key=lambda pair: pair[0].order)
    return headings[at - 1][1] if at else ""


def _year_at_start(title: str) -> str:
    """Return the year that a title of a schedule begins with, or ""."""
    match = _YEARS(title[:4])
    return match[0] if match and _heads_dates(title) else ""


def _year_at_end(title: str) -> str:
    """Return the year that a title ends in, as those of conferences do, or ""."""
    match = _YEARS(title[-4:])
    return match[0] if match else ""


def _date_by_address(record: Record) -> str:
    """Return the day that a short line of an item says, in the year of its address, if the month is
    that of the address too; else "". As news have it: /2026/03/name.
    """
    match = _dates_address(record.url) if record.url and not record.date else None
    lines = (line for line in record.text.split("\n") if len(line) <= _MOST_LINE)
    days = filter(None, map(day_in, (*lines, record.text))) if match else iter(())
    dates = (date_in(f"{day} {match[1]}") for day in days) if match else iter(())
    return next((each for each in dates if match and each[5:7] == match[2].zfill(2)), "")


def _under_days(
    document: Document, spans: Sequence[Span], records: tuple[Record, ...]
) -> tuple[Record, ...]:
    """Return the records, dated by the last heading before each, of no item, if it is a day.

    A line that is a day is a heading where another is one: the first may be today.
    """
    outside = _outside(document, spans)
    year, rights = _year_in(document.once(page_title)), _year_of_rights(document)
    lines = {block.order: _day_of(block, year, rights) for block in outside if not block.unseen}
    several = len({*lines.values()} - {""}) > 1
    headings = [
        block
        for block in outside
        if block.tag in HEADING_TAGS or (several and lines.get(block.order))
    ]
    orders = [block.order for block in headings]
    days = ["", *(lines.get(order, "") for order in orders)]
    return tuple(
        record
        if record.date or day_in(record.text) or _day_in_figures(record.text)
        else replace(record, date=days[bisect_left(orders, begin)])
        for record, (begin, _) in zip(records, spans, strict=True)
    )


def _outside(document: Document, spans: Sequence[Span]) -> list[Block]:
    """Return the blocks of no item."""
    within = {order for span in spans for order in range(*span)}
    return [block for block in document.blocks if block.order not in within]


def _day_of(block: Block, year: str, rights: int) -> str:
    """Return the day that a block is, with no more beside it than links; "" if it is none.

    One without its year is of the page's, or of that in which its day of the week is as it says.
    """
    text = block.text[:_MOST_HEADING]
    if not has_digit(text):  # as most, whose links take longer to read
        return ""
    for link in link_texts(block):
        text = text.replace(link, "")
    text = text.strip()
    is_of_day = block.tag in HEADING_TAGS and _names_weekday(text)  # "Hall 2: Tuesday, 4 May 2027"
    if day := date_in(text) if is_of_day else _day_alone(text):
        return day
    year = (year or _year_by_weekday(text, rights)) if is_day_alone(text) else ""
    return date_in(f"{day_in(text)} {year}") if year else ""


def _day_alone(text: str) -> str:
    """Return the day that a text is, with no more than its weekday; "" if it is none.

    >>> _day_alone("Friday, March 18, 2016"), _day_alone("Update of 18 March 2016")
    ('2016-03-18', '')
    """
    day = find_date(text) if len(text) <= _MOST_DAY else None
    if not day:
        return ""
    around = f"{text[: day.start]} {text[day.end :]}"
    is_alone = not any(map(str.isalnum, _without_weekday("", around)))
    return day.iso[:10] if is_alone else ""


def _dated(record: Record, year: str, *, day_first: bool) -> Record:
    day = day_in(record.text) if year else ""
    if year and not day and (parts := _month_and_day(record.text)):
        return replace(record, date=date_in(f"{year}-{parts[0]}"))
    if year and not day and (figures := _day_in_figures(record.text)):
        joint = "" if "." in figures[0] else "/"
        in_figures = f"{figures[0]}{joint}{year}"
        return replace(record, date=date_in(in_figures, day_first=day_first or not joint))
    return replace(record, date=date_in(f"{day} {year}")) if day else record


def _year_of_rights(document: Document) -> int:
    """Return the latest year of the copyright that the page claims at its end, or 0."""
    last = document.cuts.texts[-_LAST_TEXTS:]
    claims = (text for text in last if len(text) <= 2 * _MOST_HEADING and claims_rights(text))
    return max((int(year) for text in claims for year in _YEARS(text)), default=0)


def _year_by_weekday(text: str, near: int) -> str:
    """Return the year, that or one beside it, in which the day in a text is the day of the week
    that it says; "" if it says none, or no year fits.

    >>> _year_by_weekday("Thu, Apr 9, 12:30 PM", 2025), _year_by_weekday("Apr 9", 2025)
    ('2026', '')
    """
    weekday, day = _names_weekday(text[:_MOST_HEADING]), day_in(text)
    if not (near and weekday and day):
        return ""
    for year in (near, near + 1, near - 1):
        day_of_year = date_in(f"{day} {year}")
        if (
            day_of_year
            and date.fromisoformat(day_of_year).weekday() == _WEEKDAYS[weekday[0][:3].lower()]
        ):
            return str(year)
    return ""


def _year_chosen(document: Document) -> str:
    """Return the year that a field of a form has whose name ends so; "" if there is none."""
    fields = (each for each in document.tree.iter("input") if _names_year(each.get("name") or ""))
    return next(filter(None, (_year_in(each.get("value") or "") for each in fields)), "")


def _year_in(text: str) -> str:
    """Return the year in a text that is short and has no other."""
    years = {*_YEARS(text[:_MOST_HEADING])}
    return years.pop() if len(years) == 1 and len(text) <= _MOST_HEADING else ""
