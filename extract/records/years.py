"""Read dates that a list writes without their year, which the heading above it says."""

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace

from pagesight.extract.metadata.read import page_title
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.records.groups.telling import day_in
from pagesight.extract.records.links import Span
from pagesight.extract.records.record import Record
from pagesight.extract.text.dates import date_in

_YEARS = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)").findall
_heads_dates = re.compile(
    r"(?=.{4,60}$)(?:.*\b(?:schedule|calendar|meetings?|agendas?|events|dates|hearings)\b.*"
    r"|(?:19|20)\d\d)",
    re.I,
).match
_day_in_figures = re.compile(r"\d{1,2}/\d{1,2}(?![\d/])").match
_names_year = re.compile(r"(?:.*[^a-z])?year", re.I).fullmatch
_MOST_HEADING = 120  # characters
_HEADS = HEADING_TAGS | {"caption", "summary"}


def with_years(
    document: Document, spans: Sequence[Span], records: tuple[Record, ...]
) -> tuple[Record, ...]:
    """Return the records, those without a date dated by their day and the year that heads them.

    It is that of the last heading above with one year in it, else that of the page's title, of a
    field of a form that is called so, or of the record before.
    """
    if all(record.date for record in records):
        return records
    headings = [
        (block.order, year)
        for block in document.blocks
        if (block.tag in _HEADS or _heads_dates(block.text)) and (year := _year_in(block.text))
    ]
    orders = [order for order, _ in headings]
    year = _year_in(document.once(page_title)) or _year_chosen(document)
    dated: list[Record] = []
    for record, (begin, _) in zip(records, spans, strict=True):
        at = bisect_left(orders, begin)
        own = headings[at - 1][1] if at else year or (dated[-1].date[:4] if dated else "")
        is_dated = record.date or "lastPostDate" in record.attributes
        dated.append(record if is_dated else _dated(record, own))
    return tuple(dated)


def _dated(record: Record, year: str) -> Record:
    day = day_in(record.text) if year else ""
    if year and not day and (figures := _day_in_figures(record.text)):
        return replace(record, date=date_in(f"{figures[0]}/{year}"))
    return replace(record, date=date_in(f"{day} {year}")) if day else record


def _year_chosen(document: Document) -> str:
    """Return the year that a field of a form has whose name ends so; "" if there is none."""
    fields = (each for each in document.tree.iter("input") if _names_year(each.get("name") or ""))
    return next(filter(None, (_year_in(each.get("value") or "") for each in fields)), "")


def _year_in(text: str) -> str:
    """Return the year in a text that is short and has no other."""
    years = {*_YEARS(text[:_MOST_HEADING])}
    return years.pop() if len(years) == 1 and len(text) <= _MOST_HEADING else ""
