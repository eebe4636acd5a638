"""Pages of WARC archives, Common Crawl's among them: each response that is a page.

What an archive does not hold whole is not passed over: a damaged stretch, a redirect, a page that
was not fetched again is a row of the results, with the kind of its error.
"""

from collections.abc import Iterator
from pathlib import Path

from pagesight.app.errors import BROKEN_INPUT, NO_CONTENT, REDIRECT, SourceKindError
from pagesight.app.jobs.job import Html
from pagesight.app.jobs.store import Item
from pagesight.render.errors import SourceError
from pagesight.render.sources.warc import address, answered, parse_record, read_body
from pagesight.render.sources.warc_records import (
    Damage,
    OpenArchive,
    RawRecord,
    open_archive,
    records,
)

_TYPES = ("html", "text/plain")


def is_warc(path: Path) -> bool:
    """Return whether the file's name says that it is a WARC archive."""
    return path.name.lower().endswith((".warc", ".warc.gz"))


def warc_items(path: Path) -> Iterator[Item]:
    """Yield the pages of the archive with the places of their HTML, and what of it is lost.

    Raises SourceKindError if it holds neither.
    """
    readable, damaged = False, list[Item]()  # before the first record: it may be no archive
    opened = open_archive(path)
    for record in records(opened):
        if isinstance(record, Damage):
            damaged.append(_damaged(path, record))
        elif item := _item(path, record):
            readable = True
            damaged.append(item)
        if readable:
            yield from damaged
            damaged.clear()
    if not readable:
        why = f": {damaged[0].error}" if damaged else ""
        raise SourceKindError(f"{path} holds no pages{why}")


def read_warc(opened: OpenArchive, offset: int, url: str, limit: int) -> Html:
    """Return the page recorded at that offset, at most `limit` bytes of it.

    Raises SourceKindError if it cannot be read.
    """
    try:
        record, body, warning = read_body(opened, offset, limit)
    except SourceError as error:
        raise SourceKindError(f"{opened.path}: the record of {url} is broken: {error}") from error
    return Html(body, url, *answered(record), warning)


def _damaged(path: Path, damage: Damage) -> Item:
    place = f"{path} at byte {damage.offset}"
    text = f"nothing can be read up to byte {damage.next}: {damage.reason}; the rest was read"
    return Item(place, error_kind=BROKEN_INPUT, error=text)


def _item(path: Path, raw: RawRecord) -> Item | None:
    """Return the page of a record, or why there is none; None if it never was one."""
    try:
        record = parse_record(raw)
    except SourceError as error:
        return _damaged(path, Damage(raw.offset, raw.next, str(error)))
    if record.rec_type not in ("response", "revisit", "resource"):
        return None
    url = address(record)
    if not url:
        return _damaged(path, Damage(raw.offset, raw.next, "a record names no address"))
    key = f"{url} at byte {raw.offset} of {path}"
    if record.rec_type == "revisit":
        date = record.rec_headers.get_header("WARC-Refers-To-Date") or "before"
        text = f"{path} has it as not changed since it was recorded ({date}), without its content"
        return Item(url, key, error_kind=NO_CONTENT, error=text)
    content_type, status = answered(record)
    if status is not None and 300 <= status < 400 and status != 304:
        location = record.http_headers.get_header("Location") or "nowhere"
        text = f"{path} recorded a redirect ({status}) to {location} in place of a page"
        return Item(url, key, error_kind=REDIRECT, error=text)
    content_type = (content_type or "html").lower()
    if url.endswith("/robots.txt") or not any(name in content_type for name in _TYPES):
        return None
    return Item(url, place=f"{path}#{raw.offset}")
