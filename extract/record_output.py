"""Write records as Markdown, CSV or plain values for JSON."""

import csv
import io
from collections.abc import Sequence

from pagesight.extract.extraction import Record

_COLUMNS = ("title", "url", "price", "date", "image", "text")


def records_to_dicts(records: Sequence[Record]) -> list[dict[str, str]]:
    """Return each record's fields that are not empty, extra fields among them."""
    return [
        {name: value for name, value in (*_fields(record), *record.extra.items()) if value}
        for record in records
    ]


def records_to_csv(records: Sequence[Record]) -> str:
    """Return the records as CSV with a header; extra fields get columns of their own."""
    extra = sorted({name for record in records for name in record.extra})
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([*_COLUMNS, *extra])
    for record in records:
        own = [value for _, value in _fields(record)]
        writer.writerow([*own, *(record.extra.get(name, "") for name in extra)])
    return written.getvalue()


def records_to_markdown(records: Sequence[Record]) -> str:
    """Return the records as a list of titles with links, prices and dates."""
    return "\n".join(f"- {_line(record)}" for record in records)


def _fields(record: Record) -> list[tuple[str, str]]:
    return [(name, getattr(record, name)) for name in _COLUMNS]


def _line(record: Record) -> str:
    title = (record.title or record.url).replace("[", "(").replace("]", ")")
    linked = f"[{title}]({record.url})" if record.url else title
    return " · ".join(filter(None, (linked, record.price, record.date)))
