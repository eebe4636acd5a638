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
_MOST_HEADING = 120  # characters
_HEADS = HEADING_TAGS | {"caption", "summary"}


def with_years(
    document: Document, spans: Sequence[Span], records: tuple[Record, ...]
) -> tuple[Record, ...]:
    """Return the records, those without a date dated by their day and the year that heads them.

    It is that of the last heading above with one year in it, else that of the page's title.
    """
    if all(record.date for record in records):
        return records
    headings = [
        (block.order, year)
        for block in document.blocks
        if block.tag in _HEADS and (year := _year_in(block.text))
    ]
    orders = [order for order, _ in headings]
    title = _year_in(document.once(page_title))
    return tuple(
        record if record.date else _dated(record, headings[at - 1][1] if at else title)
        for record, at in zip(
            records, (bisect_left(orders, begin) for begin, _ in spans), strict=True
        )
    )


def _dated(record: Record, year: str) -> Record:
    day = day_in(record.text) if year else ""
    return replace(record, date=date_in(f"{day} {year}")) if day else record


def _year_in(text: str) -> str:
    """Return the year in a text that is short and has no other."""
    years = {*_YEARS(text[:_MOST_HEADING])}
    return years.pop() if len(years) == 1 and len(text) <= _MOST_HEADING else ""
